import assert from 'node:assert/strict'
import { test } from 'node:test'
import { wordsChart } from '../words-by-day.ts'

const locale = (code: string, words: number) => ({ code, words, values: 1 })

test('every day is there, and languages stand in the order of their words', () => {
  const chart = wordsChart(
    [
      { day: '2026-02-28', locales: [locale('de', 5), locale('fr', 20)] },
      { day: '2026-03-02', locales: [locale('de', 3)] },
    ],
    '2026-03-02',
    4,
  )
  assert.deepEqual(chart, {
    codes: ['fr', 'de'],
    hasOthers: false,
    days: [
      { day: '2026-02-27', words: [0, 0, 0], total: 0 },
      { day: '2026-02-28', words: [20, 5, 0], total: 25 },
      { day: '2026-03-01', words: [0, 0, 0], total: 0 },
      { day: '2026-03-02', words: [0, 3, 0], total: 3 },
    ],
    highest: 25,
  })
})

test('of many languages the largest are named, the others are one', () => {
  const locales = ['a', 'b', 'c', 'd', 'e', 'f'].map((code, index) => locale(code, 10 - index))
  const chart = wordsChart([{ day: '2026-03-02', locales }], '2026-03-02', 1)
  assert.deepEqual(chart.codes, ['a', 'b', 'c', 'd'])
  assert.equal(chart.hasOthers, true)
  assert.deepEqual(chart.days[0]?.words, [10, 9, 8, 7, 11])
})

test('a single one more is named, too: "others" would say less', () => {
  const locales = ['a', 'b', 'c', 'd', 'e'].map((code) => locale(code, 1))
  const chart = wordsChart([{ day: '2026-03-02', locales }], '2026-03-02', 1)
  assert.deepEqual([chart.codes.length, chart.hasOthers], [5, false])
})
