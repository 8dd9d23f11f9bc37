import type { Case } from './case.ts'

export const numbers: readonly Case[] = [
  ['fa', '12 days', '۱۲ روز', []],
  ['de', '1,234.50 in all', '1.234,50 insgesamt', []],
  ['fa', '1,234.50 in all', '۱۲۳۴۵۰', []],
  ['fr', '1,234 files', '1\u202f234 fichiers', []],
  ['de-CH', '1,234,567 files', "1'234’567 Dateien", []],
  ['ar', '1,234.5 in all', '١٬٢٣٤٫٥', []],
  ['de', '3 days', 'drei Tage', []],
  ['de', 'Use UTF8 or H264 or x_12', 'Nimm das', []],
  ['de', '10 and 20 pages', '10 20 Seiten', []],
  ['de', '24 and 24', '24', []],
  ['de', 'See https://example.org/24 and <h12>', 'Siehe', []],
  ['de', 'Hi %12$s', 'Hallo', [], { syntax: 'printf' }],
  ['de', 'Bold \u{1d7d0}\u{1d7d2}', '24 x', []],
  ['de', 'Within 24 hours, 24', 'Innerhalb eines Tages', [{ params: { number: '24' }, at: null, branch: null }]],
  ['de', '1,234 files', '1.235 Dateien', [{ params: { number: '1,234' } }]],
]
