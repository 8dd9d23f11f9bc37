import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PORT, SUPERUSER } from '../../packages/server/src/db/embedded-cluster.ts'
import { atEnd } from './cleanup.ts'
import { connected, type Server } from './driver.ts'
import { HttpClient } from './http.ts'
import { LOCALES, loadKeys } from './load-keys.ts'
import type { Figure } from './report.ts'
import { PRODUCT, type Service, startService } from './service.ts'

const KEYS = 100_000

/** What a file in `scenarios/` exports as default. Its name is the file's name. */
export interface Scenario {
  summary: string
  run(bench: Bench, name: string): Promise<Figure[]>
}

/** One that needs no service: where only such are run, none is started. */
export interface LoneScenario {
  summary: string
  runAlone(name: string): Promise<Figure[]>
}

/** The real service on a folder of its own with one large project, and ways to reach both. */
export class Bench {
  readonly dataDir: string
  readonly database: Server
  /** Of the first start of all, which creates the database. */
  firstStartMs = 0
  userId = 0
  projectId = 0
  #cookie = ''
  orgId = 0
  #service: Service | undefined

  private constructor(dataDir: string) {
    this.dataDir = dataDir
    this.database = { host: join(dataDir, 'run'), port: PORT, user: SUPERUSER, database: 'parlance' }
  }

  static async open(): Promise<Bench> {
    const dataDir = mkdtempSync(join(tmpdir(), 'parlance-bench-'))
    // Tried again: when the service is stopped in the middle of its start, PostgreSQL writes a little longer than it.
    atEnd(() => rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }))
    const bench = new Bench(dataDir)
    await bench.start()
    bench.firstStartMs = bench.service.startMs
    await bench.#register()
    const [projectId = 0] = await bench.createProjects(1, KEYS)
    bench.projectId = projectId
    // Scenarios meet the service as after a restart, not as after a load.
    await bench.restart()
    return bench
  }

  get service(): Service {
    if (!this.#service) throw new Error('The service is stopped')
    return this.#service
  }

  async start(): Promise<Service> {
    const env = {
      DATA_DIR: this.dataDir,
      // Receivers of webhooks live on this machine.
      WEBHOOK_ALLOW_NETWORKS: '127.0.0.0/8',
      // Counted as for everybody, and never refused.
      RATE_LIMIT: '1000000000',
      RATE_LIMIT_PER_ADDRESS: '1000000000',
    }
    this.#service = await startService(PRODUCT, env)
    return this.#service
  }

  async stop(): Promise<void> {
    await this.#service?.stop()
    this.#service = undefined
  }

  async restart(): Promise<Service> {
    await this.stop()
    return this.start()
  }

  /** For requests by another client than ours. */
  get credentials(): { cookie: string } {
    return { cookie: this.#cookie }
  }

  /** A client of the service, signed in. */
  client(): Promise<HttpClient> {
    return HttpClient.connect(this.service.port, `Cookie: ${this.#cookie}`)
  }

  /** Reads an answer of unknown length to its end, by the client that comes with Node. */
  async download(path: string): Promise<number> {
    const answer = await fetch(`http://127.0.0.1:${this.service.port}${path}`, { headers: { cookie: this.#cookie } })
    if (!answer.ok) throw new Error(`GET ${path} was answered with ${answer.status}`)
    return (await answer.arrayBuffer()).byteLength
  }

  /** Everything of a project as an archive, read to its end. */
  async exportAll(projectId: number): Promise<number> {
    const path = `/v1/projects/${projectId}/keys/export`
    const answer = await fetch(`http://127.0.0.1:${this.service.port}${path}`, {
      method: 'POST',
      headers: { cookie: this.#cookie, 'content-type': 'application/json' },
      body: '{}',
    })
    if (!answer.ok) throw new Error(`POST ${path} was answered with ${answer.status}`)
    return (await answer.arrayBuffer()).byteLength
  }

  /** A client of the service that comes with an API key, as a build does. */
  async buildClient(projectId: number): Promise<HttpClient> {
    const client = await this.client()
    const body = { name: 'build', scopes: ['translations:read', 'translations:write'] }
    const { key } = await client.json<{ key: string }>('POST', `/v1/projects/${projectId}/api-keys`, body)
    client.close()
    return HttpClient.connect(this.service.port, `Authorization: Bearer ${key}`)
  }

  /** Projects with this many keys each, made by the service and filled behind its back. */
  async createProjects(count: number, keys: number, orgId = this.orgId): Promise<number[]> {
    const [sourceLocale, ...locales] = LOCALES
    const client = await this.client()
    const projectIds: number[] = []
    await connected(this.database, async (database) => {
      for (let made = 0; made < count; made++) {
        const body = { name: `Shop ${made}`, sourceLocale, locales }
        const { id } = await client.json<{ id: number }>('POST', `/v1/organizations/${orgId}/projects`, body)
        await loadKeys(database, id, keys)
        projectIds.push(id)
      }
      await database.query('vacuum analyze')
    })
    client.close()
    return projectIds
  }

  async #register(): Promise<void> {
    const client = await HttpClient.connect(this.service.port)
    const person = { email: 'bench@example.com', password: 'correct horse battery', name: 'Bench' }
    const { head, body } = await client.ok('POST', '/v1/auth/register', JSON.stringify(person))
    client.close()
    const session = JSON.parse(body.toString()) as { user: { id: number }; organizations: { id: number }[] }
    this.#cookie = /\r\nset-cookie: ([^;]+)/i.exec(head)?.[1] ?? ''
    this.orgId = session.organizations[0]?.id ?? 0
    this.userId = session.user.id
  }
}
