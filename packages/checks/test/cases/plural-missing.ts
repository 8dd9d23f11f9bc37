import type { Case } from './case.ts'

export const pluralMissing: readonly Case[] = [
  ['fr', '{n, plural, one {#} other {#}}', '{n, plural, one {#} other {#}}', []],
  ['cs', '{n, plural, one {#} other {#}}', '{n, plural, one {#} few {#} other {#}}', []],
  ['ja', '', '{n, plural, other {#}}', []],
  ['en', '', '{n, plural, =1 {one} other {#}}', []],
  ['xx', '', '{n, plural, other {#}}', []],
  ['de', 'Hello', 'Hallo', []],
  ['ru', '', '{n, select, other {#}}', []],
  [
    'ru',
    '{n, plural, one {#} other {#}}',
    '{n, plural, one {#} other {#}}',
    [{ params: { category: 'few' }, branch: null, at: null }, { params: { category: 'many' } }],
  ],
  ['en', '', '{n, plural, =0 {none} other {#}}', [{ params: { category: 'one' } }]],
  [
    'en',
    '',
    '{n, selectordinal, one {#st} other {#th}}',
    [{ params: { category: 'two' } }, { params: { category: 'few' } }],
  ],
  ['en', '', '{g, select, x {{n, plural, other {#}}} other {}}', [{ params: { category: 'one' }, branch: 'g.x' }]],
  ['pl', '', '{n, plural, one {%d x} other {%d y}}', [{}, {}], { syntax: 'printf', isPlural: true }],
]
