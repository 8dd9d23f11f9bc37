import fc from 'fast-check'
import type { FormatCase, PatchCase, UnreadableCase } from '../../../test/format-case.ts'
import type { Entry } from '../../entry.ts'

const head = (languages: string) => `<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" ${languages}>
`
const file = (language: string, ...lines: string[]) =>
  `${head(`language="${language}" sourcelanguage="en"`)}${lines.map((line) => `${line}\n`).join('')}</TS>\n`
const german = (...lines: string[]) => file('de', ...lines)
const options = { locale: 'de', sourceLocale: 'en' }
const text = (key: string, value: string, more: Partial<Entry> = {}): Entry => ({
  key,
  value,
  syntax: 'qt',
  ...(value === '' ? { status: 'not_translated' } : { status: 'translated' }),
  ...(key.includes('\u0004') ? { source: key.split('\u0004')[1] ?? '' } : {}),
  locale: 'de',
  ...more,
})
const LONG = `A\u0004${'k'.repeat(800)}`
const LONG_KEY = `A\u0004${'k'.repeat(718)}#47809927c1a9937a091f9c851a834c80`

/** One message in a file without anything else. */
const inFile = (message: string, languages = 'language="de"') =>
  `<TS ${languages}><context><name>A</name>${message}</context></TS>`
const numerus = (...forms: string[]) =>
  `<message numerus="yes"><source>s</source><translation>${forms.map((form) => `<numerusform>${form}</numerusform>`).join('')}</translation></message>`
const plural = (locale: string, value: string) =>
  text('A\u0004s', value, {
    isPlural: true,
    locale,
    source: '{count, plural, one {s} other {s}}',
  })

