import { limits } from '@parlance/contract/limits'
import fc from 'fast-check'
import type { FormatCase, PatchCase, UnreadableCase } from '../../../test/format-case.ts'

const line = (...lines: string[]) => `${lines.join('\n')}\n`
const texts = (...pairs: [key: string, value: string][]) => pairs.map(([key, value]) => ({ key, value }))
const nested = { structure: 'nested', style: 'pretty' } as const

export const cases: FormatCase[] = [
  {
    title: 'names are split at their dots',
    text: line('a: it’s', 'b:', '  c-d: 2 files', '  e:', '    f: "3"'),
    entries: texts(['a', 'it’s'], ['b.c-d', '2 files'], ['b.e.f', '3']),
    options: nested,
  },
  {
    title: 'names keep their dots',
    text: line('a.b: x', 'a.c: "y: z"'),
    entries: texts(['a.b', 'x'], ['a.c', 'y: z']),
    options: { style: 'pretty' },
  },
  { title: 'nothing', text: '{}\n', entries: [] },
  { title: 'an empty file', text: '', entries: [], only: 'read' },
  { title: 'a file of comments', text: '# a: b\n---\n# c\n...\n', entries: [], only: 'read' },
  {
    title: 'all in one line, as JSON has it',
    text: '{"a":"x\\n\\ty","b":{"c":"\\u2028 é 😀"}}\n',
    entries: texts(['a', 'x\n\ty'], ['b.c', '\u2028 é 😀']),
    options: { structure: 'nested' },
  },
  {
    title: 'descriptions are comments above',
    text: line('# On a button.', '#', '# Short!', 'a: Go', 'b:', '  # Deeper', '  c: "#1"'),
    entries: [
      { key: 'a', value: 'Go', description: 'On a button.\n\nShort!' },
      { key: 'b.c', value: '#1', description: 'Deeper' },
    ],
    options: nested,
  },
  {
    title: 'descriptions among what is all in one line',
    text: '{"a":"x",\n# Told\n"b":"y"}\n',
    entries: [
      { key: 'a', value: 'x' },
      { key: 'b', value: 'y', description: 'Told' },
    ],
  },
  {
    title: 'a text of several lines',
    text: line('a: |-', '  one', '', '   two', 'b: |', '  # three', '  four', 'c: "five\\n\\n"'),
    entries: texts(['a', 'one\n\n two'], ['b', '# three\nfour\n'], ['c', 'five\n\n']),
    options: nested,
  },
  {
    title: 'what a program would take for something else',
    text: line(
      ...[
        'yes',
        'No',
        'on',
        'OFF',
        'y',
        'n',
        '~',
        'null',
        'true',
        '010',
        '1.5',
        '1_000',
        '1,5',
        '0x1f',
        '12:30',
        '.inf',
      ],
      ...['2001-12-14', ':name', '<<', '=', '-', '- a', '@a', '%a', '&a', '*a', '!a', '|', '[a', ' a', 'a:', 'a #b'],
    ).replaceAll(/^(.*)$\n/gm, (_, text: string) => `${JSON.stringify(text)}: ${JSON.stringify(text)}\n`),
    entries: texts(
      ...['yes', 'No', 'on', 'OFF', 'y', 'n', '~', 'null', 'true', '010', '1.5', '1_000', '1,5', '0x1f'].map(twice),
      ...['12:30', '.inf', '2001-12-14', ':name', '<<', '=', '-', '- a', '@a', '%a', '&a', '*a', '!a'].map(twice),
      ...['|', '[a', ' a', 'a:', 'a #b'].map(twice),
    ),
    only: 'read',
  },
  {
    title: 'quotes where they are needed, and only there',
    text: line(
      '"1": "1"',
      '"=": "="',
      'a: "yes"',
      'b: ja',
      'c: "2001-12-14"',
      'd: a:b',
      'e: "-"',
      'f: -x',
      '"no": nein',
    ),
    entries: texts(
      ...([
        ['1', '1'],
        ['=', '='],
        ['a', 'yes'],
        ['b', 'ja'],
        ['c', '2001-12-14'],
      ] as [string, string][]),
      ...([
        ['d', 'a:b'],
        ['e', '-'],
        ['f', '-x'],
        ['no', 'nein'],
      ] as [string, string][]),
    ),
    options: nested,
  },
  {
    title: 'lists, where they are asked for',
    text: line('a:', '  - x', '  - b: w', '    c: z', '  -', '    # Told', '    d: |-', '      1', '      2'),
    entries: [
      ...texts(['a.0', 'x'], ['a.1.b', 'w'], ['a.1.c', 'z']),
      { key: 'a.2.d', value: '1\n2', description: 'Told' },
    ],
    options: { ...nested, options: { arrays: 'lists' } },
  },
  {
    title: 'where a name is text and branch, what is deeper stays flat',
    text: line('a: "1"', 'a.b: "2"'),
    entries: texts(['a', '1'], ['a.b', '2']),
    options: nested,
  },
  {
    title: 'a name for which readers would look no further',
    text: line(`? "${'\\u0001'.repeat(200)}"`, ': x'),
    entries: texts(['\u0001'.repeat(200), 'x']),
    options: nested,
  },
  {
    title: 'the ways of writing texts',
    text: line(
      '%YAML 1.1',
      '---',
      'plain: a:b no#, [it] goes',
      '  on',
      '',
      '  here # comment',
      "single: 'it''s \\n",
      '',
      "  two'",
      'double: "\\x41\\u0042\\U0001F600\\e\\_\\',
      '  \\  x ',
      '  y"',
      'literal: |',
      '  a ',
      '   b',
      '',
      'keep: |+',
      '  a',
      '',
      'strip: >-',
      '  a',
      '  b',
      '',
      '   c',
      '  d',
      'indented: |2-',
      '   a',
      '  b',
      'tagged: !!str 12',
      'anchored: &a text',
      '? asked',
      ': answered',
      '"colon": behind',
      'url: http://a.b/c#d',
    ),
    entries: texts(
      ['plain', 'a:b no#, [it] goes on\nhere'],
      ['single', "it's \\n\ntwo"],
      ['double', 'AB😀\x1b\xa0  x y'],
      ['literal', 'a \n b\n'],
      ['keep', 'a\n\n'],
      ['strip', 'a b\n\n c\nd'],
      ['indented', ' a\nb'],
      ['tagged', '12'],
      ['anchored', 'text'],
      ['asked', 'answered'],
      ['colon', 'behind'],
      ['url', 'http://a.b/c#d'],
    ),
    only: 'read',
  },
  {
    title: 'maps and lists in brackets, and lists no further in than their name',
    text: line(
      'a:',
      '- {b: x, "c":y, \'d\': [z, e: f,]}',
      '- - g',
      '  - h: i',
      '    j: k',
      '-',
      ' l: m',
      'n: {}',
      'o: []',
    ),
    entries: texts(
      ...([
        ['a.0.b', 'x'],
        ['a.0.c', 'y'],
        ['a.0.d.0', 'z'],
        ['a.0.d.1.e', 'f'],
      ] as [string, string][]),
      ...([
        ['a.1.0', 'g'],
        ['a.1.1.h', 'i'],
        ['a.1.1.j', 'k'],
        ['a.2.l', 'm'],
      ] as [string, string][]),
    ),
    only: 'read',
  },
  {
    title: 'comments that are directly before a name',
    text: line(
      '# About the file.',
      '',
      'a: x # not about b',
      'b:',
      '  # about c',
      '  # and more',
      '  c: y',
      '  # no longer',
      'd: z',
      '# yamllint disable-line',
      'e: w',
    ),
    entries: [
      { key: 'a', value: 'x' },
      { key: 'b.c', value: 'y', description: 'about c\nand more' },
      { key: 'd', value: 'z' },
      { key: 'e', value: 'w' },
    ],
    only: 'read',
  },
  {
    title: 'numbers, truths, nothing, lists with gaps',
    text: line(
      'a: 010',
      'b: -1_000.50',
      'c: yes',
      'd: ~',
      'e:',
      '  -',
      '  - x',
      '  - null',
      '  - y',
      'f:',
      'g: y',
      '2: x',
    ),
    entries: texts(
      ...([
        ['a', '010'],
        ['b', '-1_000.50'],
        ['c', 'yes'],
        ['d', ''],
      ] as [string, string][]),
      ...([
        ['e.1', 'x'],
        ['e.3', 'y'],
        ['f', ''],
        ['g', 'y'],
        ['2', 'x'],
      ] as [string, string][]),
    ),
    only: 'read',
    remarks: [
      { severity: 'warning', code: 'number_as_text', key: 'a' },
      { severity: 'warning', code: 'number_as_text', key: 'b' },
      { severity: 'warning', code: 'number_as_text', key: 'c' },
      { severity: 'error', code: 'null_value', key: 'd' },
      { severity: 'error', code: 'null_value', key: 'f' },
    ],
  },
  {
    title: 'what stands for something else',
    text: line(
      'base: &base {a: x, b: &b {c: y}}',
      'alias: *base',
      'map:',
      '  <<: *base',
      '  a: z',
      'list:',
      '  d: v',
      '  <<: [*b, {c: no, d: no, e: w}]',
    ),
    entries: texts(
      ...([
        ['base.a', 'x'],
        ['base.b.c', 'y'],
        ['alias.a', 'x'],
        ['alias.b.c', 'y'],
      ] as [string, string][]),
      ...([
        ['map.a', 'z'],
        ['map.b.c', 'y'],
        ['list.d', 'v'],
        ['list.c', 'y'],
        ['list.e', 'w'],
      ] as [string, string][]),
    ),
    only: 'read',
  },
  {
    title: 'what only a program knows is left alone',
    text: line(
      'a: !ruby/regexp /x/',
      'b: !ruby/object:Set',
      '  c: d',
      '? [e, f]',
      ': g',
      '? h: i',
      ': j: k',
      '{l: m}: n',
      'o: !!binary aGk=',
      'p: q',
    ),
    entries: texts(['p', 'q']),
    only: 'read',
    remarks: ['a', 'b', '[e,', 'h:', '{l:', 'o'].map((key) => ({
      severity: 'warning' as const,
      code: 'unsupported_entry' as const,
      key,
    })),
  },
  {
    title: 'another document',
    text: line('---', 'a: x', '---', 'b: y'),
    entries: texts(['a', 'x']),
    only: 'read',
    remarks: [{ severity: 'warning', code: 'unsupported_entry' }],
  },
  {
    title: 'names that come twice, in one map or by two ways',
    text: line('a: x', '"a": y', 'b.c: z', 'b:', '  c: w'),
    entries: texts(['a', 'x'], ['b.c', 'z']),
    only: 'read',
    remarks: [
      { severity: 'error', code: 'duplicate_key', key: 'a' },
      { severity: 'error', code: 'duplicate_key', key: 'b.c' },
    ],
  },
  {
    title: 'what cannot be kept',
    text: line('"": ""', 'z: "\\0"', `v: ${'v'.repeat(limits.value + 1)}`),
    entries: texts(['', ''], ['z', ''], ['v', '']),
    only: 'read',
    remarks: [
      { severity: 'error', code: 'invalid_key' },
      { severity: 'error', code: 'encoding', key: 'z' },
      { severity: 'error', code: 'value_too_long', key: 'v' },
    ],
  },
  {
    title: 'more than 64 levels',
    text: `${'{a: '.repeat(65)}x${'}'.repeat(65)}`,
    entries: [],
    only: 'read',
    remarks: [{ severity: 'error', code: 'too_deep', key: Array(64).fill('a').join('.') }],
  },
  {
    title: 'UTF-16, and lines that end otherwise',
    text: inUtf16('\ufeffa: x\r\nb: |\r\n  y\r\n  z\r\n'),
    entries: texts(['a', 'x'], ['b', 'y\nz\n']),
    only: 'read',
  },
]

