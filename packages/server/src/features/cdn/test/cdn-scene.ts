import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import http from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { after } from 'node:test'
import type { Status } from '@parlance/contract'
import { createScene } from '../../../../test/factories.ts'
import { type Caller, startService } from '../../../../test/harness.ts'
import { until } from '../../../../test/until.ts'
import type { Config } from '../../../config.ts'
import { sql } from '../../../db/sql.ts'
import { startWorkers } from '../../../workers.ts'

interface Told {
  seq: number
  event: string
  after: Record<string, unknown>
}

/** A service that runs jobs, with a project, spoken to over the network as by a browser. */
export async function createCdnScene(overrides: Partial<Config> = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), 'parlance-cdn-'))
  // Named before the service, and so closed before its database is.
  let workers: { close(): Promise<void> } | undefined
  after(async () => {
    await workers?.close()
    rmSync(dataDir, { recursive: true, force: true })
  })
  const service = await startService({ dataDir, ...overrides })
  workers = startWorkers(service.services)
  const scene = await createScene(service)
  const base = await service.app.listen({ port: 0, host: '127.0.0.1' })
  const { owner, projectId, project } = scene

  const told = (of = projectId) =>
    service.db.rows<Told>(sql`
      select seq, event, after from changes where project_id = ${of} and event like 'cdn_deploy.%' order by seq`)

  const scenery = {
    ...scene,
    service,
    dataDir,
    base,
    told,
    token: project.cdnToken,
    /** Asks for a deploy and waits for its end. */
    async deploy(of = projectId, caller: Caller = owner): Promise<Told> {
      const answer = await service.ok(caller, 'deployCdn', { params: { projectId: of } })
      assert.deepEqual({ ...answer, message: '' }, { success: true, filesDeployed: 0, message: '' })
      const isOver = sql`select 1 from jobs where project_id = ${of} and due_at is not null`
      await until('all deploys to end', async () => (await service.db.row(isOver)) === undefined)
      return (await told(of)).at(-1) as Told
    },
    async deployed(of = projectId) {
      const end = await scenery.deploy(of)
      assert.equal(end.event, 'cdn_deploy.completed', JSON.stringify(end.after))
      return end.after
    },
    createKey: (key: string, values: Record<string, string>, fields: object = {}, status: Status = 'translated') =>
      service.ok(owner, 'createKey', {
        params: { projectId },
        body: {
          key,
          ...fields,
          translations: Object.fromEntries(Object.entries(values).map(([code, value]) => [code, { value, status }])),
        },
      }),
    putValue: (key: string, locale: string, value: string) =>
      service.ok(owner, 'putValue', { params: { projectId, key }, body: { locale, value } }),
    /** The path is sent as it is: no client resolves dots or encodes anything. */
    get: (path: string, headers: Record<string, string> = {}, method = 'GET') =>
      request(`${base}/cdn/`, path, headers, method),
    async file(path: string, token = project.cdnToken): Promise<unknown> {
      const { status, text } = await scenery.get(`${token}/${path}`)
      assert.equal(status, 200, `${path}: ${text}`)
      return JSON.parse(text)
    },
  }
  return scenery
}

export async function request(base: string, path: string, headers: Record<string, string>, method = 'GET') {
  const { hostname, port, pathname } = new URL(base)
  const call = http.request({ hostname, port, path: pathname + path, headers, method, agent: false })
  const { promise, resolve, reject } = Promise.withResolvers<http.IncomingMessage>()
  call.on('response', resolve).on('error', reject).end()
  const response = await promise
  const bytes = await buffer(response)
  return { status: response.statusCode, headers: response.headers, bytes, text: bytes.toString() }
}
