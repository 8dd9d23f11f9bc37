import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ConflictPages } from '../conflict-pages.ts'
import type { Conflict } from '../decisions.ts'

const SIZE = 500

/** A hundred thousand conflicts, by pages whose cursors are numbers. */
function serve(count = 100_000) {
  const asked: (string | undefined)[] = []
  const fetch = async (cursor: string | undefined) => {
    asked.push(cursor)
    const from = Number(cursor ?? 0)
    const to = Math.min(count, from + SIZE)
    const conflicts = Array.from({ length: to - from }, (_, at) => ({ key: `k${from + at}` }) as Conflict)
    return { conflicts, total: count, nextCursor: to < count ? String(to) : null, hasMore: to < count }
  }
  return { asked, fetch }
}

const settled = async (pages: ConflictPages, length: number) => {
  while (pages.loaded().rows.length < length) await new Promise((resolve) => setImmediate(resolve))
}

test('pages are read as far as somebody looks, each once', async () => {
  const { asked, fetch } = serve()
  const pages = new ConflictPages(fetch)
  pages.want(10)
  await settled(pages, SIZE)
  assert.equal(pages.loaded().total, 100_000)
  pages.want(20)
  pages.want(1_700)
  await settled(pages, 4 * SIZE)
  assert.deepEqual(asked, [undefined, '500', '1000', '1500'])
  assert.equal(pages.loaded().rows[1_700]?.key, 'k1700')
})

test('whoever goes to the end gets there, and reads nothing after it', async () => {
  const { asked, fetch } = serve(1_200)
  const pages = new ConflictPages(fetch)
  pages.want(1_199)
  await settled(pages, 1_200)
  pages.want(5_000)
  await new Promise((resolve) => setImmediate(resolve))
  assert.equal(asked.length, 3)
})

test('a page that failed is asked for again only when somebody says so', async () => {
  const { fetch } = serve()
  let failures = 1
  const pages = new ConflictPages(async (cursor) => {
    if (failures-- > 0) throw new Error('busy')
    return fetch(cursor)
  })
  pages.want(0)
  await new Promise((resolve) => setImmediate(resolve))
  assert.ok(pages.loaded().failure)
  pages.tryAgain()
  await settled(pages, SIZE)
  assert.equal(pages.loaded().failure, undefined)
})
