import { limits } from '@parlance/contract/limits'
import fc from 'fast-check'
import type { FormatCase, PatchCase, UnreadableCase } from '../../../test/format-case.ts'
import { storedKey } from '../../stored-key.ts'

const files = '{count, plural, =0 {none} one {# file} other {# files}}'
const longName = 'n'.repeat(limits.keyName + 1)
const told = {
  key: 'files',
  value: files,
  description: 'How many',
  formatData: { arb: { type: 'text', placeholders: { count: { type: 'int', example: 3 } } } },
}

export const cases: FormatCase[] = [
  {
    title: 'the source language: texts with what is said about them',
    text: `{
  "@@locale": "en",
  "files": "${files}",
  "@files": {
    "description": "How many",
    "type": "text",
    "placeholders": {
      "count": {
        "type": "int",
        "example": 3
      }
    }
  },
  "title": "Files"
}
`,
    entries: [
      { ...told, locale: 'en' },
      { key: 'title', value: 'Files', locale: 'en' },
    ],
    options: { sourceLocale: 'en' },
  },
  {
    title: 'another language: texts alone, and its name with underscores',
    text: '{\n  "@@locale": "zh_Hant_TW",\n  "files": "檔案"\n}\n',
    entries: [{ key: 'files', value: '檔案', locale: 'zh-Hant-TW' }],
    options: { locale: 'zh-Hant-TW', sourceLocale: 'en' },
  },
  {
    title: 'another language, by choice with what is said about texts',
    text: '{\n  "@@locale": "de",\n  "a": "b",\n  "@a": {\n    "description": "A"\n  }\n}\n',
    entries: [{ key: 'a', value: 'b', description: 'A', locale: 'de' }],
    options: { locale: 'de', sourceLocale: 'en', options: { metadata: 'all' } },
  },
  {
    title: 'another language does not tell what it was told',
    text: '{\n  "@@locale": "de",\n  "files": "x"\n}\n',
    entries: [{ ...told, value: 'x' }],
    options: { locale: 'de', sourceLocale: 'en' },
    only: 'write',
  },
  { title: 'nothing', text: '{\n  "@@locale": "en"\n}\n', entries: [] },
  {
    title: 'a name that is too long for a key',
    text: `{\n  "@@locale": "en",\n  "${longName}": "x"\n}\n`,
    entries: [{ key: storedKey(longName), value: 'x', locale: 'en', formatData: { arb: { name: longName } } }],
    options: { sourceLocale: 'de' },
  },
  {
    title: 'what is about nothing, and what is no text',
    text: '{"@a":{"description":"A"},"a":"1","@b":{},"c":{"d":"e"},"@c":{},"n":5,"z":null,"@@x":{"y":"z"},"@n":"N","a":"2","odd.name":"3"}',
    entries: [
      { key: 'a', value: '1', description: 'A' },
      { key: 'n', value: '5' },
      { key: 'z', value: '' },
      { key: 'odd.name', value: '3' },
    ],
    only: 'read',
    remarks: [
      { severity: 'warning', code: 'unsupported_entry', key: '@b' },
      { severity: 'warning', code: 'unsupported_entry', key: 'c' },
      { severity: 'warning', code: 'unsupported_entry', key: '@c' },
      { severity: 'warning', code: 'number_as_text', key: 'n' },
      { severity: 'error', code: 'null_value', key: 'z' },
      { severity: 'warning', code: 'unsupported_entry', key: '@n' },
      { severity: 'error', code: 'duplicate_key', key: 'a' },
    ],
  },
  {
    title: 'what has an error is in the same language',
    text: '{"a":"1","b":null,"@@locale":"pt_BR"}',
    entries: [
      { key: 'a', value: '1', locale: 'pt-BR' },
      { key: 'b', value: '', locale: 'pt-BR' },
    ],
    only: 'read',
    remarks: [{ severity: 'error', code: 'null_value', key: 'b' }],
  },
  {
    title: 'a picture is too large to be kept',
    text: `{"a":"1","@a":{"type":"text","screen":"${'s'.repeat(10 * limits.formatData)}","description":"A"}}`,
    entries: [{ key: 'a', value: '1', description: 'A' }],
    only: 'read',
    remarks: [{ severity: 'warning', code: 'format_data_too_large', key: 'a' }],
  },
  {
    title: 'names that are none of a program',
    text: '{\n  "@@locale": "en",\n  "$a_1": "1"\n}\n',
    entries: ['$a_1', '0', '@x', 'a b', 'cart.title', 'é'].map((key) => ({ key, value: '1' })),
    only: 'write',
    remarks: ['0', '@x', 'a b', 'cart.title', 'é'].map((key) => ({
      severity: 'warning' as const,
      code: 'key_not_representable' as const,
      key,
    })),
  },
]

