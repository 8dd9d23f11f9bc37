import type { Case } from './case.ts'

export const tagMissing: readonly Case[] = [
  ['de', 'A <b>bold</b> word', 'Ein <B>fettes</B> Wort', []],
  ['de', '<a href="x">here</a>', '<a href="y">hier</a>', []],
  ['de', 'One<br>two', 'Eins<br/>zwei', []],
  ['de', 'a < b > c', 'a', []],
  ['de', 'Have %<n>d', 'Habe %<n>d', [], { syntax: 'ruby' }],
  [
    'de',
    'A <b>bold</b> word',
    'Ein fettes Wort',
    [{ params: { tag: '<b>' }, branch: null, at: null }, { params: { tag: '</b>' } }],
  ],
  ['de', 'One<br>two<br/>three', 'Eins<br>zwei drei', [{ params: { tag: '<br>' } }]],
  ['de', '<b>a</b>', '<b>a', [{ params: { tag: '</b>' } }]],
  [
    'de',
    '{n, plural, one {<b>#</b>} other {<b>#</b>}}',
    '{n, plural, one {<b>#</b>} other {<b>#}}',
    [{ branch: 'n.other' }],
  ],
]
