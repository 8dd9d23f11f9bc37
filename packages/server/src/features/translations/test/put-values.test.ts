import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Body, Contract } from '@parlance/contract'
import { createApiKey, createScene, join } from '../../../../test/factories.ts'
import { type Caller, nobody, startService } from '../../../../test/harness.ts'

type Value = Body<Contract['putValues']>['values'][number]

const service = await startService()
const { owner, orgId, projectId } = await createScene(service)
const writer = await createApiKey(service, owner, projectId, ['translations:write'])
const agent = await createApiKey(service, owner, projectId, ['translations:read', 'translations:write'])
const french = await join(service, owner, orgId, 'translator', ['fr'])
const params = { projectId }

let names = 0
const text = (value: string, status = 'not_reviewed') => ({ value, status })
const createKey = (fields: object = {}) =>
  service.ok(owner, 'createKey', { params, body: { key: `key ${++names}`, ...fields } })
const put = (values: Value[], caller: Caller = owner) => service.ok(caller, 'putValues', { params, body: { values } })
const one = async (value: Value, caller: Caller = owner) => {
  const { results, changes } = await put([value], caller)
  const [result] = results
  assert.ok(result)
  return { ...result, changes }
}
const stored = async (keyId: number) =>
  (await service.ok(owner, 'getKeyById', { params: { projectId, keyId } })).translations
const history = async (keyId?: number) =>
  (await service.ok(owner, 'listActivity', { params, query: { limit: 100, ...(keyId ? { keyId } : {}) } })).activity

describe('putValues 200', () => {
  test('new values, other texts and statuses are written at once, and told with what was there before', async () => {
    const a = await createKey({ translations: { de: text('alt', 'translated') } })
    const b = await createKey()
    const seen = a.translations['de']?.updatedAt ?? assert.fail()
    service.clock.advance(1000)
    const { results, changes } = await put([
      { keyId: b.id, locale: 'DE', value: 'neu', expectedUpdatedAt: null },
      { keyId: a.id, locale: 'de', value: 'anders', expectedUpdatedAt: seen },
      { keyId: b.id, locale: 'fr', value: 'nouveau', status: 'translated' },
    ])
    const at = { updatedAt: service.clock.now().toISOString(), updatedBy: owner.userId }
    const before = { value: 'alt', status: 'translated', updatedAt: seen, updatedBy: owner.userId }
    const written = { outcome: 'written', reason: null, message: null }
    assert.deepEqual(results, [
      { keyId: b.id, key: b.key, locale: 'de', ...written, before: null, after: { ...text('neu'), ...at } },
      { keyId: a.id, key: a.key, locale: 'de', ...written, before, after: { ...text('anders'), ...at } },
      {
        keyId: b.id,
        key: b.key,
        locale: 'fr',
        ...written,
        before: null,
        after: { ...text('nouveau', 'translated'), ...at },
      },
    ])
    assert.equal((await stored(b.id))['fr']?.value, 'nouveau')
    const told = (await history()).filter(({ id }) => changes && id >= changes.fromId && id <= changes.toId)
    assert.deepEqual(told.map(({ keyId, locale }) => `${keyId} ${locale}`).sort(), [
      `${a.id} de`,
      `${b.id} de`,
      `${b.id} fr`,
    ])
  })

  test('a value that is another than the one that was seen is left alone, and the others are written', async () => {
    const a = await createKey({ translations: { de: text('von gestern') } })
    const b = await createKey({ translations: { de: text('auch') } })
    const seen = a.translations['de']?.updatedAt ?? assert.fail()
    service.clock.advance(1000)
    await service.ok(owner, 'putValueOfKey', {
      params: { projectId, keyId: a.id, locale: 'de' },
      body: { value: 'neuer' },
    })
    for (const expectedUpdatedAt of [seen, null]) {
      const { results, changes } = await put([
        { keyId: a.id, locale: 'de', value: 'meines', expectedUpdatedAt },
        { keyId: a.id, locale: 'fr', value: `le mien ${expectedUpdatedAt}` },
        { keyId: b.id, locale: 'de', value: 'meines', expectedUpdatedAt: null },
      ])
      assert.deepEqual(
        results.map(({ outcome, reason }) => [outcome, reason]),
        [
          ['refused', 'value_changed'],
          ['written', null],
          ['refused', 'value_changed'],
        ],
      )
      assert.deepEqual([results[0]?.before, results[0]?.after?.value], [results[0]?.after, 'neuer'])
      assert.equal(changes?.fromId, changes?.toId)
    }
    assert.equal((await stored(b.id))['de']?.value, 'auch')
  })

  test('what is as it should be is no conflict, changes nothing, and may be sent twice', async () => {
    const { id } = await createKey()
    const values = [
      { keyId: id, locale: 'de', value: 'einmal', expectedUpdatedAt: null },
      { keyId: id, locale: 'en', value: 'Hello {name}', expectedUpdatedAt: null },
    ]
    assert.ok((await put(values)).changes)
    const length = (await history(id)).length
    const again = await put(values)
    assert.deepEqual([again.changes, again.results.map(({ outcome }) => outcome)], [null, ['unchanged', 'unchanged']])
    assert.equal((await history(id)).length, length)
    const { keys } = await service.ok(owner, 'getTypes', { params })
    assert.deepEqual(
      keys.find(({ keyId }) => keyId === id)?.params.map(({ name }) => name),
      ['name'],
    )
  })

  test('without a text the status alone is set; without any text there is nothing to review', async () => {
    const { id, translations } = await createKey({ translations: { de: text('Korb') } })
    const expectedUpdatedAt = translations['de']?.updatedAt ?? assert.fail()
    const reviewed = await one({ keyId: id, locale: 'de', status: 'translated', expectedUpdatedAt })
    assert.deepEqual(
      [reviewed.before?.status, reviewed.after?.value, reviewed.after?.status],
      ['not_reviewed', 'Korb', 'translated'],
    )
    assert.equal((await stored(id))['de']?.reviewedBy, owner.userId)
    for (const value of [
      { status: 'translated' },
      { status: 'not_translated' },
      { status: 'not_reviewed', value: '' },
    ] as const) {
      const refused = await one({ keyId: id, locale: 'fr', ...value })
      assert.deepEqual([refused.outcome, refused.reason, refused.changes], ['refused', 'no_value', null])
    }
    const emptied = await one({ keyId: id, locale: 'de', value: '' })
    assert.deepEqual([emptied.outcome, emptied.after?.status], ['written', 'not_translated'])
  })

  test('a key that is nowhere, deleted or of another project, and a text that is too long, fail for themselves', async () => {
    const body = { name: 'B', sourceLocale: 'de' }
    const other = await service.ok(owner, 'createProject', { params: { orgId }, body })
    const theirs = await service.ok(owner, 'createKey', { params: { projectId: other.id }, body: { key: 'theirs' } })
    const [gone, short] = [await createKey(), await createKey({ characterLimit: 3 })]
    await service.ok(owner, 'deleteKey', { params: { projectId, keyId: gone.id } })
    const { results } = await put([
      ...[theirs.id, gone.id, 9_000_000].map((keyId) => ({ keyId, locale: 'de', value: 'x' })),
      { keyId: short.id, locale: 'de', value: 'lang' },
      { keyId: short.id, locale: 'fr', value: 'ici' },
    ])
    assert.deepEqual(
      results.map(({ key, reason }) => [key, reason]),
      [...Array(3).fill([null, 'key_not_found']), [short.key, 'value_too_long'], [short.key, null]],
    )
    assert.match(results[3]?.message ?? '', /limit of 3 characters/)
  })

  test('where errors keep texts from being called translated, only such a one fails', async () => {
    await service.ok(owner, 'updateQa', { params, body: { blockReview: true } })
    const { id } = await createKey({ translations: { en: text('Hello {name}'), de: text('Hallo') } })
    const { results } = await put([
      { keyId: id, locale: 'de', status: 'translated' },
      { keyId: id, locale: 'fr', value: 'Bonjour {name}', status: 'translated' },
    ])
    assert.deepEqual(
      results.map(({ reason }) => reason),
      ['qa_errors', null],
    )
    await service.ok(owner, 'updateQa', { params, body: { blockReview: false } })
  })

  test('all of it is taken back as one range by the API key that wrote it', async () => {
    const { id } = await createKey({ translations: { de: text('vorher', 'translated') } })
    const { changes } = await put(
      [
        { keyId: id, locale: 'de', value: 'nachher' },
        { keyId: id, locale: 'fr', value: 'après' },
      ],
      agent,
    )
    const undone = await service.ok(agent, 'revertActivity', { params, body: changes ?? assert.fail() })
    assert.equal(undone.reverted, 2)
    const now = await stored(id)
    assert.deepEqual([now['de']?.value, now['de']?.status, now['fr']?.value], ['vorher', 'translated', null])
  })

  test('who may not read is not shown what is there', async () => {
    const { id } = await createKey({ translations: { de: text('geheim') } })
    const refused = await one({ keyId: id, locale: 'de', value: 'x', expectedUpdatedAt: null }, writer)
    assert.deepEqual([refused.reason, refused.before?.value, refused.after?.value], ['value_changed', null, null])
  })
})

