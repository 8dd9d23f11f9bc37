import assert from 'node:assert/strict'
import { test } from 'node:test'
import { streamsOf } from '../src/features/stream/test/reader.ts'
import { createScene, join } from './factories.ts'
import { startService } from './harness.ts'

// Limits that are too far off for the tests of a feature to reach in passing.

const service = await startService()
const { owner, orgId, projectId, project } = await createScene(service)
const params = { projectId }

test('pages have 50 memories and 50 entries unless another number up to 100 is asked for', async () => {
  const { sourceLocaleId, locales } = project
  const body = (name: string) => ({ name, sourceLocaleId })
  const { id: tmId } = await service.ok(owner, 'createMemory', { params: { orgId }, body: body('first') })
  for (let n = 1; n <= 50; n++) {
    await service.ok(owner, 'createMemory', { params: { orgId }, body: body(`memory ${n}`) })
    const entry = { sourceText: `text ${n}`, targetText: `Text ${n}`, targetLocaleId: locales[1]?.id }
    await service.ok(owner, 'putMemoryEntry', { params: { tmId }, body: entry })
  }
  const last = { sourceText: 'last', targetText: 'zuletzt', targetLocaleId: locales[1]?.id }
  await service.ok(owner, 'putMemoryEntry', { params: { tmId }, body: last })
  const memories = async (query: { limit?: number }) =>
    (await service.ok(owner, 'listMemories', { params: { orgId }, query })).tms
  const entries = async (query: { limit?: number }) =>
    (await service.ok(owner, 'listMemoryEntries', { params: { tmId }, query })).entries
  for (const list of [memories, entries]) {
    const lengths = [(await list({})).length, (await list({ limit: 1 })).length, (await list({ limit: 100 })).length]
    assert.deepEqual(lengths, [50, 1, 51])
  }
})

test('the files of one request are 50 MB at most', async () => {
  const body = (length: number) => `{"files":[]}${' '.repeat(length - 12)}`
  const limit = 50 * 2 ** 20
  await service.ok(owner, 'validateImport', { params, body: body(limit) })
  await service.refused(owner, 'validateImport', { params, body: body(limit + 1) }, 'bodyTooLarge')
})

test('a project has at most 100 open streams of sessions, whoever opens them', async () => {
  const streams = await streamsOf(service)
  const path = `/projects/${projectId}/keys/events`
  for (let person = 0; person < 5; person++) {
    const reader = await join(service, owner, orgId, 'viewer')
    await Promise.all(Array.from({ length: 20 }, () => streams.open(reader, path)))
  }
  await service.refused(owner, 'streamProject', { params }, 'tooManyStreams')
})