export const cases: FormatCase[] = [
  { title: 'nothing', text: german(), entries: [], options },
  {
    title: 'statuses, descriptions and what tells texts from others',
    text: german(
      '<context>',
      '    <name></name>',
      '    <message>',
      '        <source>b</source>',
      '        <translation>B</translation>',
      '    </message>',
      '</context>',
      '<context>',
      '    <name>Main &amp; Window</name>',
      '    <message>',
      '        <source>%1 &lt;b&gt; of &quot;%L2&quot;&apos;s</source>',
      '        <comment>menu</comment>',
      '        <extracomment>Two\nlines</extracomment>',
      '        <translation>%1&#xa0;&lt;b&gt; von %L2</translation>',
      '    </message>',
      '    <message>',
      '        <source>Open</source>',
      '        <translation type="unfinished">Öffnen</translation>',
      '    </message>',
      '    <message>',
      '        <source>Save</source>',
      '        <translation type="unfinished"></translation>',
      '    </message>',
      '</context>',
    ),
    entries: [
      text('\u0004b', 'B'),
      text('Main & Window\u0004%1 <b> of "%L2"\'s\u0004menu', '%1\u00a0<b> von %L2', { description: 'Two\nlines' }),
      text('Main & Window\u0004Open', 'Öffnen', { status: 'not_reviewed' }),
      text('Main & Window\u0004Save', ''),
    ],
    options,
  },
  {
    title: 'ids, with the context and the comment that they had',
    text: german(
      '<context>',
      '    <name></name>',
      '    <message id="a.b">',
      '        <source>A</source>',
      '        <translation>B</translation>',
      '    </message>',
      '</context>',
      '<context>',
      '    <name>Window</name>',
      '    <message id="c" numerus="yes">',
      '        <source>%n file(s)</source>',
      '        <comment>said twice</comment>',
      '        <translatorcomment>noch einmal prüfen</translatorcomment>',
      '        <translation>',
      '            <numerusform>%n Datei</numerusform>',
      '            <numerusform>%n Dateien</numerusform>',
      '        </translation>',
      '    </message>',
      '    <message id="d">',
      '        <source></source>',
      '        <comment>d</comment>',
      '        <extracomment>more</extracomment>',
      '        <translation>D</translation>',
      '    </message>',
      '</context>',
    ),
    entries: [
      text('a.b', 'B', { source: 'A' }),
      text('c', '{count, plural, one {%n Datei} other {%n Dateien}}', {
        isPlural: true,
        source: '{count, plural, one {%n file(s)} other {%n file(s)}}',
        description: 'said twice',
        formatData: { qt: { context: 'Window', comment: 'said twice', comments: { de: 'noch einmal prüfen' } } },
      }),
      text('d', 'D', { description: 'more', formatData: { qt: { context: 'Window', comment: 'd' } } }),
    ],
    options,
  },
  {
    title: 'forms in the order of Qt, which is not that of CLDR',
    text: file(
      'lv',
      '<context>',
      '    <name>A</name>',
      '    <message numerus="yes">',
      '        <source>s</source>',
      '        <translation>',
      '            <numerusform>one</numerusform>',
      '            <numerusform>other</numerusform>',
      '            <numerusform>zero</numerusform>',
      '        </translation>',
      '    </message>',
      '    <message numerus="yes">',
      '        <source>t</source>',
      '        <translation type="unfinished">',
      '            <numerusform></numerusform>',
      '            <numerusform></numerusform>',
      '            <numerusform></numerusform>',
      '        </translation>',
      '    </message>',
      '</context>',
    ),
    entries: [
      plural('lv', '{count, plural, zero {zero} one {one} other {other}}'),
      { ...plural('lv', ''), key: 'A\u0004t', source: '{count, plural, one {t} other {t}}' },
    ],
    options: { locale: 'lv', sourceLocale: 'en' },
  },
  {
    title: 'the last form stands for all other numbers',
    text: inFile(numerus('a', 'b', "{c}'"), 'language="ru_RU"'),
    entries: [plural('ru-RU', "{count, plural, one {a} few {b} many {'{'c'}'''} other {'{'c'}'''}}")],
    options: { locale: 'ru' },
    only: 'read',
  },
  {
    title: 'as many forms as CLDR has, where Qt has less',
    text: inFile(numerus('a', 'b', 'c'), 'language="fr"'),
    entries: [plural('fr', '{count, plural, one {a} many {b} other {c}}')],
    options: { locale: 'fr' },
    only: 'read',
  },
  {
    title: 'more forms than there are categories',
    text: inFile(numerus('a', 'b', 'c')),
    entries: [plural('de', '{count, plural, one {a} other {b}}')],
    options: { locale: 'de' },
    only: 'read',
    remarks: [{ severity: 'warning', code: 'plural_forms_merged', key: 'A\u0004s' }],
  },
  {
    title: 'one form for a language that Qt does not know, and forms that nobody has',
    text: `${head('language="ast"')}<context>
    <name></name>
    <message id="a" numerus="yes">
        <source></source>
        <translation>
            <numerusform>other</numerusform>
        </translation>
    </message>
    <message id="b">
        <source></source>
        <translation>{a, plural, other {x}} {b}</translation>
    </message>
</context>
</TS>
`,
    entries: [
      text('a', '{count, plural, =0 {none} one {one} other {other}}', { isPlural: true }),
      text('b', '{a, plural, other {x}} {b}', { isPlural: true }),
    ],
    options: { locale: 'ast' },
    only: 'write',
    remarks: [
      { severity: 'warning', code: 'branch_dropped', key: 'a' },
      { severity: 'warning', code: 'value_not_convertible', key: 'b' },
    ],
  },
  {
    title: 'what XML cannot hold, and texts of several lengths',
    text: inFile(
      `<message><source>a<byte value="x1b"/>&#xd;</source><translation variants='yes'>
        <lengthvariant>long &amp; <byte value="9"/>wide</lengthvariant> <!-- <lengthvariant> -->
        <lengthvariant/><lengthvariant>short</lengthvariant>
      </translation></message>`,
    ),
    entries: [text('A\u0004a\u001b\r', 'long & \twide\u009c\u009cshort')],
    options: { locale: 'de' },
    only: 'read',
  },
  {
    title: 'characters that XML cannot hold, written',
    text: german(
      '<context>',
      '    <name>A</name>',
      '    <message>',
      '        <source>a<byte value="x1b"/></source>',
      '        <translation>b<byte value="xb"/>&#xd;</translation>',
      '    </message>',
      '</context>',
    ),
    entries: [text('A\u0004a\u001b', 'b\u000b\r')],
    options,
  },
  {
    title: 'names that a file cannot hold',
    text: german(),
    entries: [text('a\u001b', 'x'), text('b\u001b\u0004c', 'x'), text('b\u0004c\u0004', 'x')],
    options,
    only: 'write',
    remarks: ['a\u001b', 'b\u001b\u0004c', 'b\u0004c\u0004'].map((key) => ({
      severity: 'warning',
      code: 'key_not_representable',
      key,
    })),
  },
  {
    title: 'a name that is too long for a key',
    text: german(
      '<context>',
      '    <name>A</name>',
      '    <message>',
      `        <source>${'k'.repeat(800)}</source>`,
      '        <translation>x</translation>',
      '    </message>',
      '</context>',
    ),
    entries: [text(LONG_KEY, 'x', { source: 'k'.repeat(800), formatData: { qt: { name: LONG } } })],
    options,
  },
  {
    title: 'what is gone, what is nothing of Qt, and the same name twice',
    text: `<?xml version="1.0"?><!DOCTYPE TS><TS version="2.0">
<defaultcodec>UTF-8</defaultcodec><dependencies><dependency catalog="qt_de"/></dependencies>
<extra-a>x</extra-a>
<context><name>A<!-- no --></name><comment>no</comment>
<message><location filename="a.cpp" line="1"/><source>a</source><oldsource>no</oldsource><userdata>no</userdata><translation type="obsolete">no</translation></message>
<message><source>b</source><translation type="vanished">no</translation></message>
<message><source>b</source><translation>B</translation><translation type="unfinished">C<![CDATA[<c>]]></translation></message>
<message><source>c</source></message>
<message><source>d</source><translation/></message>
<message><source>e</source><translation>E <b>e</b></translation></message>
<message><source><b/></source><translation>F</translation></message>
<message numerus="yes"><source>g</source><translation>no form</translation></message>
<message><source>b</source><comment></comment><translation>again</translation></message>
</context></TS>`,
    entries: [
      { key: 'A\u0004b', value: 'again', syntax: 'qt', status: 'translated', source: 'b' },
      { key: 'A\u0004c', value: '', syntax: 'qt', status: 'not_translated', source: 'c' },
      { key: 'A\u0004d', value: '', syntax: 'qt', status: 'not_translated', source: 'd' },
      {
        key: 'A\u0004g',
        value: '',
        isPlural: true,
        syntax: 'qt',
        status: 'not_translated',
        source: '{count, plural, one {g} other {g}}',
      },
    ],
    options: { locale: 'de' },
    only: 'read',
    remarks: [
      { severity: 'warning', code: 'unsupported_entry', key: 'A\u0004e' },
      { severity: 'warning', code: 'unsupported_entry' },
      { severity: 'warning', code: 'duplicate_key', key: 'A\u0004b' },
    ],
  },
  {
    title: 'a file in the language of the program',
    text: inFile(
      `<message><source>a</source><translation type="unfinished"></translation></message>${numerus('', '')}`,
      'language="en_GB" sourcelanguage="en_GB"',
    ),
    entries: [
      { key: 'A\u0004a', value: 'a', syntax: 'qt', locale: 'en-GB' },
      { ...plural('en-GB', ''), status: 'not_translated' },
    ],
    options: { locale: 'en-GB' },
    only: 'read',
  },
]

