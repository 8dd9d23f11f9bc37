import type { Case } from './case.ts'

export const tagExtra: readonly Case[] = [
  ['fr', 'The 1st', 'Le 1<sup>er</sup>', []],
  ['de', 'The <i>x</i>', 'Das<wbr> <bdi><i>x</i></bdi><sub>1</sub>', []],
  ['fr', 'git add <file>', 'git add <fichier>', []],
  ['fr', 'git mv <file> <path>', 'git mv <file> <file>', [{ params: { tag: '<file>' } }]],
  ['fr', 'git add file', 'git add <fichier>', [{ params: { tag: '<fichier>' }, at: '<fichier>' }]],
  ['fr', 'git add <file>', 'git add <fichier> <chemin>', [{ at: '<fichier>' }, { at: '<chemin>' }]],
  ['fr', 'git add <file>', 'git add <b>', [{ at: '<b>' }]],
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
