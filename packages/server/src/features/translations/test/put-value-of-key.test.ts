import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Situation } from '@parlance/contract'
import { createApiKey, createScene, join } from '../../../../test/factories.ts'
import { type Answer, type Caller, startService } from '../../../../test/harness.ts'

const service = await startService()
const { owner, orgId, projectId } = await createScene(service)
const french = await join(service, owner, orgId, 'translator', ['fr'])
const writer = await createApiKey(service, owner, projectId, ['translations:write'])
const params = { projectId }
const other = await service.ok(owner, 'createProject', { params: { orgId }, body: { name: 'B', sourceLocale: 'en' } })

let names = 0
const createKey = (fields: object = {}, at = projectId) =>
  service.ok(owner, 'createKey', { params: { projectId: at }, body: { key: `key ${++names}`, ...fields } })
const german = (value: string) => ({ translations: { de: { value, status: 'translated' } } })
const put = (keyId: number, body: object, locale = 'de', caller: Caller = owner) =>
  service.ok(caller, 'putValueOfKey', { params: { projectId, keyId, locale }, body })
const refused = (keyId: number, body: object, situation: Situation, locale = 'de', caller: Caller = owner) =>
  service.refused(caller, 'putValueOfKey', { params: { projectId, keyId, locale }, body }, situation)
const stored = async (keyId: number) => {
  const { data } = await service.ok(owner, 'listKeys', { params, query: { limit: 100 } })
  return data.find(({ id }) => id === keyId)?.translations ?? assert.fail()
}
const history = async (keyId: number) =>
  (await service.ok(owner, 'listActivity', { params, query: { keyId, limit: 100 } })).activity

describe('12.6 by the id of its key', () => {
  test('a value is written as by its name, whatever the name and the spelling of the language', async () => {
    for (const fields of [{ key: '.' }, { key: '..' }, { namespace: 'deep' }, {}]) {
      const { id, key, namespace } = await createKey(fields)
      const created = await put(id, { value: 'eins' }, 'DE')
      const now = service.clock.now().toISOString()
      const by = { createdBy: owner.userId, updatedBy: owner.userId }
      const expected = { id: created.id, value: 'eins', status: 'not_reviewed', ...by, createdAt: now, updatedAt: now }
      assert.deepEqual(created, expected)
      assert.equal((await put(id, { value: 'zwei', status: 'translated' })).id, created.id)
      assert.deepEqual([(await stored(id))['de']?.value, (await stored(id))['de']?.status], ['zwei', 'translated'])
      const [change] = await history(id)
      assert.deepEqual([change?.event, change?.key, change?.namespace], ['translation.updated', key, namespace])
    }
  })

  test('under a new name and in another namespace it is still the key', async () => {
    const { id } = await createKey()
    const { id: namespaceId } = await service.ok(owner, 'createNamespace', { params, body: { name: 'moved' } })
    const change = { key: 'renamed', namespaceId }
    await Promise.all([
      ...Array.from({ length: 8 }, (_, n) => put(id, { value: `Fassung ${n}` })),
      service.ok(owner, 'updateKey', { params: { projectId, keyId: id }, body: change }),
      ...Array.from({ length: 8 }, (_, n) => put(id, { value: `Spätere {n} ${n}` }, 'en')),
    ])
    await put(id, { value: 'zuletzt' })
    const [last] = await history(id)
    assert.deepEqual([last?.key, last?.namespace], ['renamed', 'moved'])
  })

  test('the source text brings its parameters, and an entry of a memory may have helped', async () => {
    const { id, key } = await createKey()
    await put(id, { value: 'Hello {name}' }, 'en')
    await put(id, { value: 'Hallo {name}', tmEntryId: 1 })
    const { keys } = await service.ok(owner, 'getTypes', { params })
    const typed = keys.find(({ keyId }) => keyId === id)
    assert.deepEqual([typed?.key, typed?.params.map(({ name }) => name)], [key, ['name']])
    assert.equal((await stored(id))['de']?.value, 'Hallo {name}')
  })

  test('refused as by name: no such key, language, room or right', async () => {
    const { id } = await createKey({ characterLimit: 3 })
    const [gone, theirs] = [await createKey(), await createKey({}, other.id)]
    await service.ok(owner, 'deleteKey', { params: { projectId, keyId: gone.id } })
    for (const keyId of [gone.id, theirs.id, 999_999])
      for (const fields of [{}, { tmEntryId: 1 }]) await refused(keyId, { value: 'x', ...fields }, 'valueKeyNotFound')
    for (const locale of ['it', 'no locale', '__proto__']) await refused(id, { value: 'x' }, 'localeNotEnabled', locale)
    await refused(id, { value: 'lang' }, 'valueTooLong')
    await refused(id, { value: 'x' }, 'localeForbidden', 'de', french)
    await put(id, { value: 'x' }, 'fr', french)
    await refused(id, {}, 'fieldRequired')
    await refused(id, { value: 'x', status: 'done' }, 'validationError')
    assert.deepEqual(Object.keys(await stored(id)), ['fr'])
  })
})

type Expecting = (keyId: number, expectedUpdatedAt: unknown, caller?: Caller) => Promise<Answer>

