import fc from 'fast-check'
import type { FormatCase, PatchCase, UnreadableCase } from '../../../test/format-case.ts'
import { pluralMessage } from '../../plural-message.ts'
import { arbitrary as plainTexts } from '../../yaml/test/cases.ts'

const line = (...lines: string[]) => `${lines.join('\n')}\n`
const texts = (...pairs: [key: string, value: string][]) =>
  pairs.map(([key, value]) => ({ key, value, syntax: 'ruby' as const }))
const inside = (locale: string, ...pairs: [key: string, value: string][]) =>
  texts(...pairs).map((entry) => ({ ...entry, locale }))
const nested = { structure: 'nested', style: 'pretty' } as const
const plural = (key: string, ...branches: [string, string][]) => ({
  key,
  value: pluralMessage({ argument: 'count', type: 'cardinal', branches: new Map(branches) }),
  isPlural: true,
  syntax: 'ruby' as const,
})

export const cases: FormatCase[] = [
  {
    title: 'texts below their locale',
    text: line('de:', '  hello: Hallo %{name}', '  menu:', '    title: "%{app}: Start"'),
    entries: inside('de', ['hello', 'Hallo %{name}'], ['menu.title', '%{app}: Start']),
    options: { ...nested, locale: 'de' },
  },
  { title: 'nothing', text: '{"en":{}}\n', entries: [] },
  { title: 'no texts yet', text: 'de:\n', entries: [], only: 'read' },
  {
    title: 'a language that others take for no',
    text: line('"no":', '  a: x'),
    entries: inside('no', ['a', 'x']),
    options: { ...nested, locale: 'no' },
  },
  {
    title: 'plurals',
    text: line(
      'en:',
      '  # How many',
      '  files:',
      "    one: a '%{x}' # 1 file",
      '    other: "%{count} files"',
      '    zero: no files',
    ),
    entries: [
      {
        ...plural('files', ['=0', 'no files'], ['one', "a '%{x}'"], ['other', '%{count} files']),
        description: 'How many',
        locale: 'en',
      },
    ],
    only: 'read',
  },
  {
    title: 'plurals of all categories',
    text: line('ar:', '  a:', ...['few', 'many', 'one', 'other', 'two', 'zero'].map((form) => `    ${form}: ${form}!`)),
    entries: [
      {
        ...plural(
          'a',
          ...['zero', 'one', 'two', 'few', 'many', 'other'].map((form): [string, string] => [form, `${form}!`]),
        ),
        locale: 'ar',
      },
    ],
    options: { ...nested, locale: 'ar' },
  },
  {
    title: 'none at all, and what Rails has no form for',
    text: line('en:', '  a:', '    one: "1"', '    other: m', '    zero: none'),
    entries: [plural('a', ['=0', 'none'], ['=5', 'five'], ['one', '1'], ['few', 'm'], ['other', 'm'])].map((entry) => ({
      ...entry,
      value: entry.value.replace('few {m} ', ''),
    })),
    options: nested,
    only: 'write',
    remarks: [{ severity: 'warning', code: 'branch_dropped', key: 'a' }],
  },
  {
    title: 'plurals of ICU, and what is no plural at all',
    text: line(
      'en:',
      '  a:',
      '    one: "# file"',
      '    other: "# files"',
      '  b:',
      '    other: x',
      '  c:',
      '    one: ""',
      '    other: ""',
    ),
    entries: [
      { key: 'a', value: '{n, plural, one {# file} other {# files}}', isPlural: true },
      { key: 'b', value: 'x', isPlural: true },
      { key: 'c', value: '', isPlural: true },
    ],
    options: nested,
    only: 'write',
    remarks: [{ severity: 'warning', code: 'value_not_convertible', key: 'b' }],
  },
  {
    title: 'empty plurals are not translated, and other maps are none',
    text: line('en:', '  a: {one: "", other: ""}', '  b: {one: x, two: y}', '  c: {other: x, more: y}'),
    entries: [
      { key: 'a', value: '', isPlural: true, syntax: 'ruby', locale: 'en' },
      ...inside('en', ['b.one', 'x'], ['b.two', 'y'], ['c.other', 'x'], ['c.more', 'y']),
    ],
    only: 'read',
  },
  {
    title: 'a list with a first member that is nothing, symbols, numbers',
    text: line('de:', '  date:', '    months: [~, Jan]', '    order: [ :day, :month ]', '    precision: 3'),
    entries: inside(
      'de',
      ...([
        ['date.months.1', 'Jan'],
        ['date.order.0', ':day'],
        ['date.order.1', ':month'],
      ] as [string, string][]),
      ['date.precision', '3'],
    ),
    only: 'read',
    remarks: [{ severity: 'warning', code: 'number_as_text', key: 'date.precision' }],
  },
  {
    title: 'several locales, and what is none',
    text: line('de:', '  a: x', 'pt_BR:', '  a: y', 'title: z', 'other:', '  a: w', 'fr: v'),
    entries: [...inside('de', ['a', 'x']), ...inside('pt-BR', ['a', 'y'])],
    only: 'read',
    remarks: ['title', 'other', 'fr'].map((key) => ({
      severity: 'warning' as const,
      code: 'unsupported_entry' as const,
      key,
    })),
  },
  {
    title: 'names that come twice in one language',
    text: line('de:', '  a: x', '  a: y', 'en:', '  a: z'),
    entries: [...inside('de', ['a', 'x']), ...inside('en', ['a', 'z'])],
    only: 'read',
    remarks: [{ severity: 'error', code: 'duplicate_key', key: 'a' }],
  },
]

