import { limits } from '@parlance/contract/limits'
import fc from 'fast-check'
import type { FormatCase, PatchCase, UnreadableCase } from '../../../test/format-case.ts'
import type { Entry } from '../../entry.ts'
import { storedKey } from '../../stored-key.ts'

const files = '{count, plural, one {# file} other {# files}}'

const LONG = 'k'.repeat(limits.keyName + 1)

export const cases: FormatCase[] = [
  {
    title: 'texts, and messages with a description',
    text: `{"a.b":"1","c":{"defaultMessage":"${files}","description":"How many"}}\n`,
    entries: [
      { key: 'a.b', value: '1' },
      { key: 'c', value: files, description: 'How many' },
    ],
  },
  {
    title: 'pretty and nested',
    text: '{\n  "a": {\n    "b": "1",\n    "c": {\n      "defaultMessage": "2",\n      "description": "C"\n    }\n  }\n}\n',
    entries: [
      { key: 'a.b', value: '1' },
      { key: 'a.c', value: '2', description: 'C' },
    ],
    options: { structure: 'nested', style: 'pretty' },
  },
  {
    title: 'what tools say beside is kept',
    text: '{"a":{"defaultMessage":"1","file":"src/a.tsx","line":7}}\n',
    entries: [{ key: 'a', value: '1', formatData: { formatjs: { file: 'src/a.tsx', line: 7 } } }],
  },
  {
    title: 'a description that is none, and a message without one',
    text: '{"a":{"defaultMessage":"1","description":{"text":"A"}},"b":{"defaultMessage":"2"},"c":{"description":"","defaultMessage":"3"}}',
    entries: [
      { key: 'a', value: '1', formatData: { formatjs: { description: { text: 'A' } } } },
      { key: 'b', value: '2' },
      { key: 'c', value: '3' },
    ],
    only: 'read',
  },
  {
    title: 'names that would make a message of the object around them',
    text: '{"a":{"b":"1","defaultMessage":{"defaultMessage":"2"}},"defaultMessage":"3"}\n',
    entries: [
      { key: 'a.b', value: '1' },
      { key: 'a.defaultMessage', value: '2' },
      { key: 'defaultMessage', value: '3' },
    ],
    options: { structure: 'nested' },
  },
  {
    title: 'lists, numbers and what is no text',
    text: `{"l":["x",null,{"defaultMessage":5}],"n":{"defaultMessage":null},"m":null,"":"x","v":"${'v'.repeat(limits.value + 1)}"}`,
    entries: [
      { key: 'l.0', value: 'x' },
      { key: 'l.2', value: '5' },
      { key: 'n', value: '' },
      { key: 'm', value: '' },
      { key: '', value: '' },
      { key: 'v', value: '' },
    ],
    only: 'read',
    remarks: [
      { severity: 'warning', code: 'number_as_text', key: 'l.2' },
      { severity: 'error', code: 'null_value', key: 'n' },
      { severity: 'error', code: 'null_value', key: 'm' },
      { severity: 'error', code: 'invalid_key' },
      { severity: 'error', code: 'value_too_long', key: 'v' },
    ],
  },
  {
    title: 'names that come twice, in one object or by two ways',
    text: '{"a":"1","a":{"defaultMessage":"2"},"b.c":"3","b":{"c":"4"},"d":{"defaultMessage":"5","defaultMessage":"6"}}',
    entries: [
      { key: 'a', value: '1' },
      { key: 'b.c', value: '3' },
      { key: 'd', value: '' },
    ],
    only: 'read',
    remarks: ['a', 'b.c', 'd'].map((key) => ({ severity: 'error' as const, code: 'duplicate_key' as const, key })),
  },
  {
    title: 'a name that is too long for a key',
    text: `{"${LONG}":"x"}\n`,
    entries: [{ key: storedKey(LONG), value: 'x', formatData: { formatjs: { name: LONG } } }],
  },
  {
    title: 'branches whose name is too long for one, or for that',
    text: `{"${LONG}":{"a":"1"},"${'b'.repeat(5_000)}":{"a":"1","b":"2"}}`,
    entries: [
      { key: storedKey(`${LONG}.a`), value: '1', formatData: { formatjs: { name: `${LONG}.a` } } },
      { key: `${'b'.repeat(limits.keyName)}…`, value: '' },
    ],
    only: 'read',
    remarks: [{ severity: 'error', code: 'invalid_key', key: `${'b'.repeat(limits.keyName)}…` }],
  },
  {
    title: 'more than 64 levels',
    text: `${'{"a":'.repeat(65)}"x"${'}'.repeat(65)}`,
    entries: [],
    only: 'read',
    remarks: [{ severity: 'error', code: 'too_deep', key: Array(64).fill('a').join('.') }],
  },
  {
    title: 'a description that is too long, and data that is',
    text: `{"a":{"defaultMessage":"1","description":"${'d'.repeat(limits.keyDescription + 1)}","file":"x","source":"${'s'.repeat(limits.formatData)}"}}`,
    entries: [
      {
        key: 'a',
        value: '1',
        description: 'd'.repeat(limits.keyDescription),
        formatData: { formatjs: { file: 'x' } },
      },
    ],
    only: 'read',
    remarks: [
      { severity: 'warning', code: 'description_cut', key: 'a' },
      { severity: 'warning', code: 'format_data_too_large', key: 'a' },
    ],
  },
]

