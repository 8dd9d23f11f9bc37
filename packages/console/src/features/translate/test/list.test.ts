import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Row } from '../editor-context.ts'
import { createList, listQuery } from '../list.ts'

const rowOf = (id: number) => ({ id }) as Row
const everything = listQuery({}, ['de'])

test('the first rows are shown before the ids of a long list have come', async () => {
  let answer: (ids: readonly number[]) => void = () => {}
  const shown: number[] = []
  const list = createList(
    {
      ids: () =>
        new Promise((resolve) => {
          answer = resolve
        }),
      first: async () => [rowOf(1), rowOf(2)],
    },
    (rows) => shown.push(...rows.map(({ id }) => id)),
  )
  const asked = list.ask(everything)
  await new Promise(setImmediate)
  assert.deepEqual([shown, list.ids, list.isLoading], [[1, 2], [1, 2], true])
  answer([1, 2, 3])
  await asked
  assert.deepEqual([list.ids, list.isLoading, list.indexOf(3)], [[1, 2, 3], false, 2])
})

test('the answer to an older question does not replace that to a newer one', async () => {
  const answers: ((ids: readonly number[]) => void)[] = []
  const list = createList({ ids: () => new Promise((answer) => answers.push(answer)), first: async () => [] }, () => {})
  const older = list.ask(everything)
  const newer = list.ask(listQuery({ q: 'cart' }, ['de']))
  answers[1]?.([2])
  await newer
  answers[0]?.([1])
  await older
  assert.deepEqual(list.ids, [2])
})

test('a list holds still when a key is created: it is counted, if it matches', async () => {
  const matching = new Set([1, 7])
  const list = createList(
    {
      ids: async ({ keyIds }) => (keyIds ? keyIds.filter((id) => matching.has(id)) : [1]),
      first: async () => [],
    },
    () => {},
  )
  await list.ask(everything)
  await Promise.all([list.noteCreated(7), list.noteCreated(7), list.noteCreated(8), list.noteCreated(1)])
  assert.deepEqual([list.ids, list.newCount], [[1], 1])
  await list.refresh()
  assert.equal(list.newCount, 0)
})

test('a list that cannot be loaded says so, and keeps what it had', async () => {
  let fails = false
  const list = createList(
    {
      ids: async () => {
        if (fails) throw new Error('busy')
        return [1]
      },
      first: async () => [],
    },
    () => {},
  )
  await list.ask(everything)
  fails = true
  await list.refresh()
  assert.deepEqual([list.ids, list.failure instanceof Error], [[1], true])
})

test('filters about values ask about the languages of the list, others do not', () => {
  assert.deepEqual(listQuery({ status: ['not_translated'] }, ['de']).filter.localeCodes, ['de'])
  assert.deepEqual(listQuery({ is: ['outdated'] }, ['de', 'fr']).filter.localeCodes, ['de', 'fr'])
  assert.equal(listQuery({ q: 'cart', ns: [3] }, ['de']).filter.localeCodes, undefined)
  assert.deepEqual(listQuery({ sort: '-updatedAt' }, ['de']).filter, { sortBy: 'updatedAt', sortOrder: 'desc' })
})