describe('putValues 400, 401, 403, 422', () => {
  const sound = { keyId: 1, locale: 'de', value: 'x' }
  const refuse = (
    values: unknown,
    situation: Parameters<typeof service.refused>[3],
    meta?: object,
    caller: Caller = owner,
  ) => service.refused(caller, 'putValues', { params, body: { values } }, situation, meta as Record<string, unknown>)

  test('a language that is not on the project, or that the caller may not touch, refuses all of it', async () => {
    const { id } = await createKey()
    for (const locale of ['it', '__proto__'])
      await refuse(
        [
          { ...sound, keyId: id },
          { keyId: id, locale, value: 'x' },
        ],
        'localeNotEnabled',
      )
    await refuse([{ keyId: id, locale: 'fr', value: 'x' }, sound], 'localeForbidden', undefined, french)
    assert.deepEqual(await stored(id), {})
  })

  test('translated needs the right to review', async () => {
    await refuse(
      [{ ...sound, status: 'translated' }],
      'missingPermission',
      { requiredPermission: 'translation.review' },
      agent,
    )
    await refuse([sound], 'authenticationRequired', undefined, nobody)
  })

  test('a language of a key twice, nothing to write, none or too many', async () => {
    await refuse([sound, { ...sound, locale: 'DE' }], 'validationError', { field: 'values.1' })
    await refuse([{ keyId: 1, locale: 'de' }], 'validationError', { field: 'values.0' })
    await refuse([], 'validationError', { field: 'values' })
    await refuse(Array(1001).fill(sound), 'validationError', { field: 'values' })
    await refuse([{ ...sound, expectedUpdatedAt: 'yesterday' }], 'validationError', {
      field: 'values.0.expectedUpdatedAt',
    })
    await refuse([{ ...sound, value: undefined, keyId: undefined }], 'fieldRequired', { field: 'values.0.keyId' })
  })
})
