import type { FormatCase, PatchCase, UnreadableCase } from '../../../test/format-case.ts'
import type { RemarkCode } from '../../remark.ts'
import { storedKey } from '../../stored-key.ts'

const items = '{count, plural, one {# item} other {# items}}'

/** A value of the project as it is written for i18next. */
const written = (
  title: string,
  value: string,
  locale: string,
  members: Record<string, string>,
  more: Partial<FormatCase> & { isPlural?: true } = {},
): FormatCase => {
  const { isPlural, ...rest } = more
  const entries = [{ key: 'k', value, ...(isPlural && { isPlural }) }]
  return { title, text: JSON.stringify(members), entries, options: { locale }, only: 'write', ...rest }
}
const remarked = (code: RemarkCode, key = 'k') => [{ severity: 'warning' as const, code, key }]

/** A value that i18next has no words for: it stays whole under its own name, and that is said. */
const whole = (title: string, value: string, code: RemarkCode = 'value_not_convertible'): FormatCase =>
  written(title, value, 'en', { k: value }, { remarks: remarked(code), isPlural: true })

/** As people write who take their texts for names. */
const LONG = 'A paragraph, and '.repeat(60)

export const cases: FormatCase[] = [
  {
    title: 'a name that is too long for a key',
    text: `{"A":"x","${LONG}":"y"}`,
    entries: [
      { key: 'A', value: 'x', syntax: 'i18next' },
      { key: storedKey(LONG), value: 'y', syntax: 'i18next', formatData: { json: { name: LONG } } },
    ],
  },
  written('plain text', 'Hello', 'en', { k: 'Hello' }),
  written('arguments', 'Hi {name}, {n, number}', 'en', { k: 'Hi {{name}}, {{n, number}}' }),
  written('quoted braces', "It''s '{'x'}'", 'en', { k: "It's {x}" }),
  written('a plural', items, 'en', { k_one: '{{count}} item', k_other: '{{count}} items' }),
  written('every category of the locale', items, 'fr', {
    k_many: '{{count}} items',
    k_one: '{{count}} item',
    k_other: '{{count}} items',
  }),
  written('a locale with one category', items, 'ja', { k_other: '{{count}} items' }),
  written('text around the plural', `{who} has ${items} ({count})`, 'en', {
    k_one: '{{who}} has {{count}} item ({{count}})',
    k_other: '{{who}} has {{count}} items ({{count}})',
  }),
  written('no number at all', '{n, plural, =0 {none} one {#} other {# of {max}}}', 'en', {
    k_one: '{{count}}',
    k_other: '{{count}} of {{max}}',
    k_zero: 'none',
  }),
  written(
    'exact numbers, told once',
    '{n, plural, =0 {none} =7 {lucky} =13 {not} one {#} other {#s}}',
    'en',
    { k_one: '{{count}}', k_other: '{{count}}s', k_zero: 'none' },
    { remarks: remarked('branch_dropped') },
  ),
  written(
    'an exact number among ordinals, nothing included',
    '{n, selectordinal, =0 {none} other {#.}}',
    'de',
    { k_ordinal_other: '{{count}}.' },
    { remarks: remarked('branch_dropped') },
  ),
  written('a locale with a category zero', '{n, plural, =0 {none} zero {zero} other {#}}', 'lv', {
    k_one: '{{count}}',
    k_other: '{{count}}',
    k_zero: 'none',
  }),
  written('ordinals', '{n, selectordinal, one {#st} two {#nd} few {#rd} other {#th}}', 'en', {
    k_ordinal_few: '{{count}}rd',
    k_ordinal_one: '{{count}}st',
    k_ordinal_other: '{{count}}th',
    k_ordinal_two: '{{count}}nd',
  }),
  written('tags are text', 'a <b>{x}</b>', 'en', { k: 'a <b>{{x}}</b>' }),
  written('a message already of i18next', 'Hi {{x}}', 'en', { k: 'Hi {{x}}' }),
  written('numbers', '{n, number} {n, number, percent} {n, number, integer}', 'en', {
    k: '{{n, number}} {{n, number(style: percent)}} {{n, number(maximumFractionDigits: 0)}}',
  }),
  written('dates', '{d, date} {d, date, short} {d, date, full}', 'en', {
    k: '{{d, datetime(dateStyle: medium)}} {{d, datetime(dateStyle: short)}} {{d, datetime(dateStyle: full)}}',
  }),
  written('times', '{t, time} {t, time, short} {t, time, long}', 'en', {
    k: '{{t, datetime(timeStyle: medium)}} {{t, datetime(timeStyle: short)}} {{t, datetime(timeStyle: long)}}',
  }),
  written('what is counted, in other styles', '{n, plural, other {{n} {n, number} {n, number, percent}}}', 'ja', {
    k_other: '{{count}} {{count}} {{count, number(style: percent)}}',
  }),
  written('a number called like what is counted', '{count, number}', 'en', { k: '{{count, number}}' }),
  whole('no message', 'a {b', 'syntax_error'),
  whole('a select', '{g, select, a {1} other {2}}'),
  whole('a plural inside a select', `{g, select, a {${items}} other {}}`),
  whole('a select inside a plural', '{n, plural, other {{g, select, other {}}}}'),
  whole('two plurals', '{n, plural, other {#}} {m, plural, other {#}}'),
  whole('two plurals of one number', '{n, plural, other {#}} {n, selectordinal, other {#}}'),
  whole('a plural inside a plural', '{n, plural, other {{n, plural, other {#}}}}'),
  whole('an offset', '{n, plural, offset:1 one {#} other {#}}'),
  whole('something else called count beside what is counted', '{n, plural, one {#} other {# of {count}}}'),
  whole('a skeleton of a number', '{n, number, ::percent}'),
  whole('a skeleton of a date', '{d, date, ::yMMMd}'),
  whole('a pattern of a date', '{d, date, yyyy}'),
  whole('a style that is none', '{n, number, currency}'),
  written('a language without rules', items, 'x-pirate', { k_one: '{{count}} item', k_other: '{{count}} items' }),
  written('a plural key with a plain text', 'items', 'en', { k_one: 'items', k_other: 'items' }, { isPlural: true }),
  {
    title: 'made names take their place in the order and give way to keys of that name',
    text: '{"item!":"1","item_one":"mine","item_other":"{{count}} items","item_p":"2","other":"3"}',
    entries: [
      { key: 'item', value: items },
      { key: 'item!', value: '1' },
      { key: 'item_one', value: 'mine' },
      { key: 'item_p', value: '2' },
      { key: 'other', value: '3' },
    ],
    only: 'write',
    remarks: remarked('key_not_representable', 'item'),
  },
  {
    title: 'of two made names the first stays',
    text: '{"a_ordinal_other":"th"}',
    entries: [
      { key: 'a', value: '{n, selectordinal, other {th}}' },
      { key: 'a_ordinal', value: '{n, plural, other {all}}' },
    ],
    options: { locale: 'ja' },
    only: 'write',
    remarks: remarked('key_not_representable', 'a_ordinal'),
  },
  {
    title: 'texts of i18next stay as they are',
    text: '{"a":"Hi {{name}}, it\'s {b} $t(c)","b":{"c":"#"}}',
    entries: [
      { key: 'a', value: "Hi {{name}}, it's {b} $t(c)", syntax: 'i18next' },
      { key: 'b.c', value: '#', syntax: 'i18next' },
    ],
    options: { structure: 'nested' },
  },
  {
    title: 'suffixes join to a plural, whose texts are quoted for ICU',
    text: '{"item_one":"{{count}} \'item\'","item_other":"{{count}} items #","item_zero":"none"}',
    entries: [
      {
        key: 'item',
        value: "{count, plural, =0 {none} one {'{{'count'}}' ''item''} other {'{{'count'}}' items '#'}}",
        isPlural: true,
        syntax: 'i18next',
      },
    ],
  },
  {
    title: 'a locale that has the category zero',
    text: '{"k_one":"1","k_other":"2","k_zero":"0"}',
    entries: [{ key: 'k', value: '{count, plural, zero {0} one {1} other {2}}', isPlural: true, syntax: 'i18next' }],
    options: { locale: 'lv' },
  },
  {
    title: 'ordinals join too',
    text: '{"k_ordinal_few":"rd","k_ordinal_one":"st","k_ordinal_other":"th","k_ordinal_two":"nd"}',
    entries: [
      {
        key: 'k',
        value: '{count, selectordinal, one {st} two {nd} few {rd} other {th}}',
        isPlural: true,
        syntax: 'i18next',
      },
    ],
  },
  {
    title: 'without a form for all others, and beside a key of that name, suffixes are names',
    text: '{"a_one":"1","b":"0","b_one":"1","b_other":"2"}',
    entries: [
      { key: 'a_one', value: '1', syntax: 'i18next' },
      { key: 'b', value: '0', syntax: 'i18next' },
      { key: 'b_one', value: '1', syntax: 'i18next' },
      { key: 'b_other', value: '2', syntax: 'i18next' },
    ],
  },
  {
    title: 'of a key that is counted in both ways, the ordinals stay names',
    text: '{"k_one":"1","k_ordinal_other":"th","k_other":"2"}',
    entries: [
      { key: 'k_ordinal_other', value: 'th', syntax: 'i18next' },
      { key: 'k', value: '{count, plural, one {1} other {2}}', isPlural: true, syntax: 'i18next' },
    ],
    only: 'read',
  },
]