export const unreadable: UnreadableCase[] = [
  { title: 'what is no JSON', text: '{"a":{"defaultMessage":"b"}', code: 'syntax_error' },
  { title: 'a list', text: '["a"]', code: 'syntax_error' },
  { title: 'what is not in UTF-8', text: Uint8Array.of(0x7b, 0x22, 0xff), code: 'encoding' },
]

const entriesOf = (texts: Record<string, string>): Entry[] =>
  Object.entries(texts).map(([key, value]) => ({ key, value }))

export const patches: PatchCase[] = [
  {
    title: 'only the texts that differ, and nothing that is said about them',
    base: '{\n\t"b" : { "description": "B", "defaultMessage":"1" },\n\n\t"a": "2"\n}\n',
    entries: [
      { key: 'a', value: '3', description: 'New' },
      { key: 'b', value: '4', description: 'Other' },
    ],
    text: '{\n\t"b" : { "description": "B", "defaultMessage":"4" },\n\n\t"a": "3"\n}\n',
  },
  {
    title: 'where all are texts, new ones are',
    base: '{"a":"1"}',
    entries: [...entriesOf({ a: '1' }), { key: 'b', value: '2', description: 'B' }],
    text: '{"a":"1","b":"2"}',
  },
  {
    title: 'where all are messages, new ones are',
    base: '{\n  "a": {\n    "defaultMessage": "1"\n  },\n  "c": {\n    "defaultMessage": "3"\n  }\n}\n',
    entries: entriesOf({ a: '1', b: '2', c: '3' }),
    text: '{\n  "a": {\n    "defaultMessage": "1"\n  },\n  "b": {\n    "defaultMessage": "2"\n  },\n  "c": {\n    "defaultMessage": "3"\n  }\n}\n',
  },
  {
    title: 'where there are both, a new one is a message if there is something to say about it',
    base: '{"a":"1","c":{"defaultMessage":"3"}}',
    entries: [...entriesOf({ a: '1', c: '3', d: '4' }), { key: 'b', value: '2', description: 'B' }],
    text: '{"a":"1","b":{"defaultMessage":"2","description":"B"},"c":{"defaultMessage":"3"},"d":"4"}',
  },
  {
    title: 'no name leads through a message, and none makes a message of a branch',
    base: '{"a":{"defaultMessage":"1"},"b":{"c":"2"}}',
    entries: entriesOf({ a: '1', 'a.x': '3', 'b.c': '2', 'b.defaultMessage': '4' }),
    text: '{"a":{"defaultMessage":"1"},"a.x":"3","b":{"c":"2","defaultMessage":{"defaultMessage":"4"}}}',
  },
  {
    title: 'pruned of texts and of whole messages',
    base: '{\n  "a": "1",\n  "b": {\n    "defaultMessage": "2",\n    "description": "B"\n  },\n  "c": "3"\n}\n',
    entries: entriesOf({ c: '3' }),
    text: '{\n  "c": "3"\n}\n',
    options: { prune: true },
  },
]

const name = fc.array(fc.constantFrom('a', 'b', 'c', 'defaultMessage', 'description', 'é', '-'), {
  minLength: 1,
  maxLength: 4,
})
const text = fc.string({ unit: 'binary' }).filter((some) => some.isWellFormed() && !some.includes('\0'))
const entry = fc.record(
  { key: name.map((parts) => parts.join('.')), value: text, description: fc.constantFrom('Told', 'Ü\n"') },
  { requiredKeys: ['key', 'value'] },
)

/** Names that are told by objects, and texts that are. */
export const arbitrary = fc.uniqueArray(entry, { selector: ({ key }) => key })
