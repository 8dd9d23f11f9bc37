import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Row } from '../editor-context.ts'
import { createRows } from '../rows.ts'

const rowOf = (id: number) => ({ id, key: `key.${id}`, translations: {} }) as unknown as Row

/** Rows of a service that has the keys up to `count`, and what it was asked for. */
function rowsOf(count: number) {
  const asked: number[][] = []
  const rows = createRows(async (keyIds) => {
    asked.push([...keyIds])
    return keyIds.filter((id) => id <= count).map(rowOf)
  })
  rows.speak(['en', 'de'])
  return { rows, asked }
}

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

test('rows are loaded once, a hundred at a time', async () => {
  const { rows, asked } = rowsOf(1000)
  await Promise.all([rows.load(upTo(150)), rows.load(upTo(120))])
  await rows.load(upTo(150))
  assert.deepEqual(
    asked.map(({ length }) => length),
    [100, 50],
  )
  assert.equal(rows.get(150)?.key, 'key.150')
})

test('of many rows the last two thousand are kept, and those on the screen', async () => {
  const { rows, asked } = rowsOf(10_000)
  rows.subscribe(1, () => {})
  await rows.load(upTo(2_500))
  assert.equal(rows.get(1)?.id, 1)
  assert.equal(rows.get(2), undefined)
  assert.equal(rows.get(2_500)?.id, 2_500)
  await rows.load([2])
  assert.deepEqual(asked.at(-1), [2])
})

test('a key that the service no longer has is gone, and whoever shows it is told', async () => {
  const { rows } = rowsOf(10)
  let told = 0
  rows.subscribe(11, () => {
    told += 1
  })
  await rows.load([10, 11])
  assert.equal(rows.isGone(10), false)
  assert.equal(rows.isGone(11), true)
  assert.ok(told > 0)
})

test('in other languages everything is loaded anew, and what was on its way before does not count', async () => {
  const answers: ((rows: readonly Row[]) => void)[] = []
  const rows = createRows(() => new Promise((answer) => answers.push(answer)))
  rows.speak(['en', 'de'])
  const before = rows.load([1])
  rows.speak(['en', 'fr'])
  const after = rows.load([1])
  answers[0]?.([{ ...rowOf(1), key: 'in German' }])
  await before
  assert.equal(rows.get(1), undefined)
  answers[1]?.([{ ...rowOf(1), key: 'in French' }])
  await after
  assert.equal(rows.get(1)?.key, 'in French')
})

test('after a failure the same rows can be asked for again', async () => {
  let failures = 1
  const rows = createRows(async (keyIds) => {
    if (failures-- > 0) throw new Error('busy')
    return keyIds.map(rowOf)
  })
  await assert.rejects(rows.load([1]))
  await rows.load([1])
  assert.equal(rows.get(1)?.id, 1)
})
