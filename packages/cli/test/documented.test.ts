import assert from 'node:assert/strict'
import { globSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { upToDate } from '../../../scripts/cli-docs.ts'
import { createApiKey, createScene } from '../../server/test/factories.ts'
import { commands } from '../src/commands.ts'
import { exitCodes } from '../src/exit-codes.ts'
import { globalFlags } from '../src/flags/global-flags.ts'
import { ended, folderWith } from './program.ts'
import { startScene } from './scene.ts'

const { service, url } = await startScene()
const { owner, projectId } = await createScene(service)
const scopes = ['translations:read', 'translations:write', 'translations:delete'] as const
const { apiKey } = await createApiKey(service, owner, projectId, [...scopes])
const write = (key: string, locale: string, value: string) =>
  service.ok(owner, 'putValue', { params: { projectId, key }, body: { locale, value } })

const root = join(import.meta.dirname, '../../..')
const page = readFileSync(join(root, 'docs/cli.md'), 'utf8')

test('commands, flags and configuration are those of the program', async () => {
  assert.equal(await upToDate(page), page, 'run "npm run build:cli-docs" and commit what it writes')
})

test('exit codes are those of the program', () => {
  const [, rest = ''] = page.split('## Exit codes')
  const [told = ''] = rest.split('\n## ')
  const codes = Array.from(told.matchAll(/^\| ([\d, ]+) \|/gm), ([, code = '']) => code.split(', ').map(Number)).flat()
  assert.deepEqual(codes, [...Object.values(exitCodes), 130, 143])
})

/** What each command returns, as the page says. */
const samples = new Map(
  Array.from(page.matchAll(/^```json result of ([\w-]+)\n([\s\S]*?)^```/gm), ([, name = '', text = '']) => [
    name,
    JSON.parse(text) as unknown,
  ]),
)

/** Names of fields and kinds of values; of a list the first item. What is null in one of the two may be anything. */
function compareShapes(told: unknown, real: unknown, place: string): void {
  if (told === null || real === null) return
  assert.equal(kindOf(real), kindOf(told), `${place} is not what the page says`)
  if (Array.isArray(told) && Array.isArray(real)) {
    if (told.length > 0) assert.ok(real.length > 0, `${place} is empty: nothing to compare`)
    if (told.length > 0) compareShapes(told[0], real[0], `${place}[0]`)
  } else if (typeof told === 'object') {
    const [toldFields, realFields] = [told as object, real as object]
    assert.deepEqual(Object.keys(realFields).sort(), Object.keys(toldFields).sort(), place)
    for (const [name, value] of Object.entries(told))
      compareShapes(value, realFields[name as keyof object], `${place}.${name}`)
  }
}

const kindOf = (value: unknown) => (Array.isArray(value) ? 'list' : typeof value)

describe('what --json tells is what the page says', () => {
  const compared = new Set<string>()
  const compare = (name: string, result: object) => {
    compareShapes(samples.get(name), result, name)
    compared.add(name)
  }
  const config = {
    sourceLocale: 'en',
    files: [{ path: 'locales/{locale}/translation.json', format: 'i18next-v4', placeholders: 'convert' }],
    types: { out: 'src/texts.d.ts' },
  }
  const files = {
    'parlance.config.json': config,
    'locales/en/translation.json': { title: 'Cart', hello: 'Hello {{name}}', old: 'Old' },
    'locales/de/translation.json': { title: 'Wagen', hello: 'Hallo {{nam}}' },
    'src/cart.tsx': "t('title'); t('titel'); t('errors.' + code); t('hello')",
  }
  const here = folderWith(files, { PARLANCE_URL: url, PARLANCE_API_KEY: apiKey })
  after(() =>
    assert.deepEqual([...compared].sort(), [...samples.keys()].sort(), 'samples that nothing was compared with'),
  )

  test('init', async () => {
    const there = folderWith({ 'public/locales/en/translation.json': { cart: { title: 'Cart' } } })
    compare('init', (await there.json<object>(0, ['init', '--yes'])).result)
  })

  test('login, whoami, logout', async () => {
    const child = here.start(['login', '--json'])
    compare('login', JSON.parse((await ended(child)).stdout).result)
    compare('whoami', (await here.json<object>(0, ['whoami'])).result)
    compare('logout', (await here.json<object>(0, ['logout'])).result)
  })

  test('push, status, diff, pull', async () => {
    compare('push', (await here.json<object>(0, ['push', '--all-locales'])).result)
    compare('status', (await here.json<object>(0, ['status'])).result)
    await write('title', 'de', 'Warenkorb')
    await write('old', 'de', 'Alt')
    here.write('locales/en/translation.json', { ...files['locales/en/translation.json'], new: 'New' })
    compare('diff', (await here.json<object>(0, ['diff'])).result)
    compare('pull', (await here.json<object>(0, ['pull', '--locale', 'de'])).result)
  })

  test('check, scan, types, convert, prune', async () => {
    compare('check', (await here.json<object>(1, ['check', '--local'])).result)
    compare('scan', (await here.json<object>(0, ['scan', '--from', 'files'])).result)
    await here.json(0, ['types', '--from', 'files', '--lock', 'texts.lock.json'])
    here.write('locales/en/translation.json', { title: 'Cart', hello: 'Hello {{name}}, {{day}}', old: 'Old' })
    const broken = await here.json<object>(1, ['types', '--from', 'files', '--check', '--compat', 'texts.lock.json'])
    compare('types', broken.result)
    compare('convert', (await here.json<object>(0, ['convert', 'locales/en/translation.json', 'en.po'])).result)
    compare('prune', (await here.json<object>(0, ['prune', '--yes'])).result)
  })
})

/** Pages and examples that tell people what to type, or type it themselves. */
const told = [
  '*.md',
  'docs/**/*.md',
  'packages/*/README.md',
  'examples/**/*.{md,yml,mjs}',
  'examples/**/.*/**',
  'examples/*/.*.yml',
]

test('commands and flags that pages and examples name are those of the program', async () => {
  const wrong: string[] = []
  let count = 0
  const paths = new Set(globSync(told, { cwd: root, exclude: (path) => path.includes('node_modules') }))
  for (const path of [...paths].filter((one) => statSync(join(root, one)).isFile())) {
    // What starts another program that starts ours has flags of its own.
    const lines = readFileSync(join(root, path), 'utf8').split('\n')
    const text = lines.filter((one) => !one.includes('inspector')).join('\n')
    for (const [line, name = '', rest = ''] of text.matchAll(/\bparlance"? ([a-z]+)((?: [^\s`|']+)*)/g)) {
      const command = await commands.get(name)?.load()
      if (!command) continue
      for (const [, flag = ''] of rest.matchAll(/ --([a-z-]+)/g)) {
        count++
        if (!Object.hasOwn({ ...globalFlags, ...command.flags }, flag)) wrong.push(`${path}: ${line}`)
      }
    }
  }
  assert.deepEqual(wrong, [])
  assert.ok(count > 80, `only ${count} were found`)
})

test('every command has a part of its own', () => {
  for (const name of commands.keys()) assert.match(page, new RegExp(`^### ${name}$`, 'm'))
})