const plural = (key: string, value: string) => ({
  key,
  value: `{count, plural, ${value}}`,
  isPlural: true,
  syntax: 'i18next' as const,
})

const kept = (
  title: string,
  value: string,
  members: Record<string, string>,
  more: Partial<FormatCase> = {},
): FormatCase => written(title, value, 'en', members, { options: { locale: 'en', placeholders: 'keep' }, ...more })

cases.push(
  kept('kept: a text', 'Hi {name}', { k: 'Hi {name}' }),
  kept('kept: a plural of ICU', '', { k: items }, { entries: [{ key: 'k', value: items, isPlural: true }] }),
  kept(
    'kept: every category of the language, and those it does not have',
    '',
    { k_few: 'b', k_one: 'a', k_other: 'c', k_zero: 'none' },
    {
      entries: [plural('k', '=0 {none} =7 {x} one {a} few {b} other {c}')],
      remarks: remarked('branch_dropped'),
    },
  ),
  kept('kept: a plural key without forms', '', { k: 'x' }, { entries: [{ ...plural('k', ''), value: 'x' }] }),
  {
    title: 'forms without any text are not translated',
    text: '{"k_one":"","k_other":""}',
    entries: [{ key: 'k', value: '', isPlural: true, syntax: 'i18next' }],
  },
)

