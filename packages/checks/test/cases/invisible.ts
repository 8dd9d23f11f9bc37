import type { Case } from './case.ts'

export const invisible: readonly Case[] = [
  ['km', 'Hello', 'ស\u200bសូ', []],
  ['de', 'He\u00adllo', 'Hal\u00adlo', []],
  ['he', 'Hello', '\u202bשלום\u202c', []],
  ['fa', 'Hello', 'می\u200cخواهم\u200f', []],
  ['de', 'Hello', 'Hal\tlo\r\n', []],
  ['de', 'Hello', 'Hal\u00adlo', [{ params: { codePoint: 'U+00AD' }, at: '\u00ad', branch: null, fix: 'Hallo' }]],
  ['de', 'Hello', 'Ha\u200bl\u200blo', [{ params: { codePoint: 'U+200B' }, fix: 'Hallo' }]],
  [
    'de',
    'Hello',
    '\ufeffHal\u2060lo',
    [{ params: { codePoint: 'U+FEFF' }, fix: 'Hal\u2060lo' }, { params: { codePoint: 'U+2060' } }],
  ],
  ['de', 'Hello', 'H\ufffdllo', [{ params: { codePoint: 'U+FFFD' }, fix: null }]],
  ['he', 'Hello', '\u202bשלום', [{ params: { codePoint: 'U+202B' }, fix: 'שלום' }]],
  ['he', 'Hello', '\u2067שלום', [{ params: { codePoint: 'U+2067' } }]],
  ['de', 'Hello', 'Hallo\u0007', [{ params: { codePoint: 'U+0007' }, fix: 'Hallo' }]],
  ['de', 'Hello', '\u200b', [{ params: { codePoint: 'U+200B' }, fix: null }]],
]
