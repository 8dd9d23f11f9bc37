import fc from 'fast-check'
import type { FormatCase, PatchCase, UnreadableCase } from '../../../test/format-case.ts'
import type { Entry } from '../../entry.ts'

const syntax = 'fluent' as const
const line = (...lines: string[]) => `${lines.join('\n')}\n`
const texts = (some: Record<string, string>): Entry[] =>
  Object.entries(some).map(([key, value]) => ({ key, value, syntax }))

const SELECT = '{ $n ->\n    [one] { $n } file\n   *[other] { $n } files\n}'

export const cases: FormatCase[] = [
  { title: 'nothing', text: '', entries: [] },
  {
    title: 'messages, terms and attributes',
    text: line(
      '-brand = Firefox',
      '    .gender = masculine',
      'hello = Hello, { $name }!',
      '    .title = it\'s "{ -brand }"',
      'only =',
      '    .accesskey = O',
      '    .label = Open…',
    ),
    entries: texts({
      '-brand': 'Firefox',
      '-brand.gender': 'masculine',
      hello: 'Hello, { $name }!',
      'hello.title': 'it\'s "{ -brand }"',
      'only.accesskey': 'O',
      'only.label': 'Open…',
    }),
  },
  {
    title: 'patterns of several lines',
    text: line(
      'a =',
      '    First',
      '    second',
      '',
      '      indented',
      'b =',
      '    { $n ->',
      '        [one] { $n } file',
      '       *[other] { $n } files',
      '    }',
      '    .c =',
      '        x',
      '        y',
    ),
    entries: texts({ a: 'First\nsecond\n\n  indented', b: SELECT, 'b.c': 'x\ny' }),
  },
  {
    title: 'the same patterns, otherwise spelled',
    text: line(
      'a = First',
      '  second',
      '  ',
      '    indented  ',
      'b = { $n ->',
      '    [one] { $n } file',
      '   *[other] { $n } files',
      '}',
      'b2={ $n ->',
      '        [one] { $n } file',
      '       *[other] { $n } files',
      '    }',
      'c   =',
      '',
      '  { ""}  x',
      'd = {',
      'b }',
      'e = [x',
      '.f',
    ),
    entries: texts({ a: 'First\nsecond\n\n  indented', b: SELECT, b2: SELECT, c: '{ ""}  x', d: '{\nb }' }),
    only: 'read',
    remarks: [{ severity: 'error', code: 'syntax_error', key: 'e' }],
  },
  {
    title: 'text and placeables in lines of different depths',
    text: line(
      'a =',
      '     Files: { $n ->',
      '   [one] one',
      '     more',
      '  *[other] { "}" }',
      '     } end',
      '     and more',
    ),
    entries: texts({ a: 'Files: { $n ->\n [one] one\n   more\n*[other] { "}" }\n   } end\nand more' }),
    only: 'read',
  },
  {
    title: 'comments above a message are about it',
    text: line('# Of a.', '#', '# # Two lines.', 'a = 1', 'b = 2', '# Of c.', 'c =', '    .d = 3'),
    entries: [
      { key: 'a', value: '1', syntax, description: 'Of a.\n\n# Two lines.' },
      { key: 'b', value: '2', syntax },
      { key: 'c.d', value: '3', syntax, description: 'Of c.' },
    ],
  },
  {
    title: 'comments of groups, of the file, and elsewhere are about nothing',
    text: line('### File', '', '## Group', 'a = 1', '# alone', '', 'b = 2', '#none', 'c = 3', '# end'),
    entries: texts({ a: '1', b: '2', c: '3' }),
    only: 'read',
  },
  {
    title: 'what is broken leaves the others whole',
    text: line(
      'a = { $x',
      'b = 1',
      'c',
      '    no = pattern',
      'd = 2',
      '}',
      'e =',
      '-f =',
      '    .g = 3',
      '5 = x',
      'h = 4',
      '    .i',
    ),
    entries: texts({ b: '1', d: '2' }),
    only: 'read',
    remarks: [
      { severity: 'error', code: 'syntax_error', key: 'a' },
      { severity: 'error', code: 'syntax_error', key: 'c' },
      { severity: 'error', code: 'syntax_error' },
      { severity: 'error', code: 'syntax_error', key: 'e' },
      { severity: 'error', code: 'syntax_error', key: '-f' },
      { severity: 'error', code: 'syntax_error', key: 'h' },
    ],
  },
  {
    title: 'the last of two counts, attribute by attribute',
    text: line('a = 1', '    .b = 2', 'a = 3'),
    entries: texts({ a: '3', 'a.b': '2' }),
    only: 'read',
    remarks: [{ severity: 'warning', code: 'duplicate_key', key: 'a' }],
  },
  {
    title: 'what is too long or too deep',
    text: `a = ${'x'.repeat(65_537)}\nb = ${'y'.repeat(600_000)}\nc = ${'{'.repeat(65)}\nd = { $x } ${'z'.repeat(20_000)}`,
    entries: [{ key: 'a', value: '' }],
    only: 'read',
    remarks: [
      { severity: 'error', code: 'value_too_long', key: 'a' },
      { severity: 'error', code: 'value_too_long', key: 'b' },
      { severity: 'error', code: 'too_deep', key: 'c' },
      { severity: 'warning', code: 'unsupported_entry', key: 'd' },
    ],
  },
  {
    title: 'names that Fluent does not have, and texts that are no patterns',
    text: line('a =', '    .c = 1', 'd = .e'),
    entries: [
      ...texts({ '-x.y': '1', '1': '2', a: ' outer', 'a.b': '{ $x', 'a.b.c': '3', 'a.c': '1', 'a b': '4', d: '.e' }),
      { key: 'e', value: '{n, plural, one {x} other {y}}', isPlural: true, syntax: 'icu' },
      ...texts({ f: '', g: 'x\n.y', h: '}' }),
    ],
    only: 'write',
    remarks: [
      { severity: 'warning', code: 'key_not_representable', key: '1' },
      { severity: 'warning', code: 'key_not_representable', key: 'a.b.c' },
      { severity: 'warning', code: 'key_not_representable', key: 'a b' },
      { severity: 'warning', code: 'key_not_representable', key: '-x.y' },
      { severity: 'warning', code: 'value_not_convertible', key: 'a' },
      { severity: 'warning', code: 'value_not_convertible', key: 'a.b' },
      { severity: 'warning', code: 'value_not_convertible', key: 'e' },
      { severity: 'warning', code: 'value_not_convertible', key: 'f' },
      { severity: 'warning', code: 'value_not_convertible', key: 'g' },
      { severity: 'warning', code: 'value_not_convertible', key: 'h' },
    ],
  },
]

