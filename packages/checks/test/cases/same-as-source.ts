import type { Case } from './case.ts'
import { termsOf } from './given-terms.ts'

export const sameAsSource: readonly Case[] = [
  ['de', 'Open', 'Open', []],
  ['de', 'Open it', 'Open it', []],
  ['en-GB', 'Open the file', 'Open the file', []],
  ['de', '{a} {b} OK', '{a} {b} OK', []],
  ['de', 'Open the file', 'Öffne die Datei', []],
  ['de', 'Cloud Storage', 'Cloud Storage', [], { terms: termsOf({ untranslated: ['Cloud Storage'] }) }],
  ['de', 'Open the file', 'Open the file', [{ params: {}, at: null, branch: null, fix: null }]],
  ['sr-Latn', 'Open the file', 'Open the file', [{}], { sourceLocale: 'sr' }],
  [
    'de',
    'The Cloud Storage app',
    'The Cloud Storage app',
    [{}],
    { terms: termsOf({ untranslated: ['Cloud Storage'] }) },
  ],
  [
    'de',
    '{n, plural, one {# open file} other {# open files}}',
    '{n, plural, one {# offene Datei} other {# open files}}',
    [{ branch: 'n.other' }],
  ],
]
