import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { type ErrorShape, errors, scopeNames } from '@parlance/contract'
import { openapi } from '@parlance/contract/openapi'
import { sql } from '../src/db/sql.ts'
import { createApiKey, createScene } from './factories.ts'
import { startService } from './harness.ts'

// Refusals that no request brings about by itself: what is wrong is brought into the database or the connection first.

const service = await startService()

test('a project without a default namespace refuses a push that names none, with a message alone', async () => {
  const { owner, projectId } = await createScene(service)
  const builder = await createApiKey(service, owner, projectId, scopeNames)
  await service.db.run(sql`update namespaces set is_default = false where project_id = ${projectId}`)
  await service.refused(builder, 'pushKey', { body: { key: 'greeting' } }, 'noDefaultNamespace')
  await service.ok(builder, 'pushKey', { body: { key: 'greeting', namespace: 'common' } })
})

test('a write that others are in the way of, time and again, is refused and leaves nothing', async () => {
  const { owner, projectId } = await createScene(service)
  const params = { projectId }
  // The database itself says that there is a deadlock, as often as it is asked.
  await service.db.run(sql`create function deadlock() returns trigger language plpgsql
    as $$ begin raise exception 'deadlock detected' using errcode = '40P01'; end $$`)
  await service.db.run(sql`create trigger deadlock before insert on keys execute function deadlock()`)
  await service.refused(owner, 'createKey', { params, body: { key: 'a', namespace: 'new' } }, 'transactionConflict')
  await service.db.run(sql`drop trigger deadlock on keys`)
  const { namespaces } = await service.ok(owner, 'listNamespaces', { params })
  assert.deepEqual(
    namespaces.map(({ name }) => name),
    ['default'],
  )
  await service.ok(owner, 'createKey', { params, body: { key: 'a', namespace: 'new' } })
})

test('a value that others are in the way of, time and again, is refused too', async () => {
  const { owner, projectId } = await createScene(service)
  await service.ok(owner, 'createKey', { params: { projectId }, body: { key: 'a' } })
  const request = { params: { projectId, key: 'a' }, body: { locale: 'de', value: 'Hallo' } }
  await service.db.run(sql`create trigger deadlock before insert on translations execute function deadlock()`)
  await service.refused(owner, 'putValue', request, 'transactionConflict')
  await service.db.run(sql`drop trigger deadlock on translations`)
  await service.ok(owner, 'putValue', request)
})

test('a request that does not arrive in time is told so in the envelope', async () => {
  const { server } = service.app
  await service.app.listen({ port: 0, host: '127.0.0.1' })
  const accepted = once(server, 'connection') as Promise<[Socket]>
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1')
  const [socket] = await accepted
  server.emit('clientError', Object.assign(new Error('late'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), socket)
  const answer = await text(client)
  assert.match(answer, /^HTTP\/1\.1 408 /)
  const { code, message } = errors.requestTimeout
  assert.deepEqual(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n'))), { code, message })
})

test('14.2 every refusal that passes says when: in the catalogue, in the document, and on the way out', async () => {
  const passing = Object.entries<ErrorShape>(errors).filter(([, { status }]) => status === 429 || status === 503)
  for (const [situation, { retryAfter }] of passing)
    assert.ok(Number.isInteger(retryAfter) && Number(retryAfter) > 0, situation)
  const { paths, components } = openapi({ version: '1', url: 'http://x' })
  for (const [path, methods] of Object.entries(paths)) {
    for (const { responses } of Object.values(methods) as { responses: Record<string, { $ref: string }> }[]) {
      for (const status of ['429', '503']) {
        const name = responses[status]?.$ref.split('/').at(-1)
        if (name === undefined) continue
        const { headers } = components.responses[name] as { headers?: object }
        assert.deepEqual(Object.keys(headers ?? {}), ['Retry-After'], `${path} ${status}`)
      }
    }
  }
  const { pool } = service.db
  const held = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()))
  const { statusCode, headers } = await service.app.inject({ url: '/health' })
  for (const client of held) client.release()
  assert.deepEqual([statusCode, headers['retry-after']], [503, '5'])
})
