import fc from 'fast-check'
import type { FormatCase, PatchCase, UnreadableCase } from '../../../test/format-case.ts'
import type { Entry } from '../../entry.ts'
import { pluralMessage } from '../../plural-message.ts'

const syntax = 'i18next' as const
const plural = (key: string, branches: string): Entry => ({
  key,
  value: `{count, plural, ${branches}}`,
  isPlural: true,
  syntax,
})
const items = '{count, plural, one {# item} other {# items}}'

export const cases: FormatCase[] = [
  {
    title: 'two forms: the name, and the name with a suffix',
    text: '{"item":"{{count}} item","item_plural":"{{count}} items","name":"Hi {{name}}"}\n',
    entries: [
      plural('item', "one {'{{'count'}}' item} other {'{{'count'}}' items}"),
      { key: 'name', value: 'Hi {{name}}', syntax },
    ],
  },
  {
    title: 'millions do not count',
    text: '{"k":"a","k_plural":"b"}\n',
    entries: [plural('k', 'one {a} other {b}')],
    options: { locale: 'fr' },
  },
  {
    title: 'more forms, by number, in the order of their categories',
    text: '{"k_0":"a","k_1":"b","k_2":"c","l":"x","l_plural":"y"}\n',
    entries: [
      plural('k', 'one {a} few {b} many {c} other {c}'),
      { key: 'l', value: 'x', syntax },
      { key: 'l_plural', value: 'y', syntax },
    ],
    options: { locale: 'pl' },
  },
  {
    title: 'all six',
    text: '{"k_0":"0","k_1":"1","k_2":"2","k_3":"3","k_4":"4","k_5":"5"}\n',
    entries: [plural('k', 'zero {0} one {1} two {2} few {3} many {4} other {5}')],
    options: { locale: 'ar' },
  },
  {
    title: 'one form',
    text: '{"k_0":"a","l_0":"b","l_1":"c"}\n',
    entries: [plural('k', 'other {a}'), { key: 'l_0', value: 'b', syntax }, { key: 'l_1', value: 'c', syntax }],
    options: { locale: 'ja' },
  },
  {
    title: 'forms that are not all there, or beside the name itself, are names',
    text: '{"a_0":"1","a_1":"2","b":"0","b_0":"1","b_1":"2","b_2":"3"}\n',
    entries: ['a_0:1', 'a_1:2', 'b:0', 'b_0:1', 'b_1:2', 'b_2:3'].map((text) => {
      const [key = '', value = ''] = text.split(':')
      return { key, value, syntax }
    }),
    options: { locale: 'ru' },
  },
  {
    title: 'a suffix on a suffix',
    text: '{"k":"1","k_plural":"2","k_plural_plural":"3"}\n',
    entries: [plural('k', 'one {1} other {2}'), { key: 'k_plural_plural', value: '3', syntax }],
  },
  {
    title: 'forms without any text are not translated',
    text: '{"k":"","k_plural":""}\n',
    entries: [{ key: 'k', value: '', isPlural: true, syntax }],
  },
  {
    title: 'what has no form is told, unless it says the same',
    text: '{"k":"a","k_plural":"b","l":"a","l_plural":"b"}\n',
    entries: [plural('k', '=0 {none} one {a} other {b}'), plural('l', 'one {a} few {b} other {b}')],
    only: 'write',
    remarks: [{ severity: 'warning', code: 'branch_dropped', key: 'k' }],
  },
  {
    title: 'a message of ICU stays whole, and an ordinal does',
    text: `{"a":"${items}","b":"{n, selectordinal, other {x}}"}\n`,
    entries: [
      { key: 'a', value: items, isPlural: true },
      { key: 'b', value: '{n, selectordinal, other {x}}', isPlural: true, syntax },
    ],
    only: 'write',
    remarks: [{ severity: 'warning', code: 'value_not_convertible', key: 'b' }],
  },
  {
    title: 'a made name gives way to a key',
    text: '{"k":"a","k_plural":"mine"}\n',
    entries: [plural('k', 'one {a} other {b}'), { key: 'k_plural', value: 'mine', syntax }],
    only: 'write',
    remarks: [{ severity: 'warning', code: 'key_not_representable', key: 'k' }],
  },
]

export const unreadable: UnreadableCase[] = [{ title: 'what is no JSON', text: '[', code: 'syntax_error' }]

export const patches: PatchCase[] = [
  {
    title: 'one form of a key, and a new key with both of its own',
    base: '{\n  "b": "x",\n  "b_plural": "y",\n  "a": "z"\n}\n',
    entries: [plural('b', 'one {x} other {new}'), plural('c', 'one {1} other {2}')],
    text: '{\n  "b": "x",\n  "b_plural": "new",\n  "a": "z",\n  "c": "1",\n  "c_plural": "2"\n}\n',
  },
  {
    title: 'a text that becomes a plural keeps its place',
    base: '{\n  "b": "x",\n  "a": "z"\n}\n',
    entries: [plural('b', 'one {x} other {y}')],
    text: '{\n  "b": "x",\n  "b_plural": "y",\n  "a": "z"\n}\n',
  },
]

const text = fc.string({ unit: 'binary' }).filter((some) => some.isWellFormed() && !some.includes('\0'))
const key = fc.string({ unit: fc.constantFrom('a', 'b', '.', 'é', '😀', '_'), minLength: 1 })
const forms = fc.tuple(text, text).filter(([one, other]) => one !== '' || other !== '')
const entry = fc.oneof(
  fc.record({ key, value: text, syntax: fc.constant(syntax) }),
  fc.record({ key, forms }).map(({ key, forms: [one, other] }): Entry => {
    const branches = new Map([
      ['one', one],
      ['other', other],
    ])
    return { key, value: pluralMessage({ argument: 'count', type: 'cardinal', branches }), isPlural: true, syntax }
  }),
)

export const arbitrary = fc.uniqueArray(entry, { selector: (one) => one.key })
