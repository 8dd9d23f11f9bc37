import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startService } from '../../../../test/harness.ts'
import { until } from '../../../../test/until.ts'
import { READERS } from '../../../db/pool.ts'
import { Snapshot } from '../../../db/snapshot.ts'
import { sql } from '../../../db/sql.ts'

const service = await startService()
const connections = async () => {
  const { body } = await service.app.inject({ url: '/metrics' })
  const found = body.matchAll(/^database_connections\{pool="(\w+)",state="(\w+)"\} (\d+)$/gm)
  return Object.fromEntries([...found].map(([, pool, state, count]) => [`${pool} ${state}`, Number(count)]))
}

test('the connections of all pools are told, and who waits for one', async () => {
  // A connection that nobody has used for a while is closed.
  await service.db.run(sql`select 1`)
  const before = await connections()
  assert.deepEqual([before['requests busy'], before['requests waiting']], [0, 0])
  assert.ok((before['requests idle'] ?? 0) > 0)
  assert.deepEqual([before['readers busy'], before['readers idle'], before['readers waiting']], [0, 0, 0])
  const all = await Promise.all(Array.from({ length: READERS }, () => Snapshot.open(service.db)))
  const next = Snapshot.open(service.db)
  await until('the next reader to wait', async () => (await connections())['readers waiting'] === 1)
  assert.equal((await connections())['readers busy'], READERS)
  const deploy = await Snapshot.open(service.db, 'deployers')
  assert.equal((await connections())['deployers busy'], 1)
  for (const snapshot of [...all, deploy]) snapshot.close()
  ;(await next).close()
  await until('all readers to be done', async () => (await connections())['readers busy'] === 0)
  assert.equal((await connections())['readers waiting'], 0)
})