/** The ways on which a German value can be expected to be as it was seen; each would change it. */
const ways: Record<string, Expecting> = {
  putValueOfKey: (keyId, expectedUpdatedAt, caller = owner) =>
    service.call(caller, 'putValueOfKey', {
      params: { projectId, keyId, locale: 'de' },
      body: { value: `neu ${++names}`, expectedUpdatedAt },
    }),
  'putValueOfKey with an entry of a memory': (keyId, expectedUpdatedAt, caller = owner) =>
    service.call(caller, 'putValueOfKey', {
      params: { projectId, keyId, locale: 'de' },
      body: { value: `neu ${++names}`, tmEntryId: 1, expectedUpdatedAt },
    }),
  putValue: async (keyId, expectedUpdatedAt, caller = owner) => {
    const [created] = (await history(keyId)).slice(-1)
    return service.call(caller, 'putValue', {
      params: { projectId, key: created?.key ?? '' },
      body: { locale: 'de', value: `neu ${++names}`, expectedUpdatedAt },
    })
  },
  setStatus: async (keyId, expectedUpdatedAt, caller = owner) => {
    const { id: translationId, status: before } = (await stored(keyId))['de'] ?? assert.fail()
    const status = before === 'not_reviewed' ? 'not_translated' : 'not_reviewed'
    return service.call(caller, 'setStatus', {
      params: { projectId, translationId },
      body: { status, expectedUpdatedAt },
    })
  },
}

describe('12.6 expectedUpdatedAt', () => {
  for (const [name, write] of Object.entries(ways)) {
    test(`by ${name}: who saw what is there writes, in any spelling of the time`, async () => {
      const { id } = await createKey(german('alt'))
      const { updatedAt } = (await stored(id))['de'] ?? assert.fail()
      const elsewhere = new Date(Date.parse(updatedAt) + 3_600_000).toISOString().replace('Z', '+01:00')
      assert.ok((await write(id, updatedAt)).status < 300)
      assert.equal((await write(id, elsewhere)).status, 409)
      const { updatedAt: next } = (await stored(id))['de'] ?? assert.fail()
      assert.notEqual(next, updatedAt)
      const again = new Date(Date.parse(next) - 3_600_000).toISOString().replace('Z', '-01:00')
      assert.ok((await write(id, again)).status < 300)
    })

    test(`409 VALUE_CHANGED by ${name}: with what is there now, and nothing is written`, async () => {
      const { id } = await createKey(german('alt'))
      const [before, entries] = [await stored(id), await history(id)]
      const { value, status, updatedAt, updatedBy } = before['de'] ?? assert.fail()
      const meta = { value, status, updatedAt, updatedBy }
      for (const expected of ['2026-01-01T00:00:00.000Z', null]) {
        const answer = await write(id, expected)
        const { code, meta: told } = answer.body as { code: string; meta: unknown }
        assert.deepEqual([answer.status, code, told], [409, 'VALUE_CHANGED', meta])
        const blind = await write(id, expected, writer)
        assert.deepEqual((blind.body as { meta: unknown }).meta, { ...meta, value: null })
      }
      assert.deepEqual([await stored(id), await history(id)], [before, entries])
    })

    test(`by ${name}: of many who saw the same exactly one writes`, async () => {
      const { id } = await createKey(german('alt'))
      const { updatedAt } = (await stored(id))['de'] ?? assert.fail()
      const answers = await Promise.all(Array.from({ length: 8 }, () => write(id, updatedAt)))
      const statuses = answers.map(({ status }) => status).sort((a, b) => a - b)
      assert.ok((statuses[0] ?? 0) < 300)
      assert.deepEqual(statuses.slice(1), Array<number>(7).fill(409))
    })
  }

  test('null is for a value that is not there: never written, not one that was cleared', async () => {
    const { id } = await createKey()
    const nothing = { value: null, status: null, updatedAt: null, updatedBy: null }
    const at = { params: { projectId, keyId: id, locale: 'de' } }
    const early = { ...at, body: { value: 'x', expectedUpdatedAt: service.clock.now().toISOString() } }
    await service.refused(owner, 'putValueOfKey', early, 'valueChanged', nothing)
    await put(id, { value: 'eins', expectedUpdatedAt: null })
    await refused(id, { value: 'zwei', expectedUpdatedAt: null }, 'valueChanged')
    await service.ok(owner, 'batchClearValues', { params, body: { keyIds: [id], localeCodes: ['de'] } })
    const { updatedAt } = (await stored(id))['de'] ?? assert.fail()
    const cleared = { value: null, status: 'not_translated', updatedAt, updatedBy: owner.userId }
    const again = { ...at, body: { value: 'drei', expectedUpdatedAt: null } }
    await service.refused(owner, 'putValueOfKey', again, 'valueChanged', cleared)
    await put(id, { value: 'drei', expectedUpdatedAt: updatedAt })
  })

  test('what would change nothing is refused all the same when something else was seen', async () => {
    const { id } = await createKey(german('gleich'))
    const { updatedAt } = (await stored(id))['de'] ?? assert.fail()
    await refused(id, { value: 'gleich', expectedUpdatedAt: null }, 'valueChanged')
    assert.equal((await put(id, { value: 'gleich', expectedUpdatedAt: updatedAt })).updatedAt, updatedAt)
  })

  test('the source text with its parameters is held to it, too', async () => {
    const { id } = await createKey({ translations: { en: { value: '{a}', status: 'translated' } } })
    const { updatedAt } = (await stored(id))['en'] ?? assert.fail()
    await refused(id, { value: '{b}', expectedUpdatedAt: null }, 'valueChanged', 'en')
    await put(id, { value: '{b}', expectedUpdatedAt: updatedAt }, 'en')
    await refused(id, { value: '{c}', expectedUpdatedAt: updatedAt }, 'valueChanged', 'en')
  })

  test('422 for what is no time', async () => {
    const { id } = await createKey(german('alt'))
    for (const expectedUpdatedAt of ['', 'yesterday', '2026-02-30T00:00:00Z', 1, true, {}])
      for (const write of Object.values(ways)) {
        const { status, body } = await write(id, expectedUpdatedAt)
        const { meta } = body as { meta: unknown }
        assert.deepEqual([status, meta], [422, { field: 'expectedUpdatedAt' }])
      }
  })
})
