import assert from 'node:assert/strict'
import { test } from 'node:test'
import { COLUMNS, guessUses, isComplete, rowsToSend } from '../columns.ts'
import { csvParts, jsonParts } from '../parts.ts'

const locale = (id: number, code: string, name: string) => ({ id, code, name, direction: 'ltr' as const })
const locales = [locale(1, 'en', 'English'), locale(2, 'de', 'German'), locale(3, 'pt-BR', 'Portuguese (Brazil)')]

test('columns are known by the names of the service, of languages and of other tools', () => {
  const header = ['Concept_ID', 'Term [en]', 'Deutsch', 'pt_BR', 'Notes', 'tags', 'de']
  assert.deepEqual(guessUses(header, locales), [
    'concept_id',
    'in:en',
    'in:de',
    'in:pt-BR',
    'description',
    'none',
    'none',
  ])
})

test('terms need a column for each language, or one for themselves and one for their language', () => {
  assert.equal(isComplete(['in:de', 'none']), true)
  assert.equal(isComplete(['term', 'locale_code']), true)
  assert.equal(isComplete(['term', 'definition']), false)
})

const named = (cells: readonly string[]) =>
  Object.fromEntries(COLUMNS.map((column, at) => [column, cells[at]]).filter(([, cell]) => cell !== ''))

test('a row of several languages becomes a row for each, the source first, held together by an id', () => {
  const sent = rowsToSend([['Warenkorb', 'cart', 'Bought later']], ['in:de', 'in:en', 'definition'], 'en', () => 'x')
  assert.deepEqual(
    sent.map(({ cells, from }) => ({ from, ...named(cells) })),
    [
      {
        from: 1,
        concept_id: 'x',
        definition: 'Bought later',
        locale_code: 'en',
        term: 'cart',
        source_locale_code: 'en',
      },
      {
        from: 1,
        concept_id: 'x',
        definition: 'Bought later',
        locale_code: 'de',
        term: 'Warenkorb',
        source_locale_code: 'en',
      },
    ],
  )
})

test('a concept without a word in the source language is at home in the first that it has', () => {
  const [row] = rowsToSend([['', 'Warenkorb']], ['in:en', 'in:de'], 'en', () => 'x')
  assert.deepEqual(named(row?.cells ?? []), {
    concept_id: 'x',
    locale_code: 'de',
    term: 'Warenkorb',
    source_locale_code: 'de',
  })
})

test('parts hold whole concepts, also of rows that lie apart, and tell the rows of the file', () => {
  const rows = [
    ['1', 'en', 'cart'],
    ['2', 'en', 'shop'],
    ['1', 'de', 'Warenkorb'],
  ]
  const sent = rowsToSend(rows, ['concept_id', 'locale_code', 'term'], 'en', () => '')
  const [first, second, ...others] = csvParts(sent, 1)
  assert.equal(others.length, 0)
  assert.match(first?.content ?? '', /cart.*Warenkorb/s)
  assert.deepEqual([first?.rowOf(1), first?.rowOf(2), second?.rowOf(1), second?.rowOf(0)], [1, 3, 2, 0])
})

test('rows without ids belong to the row in the source language before them', () => {
  const rows = [
    ['en', 'cart'],
    ['de', 'Warenkorb'],
    ['en', 'shop'],
  ]
  const parts = csvParts(
    rowsToSend(rows, ['locale_code', 'term'], 'en', () => ''),
    1,
  )
  assert.deepEqual(
    parts.map(({ size }) => size),
    [2, 1],
  )
})

test('concepts of JSON keep their numbers over all parts', () => {
  const parts = jsonParts(['a', 'b', 'c'], 6)
  assert.deepEqual(
    parts.map(({ content }) => content),
    [['a', 'b'], ['c']],
  )
  assert.equal(parts[1]?.rowOf(1), 3)
})
