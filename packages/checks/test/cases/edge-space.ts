import type { Case } from './case.ts'

export const edgeSpace: readonly Case[] = [
  ['de', 'Hello', 'Hallo', []],
  ['de', 'Hello ', 'Hallo\u00a0', []],
  ['ja', ' Hello', '\u3000こんにちは', []],
  ['de', 'Hello\n', 'Hallo\r\n', []],
  ['de', 'Hello', '  ', []],
  ['de', 'Hello ', 'Hallo', [{ params: {}, at: null, branch: null, fix: 'Hallo ' }]],
  ['de', 'Hello', ' Hallo ', [{ at: ' ', fix: 'Hallo' }]],
  ['de', 'Hello ', 'Hallo  ', [{ at: '  ', fix: 'Hallo ' }]],
  ['de', 'Hello\n', 'Hallo ', [{ at: ' ', fix: 'Hallo\n' }]],
  [
    'de',
    '{n, plural, one {# file } other {# files }}',
    '{n, plural, one {# Datei} other {# Dateien }}',
    [{ branch: 'n.one', fix: '{n, plural, one {# Datei } other {# Dateien }}' }],
  ],
  [
    'de',
    '{n, plural, one {a} other {b}}',
    "{n, plural, one {'{'a} other { '{b}'}}",
    [{ branch: 'n.other', at: ' ', fix: "{n, plural, one {'{'a} other {'{b}'}}" }],
  ],
]
