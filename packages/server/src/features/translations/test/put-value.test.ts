import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { describe, test } from 'node:test'
import type { Situation } from '@parlance/contract'
import { createApiKey, createScene, join, register } from '../../../../test/factories.ts'
import { type Caller, nobody, startService } from '../../../../test/harness.ts'

const service = await startService()
const { owner, orgId, projectId } = await createScene(service)
const stranger = await register(service)
const viewer = await join(service, owner, orgId, 'viewer')
const translator = await join(service, owner, orgId, 'translator', ['fr'])
const writer = await createApiKey(service, owner, projectId, ['translations:write'])
const reader = await createApiKey(service, owner, projectId, ['translations:read'])
const other = await service.ok(owner, 'createProject', { params: { orgId }, body: { name: 'B', sourceLocale: 'en' } })
const params = { projectId }

let names = 0
const createKey = (fields: object = {}) =>
  service.ok(owner, 'createKey', { params, body: { key: `key ${++names}`, ...fields } })
const put = (key: string, body: object, caller: Caller = owner, query = {}) =>
  service.ok(caller, 'putValue', { params: { projectId, key }, query, body: { locale: 'de', ...body } })
const refused = (
  key: string,
  body: object,
  situation: Situation,
  meta?: Record<string, unknown>,
  caller: Caller = owner,
) =>
  service.refused(caller, 'putValue', { params: { projectId, key }, body: { locale: 'de', ...body } }, situation, meta)
const history = async (keyId: number) => {
  const { activity } = await service.ok(owner, 'listActivity', { params, query: { keyId, limit: 100 } })
  return activity.filter(({ locale }) => locale !== null)
}
const listed = async (keyId: number) => {
  const { data } = await service.ok(owner, 'listKeys', {
    params,
    query: { limit: 100, sortBy: 'createdAt', sortOrder: 'desc' },
  })
  return data.find(({ id }) => id === keyId)?.translations
}

describe('putValue 200', () => {
  test('creates a value, then overwrites it under the same id', async () => {
    const { id, key } = await createKey()
    const created = await put(key, { value: 'eins' })
    const now = service.clock.now().toISOString()
    const by = { createdBy: owner.userId, updatedBy: owner.userId }
    const expected = { id: created.id, value: 'eins', status: 'not_reviewed', ...by }
    assert.deepEqual(created, { ...expected, createdAt: now, updatedAt: now })
    service.clock.advance(1000)
    const changed = await put(key, { value: 'zwei', status: 'translated' }, writer)
    const later = service.clock.now().toISOString()
    assert.deepEqual(changed, { ...created, value: 'zwei', status: 'translated', updatedAt: later })
    assert.equal((await listed(id))?.['de']?.value, 'zwei')
  })

  test('every spelling of a locale means the same value', async () => {
    await service.call(owner, 'addProjectLocale', { params, body: { code: 'en-US' } })
    const { id, key } = await createKey()
    const ids = []
    for (const locale of ['en-US', 'en_us', 'EN-us', 'en_US']) ids.push((await put(key, { locale, value: locale })).id)
    assert.equal(new Set(ids).size, 1)
    assert.deepEqual(Object.keys((await listed(id)) ?? {}), ['en-US'])
  })

  test('a translator writes any status in their language, in any spelling; a value stays its creator’s', async () => {
    const { key } = await createKey()
    const body = { locale: 'FR', value: 'un', status: 'translated' }
    const created = await put(key, body, translator)
    assert.deepEqual([created.createdBy, created.status], [translator.userId, 'translated'])
    assert.equal((await put(key, { locale: 'fr', value: 'une' })).createdBy, translator.userId)
  })

  test('finds keys by namespace, default when none is named', async () => {
    const { key } = await createKey({ translations: { de: { value: 'hier', status: 'translated' } } })
    await createKey({ key, namespace: 'dort' })
    await put(key, { value: 'dort' }, owner, { namespace: 'dort' })
    assert.equal((await put(key, { value: 'hier' })).status, 'translated')
    assert.equal((await put(key, { value: 'hier' }, owner, { namespace: 'default' })).status, 'translated')
  })

  test('finds keys of any name, up to 768 four-byte characters, by their encoded name', async () => {
    const longest = String.fromCodePoint(...Array.from({ length: 768 }, () => randomInt(0x10000, 0x110000)))
    const odd = 'a/b|a/|/|%|%2F|?a=b|#|ids|events|batch|42|__proto__|constructor|a+b| |\n|é|e\u0301'.split('|')
    for (const key of [...odd, longest]) {
      const { id } = await createKey({ key })
      const { id: valueId } = await put(key, { value: `of ${key}` })
      const found = (await listed(id))?.['de']
      assert.deepEqual([found?.id, found?.value], [valueId, `of ${key}`])
      await service.ok(owner, 'deleteKey', { params: { projectId, keyId: id } })
    }
  })

  test('takes 65,536 characters, however many bytes they take', async () => {
    const { key } = await createKey()
    const value = '🦜'.repeat(65_536)
    assert.equal((await put(key, { value })).value, value)
  })
})

