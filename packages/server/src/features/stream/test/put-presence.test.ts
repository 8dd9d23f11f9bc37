import assert from 'node:assert/strict'
import { AsyncLocalStorage } from 'node:async_hooks'
import { describe, test } from 'node:test'
import type { Situation } from '@parlance/contract'
import { createApiKey, createScene, join, register } from '../../../../test/factories.ts'
import { type Caller, nobody, startService } from '../../../../test/harness.ts'
import { readHistory } from '../../../../test/recount.ts'
import { until } from '../../../../test/until.ts'
import { marksOf, namesOf, type Reader, streamsOf } from './reader.ts'

const service = await startService()
const streams = await streamsOf(service)
const { owner, orgId, projectId } = await createScene(service)
const params = { projectId }
const path = `/projects/${projectId}/keys/events`
const ada = await join(service, owner, orgId, 'translator')
const french = await join(service, owner, orgId, 'viewer', ['fr'])
const builds = await createApiKey(service, owner, projectId, ['translations:read', 'translations:write'])
const create = (key: string) => service.ok(owner, 'createKey', { params, body: { key } })
const { id: keyId } = await create('cart')
const { settled } = marksOf(streams, owner, path, create)

const nameOf = async (caller: Caller) => (await service.ok(caller, 'getSession')).user.name
const [ownersName, adasName] = [await nameOf(owner), await nameOf(ada)]
const byAda = (at: number | null, locale: string | null) => ({
  ...{ projectId, userId: ada.userId, name: adasName },
  ...{ keyId: at, locale },
})
const byOwner = (at: number | null, locale: string | null) => ({
  ...{ projectId, userId: owner.userId, name: ownersName },
  ...{ keyId: at, locale },
})

const go = (caller: Caller, at: number | null, locale: string | null) =>
  service.ok(caller, 'putPresence', { params, body: { keyId: at, locale } })
const presences = ({ events }: Reader) => events.filter(({ event }) => event === 'presence').map(({ data }) => data)
const told = (reader: Reader, count: number) =>
  until(`${count} of presence; there are ${presences(reader).length}`, () => presences(reader).length >= count)

describe('12.16 presence', () => {
  test('is told to the others on the session stream, without an id, and never to the sender', async () => {
    const [ofOwner, ofAda] = [await streams.open(owner, path), await streams.open(ada, path)]
    const [ofBuilds, ofKeys] = [await streams.open(builds, path), await streams.open(builds, '/keys/events/stream')]
    const history = (await readHistory(service, owner, projectId)).length
    await go(ada, keyId, 'DE')
    await go(owner, keyId, null)
    await go(ada, null, 'fr')
    await go(ada, null, null)
    await go(owner, null, null)
    await told(ofAda, 2)
    await told(ofOwner, 3)
    await settled(ofOwner, ofAda, ofBuilds, ofKeys)
    const ofAdas = [byAda(keyId, 'de'), byAda(null, 'fr'), byAda(null, null)]
    assert.deepEqual(presences(ofOwner), ofAdas)
    assert.deepEqual(presences(ofBuilds), ofAdas, 'the key of the owner reads as the owner')
    assert.deepEqual(presences(ofAda), [byOwner(keyId, null), byOwner(null, null)])
    assert.deepEqual(namesOf(ofKeys), ['connected'])
    assert.ok(ofOwner.events.every(({ id }) => id === undefined))
    // The mark is one change.
    assert.equal((await readHistory(service, owner, projectId)).length, history + 1)
    for (const reader of [ofOwner, ofAda, ofBuilds, ofKeys]) reader.close()
  })

  test('in a language that a reader may not see is not told; who goes there is gone', async () => {
    const [ofOwner, ofFrench] = [await streams.open(owner, path), await streams.open(french, path)]
    for (const locale of ['de', 'fr', 'de', 'de', null]) await go(ada, keyId, locale)
    await go(ada, keyId, 'de')
    await go(ada, null, null)
    await go(owner, keyId, 'fr')
    await told(ofFrench, 5)
    await told(ofOwner, 7)
    assert.deepEqual(presences(ofFrench), [
      byAda(keyId, 'fr'),
      byAda(null, null),
      byAda(keyId, null),
      byAda(null, null),
      byOwner(keyId, 'fr'),
    ])
    const all = ['de', 'fr', 'de', 'de', null, 'de'].map((locale) => byAda(keyId, locale))
    assert.deepEqual(presences(ofOwner), [...all, byAda(null, null)])
    await go(owner, null, null)
    await told(ofFrench, 6)
    for (const reader of [ofOwner, ofFrench]) reader.close()
  })

  test('lasts for 30 seconds after it was said last, and is told to those who come meanwhile', async () => {
    const early = await streams.open(owner, path)
    await go(ada, keyId, 'fr')
    await told(early, 1)
    service.clock.advance(29_000)
    await go(ada, keyId, 'fr')
    await told(early, 2)
    service.clock.advance(29_999)
    const [late, ofFrench, ofAda] = [
      await streams.open(owner, path),
      await streams.open(french, path),
      await streams.open(ada, path),
    ]
    for (const reader of [late, ofFrench]) await told(reader, 1)
    service.clock.advance(1)
    for (const reader of [late, ofFrench]) {
      await told(reader, 2)
      assert.deepEqual(presences(reader), [byAda(keyId, 'fr'), byAda(null, null)])
    }
    await told(early, 3)
    assert.deepEqual(presences(early), [byAda(keyId, 'fr'), byAda(keyId, 'fr'), byAda(null, null)])
    const afterwards = await streams.open(owner, path)
    await settled(ofAda, afterwards)
    for (const reader of [ofAda, afterwards]) assert.deepEqual(presences(reader), [])
    for (const reader of [early, late, ofFrench, ofAda, afterwards]) reader.close()
  })

  test('costs one statement beside the look at who asks', async () => {
    const counting = new AsyncLocalStorage<{ statements: number }>()
    const { pool } = service.db
    const query = pool.query
    const counted = (...given: unknown[]) => {
      const count = counting.getStore()
      if (count) count.statements++
      return Reflect.apply(query, pool, given)
    }
    pool.query = counted as typeof query
    try {
      const statementsOf = (send: () => Promise<unknown>) =>
        counting.run({ statements: 0 }, async () => {
          await send()
          return counting.getStore()?.statements ?? 0
        })
      const ask = () => service.call(ada, 'putPresence', { params, body: {} })
      // Now and then the first request also notes that the session is in use.
      await ask()
      const asking = await statementsOf(ask)
      assert.ok(asking > 0)
      assert.equal(await statementsOf(() => go(ada, keyId, 'de')), asking + 1)
      assert.equal(await statementsOf(() => go(ada, null, null)), asking + 1)
    } finally {
      pool.query = query
    }
  })
})

