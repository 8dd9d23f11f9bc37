import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Situation } from '@parlance/contract'
import { createApiKey, createScene } from '../../../../test/factories.ts'
import { type Caller, nobody, startService } from '../../../../test/harness.ts'
import { sql } from '../../../db/sql.ts'
import { sweep } from '../../../sweeper.ts'
import { checkSweeps } from '../../checks/sweep.ts'

const service = await startService()
const { owner, orgId, projectId } = await createScene(service)
const observer = await createApiKey(service, owner, projectId, ['context:write'])
const others = await createApiKey(service, owner, projectId, [
  'translations:read',
  'translations:write',
  'translations:delete',
  'translations:review',
])
const other = await service.ok(owner, 'createProject', { params: { orgId }, body: { name: 'B', sourceLocale: 'en' } })
const params = { projectId }

let names = 0
const createKey = (fields: object = {}, at = projectId) =>
  service.ok(owner, 'createKey', { params: { projectId: at }, body: { key: `key ${++names}`, ...fields } })
const observe = (...observations: object[]) => service.ok(observer, 'createObservations', { body: { observations } })
const contextOf = (keyId: number, at = projectId) =>
  service.ok(owner, 'getKeyContext', { params: { projectId: at, keyId } })
const neighbor = (text: string) => ({ role: 'label', namespace: 'default', key: 'next', text })
const refused = (body: unknown, situation: Situation, meta?: Record<string, unknown>, caller: Caller = observer) =>
  service.refused(caller, 'createObservations', { body }, situation, meta)

describe('createObservations 202', () => {
  test('tells how many keys were known and how many were not', async () => {
    const [first, second] = [await createKey(), await createKey({ namespace: 'shop' })]
    const gone = await createKey()
    await service.ok(owner, 'deleteKey', { params: { projectId, keyId: gone.id } })
    const foreign = await createKey({ key: 'foreign' }, other.id)
    const answer = await observe(
      { namespace: 'default', key: first.key, uiType: 'button' },
      { namespace: 'shop', key: second.key, uiType: 'heading' },
      { namespace: 'default', key: second.key },
      { namespace: 'nowhere', key: first.key },
      { namespace: 'default', key: gone.key },
      { namespace: 'default', key: foreign.key },
      { namespace: 'default', key: first.key.toUpperCase() },
    )
    assert.deepEqual(answer, { accepted: 2, unknown: 5 })
    assert.equal((await contextOf(first.id)).context?.uiType, 'button')
    assert.equal((await contextOf(second.id)).context?.uiType, 'heading')
    assert.equal((await contextOf(foreign.id, other.id)).observed, false)
  })

  test('nothing but unknown keys is accepted as such, and makes none', async () => {
    const before = await service.ok(owner, 'listKeyIds', { params })
    assert.deepEqual(await observe({ namespace: 'new', key: 'new', uiType: 'button' }), { accepted: 0, unknown: 1 })
    assert.deepEqual(await service.ok(owner, 'listKeyIds', { params }), before)
    const { namespaces } = await service.ok(owner, 'listNamespaces', { params })
    assert.ok(!namespaces.some(({ name }) => name === 'new'))
  })

  test('without a namespace, the default one is meant', async () => {
    const { id, key } = await createKey()
    await observe({ key, uiType: 'link' })
    assert.equal((await contextOf(id)).context?.uiType, 'link')
  })

  test('from 1 to 1000 at once', async () => {
    const keys = await Promise.all(Array.from({ length: 10 }, () => createKey()))
    assert.deepEqual(await observe({ key: keys[0]?.key ?? '' }), { accepted: 1, unknown: 0 })
    const thousand = Array.from({ length: 1000 }, (_, n) => ({
      namespace: 'default',
      key: n % 2 ? `unknown ${n}` : keys[(n / 2) % 10]?.key,
      screenGroup: `screen ${n % 50}`,
    }))
    assert.deepEqual(await observe(...thousand), { accepted: 500, unknown: 500 })
    const screens = (await contextOf(keys[0]?.id ?? 0)).context?.screenGroups
    const expected = thousand.filter(({ key }) => key === keys[0]?.key).map(({ screenGroup }) => screenGroup)
    assert.deepEqual(screens?.toSorted(), [...new Set(expected)].sort())
  })

  test('odd names are names: __proto__, quotes, the longest', async () => {
    const odd = ['__proto__', 'constructor', "it's", '"', '\\', '%', '🦜'.repeat(768)]
    const keys = []
    for (const key of odd) keys.push(await createKey({ key, namespace: '__proto__' }))
    const answer = await observe(
      ...odd.map((key) => ({ namespace: '__proto__', key, uiType: `of ${key.slice(0, 2)}` })),
    )
    assert.deepEqual(answer, { accepted: odd.length, unknown: 0 })
    for (const { id, key } of keys) assert.equal((await contextOf(id)).context?.uiType, `of ${key.slice(0, 2)}`)
  })

  test('is no change of the key: neither its time nor its history moves', async () => {
    const { id, key, updatedAt } = await createKey()
    service.clock.advance(1000)
    await observe({ key, uiType: 'button' })
    const { data } = await service.ok(owner, 'listKeys', { params, query: { search: key, limit: 100 } })
    assert.equal(data.find((listed) => listed.id === id)?.updatedAt, updatedAt)
    const { activity } = await service.ok(owner, 'listActivity', { params, query: { keyId: id } })
    assert.deepEqual(
      activity.map(({ event }) => event),
      ['key.created'],
    )
  })

  test('under both prefixes, with and without a trailing slash', async () => {
    const { key } = await createKey()
    for (const url of [
      '/v1/keys/observations',
      '/api/v1/keys/observations',
      '/v1/keys/observations/',
      '/api/v1/keys/observations/',
    ]) {
      const headers = { authorization: `Bearer ${observer.apiKey}` }
      const payload = { observations: [{ key }] }
      const { statusCode } = await service.app.inject({ method: 'POST', url, headers, payload })
      assert.equal(statusCode, 202, url)
    }
  })
})

