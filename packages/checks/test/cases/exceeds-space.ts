import type { Case } from './case.ts'

export const exceedsSpace: readonly Case[] = [
  ['de', 'Save', 'Speichern', [], { lengthHint: 9 }],
  ['de', 'Save', 'Speichern', []],
  ['de', '{n} x', '{n} <b>x</b>', [], { lengthHint: 8 }],
  ['de', 'x', '😀😀&amp;', [], { lengthHint: 3 }],
  ['de', 'Save', 'Speichern', [{ params: { limit: 6, actual: 9 }, at: null, branch: null }], { lengthHint: 6 }],
  ['de', '{n} x', '{n} x', [{ params: { limit: 7, actual: 8 } }], { lengthHint: 7 }],
  [
    'de',
    '',
    '{n, plural, one {a} other {bcd}}',
    [{ params: { limit: 2, actual: 3 }, branch: 'n.other' }],
    { lengthHint: 2 },
  ],
]