/** The first byte of each unit first. */
function inUtf16(text: string): Uint8Array {
  return Uint8Array.from([...text].flatMap((unit) => [unit.charCodeAt(0) & 0xff, unit.charCodeAt(0) >> 8]))
}

function twice(text: string): [string, string] {
  return [text, text]
}

export const unreadable: UnreadableCase[] = [
  { title: 'a text without names', text: 'hello\n', code: 'syntax_error' },
  { title: 'a map in the middle of a line', text: 'a: b: c\n', code: 'syntax_error' },
  { title: 'a name without a colon', text: 'a: x\nb\n', code: 'syntax_error' },
  { title: 'something that is neither in nor out', text: 'a:\n    b: x\n  c: y\n', code: 'syntax_error' },
  { title: 'a tab for an indentation', text: 'a:\n\tb: x\n', code: 'syntax_error' },
  { title: 'quotes without an end', text: 'a: "x\nb: y\n', code: 'syntax_error' },
  { title: 'no such escape', text: 'a: "\\q"\n', code: 'syntax_error' },
  { title: 'a bracket without an end', text: 'a: [x\n', code: 'syntax_error' },
  { title: 'brackets that do not fit', text: 'a: [x}\n', code: 'syntax_error' },
  { title: 'a missing comma', text: 'a: {b: "x" c: y}\n', code: 'syntax_error' },
  { title: 'an alias without an anchor', text: 'a: *b\n', code: 'syntax_error' },
  { title: 'what holds itself', text: 'a: &a [*a]\n', code: 'unsafe_yaml' },
  { title: 'a reserved sign', text: 'a: @b\n', code: 'syntax_error' },
  { title: 'too many brackets', text: '['.repeat(20_000), code: 'too_deep' },
  { title: 'what is not in UTF-8', text: Uint8Array.of(0x61, 0x3a, 0x20, 0xff), code: 'encoding' },
]

