import fc from 'fast-check'
import type { FormatCase, PatchCase, UnreadableCase } from '../../../test/format-case.ts'
import type { Entry } from '../../entry.ts'

const syntax = 'printf' as const
const texts = (some: Record<string, string>): Entry[] =>
  Object.entries(some).map(([key, value]) => ({ key, value, syntax }))
const line = (...lines: string[]) => `${lines.join('\n')}\n`

export const cases: FormatCase[] = [
  { title: 'nothing', text: '', entries: [] },
  {
    title: 'sections, and what stands before them',
    text: line('b=1', '', '[a]', 'x=%s of %d', 'y.z=2', '', '[c-d]', 'e='),
    entries: texts({ b: '1', 'a.x': '%s of %d', 'a.y.z': '2', 'c-d.e': '' }).sort((one, two) =>
      one.key === 'b' ? -1 : two.key === 'b' ? 1 : 0,
    ),
  },
  {
    title: 'names that are no names of sections',
    text: line('.a=1', 'Hello. World=2', 'a.=3', 'b..c=4', 'c].d=5'),
    entries: texts({ '.a': '1', 'Hello. World': '2', 'a.': '3', 'b..c': '4', 'c].d': '5' }),
  },
  {
    title: 'blanks around names and texts, and both separators',
    text: '\ta = 1 \nb:2\n  c : 3=4\r\n[ s ] ; comment [x]\nd =\ne = 4\nF:_G="5"\nH:',
    entries: texts({ a: '1', b: '2', c: '3=4', 's.d': '', 's.e': '4', 's.F:_G': '5', 's.H': '' }),
    only: 'read',
  },
  {
    title: 'texts in quotes',
    text: line(
      'a="x; y" ; no part of it',
      "b='it is'",
      'c=`"z" # w`',
      'd="""one',
      '  "two"""" # no part',
      'e="say \\"hi\\" \\\\n\\n\\t\\r\\q \\\\" # no part',
      'f=`',
      'g = h`',
    ),
    entries: texts({
      a: 'x; y',
      b: 'it is',
      c: '"z" # w',
      d: 'one\n  "two"',
      e: 'say "hi" \\n\n\t\r\\q \\',
      f: '\ng = h',
    }),
    only: 'read',
  },
  {
    title: 'texts with quotes that are not around them',
    text: line(
      'a="x" and "y"',
      "b='tis",
      "c='a' or 'b'",
      'd="x',
      'e=x &nbsp; # y',
      'f=C:\\new\\',
      'g=`x` y',
      'h=',
      'i="""',
    ),
    entries: texts({
      a: '"x" and "y"',
      b: "'tis",
      c: "'a' or 'b'",
      d: '"x',
      e: 'x &nbsp; # y',
      f: 'C:\\new\\',
      g: '`x` y',
      h: '',
      i: '"""',
    }),
    only: 'read',
  },
  {
    title: 'names in quotes',
    text: line('" e "=1', '`a=b: "c"`=2', '"`\\n" = 3'),
    entries: texts({ ' e ': '1', 'a=b: "c"': '2', '`\n': '3' }),
    only: 'read',
  },
  {
    title: 'lines that go on, as Python writes them',
    text: line('a = one', '   two ', '   three', 'b = four', '   c = five', '', '   six'),
    entries: texts({ a: 'one\ntwo\nthree', b: 'four', c: 'five' }),
    only: 'read',
    remarks: [{ severity: 'error', code: 'syntax_error' }],
  },
  {
    title: 'what needs quotes',
    text: line(
      '` a `=" x "',
      'a="1; 2 # 3"',
      'b=`say "hi"; `',
      'c="line\\nline"',
      'd="\'tis"',
      'e=`"`',
      'f="C:\\\\"',
      'g=C:\\new',
      'h="`\\"\\\\n\\n"',
      '`i=j`=k',
    ),
    entries: texts({
      ' a ': ' x ',
      a: '1; 2 # 3',
      b: 'say "hi"; ',
      c: 'line\nline',
      d: "'tis",
      e: '"',
      f: 'C:\\',
      g: 'C:\\new',
      h: '`"\\n\n',
      'i=j': 'k',
    }),
  },
  {
    title: 'comments directly before a name are about it',
    text: line('; Of the first.', ';', '; # Two lines.', 'a=1', 'b=2'),
    entries: [
      { key: 'a', value: '1', syntax, description: 'Of the first.\n\n# Two lines.' },
      { key: 'b', value: '2', syntax },
    ],
  },
  {
    title: 'comments elsewhere are about nothing',
    text: '; File\n\n  ;; x\n## y\na=1\n\n# z\n\nb=2\n; section\n[s]\nc=3\n# end',
    entries: [
      { key: 'a', value: '1', syntax, description: 'x\ny' },
      { key: 'b', value: '2', syntax },
      { key: 's.c', value: '3', syntax },
    ],
    only: 'read',
  },
  {
    title: 'the last of two counts, also in sections that come again',
    text: 'a=1\na=2\n[s]\nb=3\n[t]\nc=4\n[s]\nb=5',
    entries: texts({ a: '2', 's.b': '5', 't.c': '4' }),
    only: 'read',
    remarks: [
      { severity: 'warning', code: 'duplicate_key', key: 'a' },
      { severity: 'warning', code: 'duplicate_key', key: 's.b' },
    ],
  },
  {
    title: 'lines that say nothing',
    text: 'a=1\nnothing\n[open\n=x',
    entries: [...texts({ a: '1' }), { key: '', value: '' }],
    only: 'read',
    remarks: [
      { severity: 'error', code: 'syntax_error' },
      { severity: 'error', code: 'syntax_error' },
      { severity: 'error', code: 'invalid_key' },
    ],
  },
  {
    title: 'a text that is too long',
    text: `a=${'x'.repeat(65_537)}\nb=${'y'.repeat(600_000)}`,
    entries: [
      { key: 'a', value: '' },
      { key: 'b', value: '', syntax },
    ],
    only: 'read',
    remarks: [
      { severity: 'error', code: 'value_too_long', key: 'a' },
      { severity: 'error', code: 'value_too_long', key: 'b' },
    ],
  },
]

