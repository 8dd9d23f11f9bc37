import { randomBytes } from 'node:crypto'
import { after } from 'node:test'
import { createClient } from '@parlance/sdk'
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { createDatabase } from '../../server/test/harness.ts'
import { type RunningService, signal, startProcess } from '../../server/test/running-service.ts'

// Waits of playwright are for facts; this is when it gives up, on a machine that may be slow.
const GIVE_UP_MS = 30_000

let browser: Promise<Browser> | undefined
const services: RunningService[] = []

after(async () => {
  await (await browser)?.close()
  for (const service of services) await signal(service.child, 'SIGTERM')
})

const launch = () =>
  chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? 'chromium',
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu', '--lang=en-US'],
  })

/** A browser window of its own: its cookies, its storage. Whatever its pages complain about is kept. */
export async function openContext(
  url: string,
  options: BrowserContextOptions = {},
): Promise<BrowserContext & { complaints: string[] }> {
  browser ??= launch()
  const context = await (await browser).newContext({
    baseURL: url,
    locale: 'en-US',
    viewport: { width: 1280, height: 800 },
    ...options,
  })
  context.setDefaultTimeout(GIVE_UP_MS)
  const complaints: string[] = []
  context.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
  })
  context.on('weberror', (error) => complaints.push(String(error.error())))
  return Object.assign(context, { complaints })
}

/** The service as people run it, with the console, on a database of its own. */
export async function startConsole(env: Record<string, string> = {}) {
  const { host, database } = await createDatabase()
  const service = await startProcess({
    REGISTRATION: 'open',
    DATABASE_URL: `postgresql://parlance@localhost/${database}?host=${encodeURIComponent(host)}`,
    ...env,
  })
  services.push(service)
  return { ...service, signUp: (name?: string) => signUp(service.url, name) }
}

export type Account = Awaited<ReturnType<typeof signUp>>

const PASSWORD = 'correct horse battery'

/** An account, what it calls the service with, and a way to sit down at a browser with it. */
async function signUp(url: string, name = `Person ${randomBytes(3).toString('hex')}`) {
  const email = `${randomBytes(6).toString('hex')}@example.com`
  const answer = await fetch(`${url}/v1/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: PASSWORD, name }),
  })
  if (answer.status !== 201) throw new Error(`register answered ${answer.status}: ${await answer.text()}`)
  const session = (await answer.json()) as { user: { id: number }; organizations: { id: number }[]; csrfToken: string }
  const cookie = (answer.headers.get('set-cookie') ?? '').split(';', 1)[0] ?? ''
  const orgId = session.organizations[0]?.id ?? 0
  return { email, password: PASSWORD, name, userId: session.user.id, orgId, ...sitDown(url, cookie, session.csrfToken) }
}

function sitDown(url: string, cookie: string, csrfToken: string) {
  const api = createClient({
    baseUrl: url,
    csrfToken,
    fetch: (input, init) => fetch(input, { ...init, headers: { ...init?.headers, cookie } }),
  })
  const [name = '', value = ''] = cookie.split('=')
  return {
    api,
    /** A page at `path`, signed in. */
    async at(path: string, options: BrowserContextOptions = {}): Promise<Page & { complaints: string[] }> {
      const context = await openContext(url, options)
      await context.addCookies([{ name, value, url }])
      const page = await context.newPage()
      await page.goto(path)
      return Object.assign(page, { complaints: context.complaints })
    },
  }
}