describe('12.16 presence is refused', () => {
  const refused = (caller: Caller, body: object, situation: Situation, meta?: Record<string, unknown>) =>
    service.refused(caller, 'putPresence', { params, body }, situation, meta)
  const body = { keyId, locale: 'de' }

  test('to API keys, strangers and nobody', async () => {
    const needed = { requiredPermission: 'translation.view' }
    await refused(builds, body, 'missingPermission', needed)
    await refused(nobody, body, 'authenticationRequired')
    await refused(await register(service), body, 'projectNotFound')
  })

  test('at a key that is not there, and in a language that is not on the project or hidden; nobody is told', async () => {
    const reader = await streams.open(owner, path)
    const { id: gone } = await create('gone')
    await service.ok(owner, 'deleteKey', { params: { projectId, keyId: gone } })
    const elsewhere = await createScene(service)
    const inTheirs = { params: { projectId: elsewhere.projectId }, body: { key: 'x' } }
    const { id: foreign } = await service.ok(elsewhere.owner, 'createKey', inTheirs)
    for (const at of [gone, foreign, 9_000_000_000]) {
      await refused(ada, { keyId: at, locale: null }, 'keyNotFound')
      await refused(ada, { keyId: at, locale: 'it' }, 'keyNotFound')
      await refused(french, { keyId: at, locale: 'de' }, 'localeForbidden')
    }
    for (const at of [keyId, null]) {
      for (const locale of ['it', '!!']) await refused(ada, { keyId: at, locale }, 'localeNotEnabled')
    }
    await go(ada, null, 'fr')
    await go(ada, null, null)
    await told(reader, 2)
    assert.deepEqual(presences(reader), [byAda(null, 'fr'), byAda(null, null)])
    reader.close()
  })

  test('without both fields, or with others than an id and a text', async () => {
    await refused(ada, {}, 'fieldRequired', { field: 'keyId' })
    await refused(ada, { keyId: null }, 'fieldRequired', { field: 'locale' })
    for (const wrong of [0, '1', 1.5, {}]) {
      await refused(ada, { keyId: wrong, locale: null }, 'validationError', { field: 'keyId' })
    }
    for (const wrong of ['', 1, 'a\0b']) {
      await refused(ada, { keyId, locale: wrong }, 'validationError', { field: 'locale' })
    }
  })

  test('not while the organization is over its limit: nothing is written', async () => {
    const limit = (keys: number | null) => ({ params: { orgId }, body: { limits: { keys } } })
    await service.ok(owner, 'updateOrganization', limit(0))
    await go(ada, null, null)
    await service.ok(owner, 'updateOrganization', limit(null))
  })
})
