import type { Case } from './case.ts'

export const blank: readonly Case[] = [
  ['de', ' ', '  ', []],
  ['de', 'Hello', 'Hallo', []],
  ['de', 'Hello', '', []],
  ['de', 'Hello', '  ', [{ params: {}, at: '  ', branch: null }]],
  ['en', '', '\n', [{}]],
  ['de', '{n, plural, one {a} other {b}}', '{n, plural, one { } other {b}}', [{ branch: 'n.one', at: ' ' }]],
]
