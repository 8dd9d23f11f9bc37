import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startService } from '../../../../../test/harness.ts'
import { createMemoryScene } from '../../test/memory-scene.ts'

const service = await startService()
const scene = await createMemoryScene(service)
const { owner, projectId, createMemory, put, entries, assign } = scene

const write = (tmEntryId: unknown, value = 'Hallo') =>
  service.call(owner, 'putValue', { params: { projectId, key: 'greeting' }, body: { locale: 'de', value, tmEntryId } })

test('a value written with an entry counts as its use', async () => {
  const { id: tmId } = await createMemory()
  await put(tmId, 'Hello', 'Hallo')
  await put(tmId, 'Hello', 'Servus', { contextKey: 'other' })
  const [first] = await entries(tmId)
  await service.ok(owner, 'createKey', { params: { projectId }, body: { key: 'greeting' } })
  const use = async () => (await entries(tmId)).map(({ usageCount, lastUsedAt }) => [usageCount, lastUsedAt])
  // Not among the memories of the project yet: the value is written all the same.
  assert.equal((await write(first?.id)).status, 200)
  assert.deepEqual(await use(), [
    [0, null],
    [0, null],
  ])
  await assign({ tmId })
  assert.equal((await write(first?.id, 'Hallo!')).status, 200)
  const at = service.clock.now().toISOString()
  assert.deepEqual(await use(), [
    [1, at],
    [0, null],
  ])
  // The more used one goes first among equals.
  const { matches } = await scene.searchProject('Hello')
  assert.deepEqual(
    matches.map(({ targetText, usageCount }) => `${targetText} ${usageCount}`),
    ['Hallo 1', 'Servus 0'],
  )
  const [before] = await entries(tmId)
  assert.equal((await entries(tmId))[0]?.updatedAt, before?.createdAt)
  assert.equal((await service.ok(owner, 'getMemoryStats', { params: { tmId } })).totalUsageCount, 1)
})

test('an entry of strangers is not touched, and told apart from none by nobody', async () => {
  const stranger = await createMemoryScene(service)
  const theirs = await stranger.createMemory({ isShared: true })
  await stranger.put(theirs.id, 'Hello', 'Hallo')
  const [entry] = await stranger.entries(theirs.id)
  for (const id of [entry?.id, 999_999]) assert.equal((await write(id)).status, 200)
  assert.equal((await stranger.entries(theirs.id))[0]?.usageCount, 0)
  for (const id of [0, '1', null]) {
    const sent = { params: { projectId, key: 'greeting' }, body: { locale: 'de', value: 'x', tmEntryId: id } }
    await service.refused(owner, 'putValue', sent, 'validationError', { field: 'tmEntryId' })
  }
})

test('a use is not counted when the value is refused', async () => {
  const { id: tmId } = await createMemory({ isShared: true })
  await put(tmId, 'Other', 'Andere')
  const [entry] = await entries(tmId)
  const body = { locale: 'de', value: 'x', tmEntryId: entry?.id }
  await service.refused(owner, 'putValue', { params: { projectId, key: 'none' }, body }, 'valueKeyNotFound')
  assert.equal((await entries(tmId))[0]?.usageCount, 0)
})
