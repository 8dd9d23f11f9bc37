import type { Case } from './case.ts'

export const placeholderExtra: readonly Case[] = [
  ['de', 'Hello {name}', '{name}, hallo {name}', []],
  ['de', '{n} files', '{n, plural, one {# Datei} other {# Dateien}}', []],
  ['de', '{n, plural, one {# file} other {# files of {name}}}', '{n, plural, one {# von {name}} other {#}}', []],
  ['de', 'A <b>word</b>', 'Ein {b}', []],
  ['de', 'Hello', "Hallo '{name}'", []],
  ['de', 'Hello {', 'Hallo {name}', []],
  ['de', '100%', '100 % sicher', [], { syntax: 'printf' }],
  ['de', 'Hello', 'Hallo {name}', [{ params: { placeholder: '{name}' }, at: '{name}', branch: null }]],
  ['de', 'Hello', '{a} {a} {b}', [{ params: { placeholder: '{a}' } }, { params: { placeholder: '{b}' } }]],
  ['de', 'Hello %s', 'Hallo %s %s', [{ params: { placeholder: '%s' }, at: '%s' }], { syntax: 'printf' }],
  ['de', '100% of it', '100%d davon', [{ params: { placeholder: '%d' } }], { syntax: 'printf' }],
  [
    'de',
    'Your friend',
    '{gender, select, male {Dein Freund} other {Deine Freundin}}',
    [
      { params: { placeholder: '{gender}' }, branch: 'gender.male' },
      { params: { placeholder: '{gender}' }, branch: 'gender.other' },
    ],
  ],
  [
    'de',
    "{n, plural, one {It''s # file} other {# files}}",
    "{n, plural, one {''# '{'{who}'}'} other {# x}}",
    [{ params: { placeholder: '{who}' }, branch: 'n.one', at: '{who}' }],
  ],
]
