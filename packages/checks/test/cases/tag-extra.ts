import type { Case } from './case.ts'

export const tagExtra: readonly Case[] = [
  ['fr', 'The 1st', 'Le 1<sup>er</sup>', []],
  ['de', 'The <i>x</i>', 'Das<wbr> <bdi><i>x</i></bdi><sub>1</sub>', []],
  [
    'de',
    'A word',
    'Ein <b>Wort</b>',
    [
      { params: { tag: '<b>' }, at: '<b>', branch: null },
      { params: { tag: '</b>' }, at: '</b>' },
    ],
  ],
  ['de', '<i>a</i>', '<i>a</i> <I>b</I>', [{ params: { tag: '<i>' }, at: '<I>' }, { at: '</I>' }]],
]
