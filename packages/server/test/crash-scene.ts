import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Dice } from './fuzz-values.ts'
import { atEnd, createDatabase } from './harness.ts'
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

/**
 * A service that is killed and started again at the same address. Its database lives on `beside` it: what the killed
 * process had sent may still be committed, also after the next one has started; or it is the service's `own`.
 */
export class CrashScene {
  readonly url: string
  readonly cookie: string
  readonly projectId: number
  readonly #env: Readonly<Record<string, string>>
  #service: RunningService

  private constructor(env: Record<string, string>, service: RunningService, cookie: string, projectId: number) {
    this.#env = env
    this.#service = service
    this.url = service.url
    this.cookie = cookie
    this.projectId = projectId
  }

  static async begin(
    settings: Record<string, string> = {},
    database: 'beside' | 'own' = 'beside',
  ): Promise<CrashScene> {
    const databaseUrl = database === 'beside' ? await urlOfDatabase() : undefined
    const env = {
      ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
      ...(await placeOfItsOwn()),
      ...settings,
    }
    const service = await startProcess(env)
    const account = { email: 'writer@example.com', password: 'correct horse battery', name: 'Writer' }
    const registered = await call(service.url, 'POST', '/v1/auth/register', account)
    assert.ok(registered?.status === 201)
    const cookie = registered.headers.getSetCookie()[0]?.split(';', 1)[0] ?? ''
    const { organizations } = registered.body as { organizations: { id: number }[] }
    const path = `/v1/organizations/${organizations[0]?.id}/projects`
    const body = { name: 'Written', sourceLocale: 'en', locales: ['de'] }
    const project = await call(service.url, 'POST', path, body, cookie)
    assert.ok(project?.status === 201)
    return new CrashScene(env, service, cookie, (project.body as { id: number }).id)
  }

  /** Another instance on the same database. */
  async beside(): Promise<CrashScene> {
    const env = { ...this.#env, ...(await placeOfItsOwn()) }
    return new CrashScene(env, await startProcess(env), this.cookie, this.projectId)
  }

  async crash(): Promise<void> {
    await signal(this.#service.child, 'SIGKILL')
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
  call(method: string, path: string, body?: object) {
    return call(this.url, method, path, body, this.cookie)
  }

  /** Expects an answer, and success. */
  async ok<T>(method: string, path: string, body?: object): Promise<T> {
    const answer = await this.call(method, path, body)
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

async function urlOfDatabase(): Promise<string> {
  const { host, user, database } = await createDatabase()
  return `postgresql://${user}@localhost/${database}?host=${encodeURIComponent(host)}`
}

async function placeOfItsOwn(): Promise<Record<string, string>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'parlance-crash-'))
  atEnd(async () => {
    await killAll(dataDir)
    rmSync(dataDir, { recursive: true, force: true })
  })
  return {
    DATA_DIR: dataDir,
    PORT: String(await freePort()),
    // Half of a start is reading its own code; 500 of them need not do that anew.
    NODE_COMPILE_CACHE: join(dataDir, 'code'),
  }
}

async function call(url: string, method: string, path: string, body?: object, cookie = '') {
  try {
    const headers = { cookie, ...(body ? { 'content-type': 'application/json' } : {}) }
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
