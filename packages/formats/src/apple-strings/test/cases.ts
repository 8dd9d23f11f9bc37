import fc from 'fast-check'
import type { FormatCase, PatchCase, UnreadableCase } from '../../../test/format-case.ts'
import type { Entry } from '../../entry.ts'

const syntax = 'apple' as const
const text = (key: string, value: string, more: Partial<Entry> = {}): Entry => ({ key, value, syntax, ...more })
const texts = (some: Record<string, string>): Entry[] => Object.entries(some).map(([key, value]) => text(key, value))
const plist = (...lines: string[]) => `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
${lines.map((line) => `\t${line}\n`).join('')}</dict>
</plist>
`
const utf16 = (some: string) =>
  new Uint8Array(Uint16Array.from(`\ufeff${some}`.split(''), (unit) => unit.charCodeAt(0)).buffer)

const COUNTED = '{files, plural, one {%d file} other {%d files}}'
const dictionary = (...more: string[]) => [
  '<key>files</key>',
  '<dict>',
  '\t<key>NSStringLocalizedFormatKey</key>',
  '\t<string>%#@files@</string>',
  '\t<key>files</key>',
  '\t<dict>',
  '\t\t<key>NSStringFormatSpecTypeKey</key>',
  '\t\t<string>NSStringPluralRuleType</string>',
  ...more.map((line) => `\t\t${line}`),
  '\t</dict>',
  '</dict>',
]

