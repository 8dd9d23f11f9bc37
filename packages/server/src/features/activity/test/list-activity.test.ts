import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createApiKey, createScene, join, register } from '../../../../test/factories.ts'
import { type Caller, nobody, startService } from '../../../../test/harness.ts'

const service = await startService()
const { owner, orgId, projectId } = await createScene(service)
const stranger = await register(service)
const viewer = await join(service, owner, orgId, 'viewer')
const restricted = await join(service, owner, orgId, 'translator', ['fr'])
const writer = await createApiKey(service, owner, projectId, ['translations:write'])
const reader = await createApiKey(service, owner, projectId, ['translations:read'])
const other = await service.ok(owner, 'createProject', { params: { orgId }, body: { name: 'B', sourceLocale: 'en' } })
const params = { projectId }

type Query = Record<string, unknown>
const list = (query: Query = {}, caller: Caller = owner, at = projectId) =>
  service.ok(caller, 'listActivity', { params: { projectId: at }, query })
const createKey = (key: string, fields: object = {}, at = projectId) =>
  service.ok(owner, 'createKey', { params: { projectId: at }, body: { key, ...fields } })
const put = (key: string, value: string, caller: Caller = owner, locale = 'de') =>
  service.ok(caller, 'putValue', { params: { projectId, key }, body: { locale, value } })
const refused = (query: Query, situation: 'invalidCursor' | 'validationError', meta?: Query) =>
  service.refused(owner, 'listActivity', { params, query }, situation, meta)

async function walk(query: Query, between: () => Promise<unknown> = async () => {}) {
  const found = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const { activity, nextCursor, hasMore } = await list({ limit: 3, ...query, ...(cursor ? { cursor } : {}) })
    assert.equal(hasMore, nextCursor !== null)
    found.push(...activity)
    cursor = nextCursor
    if (cursor) await between()
  }
  return found
}

describe('listActivity 200', () => {
  test('tells the life of a key, newest first: when, who, what before and after', async () => {
    const { user } = await service.ok(owner, 'getSession')
    const person = { type: 'user', id: owner.userId, name: user.name }
    const key = await createKey('cart', {
      namespace: 'shop',
      translations: { de: { value: 'Korb', status: 'translated' } },
    })
    const created = service.clock.now().toISOString()
    service.clock.advance(1000)
    const query = { namespace: 'shop' }
    const request = { params: { projectId, key: 'cart' }, query, body: { locale: 'DE', value: 'Warenkorb' } }
    await service.ok(writer, 'putValue', request)
    const changed = service.clock.now().toISOString()
    service.clock.advance(1000)
    await service.ok(owner, 'deleteKey', { params: { projectId, keyId: key.id } })
    const { activity } = await list({ keyId: key.id }, viewer)
    const { apiKeys } = await service.ok(owner, 'listApiKeys', { params })
    const name = apiKeys.find(({ id }) => id === writer.apiKeyId)?.name
    const named = { keyId: key.id, key: 'cart', namespace: 'shop' }
    const [korb, warenkorb] = [
      { value: 'Korb', status: 'translated' },
      { value: 'Warenkorb', status: 'not_reviewed' },
    ]
    const [deleted, updated, added, first] = activity.map(({ id, ...entry }) => entry)
    assert.equal(activity.length, 4)
    assert.deepEqual(updated, {
      ...named,
      at: changed,
      actor: { type: 'api_key', id: writer.apiKeyId, name },
      event: 'translation.updated',
      locale: 'de',
      before: korb,
      after: warenkorb,
    })
    assert.deepEqual(added, {
      ...named,
      at: created,
      actor: person,
      event: 'translation.created',
      locale: 'de',
      before: null,
      after: korb,
    })
    const lifecycle = [first, deleted].map((entry) => [
      entry?.event,
      entry?.key,
      entry?.at,
      entry?.actor,
      entry?.locale,
    ])
    assert.deepEqual(lifecycle, [
      ['key.created', 'cart', created, person, null],
      ['key.deleted', 'cart', service.clock.now().toISOString(), person, null],
    ])
  })

  test('a refused write leaves no trace', async () => {
    const before = await list()
    await createKey('limited', { characterLimit: 2 })
    const request = { params: { projectId, key: 'limited' }, body: { locale: 'de', value: 'zu lang' } }
    await service.refused(owner, 'putValue', request, 'valueTooLong')
    const after = await list()
    assert.deepEqual(after.activity.slice(1), before.activity)
    assert.equal(after.activity[0]?.event, 'key.created')
  })

  test('members restricted to some languages learn nothing of values in others', async () => {
    const secret = 'Geheimnis'
    const key = await createKey('secret', { translations: { de: { value: secret, status: 'translated' } } })
    await put('secret', `${secret}!`)
    await put('secret', 'mystère', owner, 'fr')
    assert.ok(JSON.stringify(await list({ keyId: key.id })).includes(secret))
    for (const query of [{}, { keyId: key.id }]) {
      const seen = await list(query, restricted)
      assert.ok(!JSON.stringify(seen).includes(secret))
      assert.ok(seen.activity.some(({ after }) => (after as { value?: string })?.value === 'mystère'))
    }
    const all = []
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await list({ limit: 1, ...(cursor ? { cursor } : {}) }, restricted)
      all.push(...page.activity)
      cursor = page.nextCursor
    }
    assert.ok(!JSON.stringify(all).includes(secret))
    assert.ok(all.some(({ event }) => event === 'key.created'))
  })

  test('keyId shows one key alone, and nothing of a key of another project', async () => {
    const mine = await createKey('mine')
    const theirs = await createKey('theirs', {}, other.id)
    assert.deepEqual(
      (await list({ keyId: mine.id })).activity.map(({ keyId }) => keyId),
      [mine.id],
    )
    assert.deepEqual((await list({ keyId: theirs.id })).activity, [])
    assert.deepEqual((await list({ keyId: 999_999 })).activity, [])
    assert.ok(!(await list({ limit: 100 })).activity.some(({ key }) => key === 'theirs'))
  })

  test('pages show each entry once, newest first, while new ones come in', async () => {
    const { id } = await createKey('paged')
    for (let n = 0; n < 10; n++) await put('paged', `Fassung ${n}`)
    for (const query of [{}, { keyId: id }]) {
      const before = (await list({ ...query, limit: 100 })).activity
      let written = 0
      const found = await walk(query, () => put('paged', `Neu ${JSON.stringify(query)} ${written++}`))
      assert.ok(written > 2)
      assert.deepEqual(found, before)
    }
  })

  test('pages have 50 entries unless another limit from 1 to 100 is asked for', async () => {
    await createKey('busy')
    for (let n = 0; n < 101; n++) await put('busy', `Fassung ${n}`)
    const sizes = [await list(), await list({ limit: 1 }), await list({ limit: 100 })].map(
      ({ activity }) => activity.length,
    )
    assert.deepEqual(sizes, [50, 1, 100])
    const ids = (await list({ limit: 100 })).activity.map(({ id }) => id)
    assert.deepEqual(
      ids,
      ids.toSorted((a, b) => b - a),
    )
  })
})