export const unreadable: UnreadableCase[] = [
  { title: 'another root', text: '<resources/>', code: 'syntax_error' },
  { title: 'what is not closed', text: '<!DOCTYPE TS><TS>', code: 'syntax_error' },
  { title: 'entities of its own', text: '<!DOCTYPE TS [<!ENTITY a "b">]><TS>&a;</TS>', code: 'unsafe_xml' },
  {
    title: 'entities that nobody has declared',
    text: '<!DOCTYPE TS><TS><extra-a>&nbsp;</extra-a></TS>',
    code: 'syntax_error',
  },
  { title: 'no UTF-8', text: Uint8Array.of(0x3c, 0xff), code: 'encoding' },
]

const base = `<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language='de'>
<context>
    <name>A</name>
    <message>
        <location filename="../a.cpp" line="+1"/>
        <source>b</source>
        <translation type="unfinished"></translation>
    </message> <!-- about b -->
    <message>
        <source>d</source>
        <translation>it's "D"</translation>
        <extra-x>1</extra-x>
    </message>
    <message numerus="yes">
        <source>n</source>
        <translation type="unfinished">
            <numerusform>one</numerusform>
            <numerusform variants="yes"><lengthvariant>other</lengthvariant></numerusform>
        </translation>
    </message>
    <message>
        <source>o</source>
        <translation type="vanished">O</translation>
    </message>
    </context>
<context>
    <name>C</name>
    <message id="i">
        <source>i</source>
        <translation>I</translation>
    </message>
</context>
</TS>
`
const said = [
  text('A\u0004b', ''),
  text('A\u0004d', 'it\'s "D"'),
  text('A\u0004n', '{count, plural, one {one} other {other}}', { isPlural: true, status: 'not_reviewed' }),
  text('i', 'I', { source: 'i' }),
]
const withChanged = (...changed: Entry[]) => [
  ...said.filter(({ key }) => !changed.some((entry) => entry.key === key)),
  ...changed,
]
const withoutStatus = ({ status: _, ...entry }: Entry): Entry => entry

