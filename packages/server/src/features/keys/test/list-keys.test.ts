import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { describe, test } from 'node:test'
import { createApiKey, createScene, join, register } from '../../../../test/factories.ts'
import { type Caller, nobody, startService } from '../../../../test/harness.ts'
import { isoTime } from '../../../db/pool.ts'
import { sql } from '../../../db/sql.ts'

const service = await startService()
const { owner, orgId, projectId } = await createScene(service)
const stranger = await register(service)
const restricted = await join(service, owner, orgId, 'translator', ['fr'])
const blind = await join(service, owner, orgId, 'translator', [])
const reader = await createApiKey(service, owner, projectId, ['translations:read'])
const writer = await createApiKey(service, owner, projectId, ['translations:write'])
const params = { projectId }

type Query = Record<string, unknown>
interface Key {
  id: number
  key: string
  createdAt: string
  updatedAt: string
}
const sortings = ['key', 'createdAt', 'updatedAt'] as const
const orders = ['asc', 'desc'] as const

const createKey = (body: object, at = projectId) => service.ok(owner, 'createKey', { params: { projectId: at }, body })
const list = (query: Query, at = projectId, caller: Caller = owner) =>
  service.ok(caller, 'listKeys', { params: { projectId: at }, query })
const refused = (query: Query, situation: 'invalidCursor' | 'validationError', meta?: Query) =>
  service.refused(owner, 'listKeys', { params, query }, situation, meta)

/** All pages of a listing; `between` runs after each of them. */
async function walk(query: Query, at: number, between: (page: Key[]) => Promise<unknown> = async () => {}) {
  const found: Key[] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    // The size of a page is no part of its cursor.
    const limit = 2 + (found.length % 3)
    const { data, pagination } = await list({ ...query, limit, ...(cursor ? { cursor } : {}) }, at)
    assert.equal(pagination.hasMore, pagination.nextCursor !== null)
    assert.ok(data.length === limit || !pagination.hasMore)
    found.push(...data)
    cursor = pagination.nextCursor
    if (cursor) await between(data)
  }
  return found
}

const byCodePoint = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b))
function assertSorted(keys: Key[], by: (typeof sortings)[number], order: (typeof orders)[number]) {
  const values = keys.map((key) => key[by])
  const sorted = values.toSorted(byCodePoint)
  assert.deepEqual(values, order === 'asc' ? sorted : sorted.reverse())
}

// In UTF-16 an emoji sorts before U+FF01, and in most collations a before B.
const names = 'B a A ä a.b a-b ab _ ~ \uff01 🦜 \ud7ff __proto__ 1 10 2'.split(' ')
const random = () => String.fromCodePoint(...Array.from({ length: 768 }, () => randomInt(0x10000, 0x110000)))
const long = ['b', 'c', 'a'].map((last) => 'p'.repeat(767) + last)

/** A project of its own; some of its keys share their name, some their time. */
async function createLibrary() {
  const { id } = await service.ok(owner, 'createProject', {
    params: { orgId },
    body: { name: 'L', sourceLocale: 'en' },
  })
  for (const key of [...names, random(), random(), ...long]) {
    await createKey({ key }, id)
    if (key.length % 2) service.clock.advance(1)
  }
  for (const key of names.slice(0, 4)) await createKey({ key, namespace: 'second' }, id)
  service.clock.advance(1000)
  for (const key of names.slice(5, 8)) {
    await service.ok(owner, 'putValue', { params: { projectId: id, key }, body: { locale: 'en', value: 'x' } })
  }
  const { namespaces } = await service.ok(owner, 'listNamespaces', { params: { projectId: id } })
  return { at: id, second: namespaces.find(({ name }) => name === 'second')?.id ?? 0 }
}

const values = {
  en: { value: 'Cart', status: 'translated' },
  de: { value: 'Korb', status: 'not_reviewed' },
  fr: { value: 'Panier', status: 'translated' },
}
const cart = await createKey({ key: 'cart', translations: values })
await createKey({ key: 'empty', characterLimit: 5, description: 'd' })
await createKey({ key: 'zebra', translations: { de: values.de } })

