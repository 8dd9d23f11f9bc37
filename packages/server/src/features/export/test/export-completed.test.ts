import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { createApiKey, createScene } from '../../../../test/factories.ts'
import { credentials, startService } from '../../../../test/harness.ts'
import { until } from '../../../../test/until.ts'
import { Snapshot } from '../../../db/snapshot.ts'
import { sql } from '../../../db/sql.ts'
import { transaction } from '../../../db/transaction.ts'

// More than fits into what lies between the service and its reader.
const KEYS = 500
const CHARACTERS = 20_000

const service = await startService({ webhookAllowNetworks: '127.0.0.0/8' })
const { owner, projectId, project } = await createScene(service)
const reader = await createApiKey(service, owner, projectId, ['translations:read'])
const params = { projectId }
const hook = { name: 'Exports', url: 'http://127.0.0.1:9/', events: ['export.completed'] }
const { id } = await service.ok(owner, 'createWebhook', { params, body: hook })
const told = async () => (await service.ok(owner, 'listDeliveries', { params: { id } })).deliveries

test('a finished export is told, with what it held, and a preview is not', async () => {
  const translations = { en: { value: 'Shop', status: 'translated' } }
  await service.ok(owner, 'createKey', { params, body: { key: 'title', translations } })
  await service.ok(owner, 'exportKeys', { params, body: { isPreview: true } })
  await service.ok(owner, 'exportKeys', { params, body: {} })
  await service.ok(reader, 'exportTranslations', { query: { locales: 'en' } })
  await until('both to be told', async () => (await told()).length === 2)
  const data = (await told()).map(({ payload }) => payload?.['data']).reverse()
  assert.deepEqual(data, [
    { projectId, source: 'web', stats: { locales: ['en', 'de', 'fr'], namespaces: 1, keys: 1, values: 1 } },
    { projectId, source: 'cli', stats: { locales: ['en'], namespaces: 1, keys: 1, values: 1 } },
  ])
})

test('a question for the head of an export is answered, and no export', async () => {
  for (const path of ['translations', `projects/${projectId}/export`]) {
    const answer = await service.app.inject({ method: 'HEAD', url: `/v1/${path}`, headers: credentials(reader) })
    assert.deepEqual([answer.statusCode, answer.body], [200, ''])
    assert.match(String(answer.headers['content-type']), /^application\/json/)
  }
  await service.ok(reader, 'exportTranslations', {})
  await until('the export after them to be told', async () => (await told()).length >= 3)
  assert.equal((await told()).length, 3)
})

test('a download that is cut off is not told, and gives its connection back', async () => {
  await service.db.run(sql`
    with made as (
      insert into keys (project_id, namespace_id, name, created_by, created_at, updated_at)
      select ${projectId}, ${project.defaultNamespaceId}, 'key ' || n, 1, now(), now()
      from generate_series(1, ${KEYS}) n
      returning id
    )
    insert into translations (project_id, key_id, locale_id, value, status, created_by, created_at, updated_at)
    select ${projectId}, id, ${project.sourceLocaleId}, repeat('ü', ${CHARACTERS}), 'translated', 1, now(), now()
    from made`)
  await service.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = service.app.server.address() as AddressInfo
  for (const body of [{ localeCodes: ['en'] }, {}]) {
    const headers = { ...credentials(owner), 'content-type': 'application/json' }
    const path = `/v1/projects/${projectId}/keys/export`
    const request = httpRequest({ port, host: '127.0.0.1', method: 'POST', path, headers, agent: false })
    request.end(JSON.stringify(body))
    const [response] = (await once(request, 'response')) as [IncomingMessage]
    await once(response, 'data')
    assert.equal(service.db.readers.idleCount, service.db.readers.totalCount - 1)
    request.destroy()
    await until(
      'the connection to be free',
      () => service.db.readers.idleCount === service.db.readers.totalCount,
      1_000,
    )
  }
  assert.equal((await told()).length, 3)
})

test('who leaves before the answer begins keeps no connection', async () => {
  const { readers } = service.db
  const { port } = service.app.server.address() as AddressInfo
  const asked = [
    { caller: owner, method: 'POST', path: `/v1/projects/${projectId}/keys/export` },
    { caller: reader, method: 'GET', path: '/v1/translations' },
  ]
  for (const { caller, method, path } of asked) {
    const held = await Promise.all(Array.from({ length: readers.options.max }, () => readers.connect()))
    const left = new Promise((resolve) =>
      service.app.server.once('request', (_, answer) => answer.once('close', resolve)),
    )
    const headers = { ...credentials(caller), 'content-type': 'application/json' }
    const request = httpRequest({ port, host: '127.0.0.1', method, path, headers, agent: false })
    request.on('error', () => {}).end(method === 'POST' ? '{}' : undefined)
    await until('the export to wait for a connection', () => readers.waitingCount === 1)
    request.destroy()
    await left
    for (const client of held) client.release()
    await until('all connections to be free', () => readers.idleCount === readers.options.max, 2_000)
  }
})

test('who leaves while the database is still searching makes it stop', async () => {
  const { readers } = service.db
  const snapshot = await Snapshot.open(service.db)
  const first = snapshot.groups(sql`select pg_sleep(60)`, () => 1).next()
  await until('the search', async () =>
    service.db.row(sql`select 1 from pg_stat_activity where wait_event = 'PgSleep' and datname = current_database()`),
  )
  snapshot.close()
  assert.deepEqual(await first, { value: undefined, done: true })
  await until('its connection to be free', () => readers.idleCount === readers.totalCount, 2_000)
})

test('who leaves while what there is to warn of is counted, or before anything is found, keeps no connection', async () => {
  const { readers } = service.db
  const { port } = service.app.server.address() as AddressInfo
  const asked = [
    { caller: owner, method: 'POST', path: `/v1/projects/${projectId}/keys/export`, table: sql`translations` },
    { caller: reader, method: 'GET', path: '/v1/translations', table: sql`namespaces` },
  ]
  for (const { caller, method, path, table } of asked) {
    await transaction(service.db, async (tx) => {
      await tx.run(sql`lock table ${table} in access exclusive mode`)
      const headers = { ...credentials(caller), 'content-type': 'application/json' }
      const request = httpRequest({ port, host: '127.0.0.1', method, path, headers, agent: false })
      request.on('error', () => {}).end(method === 'POST' ? '{"format":"i18next-v4"}' : undefined)
      await until('the export to wait for the table', () =>
        // Not pg_stat_activity: a transaction sees no connection there that was opened after it first looked.
        tx.row(sql`select 1 from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))`),
      )
      assert.equal(readers.idleCount, readers.totalCount - 1)
      request.destroy()
      await until('its connection to be free', () => readers.idleCount === readers.totalCount, 2_000)
    })
  }
})

test('what is read is one moment, however long it takes', async () => {
  const { port } = service.app.server.address() as AddressInfo
  const answer = fetch(`http://127.0.0.1:${port}/v1/translations`, { headers: credentials(reader) })
  const response = await answer
  await service.db.run(sql`update translations set value = 'late' where project_id = ${projectId}`)
  const { namespaces } = (await response.json()) as { namespaces: { default: { en: Record<string, string> } } }
  const values = Object.values(namespaces.default.en)
  assert.equal(values.length, KEYS + 1)
  assert.ok(!values.includes('late'))
})
