import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { readCsv, writeCsv } from '../csv.ts'

test('what was written is read again', () => {
  const cell = fc.string({ unit: fc.constantFrom('a', 'é', '"', ',', ';', '\t', '\n', '\r', ' ', '=') })
  const rows = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 6 })
  fc.assert(
    fc.property(rows, (given) => {
      // The first line tells what separates cells; that of a written file does.
      assert.deepEqual(readCsv(writeCsv([['term', 'locale'], ...given])).slice(1), given)
    }),
  )
})

test('semicolons and tabs separate cells where the first line has more of them', () => {
  assert.deepEqual(readCsv('\ufeffterm;de;"a,b"\r\ncart;"Waren;korb";x\r\n'), [
    ['term', 'de', 'a,b'],
    ['cart', 'Waren;korb', 'x'],
  ])
  assert.deepEqual(readCsv('en\tde\ncart\t'), [
    ['en', 'de'],
    ['cart', ''],
  ])
})

test('empty lines are no rows, and a quote that is never closed ends with the file', () => {
  assert.deepEqual(readCsv('a,b\n\n1,"2\n3'), [
    ['a', 'b'],
    ['1', '2\n3'],
  ])
})
