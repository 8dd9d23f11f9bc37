import assert from 'node:assert/strict'
import { test } from 'node:test'
import Type from 'typebox'
import { onThisMachine, workOf } from '../../../test/this-machine.ts'
import { readQuery } from '../query.ts'

const schema = Type.Object({ share: Type.Number() })

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

test('what begins like the longest number that fits into an address is found out at once', () => {
  const share = `${'1'.repeat(15_000)}x`
  const took = workOf(() => assert.deepEqual(readQuery(schema, { share }), { share }))
  assert.ok(took < onThisMachine(50), `took ${took} ms`)
})