export const unreadable: UnreadableCase[] = [
  { title: 'what is not in UTF-8', text: Uint8Array.of(0x61, 0x3d, 0xff), code: 'encoding' },
]

const base = line(
  '### File',
  '',
  '# about b',
  'b  =  x',
  '    .label = y',
  '    .title =',
  '        z',
  '',
  'd = { $n ->',
  '    [one] One',
  '   *[other] Other',
  '}',
  'broken = {',
  '-f = w',
  '  .g = v',
)
const said = {
  b: 'x',
  'b.label': 'y',
  'b.title': 'z',
  d: '{ $n ->\n    [one] One\n   *[other] Other\n}',
  '-f': 'w',
  '-f.g': 'v',
}

export const patches: PatchCase[] = [
  {
    title: 'only the lines of a text that differs, as they are spelled there',
    base,
    entries: texts({
      ...said,
      b: 'new { $x }',
      'b.title': 'z\nzz',
      d: '{ $n ->\n    [one] 1\n   *[other] Other\n}',
      '-f.g': 'v\nvv',
    }),
    text: base
      .replace('  x', '  new { $x }')
      .replace('        z\n', '        z\n        zz\n')
      .replace('One', '1')
      .replace(' v\n', '\n      v\n      vv\n'),
  },
  {
    title: 'new attributes go to their message, new messages behind the one before them',
    base,
    entries: [
      ...texts({ ...said, 'b.a': '1', 'b.m': '2', '-f.h': '3', 'e.x': '5' }),
      { key: 'c', value: '4', syntax, description: 'told' },
    ],
    text: `${base
      .replace('    .label', '    .a = 1\n    .label')
      .replace('y\n', 'y\n    .m = 2\n')}  .h = 3\n# told\nc = 4\ne =\n    .x = 5\n`,
  },
  {
    title: 'new messages where the others are sorted',
    base: 'a = 1\r\n    .x = 2\r\n\r\na-b = 3\r\nc = 4',
    entries: texts({ a: '1', 'a.x': '2', 'a-a': 'x\ny', 'a-b': '3', b: '5', c: '4', d: '6' }),
    text: 'a = 1\r\n    .x = 2\r\na-a =\r\n    x\r\n    y\r\n\r\na-b = 3\r\nb = 5\r\nc = 4\r\nd = 6',
  },
  {
    title: 'a value for what has attributes alone',
    base: 'a =\n    .b = 1\n',
    entries: texts({ a: 'x\ny', 'a.b': '1' }),
    text: 'a =\n    x\n    y\n    .b = 1\n',
  },
  {
    title: 'what is broken stays, also when the project has a text for it',
    base,
    entries: texts({ ...said, broken: 'x' }),
    text: base,
    remarks: [{ severity: 'warning', code: 'unsupported_entry', key: 'broken' }],
  },
  {
    title: 'what is no pattern leaves the text that is there',
    base,
    entries: texts({ ...said, b: '{' }),
    text: base,
    remarks: [{ severity: 'warning', code: 'value_not_convertible', key: 'b' }],
  },
  {
    title: 'names leave when asked to; terms keep their values as long as they have attributes',
    base,
    entries: texts({ 'b.title': 'z', '-f.g': 'v' }),
    options: { prune: true },
    text: line(
      '### File',
      '',
      '# about b',
      'b  =',
      '    .title =',
      '        z',
      '',
      'broken = {',
      '-f = w',
      '  .g = v',
    ),
  },
  {
    title: 'messages leave with what is about them',
    base,
    entries: texts({ d: said.d }),
    options: { prune: true },
    text: line('### File', '', '', 'd = { $n ->', '    [one] One', '   *[other] Other', '}', 'broken = {'),
  },
  {
    title: 'nothing but a comment',
    base: '# File',
    entries: texts({ a: '1', b: '2' }),
    text: '# File\n\na = 1\nb = 2',
  },
  {
    title: 'of two the last is changed',
    base: 'a = 1\n    .b = 2\na = 3\n',
    entries: texts({ a: '4', 'a.b': '5' }),
    text: 'a = 1\n    .b = 5\na = 4\n',
  },
]

