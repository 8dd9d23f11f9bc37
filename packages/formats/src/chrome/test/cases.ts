import { limits } from '@parlance/contract/limits'
import fc from 'fast-check'
import type { FormatCase, PatchCase, UnreadableCase } from '../../../test/format-case.ts'
import { storedKey } from '../../stored-key.ts'

const syntax = 'chrome' as const
const longName = 'n'.repeat(limits.keyName + 1)

const utf16 = (text: string) =>
  Uint8Array.from(text.split('').flatMap((unit) => [unit.charCodeAt(0) & 0xff, unit.charCodeAt(0) >> 8]))

export const cases: FormatCase[] = [
  { title: 'nothing', text: '{}\n', entries: [] },
  {
    title: 'messages with descriptions and placeholders',
    text: `{
  "bye": {
    "message": "Bye, $user$. 100$$ for $1",
    "description": "Said at the end",
    "placeholders": {
      "user": {
        "content": "$1",
        "example": "Ada"
      }
    }
  },
  "hi_2@x": {
    "message": "Hi"
  }
}
`,
    entries: [
      {
        key: 'bye',
        value: 'Bye, $user$. 100$$ for $1',
        syntax,
        description: 'Said at the end',
        formatData: { chrome: { placeholders: { user: { content: '$1', example: 'Ada' } } } },
      },
      { key: 'hi_2@x', value: 'Hi', syntax },
    ],
  },
  {
    title: 'a name that is too long for a key',
    text: `{\n  "${longName}": {\n    "message": "x"\n  }\n}\n`,
    entries: [{ key: storedKey(longName), value: 'x', syntax, formatData: { chrome: { name: longName } } }],
  },
  {
    title: 'what is none, and what has errors',
    text: `{"a":"text","b":{"description":"B"},"c":{"message":null},"d":{"message":7},"e":{"message":{"x":"y"}},
      "d":{"message":"8"},"":{"message":"x"},"f":[{"message":"x"}],"g":{"message":"1","description":"x","description":"y"}}`,
    entries: [
      { key: 'c', value: '' },
      { key: 'd', value: '7', syntax },
      { key: '', value: '' },
      { key: 'g', value: '' },
    ],
    only: 'read',
    remarks: [
      { severity: 'warning', code: 'unsupported_entry', key: 'a' },
      { severity: 'warning', code: 'unsupported_entry', key: 'b' },
      { severity: 'error', code: 'null_value', key: 'c' },
      { severity: 'warning', code: 'number_as_text', key: 'd' },
      { severity: 'warning', code: 'unsupported_entry', key: 'e' },
      { severity: 'error', code: 'duplicate_key', key: 'd' },
      { severity: 'error', code: 'invalid_key' },
      { severity: 'warning', code: 'unsupported_entry', key: 'f' },
      { severity: 'error', code: 'duplicate_key', key: 'g' },
    ],
  },
  {
    title: 'UTF-16',
    text: utf16('\ufeff{"a":{"message":"ä"}}'),
    entries: [{ key: 'a', value: 'ä', syntax }],
    only: 'read',
  },
  {
    title: 'data that cannot be stored as it is',
    text: '{"a":{"message":"x","placeholders":{"p\\u0000":{"content":"\\ud800"}},"more":[1,true,null]}}',
    entries: [
      {
        key: 'a',
        value: 'x',
        syntax,
        formatData: { chrome: { placeholders: { 'p\ufffd': { content: '\ufffd' } }, more: [1, true, null] } },
      },
    ],
    only: 'read',
  },
  {
    title: 'names that Chrome does not take, and plurals',
    text: '{\n  "Title": {\n    "message": "1"\n  },\n  "p": {\n    "message": "{n, plural, other {#}}"\n  }\n}\n',
    entries: [
      { key: '@@locale', value: 'x' },
      { key: 'Title', value: '1' },
      { key: 'a.b', value: '2' },
      { key: 'ö', value: '3' },
      { key: 'p', value: '{n, plural, other {#}}', isPlural: true },
      { key: 'title', value: '4' },
    ].sort((a, b) => (a.key < b.key ? -1 : 1)),
    only: 'write',
    remarks: [
      { severity: 'warning', code: 'key_not_representable', key: '@@locale' },
      { severity: 'warning', code: 'key_not_representable', key: 'a.b' },
      { severity: 'warning', code: 'value_not_convertible', key: 'p' },
      { severity: 'warning', code: 'key_not_representable', key: 'title' },
      { severity: 'warning', code: 'key_not_representable', key: 'ö' },
    ],
  },
  {
    title: 'whatever stands in the data of a key',
    text: '{\n  "a": {\n    "message": "x",\n    "description": "A"\n  },\n  "b": {\n    "message": "y"\n  }\n}\n',
    entries: [
      { key: 'a', value: 'x', description: 'A', formatData: { chrome: { message: 'no', description: 'no' } } },
      { key: 'b', value: 'y', formatData: { chrome: ['no'], arb: { type: 'text' } } },
    ],
    only: 'write',
  },
]