describe('later observations merge', () => {
  const first = { uiType: 'button', translationRole: 'label', lengthHint: 'short', neighbors: [neighbor('one')] }

  test('screens add up to a thousand; the first ones stay', async () => {
    const { id, key } = await createKey()
    const screens = (of: string) => Array.from({ length: 1000 }, (_, at) => ({ key, screenGroup: `${of} ${at}` }))
    await observe(...screens('m').slice(1))
    await observe(...screens('a'))
    const found = (await contextOf(id)).context?.screenGroups ?? []
    assert.equal(found.length, 1000)
    assert.equal(found.filter((screen) => screen.startsWith('m ')).length, 999)
  })

  test('screens add up, each once', async () => {
    const { id, key } = await createKey()
    for (const screenGroup of ['home', 'cart', 'home', 'checkout']) await observe({ key, screenGroup })
    const { context } = await contextOf(id)
    assert.deepEqual(context?.screenGroups.toSorted(), ['cart', 'checkout', 'home'])
  })

  test('the newest other fields win, and a field not sent stays', async () => {
    const { id, key } = await createKey()
    await observe({ key, ...first, screenGroup: 'home' })
    await observe({ key, uiType: 'link' })
    const afterOne = (await contextOf(id)).context
    assert.deepEqual(
      { ...afterOne, lastSeenAt: null },
      {
        ...first,
        uiType: 'link',
        screenGroups: ['home'],
        lastSeenAt: null,
        isStale: false,
      },
    )
    await observe({
      key,
      translationRole: 'title',
      lengthHint: 'long',
      neighbors: [neighbor('two'), neighbor('three')],
    })
    const { uiType, translationRole, lengthHint, neighbors } = (await contextOf(id)).context ?? assert.fail()
    assert.deepEqual([uiType, translationRole, lengthHint], ['link', 'title', 'long'])
    assert.deepEqual(neighbors, [neighbor('two'), neighbor('three')])
  })

  test('null and an empty list are sent too, and win, in one request as in two', async () => {
    const nothing = { lengthHint: null, neighbors: [] }
    const [inTwo, inOne] = [await createKey(), await createKey()]
    await observe({ key: inTwo.key, ...first })
    await observe({ key: inTwo.key, ...nothing })
    await observe({ key: inOne.key, ...first }, { key: inOne.key, ...nothing })
    for (const { id } of [inTwo, inOne]) {
      const { uiType, lengthHint, neighbors } = (await contextOf(id)).context ?? assert.fail()
      assert.deepEqual({ uiType, lengthHint, neighbors }, { uiType: 'button', ...nothing })
    }
  })

  test('in one request too, in the order they were sent', async () => {
    const { id, key } = await createKey()
    const answer = await observe(
      { key, uiType: 'button', screenGroup: 'a' },
      { key, uiType: 'link', lengthHint: 'short' },
      { key, screenGroup: 'b', translationRole: 'label' },
    )
    assert.deepEqual(answer, { accepted: 3, unknown: 0 })
    const { uiType, lengthHint, translationRole, screenGroups } = (await contextOf(id)).context ?? assert.fail()
    assert.deepEqual([uiType, lengthHint, translationRole], ['link', 'short', 'label'])
    assert.deepEqual(screenGroups.toSorted(), ['a', 'b'])
  })

  test('from many at once nothing is lost, whatever the order of the keys', async () => {
    const keys = [await createKey(), await createKey(), await createKey()]
    await Promise.all(
      Array.from({ length: 20 }, (_, n) => {
        const order = n % 2 ? keys : keys.toReversed()
        return observe(...order.map(({ key }) => ({ key, screenGroup: `screen ${n}` })))
      }),
    )
    const expected = Array.from({ length: 20 }, (_, n) => `screen ${n}`).sort()
    for (const { id } of keys) assert.deepEqual((await contextOf(id)).context?.screenGroups.toSorted(), expected)
  })
})

