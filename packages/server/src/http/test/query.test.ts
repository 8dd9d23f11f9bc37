import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import Type from 'typebox'
import { onThisMachine, workOf } from '../../../test/this-machine.ts'
import { readQuery } from '../query.ts'

const schema = Type.Object({ share: Type.Number() })
const lists = Type.Object({ names: Type.Array(Type.String()) })

test('a number is read in any spelling, and what is none stays text', () => {
  const cases: [text: string, read: number | string][] = [
    ['1', 1],
    ['-0.5', -0.5],
    ['.5', 0.5],
    ['1.', 1],
    ['1.5', 1.5],
    ['', ''],
    ['.', '.'],
    ['1e3', '1e3'],
    ['1.2.3', '1.2.3'],
  ]
  for (const [text, read] of cases) assert.deepEqual(readQuery(schema, { share: text }), { share: read }, text)
})

describe('14.4 lists in a query', () => {
  test('a list comes repeated, with commas, or both; after a backslash a comma is part of a value', () => {
    const cases: [given: string | string[], read: string[]][] = [
      ['a,b', ['a', 'b']],
      [
        ['a', 'b,c'],
        ['a', 'b', 'c'],
      ],
      [',a,,b,', ['a', 'b']],
      ['', []],
      ['a\\,b', ['a,b']],
      [
        ['a\\,b', 'c'],
        ['a,b', 'c'],
      ],
      ['a\\\\,b', ['a\\', 'b']],
      ['a\\\\\\,b', ['a\\,b']],
      // A backslash before anything else is one like any other letter.
      ['a\\b,c\\', ['a\\b', 'c\\']],
    ]
    for (const [given, read] of cases) assert.deepEqual(readQuery(lists, { names: given }), { names: read }, `${given}`)
  })
})

test('a list of nothing but backslashes or commas is read at once', () => {
  for (const names of ['\\'.repeat(15_000), ','.repeat(15_000), '\\,'.repeat(7_500)]) {
    const took = workOf(() => readQuery(lists, { names }))
    assert.ok(took < onThisMachine(50), `took ${took} ms`)
  }
})

test('what begins like the longest number that fits into an address is found out at once', () => {
  const share = `${'1'.repeat(15_000)}x`
  const took = workOf(() => assert.deepEqual(readQuery(schema, { share }), { share }))
  assert.ok(took < onThisMachine(50), `took ${took} ms`)
})
