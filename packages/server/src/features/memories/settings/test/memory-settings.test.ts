import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createApiKey, register } from '../../../../../test/factories.ts'
import { startService } from '../../../../../test/harness.ts'
import { sql } from '../../../../db/sql.ts'
import { createMemoryScene } from '../../test/memory-scene.ts'

const service = await startService()
const scene = await createMemoryScene(service)
const { owner, orgId, projectId, de, createMemory, assign } = scene
const params = { projectId }

test('the list is replaced as a whole and shown by priority', async () => {
  const [a, b, c] = [
    await createMemory({ name: 'A' }),
    await createMemory({ name: 'B' }),
    await createMemory({ name: 'C' }),
  ]
  assert.deepEqual(await service.ok(owner, 'getMemorySettings', { params }), { assignments: [] })
  const sent = [
    { tmId: a.id, priority: 1, isWritable: false, penalty: 0 },
    { tmId: b.id, priority: 100, isWritable: true, penalty: 100 },
  ]
  const settings = await service.ok(owner, 'updateMemorySettings', { params, body: { assignments: sent } })
  assert.deepEqual(settings, {
    assignments: [
      { ...sent[1], tmName: 'B' },
      { ...sent[0], tmName: 'A' },
    ],
  })
  assert.deepEqual(await service.ok(owner, 'getMemorySettings', { params }), settings)
  const reader = await createApiKey(service, owner, projectId, ['translations:read'])
  assert.deepEqual(await service.ok(reader, 'getMemorySettings', { params }), settings)
  const { assignments } = await assign({ tmId: c.id })
  assert.deepEqual(
    assignments.map(({ tmName }) => tmName),
    ['C'],
  )
  assert.equal((await service.ok(owner, 'getMemory', { params: { tmId: a.id } })).linkedProjectsCount, 0)
})

test('a list that cannot be changes nothing', async () => {
  const { id: tmId } = await createMemory()
  const { id: otherId } = await createMemory()
  const german = await service.ok(owner, 'createMemory', {
    params: { orgId },
    body: { name: 'German', sourceLocaleId: de },
  })
  const stranger = await createMemoryScene(service)
  const theirs = await stranger.createMemory()
  const before = await assign({ tmId })
  const sound = { tmId, priority: 1, isWritable: true, penalty: 0 }
  const refusals = [
    [{}, 'fieldRequired', 'assignments'],
    [{ assignments: {} }, 'validationError', 'assignments'],
    [{ assignments: [{ ...sound, tmId: undefined }] }, 'fieldRequired', 'assignments.0.tmId'],
    [{ assignments: [sound, { ...sound, priority: undefined }] }, 'fieldRequired', 'assignments.1.priority'],
    [{ assignments: [{ ...sound, isWritable: undefined }] }, 'fieldRequired', 'assignments.0.isWritable'],
    [{ assignments: [{ ...sound, penalty: undefined }] }, 'fieldRequired', 'assignments.0.penalty'],
    [{ assignments: [{ ...sound, priority: 0 }] }, 'validationError', 'assignments.0.priority'],
    [{ assignments: [{ ...sound, priority: 101 }] }, 'validationError', 'assignments.0.priority'],
    [{ assignments: [{ ...sound, penalty: -1 }] }, 'validationError', 'assignments.0.penalty'],
    [{ assignments: [{ ...sound, penalty: 101 }] }, 'validationError', 'assignments.0.penalty'],
    [{ assignments: Array(51).fill(sound) }, 'validationError', 'assignments'],
    [{ assignments: [sound, { ...sound, tmId: otherId }] }, 'severalWritable', 'assignments.isWritable'],
    [{ assignments: [sound, { ...sound, isWritable: false }] }, 'memoryTwice', 'assignments.tmId'],
    [{ assignments: [{ ...sound, tmId: 999_999 }] }, 'memoryNotAssignable', 'assignments.tmId'],
    [{ assignments: [{ ...sound, tmId: theirs.id }] }, 'memoryNotAssignable', 'assignments.tmId'],
    [{ assignments: [{ ...sound, tmId: german.id }] }, 'memoryNotAssignable', 'assignments.tmId'],
  ] as const
  for (const [body, situation, field] of refusals) {
    await service.refused(owner, 'updateMemorySettings', { params, body }, situation, { field })
  }
  assert.deepEqual(await service.ok(owner, 'getMemorySettings', { params }), before)
})

test('fifty assignments are allowed', async () => {
  const other = await createMemoryScene(service)
  const made = []
  for (let count = 0; count < 50; count++) made.push({ tmId: (await other.createMemory()).id })
  assert.equal((await other.assign(...made)).assignments.length, 50)
})

test('an assignment whose memory has another source language is left out', async () => {
  const other = await createMemoryScene(service)
  const { id: tmId } = await other.createMemory()
  await other.put(tmId, 'Hello', 'Hallo')
  await other.assign({ tmId })
  await service.db.run(sql`update memories set source_locale_id = ${other.fr} where id = ${tmId}`)
  const { assignments } = await service.ok(other.owner, 'getMemorySettings', { params: { projectId: other.projectId } })
  assert.deepEqual(assignments, [])
  assert.deepEqual((await other.searchProject('Hello')).matches, [])
})

test('lists sent at the same moment: the result is one of them', async () => {
  const ids: number[] = []
  for (let count = 0; count < 4; count++) ids.push((await createMemory()).id)
  const lists = Array.from({ length: 20 }, (_, at) =>
    ids.slice(at % 3).map((tmId, n) => ({ tmId, priority: at + 1, isWritable: n === 0 })),
  )
  await Promise.all(lists.map((list) => assign(...list)))
  const { assignments } = await service.ok(owner, 'getMemorySettings', { params })
  const [first] = assignments
  const sent = lists[(first?.priority ?? 0) - 1] ?? []
  assert.deepEqual(
    assignments.map(({ tmId, priority, isWritable }) => ({ tmId, priority, isWritable })),
    sent,
  )
})

test('strangers learn nothing about a project', async () => {
  const stranger = await register(service)
  await service.refused(stranger, 'getMemorySettings', { params }, 'projectNotFound')
  const body = { sourceText: 'a', targetLocaleId: 999_999 }
  await service.refused(stranger, 'searchProjectMemories', { params, body }, 'projectNotFound')
})
