// Takes docs/images/terminal-light.svg and terminal-dark.svg: a session of the packed program with a real service, run on a
// pseudo-terminal (`script` of util-linux) and drawn as it was printed. `npm run picture:terminal`
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createClient } from '../packages/sdk/src/index.ts'
import { startProcess } from '../packages/server/test/running-service.ts'
import { drawSession, type Shown, themes } from './terminal/draw.ts'
import { onTerminal } from './terminal/on-terminal.ts'

const COLUMNS = 100
const images = join(import.meta.dirname, '../docs/images')

const english = {
  cart: { title: 'Your cart', items_one: '{{count}} item', items_other: '{{count}} items', pay: 'Pay now' },
  hi: 'Welcome back, <b>{{name}}</b>!',
}
const german = {
  cart: { title: 'Dein Warenkorb', items_one: '{{count}} Artikel', items_other: '{{count}} Artikel' },
  hi: 'Willkommen zurück, <b>{{name}}</b>!',
}
const code = `import { Trans, useTranslation } from 'react-i18next'

export function Cart({ name, count }: { name: string; count: number }) {
  const { t } = useTranslation()
  return (
    <main>
      <h1>{t('cart.title')}</h1>
      <Trans i18nKey="hi" values={{ name }} />
      <p>{t('cart.items', { count })}</p>
      <button type="submit">{t('cart.pay')}</button>
      <a href="/">{t('cart.back')}</a>
    </main>
  )
}
`

const folder = mkdtempSync(join(tmpdir(), 'parlance-picture-'))
try {
  await take()
} finally {
  rmSync(folder, { recursive: true, force: true })
}

async function take(): Promise<void> {
  process.env['PARLANCE_TEST_SHARED'] = folder
  const { installedProgram } = await import('../packages/cli/test/installed-program.ts')
  const main = await installedProgram()
  const service = await startProcess({ DATA_DIR: join(folder, 'data') })
  try {
    const { apiKey, translate } = await project(service.url)
    const shop = join(folder, 'shop')
    write(shop, 'locales/en.json', json(english))
    write(shop, 'locales/de.json', json(german))
    write(shop, 'src/cart.tsx', code)
    write(shop, 'src/main.tsx', "export { Cart } from './cart.tsx'\n")
    mkdirSync(join(shop, 'bin'))
    symlinkSync(main, join(shop, 'bin/parlance'))
    const session: Shown[] = []
    const type = async (command: string) => {
      const env = { PATH: `${join(shop, 'bin')}:${dirname(process.execPath)}:/usr/bin:/bin`, HOME: folder }
      const surroundings = { ...env, PARLANCE_URL: service.url, PARLANCE_API_KEY: apiKey, TERM: 'xterm-256color' }
      session.push({ command, ...(await onTerminal(command, { cwd: shop, env: surroundings })) })
    }
    await type('parlance init --yes')
    await type('parlance push --all-locales')
    await type('parlance status')
    await translate('cart.pay', 'Jetzt bezahlen')
    await translate('cart.title', 'Ihr Warenkorb')
    await type('parlance pull')
    await type('parlance scan --fail-on missing')
    write(shop, 'locales/de.json', json({ ...german, hi: 'Willkommen zurück, <b>{{name}}!' }))
    await type('parlance check --local')
    for (const [name, theme] of Object.entries(themes))
      writeFileSync(join(images, `terminal-${name}.svg`), drawSession(session, theme, COLUMNS))
  } finally {
    service.child.kill('SIGTERM')
    await new Promise((resolve) => service.child.once('exit', resolve))
  }
}

/** A new one, with a key for it, and somebody who translates there. */
async function project(baseUrl: string) {
  const body = { email: 'ada@example.com', password: 'correct horse battery', name: 'Ada' }
  let cookie = ''
  const withCookie: typeof fetch = async (input, init) => {
    const headers = new Headers(init?.headers)
    if (cookie !== '') headers.set('cookie', cookie)
    const answer = await fetch(input, { ...init, headers })
    cookie = answer.headers.getSetCookie()[0]?.split(';', 1)[0] ?? cookie
    return answer
  }
  const client = createClient({ baseUrl, fetch: withCookie })
  const { organizations } = await client.register({ body })
  const orgId = organizations[0]?.id ?? 0
  const wanted = { name: 'Shop', sourceLocale: 'en', locales: ['de'] }
  const { id: projectId } = await client.createProject({ params: { orgId }, body: wanted })
  const scopes = ['translations:read' as const, 'translations:write' as const]
  const { key: apiKey } = await client.createApiKey({ params: { projectId }, body: { name: 'Ada', scopes } })
  return {
    apiKey,
    translate: (key: string, value: string) =>
      client.putValue({ params: { projectId, key }, body: { locale: 'de', value } }),
  }
}

function write(folder: string, path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}

function json(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`
}
