import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createApiKey, join } from '../../../../../test/factories.ts'
import { type Caller, startService } from '../../../../../test/harness.ts'
import { createImportScene, fileOf, type SentFile } from '../../test/import-scene.ts'

const service = await startService()
const { owner, orgId, projectId, params, validate, begin, commit, values } = await createImportScene(service)
const writing = await createApiKey(service, owner, projectId, ['translations:write'])

const paged = { conflicts: 'paged' }
const validatePaged = (files: SentFile[], options = {}, caller: Caller = owner) =>
  service.ok(caller, 'validateImport', { params, query: paged, body: { files, options } })
const page = (validationId: string, query: Record<string, unknown> = {}, caller: Caller = owner) =>
  service.ok(caller, 'listImportConflicts', { params: { projectId, validationId }, query })
const keysOf = async (validationId: string, query: Record<string, unknown> = {}, caller: Caller = owner) =>
  (await page(validationId, query, caller)).conflicts.map(({ key, locale }) => `${key}/${locale}`)
const put = (key: string, value: string) =>
  service.ok(owner, 'putValue', { params: { projectId, key }, body: { locale: 'en', value } })

const old = { a: 'old A', b: 'old B', c: 'old C', same: 'same' }
const fresh = { a: 'new A', b: 'new B', c: 'new C', same: 'same', added: 'added' }
const reset = async () => {
  const files = [fileOf('en.json', old), fileOf('de.json', { a: 'alt A' })]
  await commit(await begin(files, { defaultConflictResolution: 'use_imported' }))
}
const both = [fileOf('en.json', fresh), fileOf('de.json', { a: 'neu A' })]

