import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EditorState } from '@codemirror/state'
import fc from 'fast-check'
import { stepBy, wordBy } from '../caret.ts'
import { marked, notation } from '../marks.ts'

const stateOf = (doc: string) => EditorState.create({ doc, extensions: [notation.of({ syntax: 'icu' }), marked] })

function stops(doc: string, step: typeof stepBy, way: 1 | -1): number[] {
  const state = stateOf(doc)
  const found = [way > 0 ? 0 : doc.length]
  for (;;) {
    const from = found.at(-1) as number
    const next = step(state, from, way)
    if (next === from) return found
    found.push(next)
  }
}

test('a chip, an emoji and a letter with its accents are one step each', () => {
  assert.deepEqual(stops('a{name}👩‍👩‍👧e\u0301\n!', stepBy, 1), [0, 1, 7, 15, 17, 18, 19])
})

test('words are passed one by one, and so are chips', () => {
  assert.deepEqual(stops('أهلا {name} بك', wordBy, 1), [0, 4, 11, 14])
  assert.deepEqual(stops('أهلا {name} بك', wordBy, -1), [14, 12, 5, 0])
})

test('whoever goes on and back comes by the same places', () => {
  const unit = fc.constantFrom('a', ' ', '{name}', 'ب', '👍🏽', '\n', '<b>', '{', "'")
  fc.assert(
    fc.property(fc.string({ unit }), (doc) => {
      assert.deepEqual(stops(doc, stepBy, 1), stops(doc, stepBy, -1).reverse())
    }),
  )
})