export const cases: FormatCase[] = [
  { title: 'nothing', text: '', entries: [] },
  {
    title: 'names and texts',
    text: '"a" = "b";\n"c %@" = "%1$@ of %2$lld";\n',
    entries: texts({ a: 'b', 'c %@': '%1$@ of %2$lld' }),
  },
  {
    title: 'what is escaped, and what is not',
    text: '"\\"a\\"" = "\\\\ \\n\\r\\t\\"it\'s\\"\\U0007\\U2028 Größe 😀";\n',
    entries: texts({ '"a"': '\\ \n\r\t"it\'s"\u0007\u2028 Größe 😀' }),
  },
  {
    title: 'all escapes',
    text: `"a" = "\\'\\a\\b\\f\\v\\u00e4\\U00E4\\Ud83d\\uDE00\\U41 \\101\\7\\0412\\345\\e\\
|";`,
    entries: texts({ a: "'\u0007\b\f\vää😀A A\u0007!2ïe\n|" }),
    only: 'read',
  },
  {
    title: 'names without quotes, apostrophes, several on a line, line breaks inside',
    text: 'CFBundle.Name_1 = com.example/a:b-$1; \'b\' = \'say "hi" \\\' \';"c"="two\n lines" ;\n"short";x;',
    entries: texts({
      'CFBundle.Name_1': 'com.example/a:b-$1',
      b: 'say "hi" \' ',
      c: 'two\n lines',
      short: 'short',
      x: 'x',
    }),
    only: 'read',
  },
  {
    title: 'braces around, and what is no text',
    text: '// File\n{\n  a = 1;\n  b = ( 1, "}", { c = d; } /* ) */ );\n  c = <0fbd 77>;\n  d = {};\n  e = 2;\n}\n// end',
    entries: texts({ a: '1', e: '2' }),
    only: 'read',
    remarks: ['b', 'c', 'd'].map((key) => ({ severity: 'warning', code: 'unsupported_entry', key })),
  },
  {
    title: 'comments directly before a name are about it',
    text: '/* Of the first. */\n"a" = "1";\n"b" = "2";\n/* Two\n\n   lines. */\n"c" = "3";\n',
    entries: [
      text('a', '1', { description: 'Of the first.' }),
      text('b', '2'),
      text('c', '3', { description: 'Two\n\nlines.' }),
    ],
  },
  {
    title: 'comments elsewhere are about nothing',
    text: `/* File */

// one
//   two
  "a" = "1"; // behind a
/* No comment provided by engineer. */
"b" /* in */ = /* it */ "2" /* ! */; /* of c */ "c" = "3"; /* behind c */
/* of d */ /* and more */ "d" = "4";
/* No comment provided by engineer. */
// still
"e" = "5";
/* of e no more */

// f
"f" = "6";
/* of g no more */

"g" = "7";
/* end **/`,
    entries: [
      text('a', '1', { description: 'one\ntwo' }),
      text('b', '2'),
      text('c', '3', { description: 'of c' }),
      text('d', '4', { description: 'of d\nand more' }),
      text('e', '5', { description: 'still' }),
      text('f', '6', { description: 'f' }),
      text('g', '7'),
    ],
    only: 'read',
  },
  {
    title: 'a description that would end its comment',
    text: '/* a * / b */\n"a" = "1";\n',
    entries: [text('a', '1', { description: 'a */ b' })],
    only: 'write',
  },
  {
    title: 'the last of two counts',
    text: '"a" = "1";\n"b" = "2";\n"a" = "3";',
    entries: texts({ a: '3', b: '2' }),
    only: 'read',
    remarks: [{ severity: 'warning', code: 'duplicate_key', key: 'a' }],
  },
  {
    title: 'a text that is too long, and one that cannot be stored',
    text: `"a" = "${'x'.repeat(65_537)}";\n"b" = "${'y'.repeat(600_000)}";\n"c" = "\\000";\n"d" = "\\Ud800";`,
    entries: ['a', 'b', 'c', 'd'].map((key) => ({ key, value: '' })),
    only: 'read',
    remarks: [
      { severity: 'error', code: 'value_too_long', key: 'a' },
      { severity: 'error', code: 'value_too_long', key: 'b' },
      { severity: 'error', code: 'encoding', key: 'c' },
      { severity: 'error', code: 'encoding', key: 'd' },
    ],
  },
  {
    title: 'UTF-16',
    text: utf16('"a" = "ä😀";\r\n/* Größe */\r\n"b" = "c";\r\n'),
    entries: [text('a', 'ä😀'), text('b', 'c', { description: 'Größe' })],
    only: 'read',
  },
  {
    title: 'a text that looks like a plural is one text',
    text: `"a" = "${COUNTED}";\n`,
    entries: [text('a', COUNTED, { formatData: { apple: { isText: true } } })],
  },
  {
    title: 'plurals that Apple has no forms for stay ICU messages, one without forms is a text',
    text: '"a" = "{n, selectordinal, one {#st} other {#th}}";\n"b" = "Dateien";\n',
    entries: [
      text('a', '{n, selectordinal, one {#st} other {#th}}', { isPlural: true }),
      text('b', 'Dateien', { isPlural: true }),
    ],
    only: 'write',
    remarks: [{ severity: 'warning', code: 'value_not_convertible', key: 'a' }],
  },
  {
    title: 'a property list in XML',
    text: plist(
      '<!-- About a -->',
      '<key>a</key>',
      '<string>1 &lt; 2 &amp; "3"\n </string>',
      '<key>b &amp; c</key>',
      '<string><![CDATA[<b>x</b>]]></string>',
      '<key>d</key>',
      '<string/>',
      '<key>e</key>',
      '<integer>010</integer>',
      '<key>f</key>',
      '<true/>',
      '<key>g</key>',
      '<array><string>x</string><dict><key>y</key><string>z</string></dict></array>',
    ),
    entries: [
      text('a', '1 < 2 & "3"\n ', { description: 'About a' }),
      text('b & c', '<b>x</b>'),
      text('d', ''),
      text('e', '010'),
      text('f', 'true'),
    ],
    only: 'read',
    remarks: [
      { severity: 'warning', code: 'number_as_text', key: 'e' },
      { severity: 'warning', code: 'number_as_text', key: 'f' },
      { severity: 'warning', code: 'unsupported_entry', key: 'g' },
    ],
  },
  {
    title: 'dictionaries of plurals',
    text: plist(
      ...dictionary('<key>one</key>', '<string>%d file</string>', '<key>other</key>', '<string>%d files</string>'),
    ),
    entries: [text('files', COUNTED, { isPlural: true })],
    only: 'read',
  },
]

