import type { Case } from './case.ts'

export const tagUnbalanced: readonly Case[] = [
  ['de', 'A <b>bold word', 'Ein <b>fettes Wort', []],
  ['de', 'One<br>two', 'Eins<br>zwei<hr><img src="x"><input><wbr><x/>', []],
  ['de', '<b><i>x</i></b>', '<i><b>x</b></i>', []],
  ['de', 'A <b>bold</b> word', 'Ein <b>fettes Wort', [{ params: { tag: '<b>' }, at: '<b>', branch: null }]],
  ['de', 'A word {name}', 'Ein <b>Wort {name}', [{ params: { tag: '<b>' } }]],
  ['de', '<b><i>x</i></b>', '<b><i>x</b></i>', [{ params: { tag: '</b>' }, at: '</b>' }]],
  ['de', '<b>x</b>', 'x</b>', [{ params: { tag: '</b>' } }]],
]
