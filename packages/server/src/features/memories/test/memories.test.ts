import assert from 'node:assert/strict'
import { test } from 'node:test'
import { join, register } from '../../../../test/factories.ts'
import { startService } from '../../../../test/harness.ts'
import { createMemoryScene } from './memory-scene.ts'

const service = await startService()
const scene = await createMemoryScene(service)
const { owner, orgId, en, de, createMemory } = scene

test('a new memory has its fields, and the first of an organization is the default', async () => {
  const body = { name: 'Shop', description: 'All of it', sourceLocaleId: en }
  const { id, createdAt, updatedAt, ...fields } = await service.ok(owner, 'createMemory', { params: { orgId }, body })
  assert.deepEqual(fields, {
    organizationId: orgId,
    name: 'Shop',
    description: 'All of it',
    sourceLocaleId: en,
    sourceLocaleCode: 'en',
    isDefault: true,
    isShared: false,
    autoPopulate: true,
    onlyApproved: false,
    entriesCount: 0,
    languageCount: 0,
    linkedProjectsCount: 0,
  })
  assert.equal(createdAt, updatedAt)
  const second = await createMemory({ isShared: true, onlyApproved: true })
  assert.deepEqual(
    [second.isDefault, second.isShared, second.onlyApproved, second.description],
    [false, true, true, null],
  )
  assert.deepEqual(await service.ok(owner, 'getMemory', { params: { tmId: second.id } }), second)
  assert.equal((await service.ok(owner, 'getMemory', { params: { tmId: id } })).isDefault, true)
})

test('a memory that cannot be', async () => {
  const params = { orgId }
  const sound = { name: 'Shop', sourceLocaleId: en }
  const refusals = [
    [{ sourceLocaleId: en }, 'fieldRequired', 'name'],
    [{ name: 'Shop' }, 'fieldRequired', 'sourceLocaleId'],
    [{ ...sound, name: '' }, 'validationError', 'name'],
    [{ ...sound, name: 'x'.repeat(256) }, 'fieldTooLong', 'name'],
    [{ ...sound, description: 'x'.repeat(2001) }, 'fieldTooLong', 'description'],
    [{ ...sound, sourceLocaleId: '1' }, 'validationError', 'sourceLocaleId'],
    [{ ...sound, isShared: 'yes' }, 'validationError', 'isShared'],
    [{ ...sound, onlyApproved: 1 }, 'validationError', 'onlyApproved'],
  ] as const
  for (const [body, situation, field] of refusals) {
    await service.refused(owner, 'createMemory', { params, body }, situation, { field })
  }
  const name = '😀'.repeat(255)
  const made = await createMemory({ name, description: '😀'.repeat(2000) })
  assert.equal(made.name, name)
})

test('a source locale is one of the organization; whose another is cannot be told', async () => {
  const stranger = await register(service)
  const body = { code: 'en' }
  const theirs = await service.ok(stranger, 'createOrganizationLocale', { params: { orgId: stranger.orgId }, body })
  for (const sourceLocaleId of [theirs.id, 999_999]) {
    const sent = { params: { orgId }, body: { name: 'Shop', sourceLocaleId } }
    await service.refused(owner, 'createMemory', sent, 'localeUnknown')
  }
})

test('PATCH changes what is sent, and only what differs moves the time', async () => {
  const { id, ...made } = await createMemory({ description: 'Old' })
  const params = { tmId: id }
  service.clock.advance(1000)
  const same = await service.ok(owner, 'updateMemory', { params, body: { name: made.name, id: 7, isDefault: true } })
  assert.deepEqual(same, { id, ...made })
  const renamed = await service.ok(owner, 'updateMemory', { params, body: { name: 'New', autoPopulate: false } })
  assert.deepEqual({ ...made, name: 'New', autoPopulate: false, updatedAt: renamed.updatedAt, id }, renamed)
  assert.notEqual(renamed.updatedAt, made.updatedAt)
  const cleared = await service.ok(owner, 'updateMemory', {
    params,
    body: { description: null, isShared: true, onlyApproved: true },
  })
  assert.deepEqual([cleared.description, cleared.isShared, cleared.onlyApproved], [null, true, true])
})

test('PATCH without any of its fields is refused without naming one', async () => {
  const params = { tmId: (await createMemory()).id }
  for (const body of [{}, { sourceLocaleId: en }, { unknown: 1 }]) {
    const { status, body: told } = await service.call(owner, 'updateMemory', { params, body })
    const errors = [
      {
        field: 'body',
        message: 'Send at least one of `name`, `description`, `isShared`, `autoPopulate`, `onlyApproved`.',
      },
    ]
    assert.deepEqual({ status, told }, { status: 422, told: { code: 'VALIDATION_ERROR', errors } })
  }
  const refusals = [
    [{ name: '' }, 'validationError', 'name'],
    [{ name: 'x'.repeat(256) }, 'fieldTooLong', 'name'],
    [{ name: null }, 'validationError', 'name'],
    [{ description: 'x'.repeat(2001) }, 'fieldTooLong', 'description'],
    [{ autoPopulate: null }, 'validationError', 'autoPopulate'],
  ] as const
  for (const [body, situation, field] of refusals) {
    await service.refused(owner, 'updateMemory', { params, body }, situation, { field })
  }
})

