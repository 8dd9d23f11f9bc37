import fc from 'fast-check'
import type { FormatCase, PatchCase, UnreadableCase } from '../../../test/format-case.ts'
import type { Entry } from '../../entry.ts'
import { pluralMessage } from '../../plural-message.ts'
import { countedMessage } from '../counted-text.ts'

const syntax = 'apple' as const
const file = (...lines: string[]) => `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
${lines.map((line) => `\t${line}\n`).join('')}</dict>
</plist>
`
const indented = (lines: readonly string[]) => lines.map((line) => `\t${line}`)
const member = (name: string, value: string) => [`<key>${name}</key>`, `<string>${value}</string>`]
const counting = (argument: string, type: string, forms: Record<string, string>) => [
  `<key>${argument}</key>`,
  '<dict>',
  ...indented([
    ...member('NSStringFormatSpecTypeKey', 'NSStringPluralRuleType'),
    ...(type === '' ? [] : member('NSStringFormatValueTypeKey', type)),
    ...Object.entries(forms).flatMap(([category, form]) => member(category, form)),
  ]),
  '</dict>',
]
const dictionary = (name: string, format: string, ...countings: string[][]) => [
  `<key>${name}</key>`,
  '<dict>',
  ...indented([...member('NSStringLocalizedFormatKey', format), ...countings.flat()]),
  '</dict>',
]

const apple = (data: Record<string, unknown>) => ({ formatData: { apple: data } })
const text = (key: string, value: string, more: Partial<Entry> = {}): Entry => ({ key, value, syntax, ...more })
const plural = (key: string, value: string, more: Partial<Entry> = {}) => text(key, value, { isPlural: true, ...more })

const FILES = '{files, plural, one {%d file} other {%d files}}'
const FOLDERS = '{folders, plural, one {a folder} other {%lu folders}}'
const files = counting('files', 'd', { one: '%d file', other: '%d files' })
const folders = counting('folders', 'lu', { one: 'a folder', other: '%lu folders' })
const both = { types: { files: 'd', folders: 'lu' }, positions: { files: 1, folders: 2 } }

