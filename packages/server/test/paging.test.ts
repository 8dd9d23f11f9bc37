import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { createScene } from './factories.ts'
import { startService } from './harness.ts'
import type { ListedKey } from './recount.ts'

const service = await startService()
const { owner, projectId, project } = await createScene(service)
const params = { projectId }
const { id: side } = await service.ok(owner, 'createNamespace', { params, body: { name: 'side' } })
const namespaceIds = [project.defaultNamespaceId, side]

/** What happens to a key while others read: nothing, a new name, a new namespace, a new text and status. */
const kinds = ['still', 'still', 'renamed', 'moved', 'written'] as const
type Kind = (typeof kinds)[number]
interface Known {
  id: number
  key: string
  kind: Kind
  n: number
}

const filters = {
  'every key': {},
  'a search': { search: 'needle' },
  'a status': { statuses: ['not_reviewed'], localeCodes: ['de'] },
}
type FilterName = keyof typeof filters
const sortings = ['key', 'createdAt', 'updatedAt'] as const

const KEYS = 210
const known: Known[] = []
/** Keys that come and go. */
const passing: number[] = []
let names = 0
const letters = ['!', 'a', 'm', 'x', 'z', '\uff01', '🦜']

/** By its number a key is found by name, by a text, or not at all, and waits for review or not. */
const isFound = (n: number) => n % 3 !== 0
const isToReview = (n: number) => n % 2 === 0
const nameOf = (n: number, start: string) => `${start}.${n % 3 === 1 ? 'Needle' : 'straw'}.${n}.${++names}`
const keyOf = (n: number, start: string) => ({
  key: nameOf(n, start),
  namespaceId: namespaceIds[n % 2],
  translations: {
    de: { value: 'Text', status: isToReview(n) ? 'not_reviewed' : 'translated' },
    fr: { value: n % 3 === 2 ? 'a NEEDLE in it' : 'nothing', status: 'translated' },
  },
})
for (let n = 0; n < KEYS; n++) {
  const { id, key } = await service.ok(owner, 'createKey', { params, body: keyOf(n, letters[n % 7] ?? '') })
  known.push({ id, key, kind: kinds[n % kinds.length] ?? 'still', n })
  if (n % 4) service.clock.advance(1)
}

const write = fc.record({
  kind: fc.constantFrom('insert', 'insert', 'delete', 'rename', 'move', 'move', 'write'),
  n: fc.nat(9999),
  letter: fc.constantFrom(...letters),
})
type Write = typeof write extends fc.Arbitrary<infer T> ? T : never

/** One write beside the reader; it only touches keys of the kind it is for. */
async function perform({ kind, n, letter }: Write): Promise<void> {
  const pick = (wanted: Kind) => {
    const some = known.filter((key) => key.kind === wanted)
    return some[n % some.length] ?? assert.fail()
  }
  if (kind === 'insert') passing.push((await service.ok(owner, 'createKey', { params, body: keyOf(n, letter) })).id)
  if (kind === 'delete' && passing.length > 0) {
    await service.ok(owner, 'batchDeleteKeys', { params, body: { keyIds: passing.splice(n % passing.length, 2) } })
  }
  if (kind === 'rename') {
    const key = pick('renamed')
    const body = { key: nameOf(key.n, letter) }
    await service.ok(owner, 'updateKey', { params: { projectId, keyId: key.id }, body })
  }
  if (kind === 'move') {
    const { id } = pick('moved')
    const namespaceId = namespaceIds[n % 2] ?? 0
    const request = { params: { projectId, keyId: id }, body: { namespaceId } }
    if (n % 3) await service.ok(owner, 'updateKey', request)
    else {
      const body = { keyIds: [id, pick('moved').id], targetNamespaceId: namespaceId }
      await service.ok(owner, 'batchMoveKeys', { params, body })
    }
  }
  if (kind === 'write') {
    const { id } = pick('written')
    const status = n % 2 ? 'translated' : 'not_reviewed'
    await service.ok(owner, 'batchSetStatus', { params, body: { keyIds: [id], localeCode: 'de', status } })
  }
}

/** All pages, each read while the next few writes are under way. */
async function walk(query: object, writes: fc.Stream<Write>): Promise<ListedKey[]> {
  const found: ListedKey[] = []
  let pages = 0
  for (let cursor: string | null | undefined; cursor !== null; pages++) {
    // Fewer writes than keys on a page: by time, all that is written lies ahead, and the walk has to end.
    const [limit, width] = [7 + (pages % 14), 2 + (pages % 4)]
    const page = { ...query, limit, ...(cursor ? { cursor } : {}) }
    const beside = [...writes.take(width)].map(perform)
    const [{ data, pagination }] = await Promise.all([
      service.ok(owner, 'listKeys', { params, query: page }),
      ...beside,
    ])
    assert.ok(data.length <= limit)
    found.push(...data)
    cursor = pagination.nextCursor
    if (pages % 3) service.clock.advance(1)
  }
  return found
}

/** The keys whose place in the order, and whose answer to the filter, no write changed. */
function stayed(sortBy: (typeof sortings)[number], filter: FilterName): Known[] {
  const moving = { key: ['renamed'], createdAt: [], updatedAt: ['renamed', 'moved', 'written'] }[sortBy] as Kind[]
  if (filter === 'a status') moving.push('written')
  return known.filter(({ kind }) => !moving.includes(kind))
}

const matches = (filter: FilterName, { n }: Known) =>
  filter === 'every key' || (filter === 'a search' ? isFound(n) : isToReview(n))
const byCodePoint = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b))
const ascending = (a: number, b: number) => a - b

const seed = process.env['PAGING_SEED']
const once = { numRuns: 1, endOnFailure: true, ...(seed ? { seed: Number(seed) } : {}) }

describe('a walk through all pages beside inserts, deletes, renames, moves and writes', () => {
  for (const sortBy of sortings) {
    for (const sortOrder of ['asc', 'desc'] as const) {
      for (const filter of Object.keys(filters) as FilterName[]) {
        test(`by ${sortBy} ${sortOrder}, ${filter}: each key that stayed in its place exactly once`, () =>
          fc.assert(
            fc.asyncProperty(fc.infiniteStream(write), async (writes) => {
              const found = await walk({ ...filters[filter], sortBy, sortOrder }, writes)
              const ids = new Set(stayed(sortBy, filter).map(({ id }) => id))
              const expected = stayed(sortBy, filter).filter((key) => matches(filter, key))
              const seen = found.map(({ id }) => id).filter((id) => ids.has(id))
              assert.deepEqual(
                seen.sort(ascending),
                expected.map(({ id }) => id),
              )
              const order = found.filter(({ id }) => ids.has(id)).map((key) => key[sortBy])
              const sorted = order.toSorted(byCodePoint)
              assert.deepEqual(order, sortOrder === 'asc' ? sorted : sorted.reverse())
            }),
            once,
          ))
      }
    }
  }
})
