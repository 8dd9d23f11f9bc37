import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startService } from '../../../../test/harness.ts'
import { until } from '../../../../test/until.ts'
import { Snapshot } from '../../../db/snapshot.ts'

const service = await startService()
const connections = async () => {
  const { body } = await service.app.inject({ url: '/metrics' })
  const found = body.matchAll(/^database_connections\{pool="(\w+)",state="(\w+)"\} (\d+)$/gm)
  return Object.fromEntries([...found].map(([, pool, state, count]) => [`${pool} ${state}`, Number(count)]))
}

test('the connections of both pools are told, and who waits for one', async () => {
  const before = await connections()
  assert.deepEqual([before['requests busy'], before['requests waiting']], [0, 0])
  assert.ok((before['requests idle'] ?? 0) > 0)
  assert.deepEqual([before['readers busy'], before['readers idle'], before['readers waiting']], [0, 0, 0])
  const four = await Promise.all([1, 2, 3, 4].map(() => Snapshot.open(service.db)))
  const fifth = Snapshot.open(service.db)
  await until('the fifth reader to wait', async () => (await connections())['readers waiting'] === 1)
  assert.equal((await connections())['readers busy'], 4)
  for (const snapshot of four) snapshot.close()
  ;(await fifth).close()
  await until('all readers to be done', async () => (await connections())['readers busy'] === 0)
  assert.equal((await connections())['readers waiting'], 0)
})