export const unreadable: UnreadableCase[] = [
  { title: 'what is not in UTF-8', text: Uint8Array.of(0x61, 0x3d, 0xff), code: 'encoding' },
]

const base = line(
  '; File',
  '',
  'home = Start',
  '',
  '[repo]',
  '; about b',
  'b = `x`',
  'd = "y" ; note',
  'f = z',
  "h = 'w'",
  '',
  '[repo.x]',
  'a = 1',
)

export const patches: PatchCase[] = [
  {
    title: 'in the quotes that are there',
    base,
    entries: texts({
      home: 'a; b',
      'repo.b': 'say "hi"\nagain',
      'repo.d': 'say "hi"\nagain',
      'repo.f': ' z',
      'repo.h': 'a "b"',
      'repo.x.a': '1',
    }),
    text: base
      .replace('Start', 'a; b')
      .replace('`x`', '`say "hi"\nagain`')
      .replace('"y"', '"say \\"hi\\"\\nagain"')
      .replace('= z', '= " z"')
      .replace("'w'", '\'a "b"\''),
  },
  {
    title: 'where the quotes that are there cannot hold it',
    base,
    entries: texts({ home: "'x'", 'repo.b': '`', 'repo.d': 'y', 'repo.f': '"', 'repo.h': "it's", 'repo.x.a': '1' }),
    text: base.replace('Start', '"\'x\'"').replace('`x`', '"`"').replace('= z', '= `"`').replace("'w'", '"it\'s"'),
  },
  {
    title: 'new names in their sections, where they belong',
    base,
    entries: [
      ...texts({ home: 'Start', 'repo.b': 'x', 'repo.d': 'y', 'repo.f': 'z', 'repo.h': 'w', 'repo.x.a': '1' }),
      ...texts({ about: 'a; b', 'repo.c': '2', 'repo.x.b.c': '3', 'new.b': '4' }),
      { key: 'new.a', value: '5', syntax, description: 'told' },
    ],
    text: base
      .replace('home', 'about = "a; b"\nhome')
      .replace('d = "y"', 'c = 2\nd = "y"')
      .replace('a = 1\n', 'a = 1\nb.c = 3\n\n[new]\n; told\na=5\nb=4\n'),
  },
  {
    title: 'as it is written there',
    base: '; Joomla\r\n\r\nCOM_B="x"\r\nCOM_A="y"',
    entries: texts({ COM_B: 'x', COM_A: 'y', COM_C: 'say "hi"', 'COM.D:_E': 'z' }),
    text: '; Joomla\r\n\r\nCOM_B="x"\r\nCOM_A="y"\r\nCOM.D:_E="z"\r\nCOM_C="say \\"hi\\""',
  },
  {
    title: 'lines that go on stay lines where they can',
    base: '[s]\na = one\n    two\nb = one\n    two\n',
    entries: texts({ 's.a': 'three\nfour', 's.b': 'five\n\nsix' }),
    text: '[s]\na = three\n    four\nb = "five\\n\\nsix"\n',
  },
  {
    title: 'nothing but a comment, and sections without anything before them',
    base: '; File',
    entries: texts({ a: '1', 'b.c': '2' }),
    text: '; File\n\na=1\n\n[b]\nc=2',
  },
  {
    title: 'something before the first section',
    base: '; File\n\n; about s\n[s]\n',
    entries: texts({ a: '1', b: '2', 's.c': '3' }),
    text: '; File\n\na=1\nb=2\n; about s\n[s]\nc=3\n',
  },
  { title: 'an empty file', base: '', entries: texts({ a: '1', 'b.c': '2' }), text: 'a=1\n\n[b]\nc=2\n' },
  {
    title: 'names leave when asked to, and lines that say nothing stay',
    base: `${base}nothing\n`,
    entries: texts({ 'repo.d': 'y' }),
    options: { prune: true },
    text: '; File\n\n\n[repo]\nd = "y" ; note\n\n[repo.x]\nnothing\n',
  },
  {
    title: 'of two the last is changed',
    base: '[s]\na=1\n[t]\nb=2\n[s]\na=3\n',
    entries: texts({ 's.a': '4', 't.b': '2' }),
    text: '[s]\na=1\n[t]\nb=2\n[s]\na=4\n',
  },
]

const text = fc.string({ unit: 'binary' }).filter((some) => some.isWellFormed() && !some.includes('\0'))
const code = fc.string({
  unit: fc.constantFrom('"', "'", '`', '\\', 'n', ';', '#', '[', ']', ' ', '=', ':', '\n', '\r', '.', 'a', 'é', '\t'),
})
export const arbitrary = fc.uniqueArray(
  fc.record({
    key: fc.oneof(text, code).filter((some) => some !== ''),
    value: fc.oneof(text, code),
    syntax: fc.constant(syntax),
    description: fc.stringMatching(/^([a-z]([a-z;#\n ]{0,20}[a-z])?)?$/).map((some) => some.replaceAll(/ +\n/g, '\n')),
  }),
  { selector: ({ key }) => key },
)