export const unreadable: UnreadableCase[] = [
  { title: 'a binary property list', text: 'bplist00\xd0', code: 'syntax_error' },
  { title: 'a name alone', text: 'hello', code: 'syntax_error' },
  { title: 'no semicolon', text: '"a" = "b"\n"c" = "d";', code: 'syntax_error' },
  { title: 'no text', text: '"a" = ;', code: 'syntax_error' },
  { title: 'a text without an end', text: '"a" = "b;\n', code: 'syntax_error' },
  { title: 'a comment without an end', text: '"a" = "b"; /* ', code: 'syntax_error' },
  { title: 'a list without an end', text: '"a" = ( b, ', code: 'syntax_error' },
  { title: 'a brace too many', text: '"a" = "b"; }', code: 'syntax_error' },
  { title: 'a brace too few', text: '{ "a" = "b";', code: 'syntax_error' },
  { title: 'neither UTF-8 nor UTF-16', text: Uint8Array.of(0x22, 0xe4, 0x22, 0x3b), code: 'encoding' },
  { title: 'another root', text: '<resources/>', code: 'syntax_error' },
  {
    title: 'entities of its own',
    text: '<!DOCTYPE plist [<!ENTITY a "b">]><plist><dict/></plist>',
    code: 'unsafe_xml',
  },
]

const base = `/* File */

/* About b */
"b"  =  "old"; // behind b
'c' = bare; "d" = "x";

"f";
e = { list = ( 1 ); };
`
const said = texts({ b: 'old', c: 'bare', d: 'x', f: 'f' })
const withChanged = (...changed: Entry[]) => [
  ...said.filter(({ key }) => !changed.some((entry) => entry.key === key)),
  ...changed,
]

const wide = '"a" = "\\U00e4";\r\n"c" = "c";\r\n'
const list = plist(
  '<!-- About b -->',
  '<key>b</key>',
  '<string>old</string>',
  '<key>d</key>',
  '<string><![CDATA[x]]></string>',
)