describe('createObservations 401, 403', () => {
  const body = { observations: [{ key: 'a' }] }

  test('401 AUTHENTICATION_REQUIRED without a credential, UNAUTHORIZED for a session', async () => {
    await refused(body, 'authenticationRequired', undefined, nobody)
    await refused(body, 'apiKeyRequired', undefined, owner)
  })

  test('403 without context:write, whatever else the API key may do', () =>
    refused(body, 'missingPermission', { requiredPermission: 'context.write' }, others))
})

describe('createObservations over the plan limit', () => {
  test('403 READ_ONLY_MODE: it is a write', async () => {
    const { id, key } = await createKey()
    const limitTo = (keys: number | null) =>
      service.ok(owner, 'updateOrganization', { params: { orgId }, body: { limits: { keys } } })
    await limitTo(0)
    try {
      await refused({ observations: [{ key }] }, 'readOnly')
    } finally {
      await limitTo(null)
    }
    assert.equal((await contextOf(id)).observed, false)
  })
})

describe('createObservations 422', () => {
  const invalid = (observation: object, situation: Situation, field: string) =>
    refused({ observations: [{ key: 'a' }, { key: 'a', ...observation }] }, situation, {
      field: `observations.1.${field}`,
    })

  test('none, and more than 1000', async () => {
    await refused({ observations: [] }, 'validationError', { field: 'observations' })
    const many = Array.from({ length: 1001 }, () => ({ key: 'a' }))
    await refused({ observations: many }, 'validationError', { field: 'observations' })
  })

  test('no list at all', async () => {
    await refused({}, 'fieldRequired', { field: 'observations' })
    await refused({ observations: 'a' }, 'validationError', { field: 'observations' })
  })

  test('an observation that names no key, and fields of the wrong kind', async () => {
    for (const key of [undefined, '']) await invalid({ key }, 'fieldRequired', 'key')
    await invalid({ key: 'k'.repeat(769) }, 'fieldTooLong', 'key')
    for (const field of ['key', 'namespace', 'uiType', 'translationRole', 'lengthHint', 'screenGroup']) {
      for (const bad of [5, 'a\0b', '\ud800']) await invalid({ [field]: bad }, 'validationError', field)
    }
    await invalid({ neighbors: {} }, 'validationError', 'neighbors')
    await invalid({ neighbors: [neighbor('a'), { ...neighbor('b'), text: 5 }] }, 'validationError', 'neighbors.1.text')
  })

  test('a body that is not JSON is 400', () => refused('{', 'bodyNotJson'))
})

describe('qa 5 which keys are looked at again', () => {
  const { clock, db } = service
  /** Whether a key is marked; it is not any more. */
  const isMarked = async (keyId: number) =>
    (await db.run(sql`delete from keys_to_check where project_id = ${projectId} and key_id = ${keyId}`)) > 0
  /** As if it had last been seen so long ago. Sessions would end if the clock went on. */
  const age = (keyId: number, ms: number) =>
    db.run(sql`
      update observations set last_seen_at = ${new Date(clock.now().getTime() - ms)} where key_id = ${keyId}`)
  const MONTH = 30 * 86_400_000
  const createSeen = async () => {
    const { id, key } = await createKey({ translations: { en: { value: 'Save', status: 'translated' } } })
    await observe({ key, lengthHint: '9ch' })
    assert.ok(await isMarked(id))
    return { id, key }
  }

  test('qa 5 those of which another lengthHint is reported', async () => {
    const { id, key } = await createSeen()
    for (const sighting of [{ lengthHint: '9ch' }, { uiType: 'link' }]) {
      await observe({ key, ...sighting })
      assert.equal(await isMarked(id), false, JSON.stringify(sighting))
    }
    for (const lengthHint of ['8ch', null, '8ch']) {
      await observe({ key, lengthHint })
      assert.ok(await isMarked(id), `${lengthHint}`)
    }
  })

  test('qa 5 and those that are seen again after what was reported became stale', async () => {
    const { id, key } = await createSeen()
    await service.ok(owner, 'putValue', { params: { projectId, key }, body: { locale: 'en', value: 'Keep' } })
    await observe({ key })
    assert.ok(await isMarked(id), 'the source text was another')
    await age(id, MONTH + 1)
    await observe({ key })
    assert.ok(await isMarked(id), 'it had not been seen for long')
    await observe({ key })
    assert.equal(await isMarked(id), false)
  })

  test('qa 2 and those of which something was found by a sighting that is too old now', async () => {
    const { id } = await createSeen()
    await db.run(sql`
      insert into issues (id, project_id, key_id, locale_id, check_id, severity, params, message, detected_at)
      select 'iss_' || ${id}::bigint, ${projectId}, ${id}, source_locale_id, 'exceeds_space', 'warning', '{}', '', now()
      from projects where id = ${projectId}`)
    await age(id, MONTH)
    await sweep(service.services, checkSweeps)
    assert.equal(await isMarked(id), false)
    await age(id, MONTH + 1)
    await sweep(service.services, checkSweeps)
    assert.ok(await isMarked(id))
  })
})