const name = fc.stringMatching(/^-?[A-Za-z][\w-]{0,4}$/)
const word = fc.stringMatching(/^[^\0 \r\n{}.[*][^\0\r\n{} ]{0,5}$/).filter((some) => some.isWellFormed())
const placeable = fc.constantFrom('{ $x }', '{ "{" }', '{ -term(a: 1) }', SELECT, '{""}', '{ FOO(a, b: "}") }')
const row = fc.array(fc.oneof(word, placeable), { minLength: 1, maxLength: 3 }).map((parts) => parts.join(' '))
/** Lines of a text, blank ones among them; the second may be indented further. */
const pattern = fc
  .tuple(row, fc.array(fc.tuple(fc.constantFrom('', '  '), fc.oneof(fc.constant(''), row)), { maxLength: 3 }), row)
  .map(([first, middle, last]) =>
    [first, ...middle.map(([indent, text]) => (text === '' ? '' : indent + text)), last].join('\n'),
  )

const message = fc.record({
  id: name,
  value: fc.oneof(row, pattern),
  attributes: fc.uniqueArray(
    fc.record({ name: fc.stringMatching(/^[a-z][a-z-]{0,2}$/), value: fc.oneof(row, pattern) }),
    {
      selector: (one) => one.name,
      maxLength: 3,
    },
  ),
  description: fc.stringMatching(/^([a-z]([a-z#\n ]{0,20}[a-z])?)?$/).map((some) => some.replaceAll(/ +\n/g, '\n')),
})

export const arbitrary = fc
  .uniqueArray(message, { selector: ({ id }) => id })
  .map((messages) =>
    messages.flatMap(({ id, value, attributes, description }): Entry[] => [
      { key: id, value, syntax, ...(description === '' ? {} : { description }) },
      ...attributes.map((one) => ({ key: `${id}.${one.name}`, value: one.value, syntax })),
    ]),
  )