export const patches: PatchCase[] = [
  { title: 'a file that is up to date', base, entries: said, text: base },
  { title: 'values that the project does not have stay', base, entries: [], text: base },
  {
    title: 'only the text of a value, in the quotes that it had',
    base,
    entries: texts({ b: 'say "hi"', c: 'still.bare', d: "it's", f: 'long', e: 'left alone' }),
    text: base
      .replace('"old"', '"say \\"hi\\""')
      .replace('bare', 'still.bare')
      .replace('"x"', '"it\'s"')
      .replace('"f"', '"f" = "long"'),
  },
  {
    title: 'what can no longer be without quotes gets some',
    base: "a = b; 'c' = 'd';",
    entries: texts({ a: 'b c', c: 'it\'s "d"' }),
    text: "a = \"b c\"; 'c' = 'it\\'s \"d\"';",
  },
  {
    title: 'new names go between sorted ones and look like them',
    base,
    entries: withChanged(text('a', '1', { description: 'New' }), text('bb', '2'), text('cc', 'x'), text('g', '4')),
    text: base
      .replace('/* About b */', '/* New */\n"a"  =  "1";\n\n/* About b */')
      .replace('// behind b\n', '// behind b\n\n"bb"  =  "2";\n')
      .replace('bare; ', "bare;\n'cc' = x; ")
      .replace('"f";\n', '"f";\n\n"g" = "4";\n'),
  },
  {
    title: 'new names go to the end where the others are in no order, inside the braces',
    base: '{\r\n  b = 1;\r\n  a = 2;\r\n}\r\n',
    entries: texts({ a: '2', b: '1', c: '3 4' }),
    text: '{\r\n  b = 1;\r\n  a = 2;\r\n  c = "3 4";\r\n}\r\n',
  },
  {
    title: 'what the project does not have leaves with its comment and lines, and what is no text stays',
    base,
    entries: texts({ c: 'bare' }),
    options: { prune: true },
    text: "/* File */\n\n'c' = bare; \n\ne = { list = ( 1 ); };\n"
      .replace('bare;\n', 'bare; \n')
      .replace('; \n', '; \n'),
  },
  {
    title: 'a comment at the top may be about all of the file, and stays',
    base: '/* File */\n"a" = "1";\n\n"b" = "2";\n',
    entries: texts({ b: '2' }),
    options: { prune: true },
    text: '/* File */\n\n"b" = "2";\n',
  },
  {
    title: 'of two the last is changed',
    base: '"a" = "1";\n"a" = "2";\n',
    entries: texts({ a: '3' }),
    text: '"a" = "1";\n"a" = "3";\n',
  },
  { title: 'an empty file', base: '', entries: texts({ a: '1', b: '2' }), text: '"a" = "1";\n"b" = "2";\n' },
  {
    title: 'nothing but a comment',
    base: '/* File */\n',
    entries: texts({ a: '1' }),
    text: '/* File */\n\n"a" = "1";\n',
  },
  { title: 'nothing but braces', base: '{\n}\n', entries: texts({ a: '1' }), text: '{\n\n"a" = "1";\n}\n' },
  {
    title: 'one line without an end',
    base: '"a" = "1";',
    entries: texts({ a: '1', b: '2' }),
    text: '"a" = "1";\n"b" = "2";',
  },
  {
    title: 'a file in UTF-16 stays one, and what was escaped for ASCII stays escaped',
    base: utf16(wide),
    entries: texts({ a: 'ö😀', b: 'é', c: 'c' }),
    text: utf16('"a" = "\\U00f6\\Ud83d\\Ude00";\r\n"b" = "\\U00e9";\r\n"c" = "c";\r\n'),
  },
  {
    title: 'plurals stand in the file beside this one, whether it has their names or not',
    base,
    entries: withChanged(text('b', COUNTED, { isPlural: true }), text('z', COUNTED, { isPlural: true })),
    options: { prune: true },
    text: base,
  },
  {
    title: 'a text that looks like a plural changes as one',
    base: `"a" = "${COUNTED}";\n`,
    entries: [text('a', COUNTED.replace('file}', 'File}'), { formatData: { apple: { isText: true } } })],
    text: `"a" = "${COUNTED.replace('file}', 'File}')}";\n`,
  },
  {
    title: 'a property list in XML',
    base: list,
    entries: [...texts({ b: 'a < b', c: 'new', d: '<i>' }), text('p', COUNTED, { isPlural: true })],
    text: list
      .replace('old', 'a &lt; b')
      .replace('\t<key>d</key>', '\t<key>c</key>\n\t<string>new</string>\n\t<key>d</key>')
      .replace('[x]', '[<i>]'),
  },
  {
    title: 'what XML cannot hold does not come into one',
    base: list,
    entries: texts({ b: '\u0001', c: '\u0002', d: 'x' }),
    text: list,
    remarks: [
      { severity: 'warning', code: 'value_not_convertible', key: 'b' },
      { severity: 'warning', code: 'value_not_convertible', key: 'c' },
    ],
  },
  {
    title: 'names leave a property list in XML',
    base: list,
    entries: texts({ d: 'x' }),
    options: { prune: true },
    text: list.replace(/\t<!-- About b -->\n.*\n.*old.*\n/, ''),
  },
]

const any = fc.string({ unit: 'binary' }).filter((some) => some.isWellFormed() && !some.includes('\0'))
const signs = fc.string({
  unit: fc.constantFrom('\\', 'U', 'u', '0', '"', "'", '/', '*', ';', '=', 'ä', '😀', '\n', '{'),
})
const words = fc.string({ unit: fc.constantFrom('a', ' ', '*', '/', '\n', '"', '-') }).map((some) =>
  some
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
    .trim(),
)
export const arbitrary = fc.uniqueArray(
  fc.record({
    key: fc.oneof(any, signs).filter((some) => some !== ''),
    value: fc.oneof(any, signs),
    syntax: fc.constant(syntax),
    description: words.filter((some) => !some.includes('*/')),
  }),
  { selector: ({ key }) => key },
)
