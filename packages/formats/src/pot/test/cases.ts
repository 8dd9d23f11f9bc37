import type { FormatCase, PatchCase, UnreadableCase } from '../../../test/format-case.ts'
import type { Entry } from '../../entry.ts'
import { arbitrary as translations } from '../../po/test/cases.ts'

const header = `#, fuzzy
msgid ""
msgstr ""
"Project-Id-Version: \\n"
"PO-Revision-Date: \\n"
"Last-Translator: \\n"
"Language-Team: \\n"
"Language: \\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: nplurals=INTEGER; plural=EXPRESSION;\\n"
`

const file = `${header}
#. about
#: src/a.c:1
#, c-format
msgctxt "menu"
msgid "%d file"
msgid_plural "%d files"
msgstr[0] ""
msgstr[1] ""

msgid "open"
msgstr ""
`
const entries: Entry[] = [
  {
    key: 'menu\u0004%d file',
    value: '{count, plural, one {%d file} other {%d files}}',
    isPlural: true,
    syntax: 'printf',
    description: 'about',
    formatData: { po: { plural: '%d files', references: ['src/a.c:1'], flags: ['c-format'] } },
  },
  { key: 'open', value: 'open', syntax: 'printf' },
]

export const cases: FormatCase[] = [
  { title: 'texts are those of the source language, and none are translated', text: file, entries },
  {
    title: 'whatever the project has, names are written and no texts',
    text: `${header}\nmsgid "cart.title"\nmsgstr ""\n`,
    entries: [{ key: 'cart.title', value: 'Your cart', syntax: 'printf', status: 'not_reviewed' }],
    options: { options: { markUnreviewed: true } },
    only: 'write',
  },
  {
    title: 'texts where names are only names',
    text: `${header}\nmsgid "cart.title"\nmsgstr "Your cart"\n`,
    entries: [{ key: 'cart.title', value: 'Your cart', syntax: 'printf' }],
    options: { options: { monolingual: true } },
    only: 'write',
  },
]

export const unreadable: UnreadableCase[] = [{ title: 'what is no POT', text: '{}', code: 'syntax_error' }]

export const patches: PatchCase[] = [
  {
    title: 'other texts change nothing, new names are added',
    base: file,
    entries: [
      ...entries.map((entry) => ({ ...entry, value: 'other' })),
      { key: 'save', value: 'Save', syntax: 'printf', description: 'a button' },
    ],
    text: `${file}\n#. a button\nmsgid "save"\nmsgstr ""\n`,
  },
  {
    title: 'names that the project lacks leave',
    base: file,
    entries: entries.slice(1),
    options: { prune: true },
    text: `${header}\nmsgid "open"\nmsgstr ""\n`,
  },
]

/** The text of the source language is the name, without its context: no other can take its place. */
export const arbitrary = translations.map((some) =>
  some
    .filter(({ isPlural, key }) => !isPlural && !key.endsWith('\u0004'))
    .slice(0, 1)
    .map((entry) => ({ ...entry, value: entry.key.slice(entry.key.indexOf('\u0004') + 1) })),
)
