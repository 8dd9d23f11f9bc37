import type { Case } from './case.ts'

export const pluralExtra: readonly Case[] = [
  ['ru', '{n, plural, one {#} other {#}}', '{n, plural, one {#} few {#} many {#} other {#}}', []],
  ['de', '', '{n, plural, =0 {-} zero {-} one {#} other {#}}', []],
  ['fr', '', '{n, plural, one {#} many {#} other {#}}', []],
  ['xx', '', '{n, plural, few {#} other {#}}', []],
  ['de', '', '{n, plural, one {#} few {#} other {#}}', [{ params: { category: 'few' }, branch: null, at: null }]],
  ['ja', '', '{n, plural, one {#} other {#}}', [{ params: { category: 'one' } }]],
  ['de', '', '{n, selectordinal, one {#} other {#}}', [{ params: { category: 'one' } }]],
]
