import { limits } from '@parlance/contract/limits'
import fc from 'fast-check'
import type { FormatCase, PatchCase, UnreadableCase } from '../../../test/format-case.ts'
import type { Entry } from '../../entry.ts'
import { pluralMessage } from '../../plural-message.ts'
import { storedKey } from '../../stored-key.ts'

const fields = (language: string, plural: string) =>
  [
    'msgid ""',
    'msgstr ""',
    '"Project-Id-Version: \\n"',
    '"PO-Revision-Date: \\n"',
    '"Last-Translator: \\n"',
    '"Language-Team: \\n"',
    `"Language: ${language}\\n"`,
    '"MIME-Version: 1.0\\n"',
    '"Content-Type: text/plain; charset=UTF-8\\n"',
    '"Content-Transfer-Encoding: 8bit\\n"',
    `"Plural-Forms: ${plural}\\n"`,
    '',
  ].join('\n')

const english = fields('en', 'nplurals=2; plural=(n != 1);')
const russianRule =
  'nplurals=3; plural=(n % 10 == 1 && n % 100 != 11 ? 0 : n % 10 >= 2 && n % 10 <= 4 && (n % 100 < 12 || n % 100 > 14) ? 1 : 2);'
const russian = fields('ru', russianRule)

/** What a file in English says of a text without flags. */
const said = { syntax: 'printf', locale: 'en' } as const
const long = `${'long '.repeat(200)}name`