describe('listKeys 200', () => {
  test('shows keys as they were created, with the review of each value beside it', async () => {
    const { data, pagination } = await list({}, projectId, reader)
    assert.deepEqual(
      data.map(({ key }) => key),
      ['cart', 'empty', 'zebra'],
    )
    assert.deepEqual(pagination, { nextCursor: null, hasMore: false })
    const { translations, ...first } = data[0] ?? assert.fail()
    const { translations: created, ...rest } = cart
    assert.deepEqual(first, rest)
    const reviewed = { reviewedBy: owner.userId, reviewedAt: service.clock.now().toISOString() }
    assert.deepEqual(translations['en'], { ...created['en'], ...reviewed })
    assert.deepEqual(translations['de'], { ...created['de'], reviewedBy: null, reviewedAt: null })
  })

  test('members restricted to some languages see every key, and of the values only theirs', async () => {
    const seen = async (caller: Caller) =>
      (await list({}, projectId, caller)).data.map(({ key, translations }) => [key, ...Object.keys(translations)])
    assert.deepEqual(await seen(restricted), [['cart', 'fr'], ['empty'], ['zebra']])
    assert.deepEqual(await seen(blind), [['cart'], ['empty'], ['zebra']])
  })

  test('pages have 50 keys unless another limit from 1 to 100 is asked for', async () => {
    const { at } = await createLibrary()
    const missing = 100 - (await walk({}, at)).length
    await Promise.all(Array.from({ length: missing }, (_, n) => createKey({ key: `more ${n}` }, at)))
    const first = await list({}, at)
    assert.deepEqual([first.data.length, first.pagination.hasMore], [50, true])
    const second = await list({ cursor: first.pagination.nextCursor }, at)
    assert.deepEqual([second.data.length, second.pagination], [50, { nextCursor: null, hasMore: false }])
    assert.equal((await list({ limit: 1 }, at)).data.length, 1)
    const all = await list({ limit: 100 }, at)
    assert.deepEqual(all.data, [...first.data, ...second.data])
    assert.deepEqual(all.pagination, { nextCursor: null, hasMore: false })
  })

  for (const sortBy of sortings) {
    for (const sortOrder of orders) {
      test(`by ${sortBy} ${sortOrder}: each key once and in order, page by page`, async () => {
        const { at } = await createLibrary()
        const found = await walk({ sortBy, sortOrder }, at)
        assertSorted(found, sortBy, sortOrder)
        const { data } = await list({ limit: 100 }, at)
        assert.equal(data.length, names.length + 9)
        assert.deepEqual(new Set(found.map(({ id }) => id)), new Set(data.map(({ id }) => id)))
        assert.equal(found.length, data.length)
      })

      test(`by ${sortBy} ${sortOrder}: no key is skipped or shown twice while others come, go and change`, async () => {
        const { at, second } = await createLibrary()
        const before = (await list({ limit: 100 }, at)).data
        const inserted = new Set<number>()
        const touched = before.find(({ key }) => key === '🦜')?.id
        const found = await walk({ sortBy, sortOrder }, at, async (page) => {
          // By time, every new key lies ahead: without an end to them there is none to the walk.
          if (inserted.size === 15) return
          service.clock.advance(1)
          for (const key of [`0 ${inserted.size}`, `m ${inserted.size}`, `🦜 ${inserted.size}`]) {
            inserted.add((await createKey({ key }, at)).id)
          }
          // The very key that the cursor stands on goes away.
          await service.call(owner, 'deleteKey', { params: { projectId: at, keyId: page.at(-1)?.id ?? 0 } })
          const rename = { params: { projectId: at, namespaceId: second }, body: { name: `second ${inserted.size}` } }
          await service.ok(owner, 'updateNamespace', rename)
          const body = { locale: 'en', value: String(inserted.size) }
          await service.call(owner, 'putValue', { params: { projectId: at, key: '🦜' }, body })
        })
        const ofInterest = (id: number) => !inserted.has(id) && (sortBy !== 'updatedAt' || id !== touched)
        const seen = found.map(({ id }) => id).filter(ofInterest)
        const expected = before.map(({ id }) => id).filter(ofInterest)
        assert.deepEqual(
          seen.toSorted((a, b) => a - b),
          expected.toSorted((a, b) => a - b),
        )
        if (sortBy !== 'updatedAt') assertSorted(found, sortBy, sortOrder)
      })
    }
  }

  test('the default is by key, ascending', async () => {
    const { at } = await createLibrary()
    assert.deepEqual(await walk({}, at), await walk({ sortBy: 'key', sortOrder: 'asc' }, at))
  })
})

