import type { Case } from './case.ts'

export const punctuationSpacing: readonly Case[] = [
  ['fr', '', '[x](https://example.org)<br>', []],
  ['fr', '', 'dommages lourds\u00a0!!', []],
  ['fr', '', 'Pourquoi\u00a0?!', []],
  ['fr', '', 'Pourquoi\u202f?', []],
  ['fr', '', 'Pourquoi&nbsp;?', []],
  ['fr', '', 'à 10:30', []],
  ['fr', '', 'Tom &amp; Jerry', []],
  ['fr-CA', '', 'Pourquoi?', []],
  ['de', '', 'Warum?', []],
  ['fr', '', '?', []],
  ['fr', '', 'Pourquoi?', [{ params: {}, at: '?', branch: null, fix: 'Pourquoi\u202f?' }]],
  ['fr-FR', '', 'Bonjour !', [{ at: ' !', fix: 'Bonjour\u202f!' }]],
  ['br', '', 'Penaos?', [{ fix: 'Penaos\u202f?' }]],
  ['fr', '', 'Nom: {nom}', [{ fix: 'Nom\u00a0: {nom}' }]],
  ['fr', '', '«oui» ; « non\u00a0»', [{ at: '«', fix: '«\u00a0oui\u00a0»\u202f; «\u00a0non\u00a0»' }]],
]
