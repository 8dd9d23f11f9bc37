import type { Case } from './case.ts'

export const doubleSpace: readonly Case[] = [
  ['de', 'One.  Two', 'Eins.  Zwei', []],
  ['de', 'One', 'Eins  ', []],
  ['de', 'One', '  Eins', []],
  ['de', 'One\ntwo', 'Eins  \n  zwei', []],
  ['de', 'One two', 'Eins  zwei   drei', [{ params: {}, at: '  ', branch: null, fix: 'Eins zwei drei' }]],
  ['de', 'One {n}', 'Eins  {n}', [{ fix: 'Eins {n}' }]],
]