export const unreadable: UnreadableCase[] = [
  { title: 'a text without names', text: 'hello\n', code: 'syntax_error' },
  { title: 'a bracket without an end', text: 'de: {a: x\n', code: 'syntax_error' },
]

const base = line(
  'en:',
  '  date:',
  '    order:',
  '      - :year',
  '      - :month',
  '  files:',
  '    zero: no files',
  "    one: '1 file'",
  '    other: "%{count} files"',
  '  last: x',
)
const files = plural('files', ['=0', 'no files'], ['one', '1 file'], ['other', '%{count} files'])
const baseTexts = texts(['date.order.0', ':year'], ['date.order.1', ':month'], ['last', 'x'])

export const patches: PatchCase[] = [
  { title: 'what stays, stays', base, entries: [files, ...baseTexts], text: base },
  {
    title: 'a form of a plural, and a symbol',
    base,
    entries: [
      plural('files', ['=0', 'none'], ['one', "a 'file'"], ['other', '%{count} files']),
      ...texts(['date.order.0', ':day'], ['date.order.1', 'month'], ['last', ':x']),
    ],
    text: base
      .replace('zero: no files', 'zero: none')
      .replace("'1 file'", "'a ''file'''")
      .replace(':year', ':day')
      .replace(':month', 'month')
      .replace('last: x', 'last: ":x"'),
  },
  {
    title: 'forms come and go',
    base,
    entries: [plural('files', ['few', 'some'], ['one', '1 file'], ['other', '%{count} files']), ...baseTexts],
    text: base.replace('    zero: no files\n', '').replace('    one:', '    few: some\n    one:'),
  },
  {
    title: 'another plural, and a text that becomes one',
    base: line('en:', '  a: x'),
    entries: [
      { ...plural('a', ['one', '1'], ['other', 'm']), description: 'Told' },
      plural('b', ['one', '1'], ['other', 'm']),
    ],
    text: line(...['en:', '  # Told', '  a:', '    one: "1"', '    other: m', '  b:', '    one: "1"', '    other: m']),
  },
  {
    title: 'empty forms stay, however many there are',
    base: line('en:', '  a:', '    few: ""', '    other: ""'),
    entries: [{ key: 'a', value: '', isPlural: true, syntax: 'ruby' }],
    text: line('en:', '  a:', '    few: ""', '    other: ""'),
  },
  {
    title: 'a file of another locale than its path says',
    base: line('de: # German', '  a: x'),
    entries: texts(['a', 'y'], ['b', 'z']),
    text: line('de: # German', '  a: "y"', '  b: z'),
    options: { locale: 'de-AT' },
  },
  {
    title: 'one of several locales, and one that is new',
    base: line('de:', '  a: x', 'en:', '  a: y'),
    entries: texts(['a', 'z']),
    text: line('de:', '  a: x', 'en:', '  a: z'),
  },
  {
    title: 'a locale that is not there yet',
    base: line('de:', '  a: x', 'en:', '  a: y'),
    entries: texts(['a', 'z']),
    text: line('de:', '  a: x', 'en:', '  a: y', 'fr:', '  a: z'),
    options: { locale: 'fr' },
  },
  { title: 'no texts yet', base: 'en: # soon\n', entries: texts(['a', 'x']), text: 'en: # soon\n  a: x\n' },
  { title: 'an empty file', base: '', entries: texts(['a', 'x']), text: 'en:\n  a: x\n' },
  {
    title: 'all goes',
    base: line('de:', '  a: x', 'en:', '  a: y'),
    entries: [],
    text: line('de:', '  a: x', 'en:', '  {}'),
    options: { prune: true },
  },
]

const forms = fc.record({ one: fc.string({ unit: 'grapheme' }), other: fc.string({ unit: 'grapheme', minLength: 1 }) })

/** Texts and plurals of English. */
export const arbitrary = fc
  .tuple(plainTexts, fc.array(forms, { maxLength: 3 }))
  .map(([plain, plurals]) => [
    ...plain.map((entry) => ({ ...entry, syntax: 'ruby' as const })),
    ...plurals.map(({ one, other }, at) => plural(`zz_files${at}`, ['one', one], ['other', other])),
  ])