export const patches: PatchCase[] = [
  {
    title: 'a form that differs, and no other',
    base: '{\n  "k_other": "b",\n  "k_one": "a",\n  "x": "y {{z}}"\n}\n',
    entries: [plural('k', 'one {a} other {c}'), { key: 'x', value: 'y {z}' }],
    text: '{\n  "k_other": "c",\n  "k_one": "a",\n  "x": "y {{z}}"\n}\n',
  },
  {
    title: 'forms that the file does not have come behind the others of their key, forms that are no more go',
    base: '{\n  "x": {\n    "k_two": "0",\n    "k_other": "b",\n    "a": ""\n  }\n}\n',
    entries: [plural('x.k', '=0 {n} one {a} other {b}')],
    text: '{\n  "x": {\n    "k_other": "b",\n    "k_one": "a",\n    "k_zero": "n",\n    "a": ""\n  }\n}\n',
  },
  {
    title: 'a text that becomes a plural, and a plural that becomes a text',
    base: '{"a":"1","b_one":"2","b_other":"3"}',
    entries: [plural('a', 'one {x} other {y}'), { key: 'b', value: 'z', syntax: 'i18next' }],
    text: '{"a_one":"x","a_other":"y","b":"z"}',
  },
  {
    title: 'what the file says already is not written in another way',
    base: '{"k_other":"b"}',
    entries: [plural('k', 'other {b}')],
    text: '{"k_other":"b"}',
  },
  {
    title: 'pruned of other keys',
    base: '{"a_one":"1","b_one":"2","b_other":"3","c":"4"}',
    entries: [plural('b', 'one {2} other {3}')],
    text: '{"b_one":"2","b_other":"3"}',
    options: { prune: true },
  },
  {
    title: 'a made name gives way to a key',
    base: '{}',
    entries: [plural('k', 'one {2} other {3}'), { key: 'k_one', value: 'mine', syntax: 'i18next' }],
    text: '{"k_one":"mine","k_other":"3"}',
    remarks: remarked('key_not_representable', 'k'),
  },
]

export const unreadable: UnreadableCase[] = [{ title: 'what is no JSON', text: '[', code: 'syntax_error' }]
