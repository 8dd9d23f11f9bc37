import fc from 'fast-check'
import type { FormatCase, PatchCase, UnreadableCase } from '../../../test/format-case.ts'
import type { Entry } from '../../entry.ts'

const syntax = 'messageformat' as const
const texts = (some: Record<string, string>): Entry[] =>
  Object.entries(some).map(([key, value]) => ({ key, value, syntax }))

export const cases: FormatCase[] = [
  { title: 'nothing', text: '', entries: [] },
  { title: 'names and texts', text: 'a=b\nc=d e\n', entries: texts({ a: 'b', c: 'd e' }) },
  {
    title: 'all separators',
    text: 'a=1\nb:2\nc 3\nd = 4\ne\t:\t5\nf  6\ng\nh=\ni==7\nj = :8\n  k 9 ',
    entries: texts({ a: '1', b: '2', c: '3', d: '4', e: '5', f: '6', g: '', h: '', i: '=7', j: ':8', k: '9 ' }),
    only: 'read',
  },
  {
    title: 'lines that go on',
    text: 'a=one \\\n   two\\\r\n\tthree\\\\\nb=\\\n  # no comment\nc\\\n=x\\\n\nd=\\',
    entries: texts({ a: 'one twothree\\', b: '# no comment', c: 'x', d: '' }),
    only: 'read',
  },
  {
    title: 'escapes',
    text: 'a\\ b\\=\\:c=\\ \\u0041\\t\\n\\r\\f\\\\\\q\\u00e4\\uD83D\\uDE00',
    entries: texts({ 'a b=:c': ' A\t\n\r\f\\qä😀' }),
    only: 'read',
  },
  {
    title: 'what a name and a text would be mistaken for',
    text: '\\#a=#\n\\=\\ \\:=\\ =\\n\\\\\n',
    entries: texts({ '#a': '#', '= :': ' =\n\\' }),
  },
  { title: 'any letters', text: 'ключ=Grüße 😀\n', entries: texts({ ключ: 'Grüße 😀' }) },
  { title: 'messages as they are', text: "a={0} it''s {1,number}\n", entries: texts({ a: "{0} it''s {1,number}" }) },
  {
    title: 'comments directly before a name are about it',
    text: '# Of the first.\n#\n# Two lines.\na=1\nb=2\n',
    entries: [
      { key: 'a', value: '1', syntax, description: 'Of the first.\n\nTwo lines.' },
      { key: 'b', value: '2', syntax },
    ],
  },
  {
    title: 'comments elsewhere are about nothing',
    text: '# File\n\n  ! x\n## y\\\na=1\n\n# z\n\nb=2\n# end',
    entries: [
      { key: 'a', value: '1', syntax, description: 'x\ny\\' },
      { key: 'b', value: '2', syntax },
    ],
    only: 'read',
  },
  {
    title: 'the last of two counts',
    text: 'a=1\nb=2\na=3\n',
    entries: texts({ a: '3', b: '2' }),
    only: 'read',
    remarks: [{ severity: 'warning', code: 'duplicate_key', key: 'a' }],
  },
  {
    title: 'digits that are none',
    text: 'a=\\u00g0\nb=2',
    entries: texts({ a: '', b: '2' }),
    only: 'read',
    remarks: [{ severity: 'error', code: 'syntax_error', key: 'a' }],
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
  {
    title: 'no name at all',
    text: '=x',
    entries: [{ key: '', value: '' }],
    only: 'read',
    remarks: [{ severity: 'error', code: 'invalid_key' }],
  },
  {
    title: 'a comment that is too long',
    text: `#${'x'.repeat(5001)}\na=1`,
    entries: [{ key: 'a', value: '1', syntax, description: 'x'.repeat(5000) }],
    only: 'read',
    remarks: [{ severity: 'warning', code: 'description_cut', key: 'a' }],
  },
]

export const unreadable: UnreadableCase[] = [
  { title: 'half a character in UTF-16', text: Uint8Array.of(0xff, 0xfe, 0x61), code: 'encoding' },
]

const base = '# File\n\na = 1\n# about c\nc : 2\\\n   3\n\ne 5\n'
export const patches: PatchCase[] = [
  {
    title: 'only the lines of a text that differs',
    base,
    entries: texts({ a: 'x', c: '23', e: '=y' }),
    text: '# File\n\na = x\n# about c\nc : 2\\\n   3\n\ne \\=y\n',
  },
  {
    title: 'new names go behind the one before them, and look like it',
    base,
    entries: [...texts({ a: '1', b: '2', f: '6' }), { key: '0', value: '0', syntax, description: 'new' }],
    text: '# File\n\n# new\n0 = 0\na = 1\nb = 2\n# about c\nc : 2\\\n   3\n\ne 5\nf 6\n',
  },
  {
    title: 'new names go to the end where the others are in no order',
    base: 'b=1\r\na=2',
    entries: texts({ a: '2', b: '1', c: '3', d: '4' }),
    text: 'b=1\r\na=2\r\nc=3\r\nd=4',
  },
  {
    title: 'names leave when asked to',
    base,
    entries: texts({ a: '1' }),
    options: { prune: true },
    text: '# File\n\na = 1\n\n',
  },
  { title: 'a name without a separator', base: 'a', entries: texts({ a: ' b' }), text: 'a=\\ b' },
  {
    title: 'of two the last is changed, and both leave',
    base: 'a=1\nb=2\na=3\nb=4\n',
    entries: texts({ a: '5' }),
    options: { prune: true },
    text: 'a=1\na=5\n',
  },
  { title: 'nothing but a comment', base: '# File', entries: texts({ a: '1', b: '2' }), text: '# File\n\na=1\nb=2' },
  { title: 'a backslash at the end', base: 'a=1\\', entries: texts({ a: '1', b: '2' }), text: 'a=1\\\n\nb=2' },
  {
    title: 'a file in ISO-8859-1 stays one',
    base: Uint8Array.of(0x61, 0x3d, 0xe4, 10, 0x62, 0x3d, 0x31),
    entries: texts({ a: 'ä', b: 'üĀ' }),
    text: Uint8Array.of(0x61, 0x3d, 0xe4, 10, 0x62, 0x3d, 0xfc, ...new TextEncoder().encode('\\u0100')),
  },
  {
    title: 'a file in ASCII stays one',
    base: 'a=\\u00e4\n',
    entries: texts({ a: 'ä', b: 'ö😀' }),
    text: 'a=\\u00e4\nb=\\u00F6\\uD83D\\uDE00\n',
  },
]

const text = fc.string({ unit: 'binary' }).filter((some) => some.isWellFormed() && !some.includes('\0'))
const line = fc.string({ unit: fc.constantFrom('\\', 'u', '0', '#', '!', ' ', 'ä', '😀', '=', '\n') })
export const arbitrary = fc.uniqueArray(
  fc.record({
    key: fc.oneof(text, line).filter((some) => some !== ''),
    value: fc.oneof(text, line),
    syntax: fc.constant(syntax),
    description: line.map((some) => some.trim()),
  }),
  { selector: ({ key }) => key },
)