export const unreadable: UnreadableCase[] = [
  { title: 'what is no JSON', text: 'arb.register("a", {})', code: 'syntax_error' },
  { title: 'a list', text: '["a"]', code: 'syntax_error' },
]

export const patches: PatchCase[] = [
  {
    title: 'the text that differs, and nothing that is said about it or about the file',
    base: '{\n    "@@locale" : "en_US",\n    "@@last_modified": "2020",\n\n    "b": "1",\n    "@b": { "description":"B" },\n    "a": "2"\n}',
    entries: [
      { key: 'a', value: '2', description: 'New' },
      { key: 'b', value: '3', description: 'Other' },
    ],
    text: '{\n    "@@locale" : "en_US",\n    "@@last_modified": "2020",\n\n    "b": "3",\n    "@b": { "description":"B" },\n    "a": "2"\n}',
  },
  {
    title: 'new texts with what is said about them, behind all that is about the one before',
    base: '{\n  "@@locale": "en",\n  "b": "1",\n  "@b": {\n    "type": "text"\n  },\n  "files2": "2"\n}\n',
    entries: [{ key: 'a', value: '0' }, { key: 'b', value: '1' }, told, { key: 'files2', value: '2' }],
    text: `{\n  "@@locale": "en",\n  "a": "0",\n  "b": "1",\n  "@b": {\n    "type": "text"\n  },\n  "files": "${files}",\n  "@files": {\n    "description": "How many",\n    "type": "text",\n    "placeholders": {\n      "count": {\n        "type": "int",\n        "example": 3\n      }\n    }\n  },\n  "files2": "2"\n}\n`,
  },
  {
    title: 'in another language texts alone',
    base: '{\n  "@@locale": "de",\n  "z": "1",\n  "b": "2"\n}\n',
    entries: [{ key: 'a', value: '3', description: 'A' }],
    text: '{\n  "@@locale": "de",\n  "z": "1",\n  "b": "2",\n  "a": "3"\n}\n',
    options: { locale: 'de', sourceLocale: 'en' },
  },
  {
    title: 'what the file says already about a text that it gets is left as it is',
    base: '{"@a":{"type":"text"},"c":{}}',
    entries: [
      { key: 'a', value: '1', description: 'A' },
      { key: 'b.c', value: '2' },
      { key: 'c', value: '3' },
    ],
    text: '{"@a":{"type":"text"},"a":"1","c":{}}',
    remarks: ['b.c', 'c'].map((key) => ({
      severity: 'warning' as const,
      code: 'key_not_representable' as const,
      key,
    })),
  },
  {
    title: 'pruned of texts and of what is about them',
    base: '{\n  "@@locale": "en",\n  "a": "1",\n  "@a": {\n    "type": "text"\n  },\n  "b": "2",\n  "@b": {},\n  "c": "3",\n  "@c": {}\n}\n',
    entries: [{ key: 'b', value: '2' }],
    text: '{\n  "@@locale": "en",\n  "b": "2",\n  "@b": {}\n}\n',
    options: { prune: true },
  },
  {
    title: 'names of a file that no new text could have',
    base: '{"Hello, you": "1"}',
    entries: [{ key: 'Hello, you', value: '2' }],
    text: '{"Hello, you": "2"}',
  },
]

const text = fc.string({ unit: 'binary' }).filter((some) => some.isWellFormed() && !some.includes('\0'))
const entry = fc.record(
  {
    key: fc.string({ unit: fc.constantFrom(...'aZ0_$'), minLength: 1 }).filter((key) => !key.startsWith('0')),
    value: text,
    description: text.filter((some) => some !== ''),
  },
  { requiredKeys: ['key', 'value'] },
)

/** Names of programs. */
export const arbitrary = fc.uniqueArray(entry, { selector: ({ key }) => key })
