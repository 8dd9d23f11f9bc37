import type { Case } from './case.ts'

export const newlineCount: readonly Case[] = [
  ['de', 'One\ntwo', 'Eins\r\nzwei', []],
  ['de', 'One\\ntwo', 'Eins', []],
  ['de', 'One\ntwo', 'Eins zwei', [{ params: { expected: 1, found: 0 }, at: null, branch: null, fix: null }]],
  ['de', 'One', 'Eins\n\n', [{ params: { expected: 0, found: 2 } }]],
]