export const cases: FormatCase[] = [
  { title: 'nothing', text: file(), entries: [] },
  {
    title: 'one count, from end to end',
    text: file(...dictionary('a', '%#@files@', files)),
    entries: [plural('a', FILES, apple({ types: { files: 'd' } }))],
  },
  {
    title: 'text around, and several counts',
    text: file(
      ...dictionary('a', "It's %#@files@ &lt;{#}&gt;", files),
      ...dictionary('b', '%#@files@ in %#@folders@', files, folders),
      ...dictionary('c', '%@: %#@files@', files),
    ),
    entries: [
      text('a', `It''s ${FILES} <'{'#'}'>`, apple({ types: { files: 'd' } })),
      text('b', `${FILES} in ${FOLDERS}`, apple(both)),
      text('c', `%@: ${FILES}`, apple({ types: { files: 'd' } })),
    ],
  },
  {
    title: 'what a translation puts in another order says which argument it is',
    text: file(
      ...dictionary('a', '%2$#@folders@: %1$#@files@', folders, files),
      ...dictionary('b', '%2$#@files@', files),
    ),
    entries: [
      text(
        'a',
        `${FOLDERS}: ${FILES}`,
        apple({ types: { folders: 'lu', files: 'd' }, positions: { folders: 2, files: 1 } }),
      ),
      plural('b', FILES, apple({ types: { files: 'd' }, positions: { files: 2 } })),
    ],
  },
  {
    title: 'what ICU would read otherwise is quoted',
    text: file(...dictionary('a', '%#@n@', counting('n', 'd', { one: "it's {1} #", other: '&amp; "%d"' }))),
    entries: [plural('a', `{n, plural, one {it''s '{'1'}' '#'} other {& "%d"}}`, apple({ types: { n: 'd' } }))],
  },
  {
    title: 'nothing at all is `zero`',
    text: file(...dictionary('a', '%#@n@', counting('n', 'd', { zero: 'none', one: 'one', other: '%d' }))),
    entries: [plural('a', '{n, plural, =0 {none} one {one} other {%d}}', apple({ types: { n: 'd' } }))],
  },
  {
    title: 'the type is that of the first number that is shown',
    text: file(
      ...dictionary('a', '%#@n@', counting('n', 'lld', { one: 'one', other: '100%% of %1$lld' })),
      ...dictionary('b', '%#@n@', counting('n', 'd', { other: '%@ some' })),
    ),
    entries: [
      plural('a', '{n, plural, one {one} other {100%% of %1$lld}}'),
      plural('b', '{n, plural, other {%@ some}}', apple({ types: { n: 7 }, positions: 'x' })),
    ],
    only: 'write',
  },
  {
    title: 'other numbers and a second zero are left out',
    text: file(...dictionary('a', '%#@n@', counting('n', 'd', { zero: 'no', other: '%d' }))),
    entries: [plural('a', '{n, plural, =0 {no} =2 {two} zero {never} other {%d}}')],
    only: 'write',
    remarks: [{ severity: 'warning', code: 'branch_dropped', key: 'a' }],
  },
  {
    title: 'a language that has the category `zero`',
    text: file(...dictionary('a', '%#@n@', counting('n', 'd', { zero: '%d', other: '%d' }))),
    entries: [plural('a', '{n, plural, =0 {no} zero {%d} other {%d}}')],
    options: { locale: 'lv' },
    only: 'write',
    remarks: [{ severity: 'warning', code: 'branch_dropped', key: 'a' }],
  },
  {
    title: 'ICU messages keep what they are, whole plurals only',
    text: file(...dictionary('a', '%#@n@', counting('n', 'd', { one: '{x}', other: '# files' }))),
    entries: [{ key: 'a', value: '{n, plural, one {{x}} other {# files}}', isPlural: true }],
    only: 'write',
  },
  {
    title: 'descriptions',
    text: file('<!-- First', '     second - - -->', ...dictionary('a', '%#@files@', files)),
    entries: [plural('a', FILES, { description: 'First\nsecond - -', ...apple({ types: { files: 'd' } }) })],
  },
  {
    title:
      'a plural that says nothing yet, one without a form for all numbers, one without a type, a text without forms',
    text: file(
      ...dictionary('a', '%#@n@', counting('n', 'd', { other: '' })),
      ...dictionary('b', '%#@n@', counting('n', '', { one: 'x', few: 'y' })),
      ...dictionary('c', "It's {x}, 100%%#@n@"),
      ...member('d', 'text'),
    ),
    entries: [
      plural('a', '', apple({ types: { n: 'd' } })),
      plural('b', '{n, plural, one {x} few {y} other {y}}'),
      text('c', "It's {x}, 100%%#@n@"),
      text('d', 'text'),
    ],
    only: 'read',
  },
  {
    title: 'what is more than a message can say is left alone',
    text: file(
      ...dictionary('a', '%#@n@', counting('n', 'd', { other: '%d %#@m@' }), counting('m', 'd', { other: '%d' })),
      ...dictionary('b', '%#@n@'),
      ...dictionary('c', '%#@the n@', counting('the n', 'd', { other: '%d' })),
      ...dictionary('d', '%#@n@', [
        '<key>n</key>',
        '<dict>',
        ...indented(member('NSStringFormatSpecTypeKey', 'NSStringDeviceSpecificRuleType')),
        ...indented(member('other', 'x')),
        '</dict>',
      ]),
      '<key>e</key>',
      '<dict><key>NSStringDeviceSpecificRuleType</key><dict><key>mac</key><string>x</string></dict></dict>',
      ...dictionary('f', '%#@n@', counting('n', '', { lots: 'x', other: 'y' })),
    ),
    entries: [plural('f', '{n, plural, other {y}}')],
    only: 'read',
    remarks: ['a', 'b', 'c', 'd', 'e', 'f'].map((key) => ({ severity: 'warning', code: 'unsupported_entry', key })),
  },
]

export const unreadable: UnreadableCase[] = [
  { title: 'another root', text: '<dict/>', code: 'syntax_error' },
  { title: 'a list', text: '<plist><array/></plist>', code: 'syntax_error' },
  { title: 'a name without a value', text: '<plist><dict><key>a</key></dict></plist>', code: 'syntax_error' },
  { title: 'a value without a name', text: '<plist><dict><string>a</string></dict></plist>', code: 'syntax_error' },
  { title: 'two names', text: '<plist><dict><key>a</key><key>b</key></dict></plist>', code: 'syntax_error' },
  { title: 'what is not closed', text: '<plist><dict>', code: 'syntax_error' },
  { title: 'entities of its own', text: '<!DOCTYPE p [<!ENTITY a "b">]><plist><dict/></plist>', code: 'unsafe_xml' },
]

const base = file(
  '<!-- About b -->',
  ...dictionary('b', '%#@files@ in %#@folders@', files, folders),
  ...dictionary('d', '%#@n@', counting('n', 'd', { one: '<![CDATA[<b>1</b>]]>', few: '%d' })),
  '<key>e</key>',
  '<dict><key>NSStringDeviceSpecificRuleType</key><dict/></dict>',
)
const b = text('b', `${FILES} in ${FOLDERS}`)
const d = plural('d', '{n, plural, one {<b>1</b>} few {%d} other {%d}}')