describe('listKeys 400', () => {
  const cursorOf = async (query: Query, at = projectId) =>
    (await list({ limit: 1, ...query }, at)).pagination.nextCursor ?? assert.fail('no cursor')

  test('a cursor of another sort or order', async () => {
    for (const sortBy of sortings) {
      for (const sortOrder of orders) {
        const cursor = await cursorOf({ sortBy, sortOrder })
        for (const other of sortings.flatMap((by) => orders.map((order) => ({ sortBy: by, sortOrder: order })))) {
          if (other.sortBy === sortBy && other.sortOrder === sortOrder) await list({ cursor, ...other })
          else await refused({ cursor, ...other }, 'invalidCursor')
        }
      }
    }
  })

  test('a cursor of another project or another endpoint', async () => {
    const { at } = await createLibrary()
    await refused({ cursor: await cursorOf({}, at) }, 'invalidCursor')
    const { nextCursor } = await service.ok(owner, 'listActivity', { params, query: { limit: 1 } })
    assert.ok(nextCursor)
    await refused({ cursor: nextCursor }, 'invalidCursor')
  })

  test('a cursor with any character changed, cut or added', async () => {
    const cursor = await cursorOf({})
    for (const at of Array(cursor.length).keys()) {
      for (const character of ['A', 'B', '_', '.'].filter((other) => other !== cursor[at])) {
        await refused({ cursor: cursor.slice(0, at) + character + cursor.slice(at + 1) }, 'invalidCursor')
      }
    }
    for (const wrong of [
      cursor.slice(0, -1),
      cursor.slice(1),
      `${cursor}A`,
      `${cursor}=`,
      ` ${cursor}`,
      cursor + cursor,
    ]) {
      await refused({ cursor: wrong }, 'invalidCursor')
    }
    await list({ cursor })
  })

  test('a cursor that is no cursor at all', async () => {
    const empty = Buffer.from('{}').toString('base64url')
    for (const cursor of ['', '1', 'abc', '__proto__', '🦜', '\0', "'; --", empty, 'x'.repeat(10_000)]) {
      await refused({ cursor }, 'invalidCursor')
    }
  })
})

describe('listKeys 401, 403, 404, 422', () => {
  test('401 without a credential', () => service.refused(nobody, 'listKeys', { params }, 'authenticationRequired'))

  test('403 for a key that may not read, and for the key of another project', async () => {
    await service.refused(writer, 'listKeys', { params }, 'missingPermission', {
      requiredPermission: 'translation.view',
    })
    const { at } = await createLibrary()
    await service.refused(reader, 'listKeys', { params: { projectId: at } }, 'otherProjectsKey')
  })

  test('404 for strangers', () => service.refused(stranger, 'listKeys', { params }, 'projectNotFound'))

  test('422 for a limit, sort or order that is not offered', async () => {
    for (const limit of ['0', '101', '-1', '1.5', 'abc', '', '9223372036854775808']) {
      await refused({ limit }, 'validationError', { field: 'limit' })
    }
    for (const sortBy of ['id', 'KEY', '', 'key;select pg_sleep(5)', 'constructor']) {
      await refused({ sortBy }, 'validationError', { field: 'sortBy' })
    }
    for (const sortOrder of ['ascending', 'ASC', ''])
      await refused({ sortOrder }, 'validationError', { field: 'sortOrder' })
  })
})

test('times are told to the millisecond, zeros at their end included', async () => {
  const { id } = await createKey({ key: 'timed' })
  for (const time of ['2026-01-02T03:04:05.000Z', '2026-01-02T03:04:05.100Z', '2026-01-02T03:04:05.012Z']) {
    await service.db.run(sql`update keys set created_at = ${time}, updated_at = ${time} where id = ${id}`)
    const [key] = (await list({ search: 'timed' })).data
    assert.deepEqual([key?.createdAt, key?.updatedAt], [time, time])
  }
})

test('a time of a server in another zone is the same time', () => {
  assert.equal(isoTime('2026-01-02 03:04:05.12+02'), '2026-01-02T01:04:05.120Z')
  assert.equal(isoTime('2026-01-02 03:04:05-03:30'), '2026-01-02T06:34:05.000Z')
})