export const unreadable: UnreadableCase[] = [
  { title: 'what is no JSON', text: '{"a":{"message":"b"},}', code: 'syntax_error' },
  { title: 'a list', text: '[{"message":"a"}]', code: 'syntax_error' },
]

export const patches: PatchCase[] = [
  {
    title: 'the text that differs, and nothing that is said about it',
    base: '{\n\t"b": { "description": "B", "message" : "1", "placeholders": {} },\n\n\t"a": {"message": "2"}\n}',
    entries: [
      { key: 'a', value: '2', description: 'New', syntax },
      { key: 'b', value: '3', syntax },
    ],
    text: '{\n\t"b": { "description": "B", "message" : "3", "placeholders": {} },\n\n\t"a": {"message": "2"}\n}',
  },
  {
    title: 'new messages with all that is said about them, laid out like the others',
    base: '{\n    "a": {\n        "message": "1"\n    },\n    "c": {\n        "message": "3"\n    }\n}\n',
    entries: [
      { key: 'a', value: '1', syntax },
      {
        key: 'b',
        value: '$p$',
        description: 'B',
        formatData: { chrome: { placeholders: { p: { content: '$1' } } } },
        syntax,
      },
    ],
    text: '{\n    "a": {\n        "message": "1"\n    },\n    "b": {\n        "message": "$p$",\n        "description": "B",\n        "placeholders": {\n            "p": {\n                "content": "$1"\n            }\n        }\n    },\n    "c": {\n        "message": "3"\n    }\n}\n',
  },
  {
    title: 'names that the file has otherwise, or cannot have',
    base: '{"App":{"message":"1"},"odd.name":{"message":"2"},"text":"3"}',
    entries: [
      { key: 'app', value: '4', syntax },
      { key: 'new.name', value: '5', syntax },
      { key: 'odd.name', value: '6', syntax },
      { key: 'text', value: '7', syntax },
    ],
    text: '{"App":{"message":"1"},"odd.name":{"message":"6"},"text":"3"}',
    remarks: ['app', 'new.name', 'text'].map((key) => ({
      severity: 'warning' as const,
      code: 'key_not_representable' as const,
      key,
    })),
  },
  {
    title: 'pruned of whole messages, and of nothing that is none',
    base: '{\n  "a": {\n    "message": "1"\n  },\n  "b": {\n    "message": "2"\n  },\n  "c": "3"\n}\n',
    entries: [{ key: 'b', value: '2', syntax }],
    text: '{\n  "b": {\n    "message": "2"\n  },\n  "c": "3"\n}\n',
    options: { prune: true },
  },
  {
    title: 'the same name twice: both',
    base: '{"a":{"message":"1"},"a":{"message":"2"}}',
    entries: [{ key: 'a', value: '3', syntax }],
    text: '{"a":{"message":"3"},"a":{"message":"3"}}',
  },
  {
    title: 'a plural in place of a text is told',
    base: '{"a":{"message":"1"}}',
    entries: [{ key: 'a', value: '{n, plural, other {#}}', isPlural: true }],
    text: '{"a":{"message":"{n, plural, other {#}}"}}',
    remarks: [{ severity: 'warning', code: 'value_not_convertible', key: 'a' }],
  },
  {
    title: 'a file without messages',
    base: '{}',
    entries: [{ key: 'a', value: '1' }],
    text: '{\n  "a": {\n    "message": "1"\n  }\n}',
  },
]

const text = fc.string({ unit: 'binary' }).filter((some) => some.isWellFormed() && !some.includes('\0'))
const entry = fc.record(
  {
    key: fc.string({ unit: fc.constantFrom(...'aZ0_@'), minLength: 1 }).filter((key) => !key.startsWith('@@')),
    value: text,
    syntax: fc.constant(syntax),
    description: text.filter((some) => some !== ''),
  },
  { requiredKeys: ['key', 'value', 'syntax'] },
)

/** Names of Chrome, none of which is another but for the case of its letters. */
export const arbitrary = fc.uniqueArray(entry, { selector: ({ key }) => key.toLowerCase() })