export const patches: PatchCase[] = [
  { title: 'a file that is up to date', base, entries: [b, d], text: base },
  { title: 'values that the project does not have stay', base, entries: [], text: base },
  {
    title: 'forms and the text around change alone',
    base,
    entries: [
      text('b', b.value.replace('%lu folders', '%lu < Ordner').replace(' in ', ' inside ')),
      plural('d', '{n, plural, one {<b>I</b>} few {%d} other {%d}}'),
      plural('e', FILES),
    ],
    text: base.replace('%lu folders', '%lu &lt; Ordner').replace('@ in %', '@ inside %').replace('<b>1', '<b>I'),
  },
  {
    title: 'other categories',
    base,
    entries: [b, plural('d', '{n, plural, =0 {no} one {<b>1</b>} other {%d.}}')],
    text: base
      .replace(/(\t*<key>one<.*\n.*CDATA)/, '\t\t\t<key>zero</key>\n\t\t\t<string>no</string>\n$1')
      .replace(/few(.*\n.*)%d</, 'other$1%d.<'),
  },
  {
    title: 'other counts, in another order',
    base,
    entries: [text('b', `${FOLDERS}: {n, plural, other {%d}}, ${FILES.replace('%d files', 'files')}`, apple(both)), d],
    text: base
      .replace('%#@files@ in %#@folders@', '%2$#@folders@: %3$#@n@, %1$#@files@')
      .replace('%d files', 'files')
      .replace(
        /(%lu folders.*\n\t{2}<\/dict>\n)/,
        `$1${indented(indented(counting('n', 'd', { other: '%d' }))).join('\n')}\n`,
      ),
  },
  {
    title: 'a count that is gone, and a text without any',
    base,
    entries: [text('b', FILES), text('d', 'text')],
    text: file(
      '<!-- About b -->',
      ...dictionary('b', '%#@files@', files),
      ...dictionary('d', 'text'),
      '<key>e</key>',
      '<dict><key>NSStringDeviceSpecificRuleType</key><dict/></dict>',
    ),
  },
  {
    title: 'new plurals go between the others, and texts stay out',
    base,
    entries: [b, d, plural('c', FILES, { description: 'New' }), text('a', 'text'), text('f', `x ${FILES}`)],
    text: base
      .replace(
        '\t<key>d</key>',
        `${indented(['<!-- New -->', ...dictionary('c', '%#@files@', files)]).join('\n')}\n\t<key>d</key>`,
      )
      .replace(
        '\n</dict>\n</plist>',
        `\n${indented(dictionary('f', 'x %#@files@', files)).join('\n')}\n</dict>\n</plist>`,
      ),
  },
  {
    title: 'what the project does not have leaves with its comment, and what is left alone stays',
    base,
    entries: [d],
    options: { prune: true },
    text: base.replace(/\t<!-- About b -->.*\t<key>d</s, '\t<key>d<'),
  },
  {
    title: 'an empty file, and one on a line',
    base: '<plist version="1.0"><dict><key>b</key><dict><key>NSStringLocalizedFormatKey</key><string>%1$#@n@!</string><key>n</key><dict><key>other</key><string>x</string></dict></dict></dict></plist>',
    entries: [text('b', '{n, plural, one {1} other {x}}?'), text('c', 'c {n, plural, other {x}}')],
    text: '<plist version="1.0"><dict><key>b</key><dict><key>NSStringLocalizedFormatKey</key><string>%1$#@n@?</string><key>n</key><dict><key>one</key><string>1</string><key>other</key><string>x</string></dict></dict><key>c</key><dict><key>NSStringLocalizedFormatKey</key><string>c %#@n@</string><key>n</key><dict><key>NSStringFormatSpecTypeKey</key><string>NSStringPluralRuleType</string><key>NSStringFormatValueTypeKey</key><string>d</string><key>other</key><string>x</string></dict></dict></dict></plist>',
  },
  {
    title: 'an empty dictionary',
    base: '<plist>\n<dict/>\n</plist>\n',
    entries: [plural('a', FILES)],
    text: `<plist>\n<dict>\n${indented(dictionary('a', '%#@files@', files)).join('\n')}\n</dict>\n</plist>\n`,
  },
]

const letters = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: fc.constantFrom(' ', '\n', "'", '&', '<', ']', '>', '{', '}', '#', '%', '@', 'd', 'ä', '\r') }),
)
const form = letters.filter(
  // biome-ignore lint/suspicious/noControlCharactersInRegex: XML cannot hold them
  (some) => some.isWellFormed() && !/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/.test(some) && !/%(\d+\$)?#@/.test(some),
)
const forms = (argument: string) =>
  fc.record({ one: form, other: form.filter((some) => some !== '') }).map((branches) => ({
    argument,
    type: 'cardinal' as const,
    branches: new Map(Object.entries(branches)),
  }))
const key = fc.stringMatching(/^[a-z &<%@]{1,6}$/)
const whole = fc.record({ key, message: forms('n') }).map(({ key, message }) => plural(key, pluralMessage(message)))
const around = form.filter((some) => !some.endsWith('%') && some !== '')
const parted = fc
  .record({ key, before: around, one: forms('n'), between: around, two: forms('m') })
  .map(({ key, before, one, between, two }) => text(key, countedMessage([before, one, between, two])))

export const arbitrary = fc.uniqueArray(fc.oneof(whole, parted), { selector: ({ key }) => key })
