import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ConflictPages, PAGE } from '../conflict-pages.ts'
import type { Conflict } from '../decisions.ts'

/** A hundred thousand conflicts, and where in them each page began that was asked for. */
function serve(count = 100_000) {
  const asked: number[] = []
  const fetch = async (skip: number) => {
    asked.push(skip)
    const length = Math.max(0, Math.min(PAGE, count - skip))
    return { conflicts: Array.from({ length }, (_, at) => ({ key: `k${skip + at}` }) as Conflict), total: count }
  }
  return { asked, fetch }
}

const until = async (isSo: () => boolean) => {
  while (!isSo()) await new Promise((resolve) => setImmediate(resolve))
}
const settled = (pages: ConflictPages, index: number) => until(() => pages.row(index) !== undefined)

test('pages are read where somebody looks, each once', async () => {
  const { asked, fetch } = serve()
  const pages = new ConflictPages(fetch)
  pages.want(0, 10)
  await settled(pages, 10)
  assert.equal(pages.loaded().total, 100_000)
  pages.want(5, 20)
  pages.want(195, 205)
  await settled(pages, 205)
  assert.deepEqual(asked, [0, 100, 200])
  assert.equal(pages.row(198)?.key, 'k198')
})

test('whoever goes to the end at once reads nothing on the way, and nothing after it', async () => {
  const { asked, fetch } = serve(99_950)
  const pages = new ConflictPages(fetch)
  pages.want(0, 20)
  await settled(pages, 0)
  for (let row = 500; row < 99_900; row += 500) pages.want(row, row + 20)
  pages.want(99_920, 99_999)
  await settled(pages, 99_949)
  assert.equal(pages.row(99_950), undefined)
  assert.deepEqual(asked, [0, 500, 99_900])
})

test('what was looked at last stays, what was left long ago is read again', async () => {
  const { asked, fetch } = serve()
  const pages = new ConflictPages(fetch)
  pages.want(0, 0)
  await settled(pages, 0)
  for (let page = 1; page <= 30; page++) {
    pages.want(page * PAGE, page * PAGE)
    await settled(pages, page * PAGE)
  }
  assert.equal(pages.row(0), undefined)
  assert.equal(pages.row(2_500)?.key, 'k2500')
  assert.equal(asked.length, 31)
  pages.want(0, 0)
  await settled(pages, 0)
  assert.equal(asked.length, 32)
})

test('a page that failed is asked for again only when somebody says so', async () => {
  const { fetch } = serve()
  let failures = 1
  const pages = new ConflictPages(async (skip) => {
    if (failures-- > 0) throw new Error('busy')
    return fetch(skip)
  })
  pages.want(0, 0)
  await until(() => pages.loaded().failure !== undefined)
  pages.want(0, 10)
  pages.tryAgain()
  await settled(pages, 0)
  assert.equal(pages.loaded().failure, undefined)
})