export const cases: FormatCase[] = [
  { title: 'nothing but a header', text: english, entries: [] },
  {
    title: 'msgid is the key and the source text, msgctxt comes before it',
    text: `${english}
msgctxt ""
msgid "Open"
msgstr "Open it"

msgctxt "menu"
msgid "Open"
msgstr "Open…"

msgid "Open"
msgstr ""
`,
    entries: [
      { key: '\u0004Open', value: 'Open it', ...said, source: 'Open' },
      { key: 'menu\u0004Open', value: 'Open…', ...said, source: 'Open' },
      { key: 'Open', value: '', ...said, status: 'not_translated', source: 'Open' },
    ],
    only: 'read',
  },
  {
    title: 'by code point, an empty context first',
    text: `${english}
msgctxt ""
msgid "Open"
msgstr "Open it"

msgid "Open"
msgstr ""

msgctxt "menu"
msgid "Open"
msgstr "Open…"
`,
    entries: [
      { key: '\u0004Open', value: 'Open it', syntax: 'printf' },
      { key: 'Open', value: '', syntax: 'printf' },
      { key: 'menu\u0004Open', value: 'Open…', syntax: 'printf' },
    ],
    only: 'write',
  },
  {
    title: 'lines of a text stand on lines of their own, and nothing is folded',
    text: `${english}
msgid ""
"a\\n"
"b"
msgstr ""
"one \\"quoted\\" and \\\\\\n"
"\\n"
"two\\t\\r\\a\\b\\f\\v\\n"

msgid "c\\n"
msgstr "${'word '.repeat(50)}\\n"
`,
    entries: [
      { key: 'a\nb', value: 'one "quoted" and \\\n\ntwo\t\r\x07\b\f\v\n', ...said, source: 'a\nb' },
      { key: 'c\n', value: `${'word '.repeat(50)}\n`, ...said, source: 'c\n' },
    ],
  },
  {
    title: 'bytes by number, escapes that are none, texts side by side',
    text: 'msgid "\\303\\244\\x41\\x1f\\101" "b" msgstr "\\q\\344\\xg"\n',
    entries: [{ key: 'äA\x1fAb', value: '\\qä\\xg', syntax: 'printf', source: 'äA\x1fAb' }],
    only: 'read',
  },
  {
    title: 'all kinds of comments, and flags that say how placeholders are written',
    text: `${english}
# of people
#
# more
#. for translators
#.
#.  indented
#: src/a.c:1 src/b.c:2
#: src/c.c:3
#, python-format, no-wrap
msgid "%(a)s"
msgstr "%(a)s!"

#, no-c-format
msgid "100% sure"
msgstr "100% sure"
`,
    entries: [
      {
        key: '%(a)s',
        value: '%(a)s!',
        syntax: 'python',
        locale: 'en',
        description: 'for translators\n\n indented',
        source: '%(a)s',
        formatData: {
          po: {
            references: ['src/a.c:1 src/b.c:2', 'src/c.c:3'],
            flags: ['python-format', 'no-wrap'],
            comments: { en: ['of people', '', 'more'] },
          },
        },
      },
      {
        key: '100% sure',
        value: '100% sure',
        ...said,
        source: '100% sure',
        formatData: { po: { flags: ['no-c-format'] } },
      },
    ],
  },
  {
    title: 'each flag with its syntax',
    text: ['c-format', 'java-format', 'php-format', 'python-brace-format', 'ruby-format']
      .map((flag) => `#, ${flag}\nmsgid "${flag}"\nmsgstr "x"\n`)
      .join('\n'),
    entries: (
      [
        ['c-format', 'printf'],
        ['java-format', 'java'],
        ['php-format', 'php'],
        ['python-brace-format', 'python-brace'],
        ['ruby-format', 'ruby'],
      ] as const
    ).map(([flag, syntax]) => ({
      key: flag,
      value: 'x',
      syntax,
      source: flag,
      formatData: { po: { flags: [flag] } },
    })),
    only: 'read',
  },
  {
    title: 'a flag comes and goes with the syntax of a text',
    text: `${english}
#, ruby-format
msgid "a"
msgstr "%{a}"

#, wrap
msgid "b"
msgstr "{b}"
`,
    entries: [
      { key: 'a', value: '%{a}', syntax: 'ruby' },
      { key: 'b', value: '{b}', formatData: { po: { flags: ['c-format', 'wrap'] } } },
    ],
    only: 'write',
  },
  {
    title: 'fuzzy is not reviewed, obsolete entries are none',
    text: `# of the obsolete
#~ msgid "old"
#~ msgstr "old"

#, fuzzy
#| msgid "ab"
msgid "a"
msgstr "b"

#, fuzzy
msgid "c"
msgstr ""

#~| msgid "b"
#~ msgid "e"
#~ msgstr "e"
`,
    entries: [
      {
        key: 'a',
        value: 'b',
        syntax: 'printf',
        status: 'not_reviewed',
        source: 'a',
        formatData: { po: { previous: { en: ['msgid "ab"'] } } },
      },
      { key: 'c', value: '', syntax: 'printf', status: 'not_translated', source: 'c' },
    ],
    only: 'read',
  },
  {
    title: 'what is not reviewed is marked when that is asked for',
    text: `${english}
#, fuzzy
#| msgid "before"
msgid "a"
msgstr "b"
`,
    entries: [
      {
        key: 'a',
        value: 'b',
        syntax: 'printf',
        status: 'not_reviewed',
        formatData: { po: { previous: { en: ['msgid "before"'], de: ['msgid "davor"'] }, comments: { de: ['Hm'] } } },
      },
    ],
    options: { options: { markUnreviewed: true } },
    only: 'write',
  },
  {
    title: 'and otherwise not, because programs do not show it',
    text: `${english}\nmsgid "a"\nmsgstr "b"\n`,
    entries: [{ key: 'a', value: 'b', syntax: 'printf', status: 'not_reviewed' }],
    only: 'write',
  },
  {
    title: 'a plural has a form for each category',
    text: `${russian}
msgid "%d file's {#}"
msgid_plural "%d files"
msgstr[0] "%d файл"
msgstr[1] "%d файла"
msgstr[2] "%d файлов"
`,
    entries: [
      {
        key: "%d file's {#}",
        value: '{count, plural, one {%d файл} few {%d файла} many {%d файлов} other {%d файлов}}',
        isPlural: true,
        syntax: 'printf',
        source: "{count, plural, one {%d file''s '{#}'} other {%d files}}",
        locale: 'ru',
        formatData: { po: { plural: '%d files' } },
      },
    ],
    options: { locale: 'ru' },
  },
  {
    title: 'a plural without any text',
    text: `${english}\nmsgid "a"\nmsgid_plural "b"\nmsgstr[0] ""\nmsgstr[1] ""\n`,
    entries: [
      {
        key: 'a',
        value: '',
        isPlural: true,
        ...said,
        status: 'not_translated',
        source: '{count, plural, one {a} other {b}}',
        formatData: { po: { plural: 'b' } },
      },
    ],
  },
  {
    title: 'msgid_plural of a key that no file told: that of the source text',
    text: `${english}\nmsgid "files"\nmsgid_plural "%d files"\nmsgstr[0] "one"\nmsgstr[1] "more"\n`,
    entries: [
      {
        key: 'files',
        value: '{n, plural, one {one} other {more}}',
        isPlural: true,
        syntax: 'printf',
        source: '{n, plural, one {%d file} other {%d files}}',
      },
    ],
    only: 'write',
  },
  {
    title: 'branches that have no form, and messages that have none at all',
    text: `${english}
msgid "exact"
msgid_plural "exact"
msgstr[0] "one"
msgstr[1] "more"

msgid "nth"
msgstr "{n, selectordinal, other {#th}}"

msgid "ours"
msgstr "{n, plural, other {#}}"

msgid "two"
msgstr "{a, plural, other {x}} {b, plural, other {y}}"
`,
    entries: [
      {
        key: 'exact',
        value: '{n, plural, =0 {none} one {one} few {some} other {more}}',
        isPlural: true,
        syntax: 'printf',
      },
      { key: 'nth', value: '{n, selectordinal, other {#th}}', isPlural: true },
      { key: 'ours', value: '{n, plural, other {#}}', isPlural: true, formatData: { po: { plural: false } } },
      { key: 'two', value: '{a, plural, other {x}} {b, plural, other {y}}', isPlural: true },
    ],
    only: 'write',
    remarks: [
      { severity: 'warning', code: 'branch_dropped', key: 'exact' },
      { severity: 'warning', code: 'value_not_convertible', key: 'nth' },
      { severity: 'warning', code: 'value_not_convertible', key: 'two' },
    ],
  },
  {
    title: 'a message of ICU stays one',
    text: 'msgid "a"\nmsgstr "{n, plural, one {#} other {#s}}"\n',
    entries: [
      {
        key: 'a',
        value: '{n, plural, one {#} other {#s}}',
        syntax: 'printf',
        source: 'a',
        formatData: { po: { plural: false } },
      },
    ],
    only: 'read',
  },
  {
    title: 'two forms with one category: the first is the text',
    text: `msgid ""
msgstr "Plural-Forms: nplurals=3; plural=n==1 ? 0 : n==2 ? 1 : 2;\\n"

msgid "a"
msgid_plural "b"
msgstr[0] "eine"
msgstr[1] "zwei"
msgstr[2] "%d"
`,
    entries: [
      {
        key: 'a',
        value: '{count, plural, one {eine} other {zwei}}',
        isPlural: true,
        syntax: 'printf',
        source: '{count, plural, one {a} other {b}}',
        formatData: { po: { plural: 'b', forms: { de: ['eine', 'zwei', '%d'] } } },
      },
    ],
    options: { locale: 'de' },
    only: 'read',
    remarks: [{ severity: 'warning', code: 'plural_forms_merged', key: 'a' }],
  },
  {
    title: 'a form that the formula does not know takes the category that is left over',
    text: `msgid ""
msgstr "Plural-Forms: nplurals=2; plural=(n != 1);\\n"

msgid "a"
msgid_plural "b"
msgstr[0] "uno"
msgstr[1] "dos"
msgstr[2] "tres"
`,
    entries: [
      {
        key: 'a',
        value: '{count, plural, one {uno} many {tres} other {dos}}',
        isPlural: true,
        syntax: 'printf',
        source: '{count, plural, one {a} other {b}}',
        formatData: { po: { plural: 'b' } },
      },
    ],
    options: { locale: 'es' },
    only: 'read',
  },
  {
    title: 'a formula that cannot be worked out, and forms that are missing',
    text: `msgid ""
msgstr "Plural-Forms: nplurals=2; plural=n / 0;\\n"

msgid "a"
msgid_plural "b"
msgstr[1] "more"
`,
    entries: [
      {
        key: 'a',
        value: '{count, plural, other {more}}',
        isPlural: true,
        syntax: 'printf',
        source: '{count, plural, one {a} other {b}}',
        formatData: { po: { plural: 'b' } },
      },
    ],
    only: 'read',
    remarks: [{ severity: 'warning', code: 'unsupported_entry' }],
  },
  {
    title: 'a language as gettext calls it, no line end at the end, lines that end with CRLF',
    text: 'msgid ""\r\nmsgstr "Language: sr_RS@latin\\n"\r\n\r\n#. about\r\nmsgid "a"\r\nmsgstr ""\r\n"b"',
    entries: [{ key: 'a', value: 'b', syntax: 'printf', description: 'about', source: 'a', locale: 'sr-Latn-RS' }],
    only: 'read',
  },
  {
    title: 'a name that is too long is kept whole beside the key',
    text: `${english}\nmsgid "${long}"\nmsgstr "x"\n`,
    entries: [{ key: storedKey(long), value: 'x', ...said, source: long, formatData: { po: { name: long } } }],
  },
  {
    title: 'the last of a name counts',
    text: 'msgid "a"\nmsgstr "1"\n\nmsgid "b"\nmsgstr "2"\n\nmsgid "a"\nmsgstr "3"\n\nmsgid ""\nmsgstr ""\n\nmsgid ""\nmsgstr ""\n',
    entries: [
      { key: 'a', value: '3', syntax: 'printf', source: 'a' },
      { key: 'b', value: '2', syntax: 'printf', source: 'b' },
    ],
    only: 'read',
    remarks: [
      { severity: 'warning', code: 'duplicate_key', key: 'a' },
      { severity: 'warning', code: 'duplicate_key' },
    ],
  },
  {
    title: 'faults of single entries',
    text: `garbage
more of it

msgid "open
msgstr "1"

msgctxt "half
msgid "a"
msgstr "2"

msgid "none"

msgid "numbered"
msgstr[0] "3"

msgid "twice"
msgid_plural "twices"
msgstr[0] "4"
msgstr[0] "5"

msgid "v"
msgstr "${'v'.repeat(limits.value + 1)}"

msgid "z"
msgstr "\\0"

#. ${'d'.repeat(limits.keyDescription + 1)}
# ${'c'.repeat(limits.formatData)}
msgid "good"
msgstr "6"
`,
    entries: [
      { key: 'v', value: '' },
      { key: 'z', value: '' },
      {
        key: 'good',
        value: '6',
        syntax: 'printf',
        source: 'good',
        description: 'd'.repeat(limits.keyDescription),
      },
    ],
    only: 'read',
    remarks: [
      { severity: 'error', code: 'syntax_error' },
      { severity: 'error', code: 'syntax_error' },
      { severity: 'error', code: 'syntax_error', key: 'a' },
      { severity: 'error', code: 'syntax_error', key: 'none' },
      { severity: 'error', code: 'syntax_error', key: 'numbered' },
      { severity: 'error', code: 'syntax_error', key: 'twice' },
      { severity: 'error', code: 'value_too_long', key: 'v' },
      { severity: 'error', code: 'encoding', key: 'z' },
      { severity: 'warning', code: 'format_data_too_large', key: 'good' },
      { severity: 'warning', code: 'description_cut', key: 'good' },
    ],
  },
]