export const patches: PatchCase[] = [
  { title: 'a file that is up to date', base, entries: said, text: base, options },
  { title: 'one whose texts nobody has a status for', base, entries: said.map(withoutStatus), text: base, options },
  { title: 'texts that the project does not have stay', base, entries: [], text: base, options },
  {
    title: 'texts and statuses that differ, and one that the program has no longer',
    base,
    entries: withChanged(
      text('A\u0004b', 'B'),
      text('A\u0004d', 'D', { status: 'not_reviewed' }),
      text('A\u0004n', '{count, plural, one {one} few {few} other {others}}', { isPlural: true }),
      text('A\u0004o', 'new'),
      text('i', ''),
    ),
    text: base
      .replace('<translation type="unfinished"></', '<translation>B</')
      .replace('<translation>it\'s "D"', '<translation type="unfinished">D')
      .replace('<translation type="unfinished">\n', '<translation>\n')
      .replace('>other<', '>others<')
      .replace('<translation>I', '<translation type="unfinished">'),
    options,
    remarks: [{ severity: 'warning', code: 'branch_dropped', key: 'A\u0004n' }],
  },
  {
    title: 'a text without a status is finished where there was none',
    base,
    entries: withChanged(
      withoutStatus(text('A\u0004b', 'B')),
      withoutStatus(text('A\u0004n', '{count, plural, one {One} other {other}}', { isPlural: true })),
    ),
    text: base.replace('<translation type="unfinished"></', '<translation>B</').replace('>one<', '>One<'),
    options,
  },
  {
    title: 'a status alone',
    base,
    entries: withChanged(text('A\u0004d', 'it\'s "D"', { status: 'not_reviewed' })),
    text: base.replace('<translation>it', '<translation type="unfinished">it'),
    options,
  },
  {
    title: 'new ones in their contexts and in new ones, and others that leave',
    base,
    entries: [
      said[0] as Entry,
      said[3] as Entry,
      text('A\u0004c\u0004said', 'C', { description: 'See' }),
      text('B\u0004b', '{count, plural, one {1} other {2}}', { isPlural: true }),
      text('h', 'H', { source: 'h' }),
      text('h2', 'H', { source: 'h', formatData: { qt: { context: 'A' } } }),
    ],
    text: base
      .replace(/ {4}<message>(?=\n *<source>d).*?n<\/source>.*?<\/message>\n/s, '')
      .replace(
        ' <!-- about b -->\n',
        ` <!-- about b -->
    <message>
        <source>c</source>
        <comment>said</comment>
        <extracomment>See</extracomment>
        <translation>C</translation>
    </message>
`,
      )
      .replace(
        '    </context>\n<context>',
        `    <message id="h2">
        <source>h</source>
        <translation>H</translation>
    </message>
    </context>
<context>
    <name>B</name>
    <message numerus="yes">
        <source>b</source>
        <translation>
            <numerusform>1</numerusform>
            <numerusform>2</numerusform>
        </translation>
    </message>
</context>
<context>`,
      )
      .replace(
        '    <message id="i">',
        `    <message id="h">
        <source>h</source>
        <translation>H</translation>
    </message>
    <message id="i">`,
      ),
    options: { ...options, prune: true },
  },
  {
    title: 'forms that there were not, and forms for which there is no place',
    base: file(
      'pl',
      '<context>',
      '\t<name>A</name>',
      '\t<message numerus="yes">',
      '\t\t<source>n</source>',
      '\t\t<translation type="unfinished"><numerusform></numerusform></translation>',
      '\t</message>',
      '\t<message numerus="yes"><source>o</source></message>',
      '\t<message>',
      '\t\t<source>p</source>',
      '\t</message>',
      '\t<message id="q"/>',
      '\t<message>',
      '\t\t<source>r</source>',
      '\t\t<translation type="unfinished" />',
      '\t</message>',
      '</context>',
    ),
    entries: [
      text('A\u0004n', '{count, plural, one {1} few {2} many {5} other {5}}', { isPlural: true }),
      text('A\u0004o', 'any', { isPlural: true }),
      text('A\u0004p', '{count, plural, other {p}}', { isPlural: true }),
      text('q', 'Q'),
      text('A\u0004r', 'R'),
    ],
    text: file(
      'pl',
      '<context>',
      '\t<name>A</name>',
      '\t<message numerus="yes">',
      '\t\t<source>n</source>',
      '\t\t<translation><numerusform>1</numerusform><numerusform>2</numerusform><numerusform>5</numerusform></translation>',
      '\t</message>',
      '\t<message numerus="yes"><source>o</source><translation><numerusform>any</numerusform><numerusform>any</numerusform><numerusform>any</numerusform></translation></message>',
      '\t<message>',
      '\t\t<source>p</source>',
      '\t\t<translation>{count, plural, other {p}}</translation>',
      '\t</message>',
      '\t<message id="q"><translation>Q</translation></message>',
      '\t<message>',
      '\t\t<source>r</source>',
      '\t\t<translation>R</translation>',
      '\t</message>',
      '</context>',
    ),
    options: { locale: 'pl', sourceLocale: 'en' },
    remarks: [
      { severity: 'warning', code: 'value_not_convertible', key: 'A\u0004o' },
      { severity: 'warning', code: 'value_not_convertible', key: 'A\u0004p' },
    ],
  },
  {
    title: 'a file without contexts, in CRLF',
    base: '<TS version="2.1">\r\n</TS>\r\n',
    entries: [text('A\u0004a', '1\n2')],
    text: '<TS version="2.1">\r\n<context>\r\n    <name>A</name>\r\n    <message>\r\n        <source>a</source>\r\n        <translation>1\r\n2</translation>\r\n    </message>\r\n</context>\r\n</TS>\r\n',
    options,
  },
  {
    title: 'a file on one line',
    base: inFile('<message><source>a</source><translation>A</translation></message>'),
    entries: [text('A\u0004a', 'A'), text('A\u0004b', 'B'), text('B\u0004c', 'C')],
    text: `<TS language="de"><context><name>A</name><message><source>a</source><translation>A</translation></message><message><source>b</source><translation>B</translation></message></context><context><name>B</name><message><source>c</source><translation>C</translation></message></context></TS>`,
    options,
  },
]