describe('12.19 conflicts by pages', () => {
  test('validate counts them, per file and in all, and shows none', async () => {
    await reset()
    const { validationId: _, ...all } = await validate(both)
    const { validationId, ...counted } = await validatePaged(both)
    assert.deepEqual(
      [counted.files.map(({ conflicts, conflictCount }) => [conflicts, conflictCount]), counted.conflictCount],
      [
        [
          [[], 3],
          [[], 1],
        ],
        4,
      ],
    )
    assert.deepEqual([counted.summary, counted.errors, counted.warnings], [all.summary, all.errors, all.warnings])
    assert.ok(!('conflictCount' in all) && all.files.every((file) => !('conflictCount' in file)))
    const { conflicts, ...rest } = await page(validationId)
    assert.deepEqual(
      conflicts,
      all.files.flatMap((file) => file.conflicts),
    )
    assert.deepEqual(rest, { total: 4, nextCursor: null, hasMore: false })
  })

  test('pages have 50 unless another number up to 500 is asked for, neither skip nor repeat, and begin anywhere', async () => {
    const many = (prefix: string) =>
      Object.fromEntries(
        Array.from({ length: 501 }, (_, n) => [`many ${String(n).padStart(3, '0')}`, `${prefix} ${n}`]),
      )
    await commit(await begin([fileOf('many/en.json', many('old'))]))
    const { validationId } = await validatePaged([fileOf('many/en.json', many('new'))])
    const sizes = [await page(validationId), await page(validationId, { limit: 500 })]
    assert.deepEqual(
      sizes.map(({ conflicts, total, hasMore }) => [conflicts.length, total, hasMore]),
      [
        [50, 501, true],
        [500, 501, true],
      ],
    )
    const seen = []
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const { conflicts, nextCursor } = await page(validationId, { limit: 200, ...(cursor ? { cursor } : {}) })
      seen.push(...conflicts.map(({ key }) => key))
      cursor = nextCursor
    }
    assert.deepEqual(seen, Object.keys(many('')))
    const names = async (query: Record<string, unknown>) => {
      const { conflicts, nextCursor } = await page(validationId, query)
      return { keys: conflicts.map(({ key }) => key), cursor: nextCursor }
    }
    const middle = await names({ skip: 300, limit: 2 })
    assert.deepEqual(middle.keys, ['many 300', 'many 301'])
    assert.deepEqual((await names({ limit: 1, cursor: middle.cursor })).keys, ['many 302'])
    assert.deepEqual((await names({ skip: 10, limit: 1, cursor: middle.cursor })).keys, ['many 312'])
    assert.deepEqual((await names({ skip: 110, limit: 2, search: 'MANY 2' })).keys, [])
    assert.deepEqual((await names({ skip: 99, limit: 2, search: 'MANY 2' })).keys, ['many 299'])
    assert.deepEqual(await names({ skip: 500 }), { keys: ['many 500'], cursor: null })
    assert.deepEqual(await names({ skip: 10_000_000_000 }), { keys: [], cursor: null })
    assert.equal((await page(validationId, { skip: 501 })).total, 501)
  })

  test('are searched by key and by both values, and narrowed to a file; the total is of those', async () => {
    const { validationId } = await validatePaged(both)
    assert.deepEqual(await keysOf(validationId, { filename: 'de.json' }), ['a/de'])
    assert.deepEqual(await keysOf(validationId, { search: 'NEW b' }), ['b/en'])
    assert.deepEqual(await keysOf(validationId, { search: 'alt' }), ['a/de'])
    assert.deepEqual(await keysOf(validationId, { search: 'c', filename: 'en.json' }), ['c/en'])
    assert.equal((await page(validationId, { search: 'OLD', limit: 1 })).total, 3)
    assert.deepEqual(await page(validationId, { filename: 'fr.json' }), {
      conflicts: [],
      total: 0,
      nextCursor: null,
      hasMore: false,
    })
    assert.deepEqual(await keysOf(validationId, { search: '%' }), [])
  })

  test('revalidate counts them for other places and resolutions, and the pages follow', async () => {
    await reset()
    const { validationId, conflictCount } = await validatePaged([fileOf('other.json', fresh)])
    assert.equal(conflictCount, 0)
    const body = {
      validationId,
      fileMappings: [{ filename: 'other.json', locale: 'en', namespace: 'default' }],
      conflictResolutions: [
        { key: 'b', locale: 'en', existingValue: 'old B', newValue: 'new B', resolution: 'use_imported' },
      ],
    }
    const shown = await service.ok(owner, 'revalidateImport', { params, body })
    assert.deepEqual(Object.keys(shown).sort(), ['conflicts', 'warnings'])
    const counted = await service.ok(owner, 'revalidateImport', { params, query: paged, body })
    assert.deepEqual(counted, {
      conflicts: [],
      conflictCount: 3,
      files: [{ filename: 'other.json', conflictCount: 3 }],
      warnings: [],
    })
    const { conflicts } = await page(validationId)
    assert.deepEqual(conflicts, shown.conflicts)
    assert.deepEqual(
      conflicts.map(({ resolution }) => resolution),
      ['keep_existing', 'use_imported', 'keep_existing'],
    )
    const elsewhere = { validationId, fileMappings: [{ filename: 'other.json', locale: 'ja' }] }
    const none = await service.ok(owner, 'revalidateImport', { params, query: paged, body: elsewhere })
    assert.deepEqual([none.conflictCount, none.files], [0, [{ filename: 'other.json', conflictCount: 0 }]])
    assert.equal((await page(validationId)).total, 0)
  })

  test('several who revalidate at once do not mix', async () => {
    const { validationId } = await validatePaged(both)
    const body = { validationId }
    const revalidate = () => service.ok(owner, 'revalidateImport', { params, query: paged, body })
    await Promise.all([revalidate(), revalidate(), page(validationId), revalidate()])
    assert.equal((await page(validationId)).total, 4)
  })

  test('those of a validation that showed them all can be read by pages as well', async () => {
    await reset()
    const { validationId } = await validate(both)
    assert.deepEqual(await keysOf(validationId), ['a/en', 'b/en', 'c/en', 'a/de'])
  })

  test('tell the value that is there now', async () => {
    const { validationId } = await validatePaged(both)
    await put('a', 'late A')
    assert.equal((await page(validationId, { limit: 1 })).conflicts[0]?.existingValue, 'late A')
  })

  test('who may not read neither sees nor finds what is there', async () => {
    const { validationId } = await validatePaged(both, {}, writing)
    const { conflicts } = await page(validationId, {}, writing)
    assert.deepEqual(new Set(conflicts.map(({ existingValue }) => existingValue)), new Set([null]))
    assert.deepEqual(await keysOf(validationId, { search: 'late' }, writing), [])
    assert.deepEqual(await keysOf(validationId, { search: 'new a' }, writing), ['a/en'])
  })

  test('who is restricted since sees those of their languages alone', async () => {
    const developer = await join(service, owner, orgId, 'developer')
    const { validationId } = await validatePaged(both, {}, developer)
    assert.equal((await page(validationId, {}, developer)).total, 4)
    const member = { params: { orgId, userId: developer.userId }, body: { localeCodes: ['de'] } }
    await service.ok(owner, 'updateMember', member)
    assert.deepEqual(await keysOf(validationId, {}, developer), ['a/de'])
    assert.equal((await page(validationId, {}, developer)).total, 1)
    await service.refused(
      owner,
      'listImportConflicts',
      { params: { projectId, validationId } },
      'importSessionMismatch',
    )
  })

  test('404 for what was never issued, 401 after an hour, 422 for wrong pages', async () => {
    const { validationId } = await validatePaged(both)
    const at = (id: string, query: Record<string, unknown> = {}) => ({ params: { projectId, validationId: id }, query })
    await service.refused(owner, 'listImportConflicts', at('never'), 'notFound')
    await service.refused(owner, 'listImportConflicts', at(validationId, { cursor: 'x' }), 'invalidCursor')
    for (const limit of [0, 501, 'x']) {
      const request = at(validationId, { limit })
      await service.refused(owner, 'listImportConflicts', request, 'validationError', { field: 'limit' })
    }
    for (const skip of [-1, 0.5, 'x']) {
      const request = at(validationId, { skip })
      await service.refused(owner, 'listImportConflicts', request, 'validationError', { field: 'skip' })
    }
    const wrong = { params, query: { conflicts: 'all' }, body: { files: [] } }
    await service.refused(owner, 'validateImport', wrong, 'validationError', { field: 'conflicts' })
    service.clock.advance(3_601_000)
    await service.refused(owner, 'listImportConflicts', at(validationId), 'importSessionExpired')
  })
})