describe('putValue and the status', () => {
  const text = { value: 'Text' }

  test('without a status: not_reviewed for a text, not_translated for an empty one', async () => {
    const { key } = await createKey()
    assert.equal((await put(key, text)).status, 'not_reviewed')
    assert.equal((await put(key, { value: '' })).status, 'not_translated')
    assert.equal((await put(key, { ...text, status: 'translated' })).status, 'translated')
    assert.equal((await put(key, { value: 'Anderer' })).status, 'not_reviewed')
    assert.equal((await put(key, { locale: 'fr', value: '' })).status, 'not_translated')
  })

  test('the same value without a status leaves everything as it was, and history silent', async () => {
    const { id, key } = await createKey()
    for (const status of ['translated', 'not_translated', 'not_reviewed']) {
      const before = await put(key, { ...text, status })
      const entries = await history(id)
      service.clock.advance(1000)
      assert.deepEqual(await put(key, text), before)
      assert.deepEqual(await put(key, { ...text, status }), before)
      assert.deepEqual(await history(id), entries)
    }
  })

  test('the same value with another status changes the status alone', async () => {
    const { id, key } = await createKey()
    const before = await put(key, text)
    service.clock.advance(1000)
    const after = await put(key, { ...text, status: 'translated' })
    assert.deepEqual(after, { ...before, status: 'translated', updatedAt: service.clock.now().toISOString() })
    assert.equal((await history(id)).length, 2)
  })
})

describe('putValue in parallel', () => {
  test('history is one chain of the real changes, and ends at the stored value', async () => {
    const { id, key } = await createKey()
    const values = Array.from({ length: 32 }, (_, n) => `Fassung ${n % 24}`)
    const answers = await Promise.all(values.map((value) => put(key, { value })))
    assert.equal(new Set(answers.map(({ id }) => id)).size, 1)
    const entries = (await history(id)).reverse()
    assert.equal(entries[0]?.before, null)
    for (const [at, { before, after }] of entries.entries()) {
      if (at > 0) assert.deepEqual(before, entries[at - 1]?.after)
      assert.notDeepEqual(before, after)
    }
    const stored = (await listed(id))?.['de']
    assert.deepEqual(entries.at(-1)?.after, { value: stored?.value, status: stored?.status })
    const written = entries.map(({ after }) => (after as { value: string }).value)
    assert.deepEqual(new Set(written), new Set(values))
  })

  test('sixteen equal writes are one change', async () => {
    const { id, key } = await createKey()
    await Promise.all(Array.from({ length: 16 }, () => put(key, { value: 'gleich' })))
    assert.equal((await history(id)).length, 1)
  })

  test('a write that meets a delete is done before it or finds no key', async () => {
    const { id, key } = await createKey()
    const request = { params: { projectId, key }, body: { locale: 'de', value: 'spät' } }
    const writing = Array.from({ length: 8 }, () => service.call(owner, 'putValue', request))
    const deleting = service.ok(owner, 'deleteKey', { params: { projectId, keyId: id } })
    for (const { status } of await Promise.all(writing)) assert.ok([200, 404].includes(status), `status ${status}`)
    await deleting
    const { activity } = await service.ok(owner, 'listActivity', { params, query: { keyId: id } })
    assert.equal(activity[0]?.event, 'key.deleted')
  })
})