test('the list goes by pages; a cursor that was not issued is ignored', async () => {
  const other = await createMemoryScene(service)
  for (const name of ['a', 'b', 'c']) await other.createMemory({ name })
  const list = (query: Record<string, unknown>) =>
    service.ok(other.owner, 'listMemories', { params: { orgId: other.orgId }, query })
  const names = ({ tms }: { tms: { name: string }[] }) => tms.map(({ name }) => name).join('')
  const first = await list({ limit: 2 })
  assert.deepEqual([names(first), first.hasMore], ['ab', true])
  const second = await list({ limit: 2, cursor: first.nextCursor })
  assert.deepEqual([names(second), second.hasMore, second.nextCursor], ['c', false, null])
  const issuedElsewhere = (await service.ok(owner, 'listMemories', { params: { orgId }, query: { limit: 1 } }))
    .nextCursor
  for (const cursor of ['nonsense', '', issuedElsewhere, `${first.nextCursor}x`]) {
    assert.equal(names(await list({ cursor })), 'abc')
  }
  for (const limit of [0, 101, 'x']) {
    const sent = { params: { orgId: other.orgId }, query: { limit } }
    await service.refused(other.owner, 'listMemories', sent, 'validationError', { field: 'limit' })
  }
})

test('a deleted memory is gone with its entries and assignments, and the next one is the default', async () => {
  const other = await createMemoryScene(service)
  const [first, second] = [await other.createMemory(), await other.createMemory()]
  await other.put(first.id, 'Hello', 'Hallo')
  await other.assign({ tmId: first.id })
  assert.equal((await service.ok(other.owner, 'getMemory', { params: { tmId: first.id } })).linkedProjectsCount, 1)
  await service.ok(other.owner, 'deleteMemory', { params: { tmId: first.id } })
  await service.refused(other.owner, 'deleteMemory', { params: { tmId: first.id } }, 'notFound')
  await service.refused(other.owner, 'getMemory', { params: { tmId: first.id } }, 'notFound')
  const params = { projectId: other.projectId }
  assert.deepEqual(await service.ok(other.owner, 'getMemorySettings', { params }), { assignments: [] })
  assert.deepEqual((await other.searchProject('Hello')).matches, [])
  assert.equal((await service.ok(other.owner, 'getMemory', { params: { tmId: second.id } })).isDefault, true)
})

test('a memory of others, none at all, and any memory for a key: one answer, byte for byte', async () => {
  const { id } = await createMemory()
  const stranger = await register(service)
  const created = await service.ok(owner, 'createApiKey', {
    params: { projectId: scene.projectId },
    body: { name: 'ci', scopes: ['translations:read'] },
  })
  const key = { apiKey: created.key }
  const answers = [
    await service.call(stranger, 'getMemory', { params: { tmId: id } }),
    await service.call(owner, 'getMemory', { params: { tmId: 999_999 } }),
    await service.call(key, 'getMemory', { params: { tmId: id } }),
    await service.call(key, 'getMemory', { params: { tmId: 999_999 } }),
    // The kind of credential comes before the ids.
    await service.call(key, 'getMemory', { params: { tmId: 'x' as unknown as number } }),
  ]
  const told = answers.map(({ status, body }) => JSON.stringify({ status, body }))
  assert.equal(new Set(told).size, 1, told.join('\n'))
  assert.equal(answers[0]?.status, 404)
  const numbers = { params: { tmId: 'x' as unknown as number } }
  await service.refused(owner, 'getMemory', numbers, 'validationError', { field: 'tmId' })
})

test('a member restricted to some languages sees and writes only those', async () => {
  const { id: tmId } = await createMemory()
  const params = { tmId }
  await scene.put(tmId, 'Hello', 'Hallo')
  await scene.put(tmId, 'Hello', 'Bonjour', { targetLocaleId: scene.fr })
  const french = await join(service, owner, orgId, 'admin', ['fr'])
  const { entries } = await service.ok(french, 'listMemoryEntries', { params })
  assert.deepEqual(
    entries.map(({ targetText }) => targetText),
    ['Bonjour'],
  )
  assert.equal((await service.ok(french, 'getMemoryStats', { params })).totalEntries, 1)
  const { entriesCount, languageCount } = await service.ok(french, 'getMemory', { params })
  assert.deepEqual([entriesCount, languageCount], [1, 1])
  const german = (await scene.entries(tmId, { targetLocaleId: de }))[0]?.id ?? 0
  const segment = { sourceText: 'Hello', targetText: 'Tach', targetLocaleId: de }
  const named = [
    ['listMemoryEntries', { params, query: { targetLocaleId: de } }],
    ['putMemoryEntry', { params, body: segment }],
    ['updateMemoryEntry', { params: { tmId, entryId: german }, body: { targetText: 'Tach' } }],
    ['deleteMemoryEntry', { params: { tmId, entryId: german } }],
    ['searchMemory', { params, body: { sourceText: 'Hello', targetLocaleId: de } }],
    ['replaceInMemory', { params, body: { targetLocaleId: de, find: 'a', replace: 'b' } }],
  ] as const
  for (const [route, sent] of named) await service.refused(french, route, sent as object, 'localeForbidden')
})