describe('12.19 conflictDefaults', () => {
  const now = async () => {
    const { 'default/en': en = {}, 'default/de': de = {} } = await values()
    return [en['a'], en['b'], en['c'], de['a']]
  }
  const resolution = (key: string, said?: string) => ({
    key,
    locale: 'en',
    existingValue: old[key as keyof typeof old],
    newValue: fresh[key as keyof typeof fresh],
    ...(said ? { resolution: said } : {}),
  })

  test('one resolution for a file; those by key win, and other files keep to the default of all', async () => {
    await reset()
    const id = await begin(both)
    const sent = {
      conflictResolutions: [resolution('b', 'keep_existing'), resolution('c')],
      conflictDefaults: [{ filename: 'en.json', resolution: 'use_imported' }],
    }
    const tried = await commit(id, { ...sent, options: { dryRun: true } })
    const done = await commit(id, sent)
    assert.deepEqual({ ...tried, duration: 0 }, { ...done, changes: null, duration: 0 })
    assert.deepEqual(done.conflictsSummary, { total: 4, keepExisting: 2, useImported: 2 })
    assert.deepEqual(await now(), ['new A', 'old B', 'new C', 'alt A'])
  })

  test('keep_existing for a file where the default of all is use_imported', async () => {
    await reset()
    const id = await begin(both, { defaultConflictResolution: 'use_imported' })
    await commit(id, { conflictDefaults: [{ filename: 'en.json', resolution: 'keep_existing' }] })
    assert.deepEqual(await now(), ['old A', 'old B', 'old C', 'neu A'])
  })

  test('a resolution whose value has changed since is reported and kept, whatever the file says', async () => {
    await reset()
    const id = await begin(both)
    await put('a', 'late A')
    const { errors } = await commit(id, {
      conflictResolutions: [resolution('a', 'use_imported')],
      conflictDefaults: [{ filename: 'en.json', resolution: 'use_imported' }],
    })
    assert.deepEqual(
      errors.map(({ key }) => key),
      ['a'],
    )
    assert.deepEqual(await now(), ['late A', 'new B', 'new C', 'alt A'])
  })

  test('a file that is not there is an error, as in a mapping, and nothing is written', async () => {
    await reset()
    const id = await begin(both)
    const answer = await commit(id, { conflictDefaults: [{ filename: 'fr.json', resolution: 'use_imported' }] })
    assert.deepEqual([answer.success, answer.errors.map(({ filename }) => filename)], [false, ['fr.json']])
    assert.deepEqual(await now(), ['old A', 'old B', 'old C', 'alt A'])
  })

  test('are part of what an idempotency key stands for', async () => {
    const id = await begin(both)
    const options = { idempotencyKey: 'defaults' }
    await commit(id, { options })
    const body = { validationId: id, fileMappings: [], conflictResolutions: [], options }
    await service.ok(owner, 'commitImport', { params, body: { ...body, conflictDefaults: [] } })
    const other = { ...body, conflictDefaults: [{ filename: 'en.json', resolution: 'use_imported' }] }
    await service.refused(owner, 'commitImport', { params, body: other }, 'idempotencyMismatch')
  })

  test('422 for what is no resolution, or none for a file', async () => {
    const wrong: [object, string][] = [
      [[{ filename: 'en.json', resolution: 'merge' }], 'conflictDefaults.0.resolution'],
      [[{ filename: 'en.json' }], 'conflictDefaults.0.resolution'],
      [[{ resolution: 'use_imported' }], 'conflictDefaults.0.filename'],
      [{}, 'conflictDefaults'],
    ]
    for (const [conflictDefaults, field] of wrong) {
      const body = { validationId: 'x', fileMappings: [], conflictResolutions: [], conflictDefaults }
      const { status, body: told } = await service.call(owner, 'commitImport', { params, body })
      assert.deepEqual([status, (told as { meta: unknown }).meta], [422, { field }])
    }
  })
})
