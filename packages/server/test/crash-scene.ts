import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Dice } from './fuzz-values.ts'
import { atEnd, type Caller, createDatabase, credentials, nobody } from './harness.ts'
import {
  freePort,
  killAll,
  killProcesses,
  processesOf,
  type RunningService,
  signal,
  startProcess,
} from './running-service.ts'
import { type ListedKey, stateOf } from './told.ts'

const PATIENCE_MS = 10_000

type Beside = Awaited<ReturnType<typeof createDatabase>>

interface Made {
  cookie: string
  projectId: number
  orgId: number
}

interface Setting {
  env?: Record<string, string>
  /** A database that lives on beside the service, or the service's own. */
  database?: 'beside' | 'own'
  /** May put something between the service and the database beside it; is given the server's folder. */
  reach?(host: string): Promise<string>
}

/**
 * A service that is killed and started again at the same address. Its database lives on `beside` it: what the killed
 * process had sent may still be committed, also after the next one has started; or it is the service's `own`.
 */
export class CrashScene {
  readonly url: string
  readonly cookie: string
  readonly projectId: number
  readonly orgId: number
  readonly dataDir: string
  readonly #database: Beside | undefined
  readonly #env: Readonly<Record<string, string>>
  #service: RunningService

  private constructor(env: Record<string, string>, service: RunningService, made: Made, database: Beside | undefined) {
    this.#env = env
    this.#service = service
    this.#database = database
    this.url = service.url
    this.cookie = made.cookie
    this.projectId = made.projectId
    this.orgId = made.orgId
    this.dataDir = env['DATA_DIR'] ?? ''
  }

  /** The one beside the service. */
  get database(): Beside {
    return this.#database ?? assert.fail('The database is the service’s own')
  }

  static async begin({ env: more, database = 'beside', reach }: Setting = {}): Promise<CrashScene> {
    const beside = database === 'beside' ? await createDatabase() : undefined
    const env = {
      ...(beside && { DATABASE_URL: urlOf(beside, reach ? await reach(beside.host) : beside.host) }),
      ...(await homeOfItsOwn()),
      ...more,
    }
    const service = await startProcess(env)
    return new CrashScene(env, service, await makeProject(service.url), beside)
  }

  /** Another instance on the same database. */
  async beside(): Promise<CrashScene> {
    const env = { ...this.#env, ...(await homeOfItsOwn()) }
    return new CrashScene(env, await startProcess(env), this, this.#database)
  }

  async crash(): Promise<void> {
    await signal(this.#service.child, 'SIGKILL')
  }

  /** Asks it to end, and returns how it did. */
  async stop(): Promise<{ code: number | null; ms: number }> {
    const asked = performance.now()
    const code = await signal(this.#service.child, 'SIGTERM')
    return { code, ms: performance.now() - asked }
  }

  /** The service and its own database in the same moment. */
  async crashAll(): Promise<void> {
    killProcesses(processesOf(this.#env['DATA_DIR'] ?? ''))
    await this.crash()
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
  async write(names: readonly string[], dice: Dice, signal: AbortSignal, onWritten = () => {}): Promise<number> {
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
      if (!answer || answer.status >= 300) continue
      acknowledged++
      onWritten()
    }
    return acknowledged
  }
}

const urlOf = ({ user, database }: Beside, host: string) =>
  `postgresql://${user}@localhost/${database}?host=${encodeURIComponent(host)}`

async function makeProject(url: string): Promise<Made> {
  const account = { email: 'writer@example.com', password: 'correct horse battery', name: 'Writer' }
  const registered = await call(url, 'POST', '/v1/auth/register', account)
  assert.ok(registered?.status === 201)
  const cookie = registered.headers.getSetCookie()[0]?.split(';', 1)[0] ?? ''
  const { organizations } = registered.body as { organizations: { id: number }[] }
  const orgId = organizations[0]?.id ?? 0
  const body = { name: 'Written', sourceLocale: 'en', locales: ['de'] }
  const project = await call(url, 'POST', `/v1/organizations/${orgId}/projects`, body, { cookie })
  assert.ok(project?.status === 201)
  return { cookie, orgId, projectId: (project.body as { id: number }).id }
}

async function homeOfItsOwn(): Promise<Record<string, string>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'parlance-crash-'))
  atEnd(async () => {
    await killAll(dataDir)
    rmSync(dataDir, { recursive: true, force: true })
  })
  return { DATA_DIR: dataDir, PORT: String(await freePort()) }
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