describe('listActivity 400', () => {
  test('a cursor of another filter, project or endpoint', async () => {
    const { id } = await createKey('cursor a')
    const second = await createKey('cursor b')
    await put('cursor a', 'x')
    await put('cursor b', 'x')
    const cursorOf = async (query: Query) => (await list({ limit: 1, ...query })).nextCursor ?? assert.fail('no cursor')
    const [bare, filtered] = [await cursorOf({}), await cursorOf({ keyId: id })]
    await list({ cursor: bare })
    await list({ cursor: filtered, keyId: id })
    await refused({ cursor: bare, keyId: id }, 'invalidCursor')
    await refused({ cursor: filtered }, 'invalidCursor')
    await refused({ cursor: filtered, keyId: second.id }, 'invalidCursor')
    const there = { params: { projectId: other.id }, query: { cursor: bare } }
    await service.refused(owner, 'listActivity', there, 'invalidCursor')
    const { pagination } = await service.ok(owner, 'listKeys', { params, query: { limit: 1 } })
    await refused({ cursor: pagination.nextCursor }, 'invalidCursor')
  })

  test('a cursor with any character changed, or none at all', async () => {
    const cursor = (await list({ limit: 1 })).nextCursor ?? assert.fail('no cursor')
    for (const at of Array(cursor.length).keys()) {
      for (const character of ['A', 'B', '_'].filter((other) => other !== cursor[at])) {
        await refused({ cursor: cursor.slice(0, at) + character + cursor.slice(at + 1) }, 'invalidCursor')
      }
    }
    for (const wrong of ['', '1', 'abc', '\0', `${cursor}A`, cursor.slice(0, -1)]) {
      await refused({ cursor: wrong }, 'invalidCursor')
    }
  })
})

describe('listActivity 401, 403, 404, 422', () => {
  test('401 without a credential', () => service.refused(nobody, 'listActivity', { params }, 'authenticationRequired'))

  test('403 for a key that may not read, and for the key of another project', async () => {
    await list({}, reader)
    await service.refused(writer, 'listActivity', { params }, 'missingPermission', {
      requiredPermission: 'translation.view',
    })
    await service.refused(reader, 'listActivity', { params: { projectId: other.id } }, 'otherProjectsKey')
  })

  test('404 for strangers', () => service.refused(stranger, 'listActivity', { params }, 'projectNotFound'))

  test('422 for a limit out of range and a keyId that is none', async () => {
    for (const limit of ['0', '101', '-1', '1.5', 'abc', ''])
      await refused({ limit }, 'validationError', { field: 'limit' })
    for (const keyId of ['0', '-1', 'abc', '1.5', '']) await refused({ keyId }, 'validationError', { field: 'keyId' })
  })
})