describe('putValue 400', () => {
  test('a locale that is not on the project', async () => {
    const { key } = await createKey()
    for (const locale of ['it', 'de-AT', 'no locale', '__proto__', 'toString']) {
      await refused(key, { locale, value: 'x' }, 'localeNotEnabled')
    }
  })

  test('a value over the character limit of its key, counted in code points; the old one stays', async () => {
    const { id, key } = await createKey({ characterLimit: 3 })
    await put(key, { value: '🦜🦜🦜' })
    await refused(key, { value: '🦜🦜🦜🦜' }, 'valueTooLong', { limit: 3, actual: 4 })
    assert.equal((await listed(id))?.['de']?.value, '🦜🦜🦜')
    assert.equal((await history(id)).length, 1)
  })

  test('the largest character limit there can be is none in effect', async () => {
    const { id, key } = await createKey({ characterLimit: Number.MAX_SAFE_INTEGER })
    await put(key, { value: 'Hallo' })
    assert.equal((await listed(id))?.['de']?.value, 'Hallo')
  })
})

describe('putValue 401, 403, 404', () => {
  test('401 without a credential', () => refused('a', { value: 'x' }, 'authenticationRequired', undefined, nobody))

  test('403 for those who may not edit, before a look at the body', async () => {
    const edit = { requiredPermission: 'translation.edit' }
    for (const caller of [viewer, reader]) await refused('a', { value: 5 }, 'missingPermission', edit, caller)
  })

  test('403 for a language the member may not see, and for the key of another project', async () => {
    const { id, key } = await createKey()
    for (const locale of ['de', 'DE', 'en'])
      await refused(key, { locale, value: 'x' }, 'localeForbidden', undefined, translator)
    const foreign = await createApiKey(service, owner, other.id, ['translations:write'])
    await refused(key, { value: 'x' }, 'otherProjectsKey', undefined, foreign)
    assert.deepEqual(await listed(id), {})
  })

  test('404 for a key that is nowhere, deleted, in another namespace or in another project', async () => {
    const gone = await createKey()
    await service.ok(owner, 'deleteKey', { params: { projectId, keyId: gone.id } })
    const elsewhere = await createKey({ namespace: 'elsewhere' })
    await service.ok(owner, 'createKey', { params: { projectId: other.id }, body: { key: 'foreign' } })
    await createKey({ key: 'Case' })
    for (const key of ['nowhere', gone.key, elsewhere.key, 'foreign', 'case', 'Case ']) {
      await refused(key, { value: 'x' }, 'valueKeyNotFound')
    }
    const request = {
      params: { projectId, key: 'Case' },
      query: { namespace: 'missing' },
      body: { locale: 'de', value: 'x' },
    }
    await service.refused(owner, 'putValue', request, 'valueKeyNotFound')
  })

  test('404 for strangers', () => refused('a', { value: 'x' }, 'projectNotFound', undefined, stranger))
})

describe('putValue 422', () => {
  test('a missing locale or value, the locale first', async () => {
    await refused('a', { locale: undefined }, 'fieldRequired', { field: 'locale' })
    await refused('a', {}, 'fieldRequired', { field: 'value' })
  })

  test('a value that is too long, no string, or cannot be stored', async () => {
    const { key } = await createKey()
    await refused(key, { value: '🦜'.repeat(65_537) }, 'fieldTooLong', { field: 'value' })
    for (const value of [null, 5, 'a\0b', 'a\ud800'])
      await refused(key, { value }, 'validationError', { field: 'value' })
  })

  test('an unknown status, and names that cannot be stored', async () => {
    const { key } = await createKey()
    for (const status of ['done', '', null])
      await refused(key, { value: 'x', status }, 'validationError', { field: 'status' })
    await refused(key, { locale: 'd\0e', value: 'x' }, 'validationError', { field: 'locale' })
    await refused('a\0b', { value: 'x' }, 'validationError', { field: 'key' })
    const request = { params: { projectId, key }, query: { namespace: 'a\0b' }, body: { locale: 'de', value: 'x' } }
    await service.refused(owner, 'putValue', request, 'validationError', { field: 'namespace' })
  })
})