// biome-ignore lint/suspicious/noControlCharactersInRegex: XML cannot hold these
const unwritable = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/
const any = fc
  .oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: fc.constantFrom(' ', '\n', '\r', '<', '>', '&', "'", '"', ';') }),
  )
  .filter((some) => some.isWellFormed() && !some.includes('\0'))
const name = any.filter((some) => !unwritable.test(some) && !some.includes('\u0004'))
const part = any.filter((some) => !some.includes('\u0004'))
// A text that is not translated is the source, in the language of the program.
const value = any.filter((some) => some !== '' && !some.includes('\u0004'))
const forms = fc
  .tuple(fc.constantFrom('a', "{b}'", '#', '%n <c>'), fc.constantFrom('', 'd', "''{"))
  .map(([one, other]) => `{count, plural, one {${escaped(one)}} other {${escaped(other)}}}`)
const escaped = (some: string) => some.replaceAll(/[{}#']+/g, (run) => quote(run))
const quote = (run: string) => (/[{}#]/.test(run) ? `'${run.replaceAll("'", "''")}'` : run.replaceAll("'", "''"))
const more = fc.constantFrom({}, { description: 'a <b>\nc' })

const key = fc.oneof(
  name.filter((some) => some !== ''),
  fc.tuple(name, part).map((parts) => parts.join('\u0004')),
  fc
    .tuple(
      name,
      part,
      part.filter((some) => some !== ''),
    )
    .map((parts) => parts.join('\u0004')),
)

export const arbitrary = fc.uniqueArray(
  fc
    .oneof(fc.record({ key, value, more }), fc.record({ key, value: forms, isPlural: fc.constant(true), more }))
    .map(({ more, ...entry }): Entry => ({ ...entry, syntax: 'qt', ...more })),
  { selector: (entry) => entry.key },
)
