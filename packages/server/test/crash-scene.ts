import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Connection } from '../src/db/pool.ts'
import type { Dice } from './fuzz-values.ts'
import { atEnd, type Caller, createDatabase, credentials, nobody } from './harness.ts'
import { freePort, killAll, type RunningService, signal, startProcess } from './running-service.ts'
import { type ListedKey, stateOf } from './told.ts'

const PATIENCE_MS = 10_000

interface Made {
  cookie: string
  projectId: number
  orgId: number
  database: Connection
}

/**
 * A service that is killed and started again at the same address, on a database that lives on: what the killed process
 * had sent to it may still be committed, also after the next one has started.
 */
export class CrashScene {
  readonly url: string
  readonly cookie: string
  readonly projectId: number
  readonly orgId: number
  readonly database: Connection
  readonly dataDir: string
  readonly #env: Record<string, string>
  #service: RunningService

  private constructor(env: Record<string, string>, service: RunningService, made: Made) {
    this.#env = env
    this.#service = service
    this.url = service.url
    this.cookie = made.cookie
    this.projectId = made.projectId
    this.orgId = made.orgId
    this.database = made.database
    this.dataDir = env['DATA_DIR'] ?? ''
  }

  /** `reach` may put something between the service and its database: it is given the server's folder. */
  static async begin(
    settings: Record<string, string> = {},
    reach = (host: string): Promise<string> => Promise.resolve(host),
  ): Promise<CrashScene> {
    const { host, user, database } = await createDatabase()
    const dataDir = mkdtempSync(join(tmpdir(), 'parlance-crash-'))
    atEnd(async () => {
      await killAll(dataDir)
      rmSync(dataDir, { recursive: true, force: true })
    })
    const databaseUrl = `postgresql://${user}@localhost/${database}?host=${encodeURIComponent(await reach(host))}`
    const env = {
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl,
      PORT: String(await freePort()),
      // Half of a start is reading its own code; 500 of them need not do that anew.
      NODE_COMPILE_CACHE: join(dataDir, 'code'),
      ...settings,
    }
    const service = await startProcess(env)
    const account = { email: 'writer@example.com', password: 'correct horse battery', name: 'Writer' }
    const registered = await call(service.url, 'POST', '/v1/auth/register', account)
    assert.ok(registered?.status === 201)
    const cookie = registered.headers.getSetCookie()[0]?.split(';', 1)[0] ?? ''
    const { organizations } = registered.body as { organizations: { id: number }[] }
    const orgId = organizations[0]?.id ?? 0
    const path = `/v1/organizations/${orgId}/projects`
    const body = { name: 'Written', sourceLocale: 'en', locales: ['de'] }
    const project = await call(service.url, 'POST', path, body, { cookie })
    assert.ok(project?.status === 201)
    const projectId = (project.body as { id: number }).id
    return new CrashScene(env, service, { cookie, projectId, orgId, database: { host, user, database } })
  }

  async crash(): Promise<void> {
    await signal(this.#service.child, 'SIGKILL')
  }

  async restart(): Promise<void> {
    this.#service = await startProcess(this.#env)
  }

  /** Undefined when no answer came. */
  call(method: string, path: string, body?: object, caller: Caller = { cookie: this.cookie }) {
    return call(this.url, method, path, body, caller)
  }

  /** Expects an answer, and success. */
  async ok<T>(method: string, path: string, body?: object, caller?: Caller): Promise<T> {
    const answer = await this.call(method, path, body, caller)
    assert.ok(answer && answer.status < 300, `${method} ${path} was answered with ${answer?.status}`)
    return answer.body as T
  }

  async listKeys() {
    const { data } = await this.ok<{ data: ListedKey[] }>('GET', `/v1/projects/${this.projectId}/keys?limit=100`)
    return stateOf(data)
  }

  /** Writes one thing after the other to a few keys of its own, until `signal`. Returns how many were acknowledged. */
  async write(names: readonly string[], dice: Dice, signal: AbortSignal): Promise<number> {
    const path = `/v1/projects/${this.projectId}/keys`
    let acknowledged = 0
    while (!signal.aborted) {
      const key = dice.pick(names)
      const value = `text ${dice.below(1e9)}`
      const create = () => this.call('POST', path, { key, translations: { en: { value, status: 'translated' } } })
      const put = () => this.call('PUT', `${path}/${key}`, { locale: dice.pick(['en', 'de']), value })
      const drop = async () => {
        const found = (await this.call('GET', `${path}/ids?search=${key}`))?.body as { ids?: number[] } | undefined
        return this.call('DELETE', `${path}/${found?.ids?.[0] ?? 1}`)
      }
      const answer = await dice.pick([create, put, put, put, drop])()
      assert.ok(!answer || answer.status < 500 || answer.status === 503, JSON.stringify(answer?.body))
      if (answer && answer.status < 300) acknowledged++
    }
    return acknowledged
  }
}

async function call(url: string, method: string, path: string, body?: object, caller: Caller = nobody) {
  try {
    const headers = { ...credentials(caller), ...(body ? { 'content-type': 'application/json' } : {}) }
    const signal = AbortSignal.timeout(PATIENCE_MS)
    const response = await fetch(url + path, {
      method,
      headers,
      signal,
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    const text = await response.text()
    return {
      status: response.status,
      headers: response.headers,
      body: (text === '' ? undefined : JSON.parse(text)) as unknown,
    }
  } catch {
    return undefined
  }
}
