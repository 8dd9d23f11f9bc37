import type { Case } from './case.ts'

export const repeatedWord: readonly Case[] = [
  ['it', 'Download', 'Download di %d di episodi', [], { syntax: 'printf' }],
  ['de', 'x', 'a<br><br>b', []],
  ['de', 'x', '``#``', []],
  ['de', 'Those who', 'Die die kommen', []],
  ['tr', 'x', 'mı mı', []],
  ['id', 'x', 'anak anak', []],
  ['zh-Hant', 'x', '慢慢 慢慢', []],
  ['de', 'bye bye', 'tschüss tschüss', []],
  ['fr', 'x', 'nous nous voyons', []],
  ['de', 'x', 'a a 10 10', []],
  ['ca', 'x', 'Cancel·la la sincronització', []],
  ['de', 'x', 'nein, nein\nnein', []],
  ['de', 'The file', 'Die Datei Datei', [{ params: { word: 'Datei' }, at: 'Datei', branch: null, fix: 'Die Datei' }]],
  ['de', 'The', 'Zur zur Zeit', [{ params: { word: 'zur' }, fix: 'Zur Zeit' }]],
  ['en', '', 'the the the end', [{ params: { word: 'the' }, fix: 'the end' }]],
]
