import type { Case } from './case.ts'

export const brackets: readonly Case[] = [
  ['ja', 'A (b) c', 'A（b）c', []],
  ['ja', 'A (b) c', 'A（b)c', []],
  ['de', 'a) first', 'a) erstens', []],
  ['de', 'A {b} c', 'A {b} c', []],
  ['de', 'A c', 'A https://example.org/( c', []],
  ['de', 'A (b) c', 'A (b c', [{ params: {}, at: '(', branch: null, fix: null }]],
  ['de', 'A {b} c', 'A {b} c]', [{ at: ']' }]],
  // The second address begins where the first one ends; what is found stands behind both.
  ['de', 'A c', 'a@b.cc@d.ee]', [{ at: ']' }]],
  ['de', 'A ([b]) c', 'A ([b)] c', [{ at: ')' }]],
]
