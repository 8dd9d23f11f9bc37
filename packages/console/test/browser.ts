// The ground of the tests in a browser: a service, people with accounts, pages. The files of one process share one
// browser and, unless they ask for one of their own, one service. What a test opens is closed at its end.
import { randomBytes } from 'node:crypto'
import { createClient } from '@parlance/sdk'
import type { BrowserContextOptions } from 'playwright-core'
import { atEnd, createDatabase } from '../../server/test/harness.ts'
import { holdImports } from '../../server/test/held-imports.ts'
import { signal, startProcess } from '../../server/test/running-service.ts'
import { openWindow, type Window } from './windows.ts'

let shared: Promise<Console & { admin: Account }> | undefined

/**
 * The service as people run it, with the console, on a database of its own. The files of a process share it, with its
 * first account, which runs it; with settings, even none, it is one for the file alone, without accounts.
 */
export function startConsole(): Promise<Console & { admin: Account }>
export function startConsole(settings: Record<string, string>): Promise<Console>
export function startConsole(settings?: Record<string, string>): Promise<Console> {
  if (settings) return start(settings)
  shared ??= start({}).then(async (service) => ({ ...service, admin: await service.signUp('Ada Admin') }))
  return shared
}

type Console = Awaited<ReturnType<typeof start>>

async function start(settings: Record<string, string>) {
  const { host, database } = await createDatabase()
  const service = await startProcess({
    REGISTRATION: 'open',
    DATABASE_URL: `postgresql://parlance@localhost/${database}?host=${encodeURIComponent(host)}`,
    ...settings,
  })
  // At once: there is nothing in it that is wanted, and what closes well can be long about it.
  const kill = () => service.child.kill('SIGKILL')
  process.once('exit', kill)
  atEnd(async () => void (await signal(service.child, 'SIGKILL')))
  const { url } = service
  return {
    url,
    signUp: (name?: string) => signUp(url, name),
    holdImports: (projectId: number) => holdImports({ host, database }, projectId),
    /** A page at `path` of somebody who is not signed in. */
    async at(path: string, options?: BrowserContextOptions): Promise<Window> {
      const page = await openWindow(url, options)
      await page.goto(path)
      return page
    },
  }
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
  return {
    email,
    password: PASSWORD,
    name,
    userId: session.user.id,
    orgId,
    ...asPerson(url, cookie, session.csrfToken),
  }
}

function asPerson(url: string, cookie: string, csrfToken: string) {
  const api = createClient({
    baseUrl: url,
    csrfToken,
    retries: 0,
    fetch: (input, init) => fetch(input, { ...init, headers: { ...init?.headers, cookie } }),
  })
  const [name = '', value = ''] = cookie.split('=')
  return {
    api,
    /** A page at `path`, signed in. */
    async at(path: string, options?: BrowserContextOptions): Promise<Window> {
      const page = await openWindow(url, options)
      await page.context().addCookies([{ name, value, url }])
      await page.goto(path)
      return page
    },
  }
}