export const unreadable: UnreadableCase[] = [
  { title: 'what is no PO', text: 'hello\nworld\n', code: 'syntax_error' },
  { title: 'what is not in UTF-8', text: Uint8Array.of(0x23, 0xff, 0x0a), code: 'encoding' },
  {
    title: 'what says that it is in another encoding',
    text: 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=KOI8-R\\n"\n',
    code: 'encoding',
  },
]

const base = `# Header
msgid ""
msgstr "Plural-Forms: nplurals=2; plural=(n != 1);\\n"

#. keep
#, fuzzy, c-format
#| msgid "as"
msgid "a"
msgstr "1"

msgid   "b"
msgstr ""
"odd "
"folding"

msgid "f"
msgid_plural "fs"
msgstr[0]  "one"
msgstr[1]  "more"

#~ msgid "gone"
#~ msgstr "gone"
`
const printf = { syntax: 'printf' } as const
const files = { key: 'f', value: '{count, plural, one {one} other {more}}', isPlural: true, ...printf }
const all: Entry[] = [
  { key: 'a', value: '1', ...printf, status: 'not_reviewed' },
  { key: 'b', value: 'odd folding', ...printf },
  files,
]
const changed = (key: string, change: Partial<Entry>) =>
  all.map((entry) => (entry.key === key ? { ...entry, ...change } : entry))