const base = line(
  '# Texts',
  '---',
  'buttons:',
  '    # On the left',
  '    cancel: Cancel  # short',
  '    delete:   "Delete"',
  "    undo: 'Undo'",
  '',
  'count: 010',
  'list:',
  '- x',
  '- y',
  'long: |+  # as it is',
  '    one',
  '',
  'folded: >',
  '  two',
  '  three',
  '',
  'inline: {a: x, b: y}',
  'empty: {}',
  'nothing:',
)
const baseTexts: [string, string][] = [
  ['buttons.cancel', 'Cancel'],
  ['buttons.delete', 'Delete'],
  ['buttons.undo', 'Undo'],
  ['count', '010'],
  ['list.0', 'x'],
  ['list.1', 'y'],
  ['long', 'one\n\n'],
  ['folded', 'two three\n'],
  ['inline.a', 'x'],
  ['inline.b', 'y'],
]
const withTexts = (...changes: [string, string][]) => texts(...new Map([...baseTexts, ...changes]))
const without = (...keys: string[]) => texts(...baseTexts.filter(([key]) => !keys.includes(key)))

export const patches: PatchCase[] = [
  { title: 'what stays, stays', base, entries: withTexts(), text: base },
  {
    title: 'texts change as they are written',
    base,
    entries: withTexts(
      ...([
        ['buttons.cancel', 'Close'],
        ['buttons.delete', 'Say "x"'],
        ['buttons.undo', "Don't"],
      ] as [string, string][]),
      ...([
        ['count', '011'],
        ['list.1', '3 z'],
        ['long', 'a\n b'],
        ['folded', 'c\n\nd'],
      ] as [string, string][]),
      ...([
        ['inline.b', 'p, q'],
        ['nothing', 'no'],
      ] as [string, string][]),
    ),
    text: base
      .replace('Cancel  #', 'Close  #')
      .replace('"Delete"', '"Say \\"x\\""')
      .replace("'Undo'", "'Don''t'")
      .replace('010', '011')
      .replace('- y', '- 3 z')
      .replace('|+  # as it is\n    one\n', '|-  # as it is\n    a\n     b')
      .replace('>\n  two\n  three', '>-\n  c\n\n\n  d')
      .replace('b: y', 'b: "p, q"')
      .replace('nothing:', 'nothing: "no"'),
  },
  {
    title: 'another way of writing only where a text needs it',
    base,
    entries: withTexts(
      ...([
        ['buttons.cancel', 'true'],
        ['buttons.undo', 'a\tb\nc'],
        ['count', 'many'],
      ] as [string, string][]),
      ...([
        ['list.0', '- x'],
        ['long', ' a\n\n'],
        ['folded', 'x\n y\n'],
      ] as [string, string][]),
    ),
    text: base
      .replace('Cancel  #', '"true"  #')
      .replace("'Undo'", '"a\\tb\\nc"')
      .replace('010', 'many')
      .replace('- x', '- "- x"')
      .replace('|+  # as it is\n    one\n', '" a\\n\\n"  # as it is')
      .replace('>\n  two\n  three', '|\n  x\n   y'),
  },
  {
    title: 'what is new looks like what is there',
    base,
    entries: [
      ...withTexts(
        ...([
          ['buttons.add', 'Add'],
          ['buttons.sub.a', 'yes'],
          ['list.2', 'z'],
          ['inline.c', 'w'],
        ] as [string, string][]),
        ...([
          ['empty.a', 'x'],
          ['last.one', 'a\nb'],
        ] as [string, string][]),
      ),
      { key: 'buttons.told', value: 'T', description: 'About\nit' },
    ],
    text: base
      .replace('    # On the left', '    add: Add\n    # On the left')
      .replace('"Delete"\n', '"Delete"\n    sub:\n        a: "yes"\n    # About\n    # it\n    told: T\n')
      .replace('- y\n', '- y\n- z\n')
      .replace('b: y}', 'b: y, c: w}')
      .replace('empty: {}', 'empty: \n    a: x')
      .replace('nothing:\n', 'nothing:\nlast:\n    one: |-\n        a\n        b\n'),
  },
  {
    title: 'what goes, goes with its comment',
    base,
    entries: without('buttons.cancel', 'list.0', 'long', 'inline.a'),
    text: base
      .replace('    # On the left\n    cancel: Cancel  # short\n', '')
      .replace('- x', '- ~')
      .replace('long: |+  # as it is\n    one\n\n', '')
      .replace('a: x, ', '')
      .replace('nothing:\n', ''),
    options: { prune: true },
  },
  {
    title: 'all goes',
    base: 'a:\n  b: x\nc: y # z\n',
    entries: [],
    text: '{}\n',
    options: { prune: true },
  },
  { title: 'an empty file', base: '', entries: texts(['a', 'x']), text: 'a: x\n' },
  {
    title: 'a file of comments, whose lines end otherwise',
    base: '# a\r\n---',
    entries: texts(['a', 'x'], ['b', 'y\nz']),
    text: '# a\r\n---\r\na: x\r\nb: |-\r\n  y\r\n  z',
  },
  {
    title: 'quotes as the others have them, and a last line that has no end',
    base: "'a': 'x'\n'b': 'y'",
    entries: texts(['a', 'x'], ['b', 'y'], ['c', "it's"], ['d', 'e\tf']),
    text: "'a': 'x'\n'b': 'y'\n'c': 'it''s'\n'd': 'e\tf'",
  },
  {
    title: 'an alias becomes a text where it is no longer the same, and others stay what they were',
    base: line('a: &a x', 'b: *a', 'c: *a', 'd: &d {e: y}', 'f: *d', 'g:', '  <<: *d'),
    entries: texts(['a', 'new'], ['b', 'x'], ['c', 'new'], ['d.e', 'y'], ['f.e', 'z'], ['g.e', 'w']),
    text: line('a: &a new', 'b: x', 'c: *a', 'd: &d {e: y}', 'f: *d', 'g:', '  <<: *d', '  e: w'),
    remarks: [{ severity: 'warning', code: 'key_not_representable', key: 'f.e' }],
  },
  {
    title: 'what aliases stand for stays with them',
    base: line('a: &a {b: x}', 'c: *a', 'd: y'),
    entries: texts(['c.b', 'x']),
    text: line('a: &a {b: x}', 'c: *a'),
    options: { prune: true },
    remarks: [{ severity: 'warning', code: 'unsupported_entry', key: 'a' }],
  },
  {
    title: 'names without a colon, and maps without braces',
    base: line('? a', '? b', ': x', 'c: [d: y]', 'e: {f}'),
    entries: texts(['a', '1'], ['b', 'x'], ['c.0.d', 'y'], ['c.0.g', 'z'], ['e.f', 'w']),
    text: line('? a', ': "1"', '? b', ': x', 'c: [{d: y, g: z}]', 'e: {f: w}'),
  },
  {
    title: 'a first name that is none, in brackets',
    base: line('[a]: b', 'c: d'),
    entries: texts(['c', 'x: y'], ['e', 'f, g']),
    text: line('[a]: b', 'c: "x: y"', 'e: f, g'),
  },
  {
    title: 'members behind a dash',
    base: line('a:', '  - b: x', '    c: y', '  - d: z'),
    entries: texts(['a.0.aa', 'm'], ['a.0.c', 'y'], ['a.1.d', 'z']),
    text: line('a:', '  - aa: m', '    c: y', '  - d: z'),
    options: { prune: true },
  },
]

const name = fc
  .string({ unit: 'binary', maxLength: 12 })
  .filter((text) => text !== '' && text.isWellFormed() && !/[\0.]/.test(text))
const sign = fc.constantFrom(...' \t\n\r#:,-[]{}&*!|>\'"%@`?~=<.0123yesno_é😀\u0085\u2028\ufeff')
const text = fc.oneof(
  fc.string({ unit: sign, maxLength: 12 }),
  fc.string({ unit: 'binary' }).filter((some) => some.isWellFormed() && !some.includes('\0')),
)

/** Names of one and of two parts, texts of signs that have a meaning. */
export const arbitrary = fc
  .uniqueArray(fc.record({ path: fc.array(name, { minLength: 1, maxLength: 3 }), value: text }), {
    selector: ({ path }) => path.join('.'),
  })
  .map((all) => all.map(({ path, value }) => ({ key: path.join('.'), value, syntax: 'icu' as const })))