export const patches: PatchCase[] = [
  {
    title: 'a change of status alone is a line of flags',
    base,
    entries: changed('a', { status: 'translated' }),
    text: base.replace('fuzzy, ', '').replace('#| msgid "as"\n', ''),
  },
  {
    title: 'a text that was fuzzy is no longer so once it is another',
    base,
    entries: changed('a', { value: 'x\ny' }),
    text: base.replace('fuzzy, ', '').replace('#| msgid "as"\n', '').replace('msgstr "1"', 'msgstr ""\n"x\\n"\n"y"'),
  },
  {
    title: 'unless that is asked for',
    base,
    entries: changed('a', { value: '2' }),
    options: { options: { markUnreviewed: true } },
    text: base.replace('msgstr "1"', 'msgstr "2"'),
  },
  {
    title: 'what is not reviewed is marked beside other flags, or with a line of its own',
    base: '#, c-format\nmsgid "a"\nmsgstr "1"\n\n#. x\n  msgid "b"\n  msgstr "2"\n',
    entries: ['a', 'b'].map((key, at) => ({ key, value: `${at + 1}`, ...printf, status: 'not_reviewed' })),
    options: { options: { markUnreviewed: true } },
    text: '#, fuzzy, c-format\nmsgid "a"\nmsgstr "1"\n\n#. x\n#, fuzzy\n  msgid "b"\n  msgstr "2"\n',
  },
  {
    title: 'a changed text is no longer folded',
    base,
    entries: changed('b', { value: 'new' }),
    text: base.replace('""\n"odd "\n"folding"', '"new"'),
  },
  {
    title: 'of a plural only the form that differs',
    base,
    entries: changed('f', { value: '{count, plural, one {one} other {many}}' }),
    text: base.replace('"more"', '"many"'),
  },
  {
    title: 'a plural of which the file has no form stays, and is told',
    base,
    entries: changed('f', { value: '{n, select, other {x}}' }),
    text: base,
    remarks: [{ severity: 'warning', code: 'value_not_convertible', key: 'f' }],
  },
  {
    title: 'a plural for an entry without forms is written as it is, and told',
    base,
    entries: changed('b', { value: '{n, plural, other {x}}', isPlural: true }),
    text: base.replace('""\n"odd "\n"folding"', '"{n, plural, other {x}}"'),
    remarks: [{ severity: 'warning', code: 'value_not_convertible', key: 'b' }],
  },
  {
    title: 'new keys among sorted ones',
    base,
    entries: [
      ...all,
      { key: 'aa', value: 'A', ...printf, description: 'about' },
      { key: 'A', value: '0', ...printf },
      { key: 'g', value: '{count, plural, one {g} other {gs}}', isPlural: true, ...printf },
    ],
    text: base
      .replace('\\n"\n\n', '\\n"\n\nmsgid "A"\nmsgstr "0"\n\n')
      .replace('"1"\n', '"1"\n\n#. about\nmsgid "aa"\nmsgstr "A"\n')
      .replace('"more"\n', '"more"\n\nmsgid "g"\nmsgid_plural "g"\nmsgstr[0] "g"\nmsgstr[1] "gs"\n'),
  },
  {
    title: 'new keys behind those that are not sorted, where the last line does not end, with CRLF',
    base: 'msgid "b"\r\nmsgstr "1"\r\n\r\nmsgid "a"\r\nmsgstr "2"',
    entries: [
      { key: 'a', value: '2', ...printf },
      { key: 'aa', value: 'x\ny', ...printf },
      { key: 'b', value: '1', ...printf },
    ],
    text: 'msgid "b"\r\nmsgstr "1"\r\n\r\nmsgid "a"\r\nmsgstr "2"\r\n\r\nmsgid "aa"\r\nmsgstr ""\r\n"x\\n"\r\n"y"',
  },
  {
    title: 'a new key before all others of a file without a header, and into an empty file',
    base: '# c\nmsgid "b"\nmsgstr "1"\n',
    entries: [
      { key: 'a', value: '0', ...printf },
      { key: 'b', value: '1', ...printf },
    ],
    text: 'msgid "a"\nmsgstr "0"\n\n# c\nmsgid "b"\nmsgstr "1"\n',
  },
  {
    title: 'an empty file gets a header',
    base: '',
    entries: [{ key: 'a', value: '0', ...printf }],
    text: `${english}\nmsgid "a"\nmsgstr "0"\n`,
  },
  {
    title: 'what the project lacks stays',
    base,
    entries: [],
    text: base,
  },
  {
    title: 'unless it is to leave, with its comments; the header and obsolete entries stay',
    base,
    entries: [files],
    options: { prune: true },
    text: base.replace(/#\. keep[\s\S]*(?=msgid "f")/, ''),
  },
  {
    title: 'all of it',
    base: 'msgid "a"\nmsgstr "1"\n\nmsgid "b"\nmsgstr "2"\n',
    entries: [],
    options: { prune: true },
    text: '',
  },
  {
    title: 'of two entries with one name the last one is brought up to date',
    base: 'msgid "a"\nmsgstr "1"\n\nmsgid "a"\nmsgstr "2"\n',
    entries: [{ key: 'a', value: '3', ...printf }],
    text: 'msgid "a"\nmsgstr "1"\n\nmsgid "a"\nmsgstr "3"\n',
  },
  {
    title: 'a form that the message does not say stays as it is',
    base: 'msgid ""\nmsgstr "Plural-Forms: nplurals=3; plural=n==1 ? 0 : n==2 ? 1 : 2;\\n"\n\nmsgid "a"\nmsgid_plural "b"\nmsgstr[0] "1"\nmsgstr[1] "2"\nmsgstr[2] "n"\n\nmsgid "c"\nmsgid_plural "d"\nmsgstr[0] "1"\nmsgstr[1] "n"\n',
    entries: ['a', 'c'].map((key) => ({
      key,
      value: '{count, plural, one {1} other {both}}',
      isPlural: true,
      ...printf,
    })),
    text: 'msgid ""\nmsgstr "Plural-Forms: nplurals=3; plural=n==1 ? 0 : n==2 ? 1 : 2;\\n"\n\nmsgid "a"\nmsgid_plural "b"\nmsgstr[0] "1"\nmsgstr[1] "both"\nmsgstr[2] "n"\n\nmsgid "c"\nmsgid_plural "d"\nmsgstr[0] "1"\nmsgstr[1] "both"\nmsgstr[2] "both"\n',
  },
  {
    title: 'an entry with a fault is left alone',
    base: 'msgid "a"\nmsgstr "1\n\nmsgid "b"\nmsgstr "2"\n',
    entries: [
      { key: 'a', value: 'x', ...printf },
      { key: 'b', value: '3', ...printf },
    ],
    text: 'msgid "a"\nmsgstr "1\n\nmsgid "b"\nmsgstr "3"\n',
  },
]

const text = fc.string({ unit: 'binary' }).filter((some) => some.isWellFormed() && !some.includes('\0'))
const forms = fc.tuple(text, text).filter(([one, other]) => one !== '' || other !== '')
const plural = forms.map(([one, other]) =>
  pluralMessage({
    argument: 'count',
    type: 'cardinal',
    branches: new Map([
      ['one', one],
      ['other', other],
    ]),
  }),
)

/** Lines of comments end where any line does. */
const description = text.map((some) => some.replaceAll('\r', ''))

export const arbitrary: fc.Arbitrary<Entry[]> = fc
  .uniqueArray(
    fc.oneof(
      fc.record({ key: text, value: text, description, syntax: fc.constantFrom('printf', 'python', 'java') }),
      fc.record({
        key: text,
        value: plural,
        description,
        isPlural: fc.constant(true),
        syntax: fc.constantFrom('printf', 'php'),
      }),
    ),
    { selector: ({ key }) => key },
  )
  .map((entries) => entries.filter(({ key }) => key !== ''))
