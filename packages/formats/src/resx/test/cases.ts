import fc from 'fast-check'
import type { FormatCase, PatchCase, UnreadableCase } from '../../../test/format-case.ts'
import type { Entry } from '../../entry.ts'
import { encoderOf } from '../../text-file.ts'
import { HEADER } from '../header.ts'

const file = (...lines: string[]) => `${HEADER}${lines.map((line) => `  ${line}\n`).join('')}</root>\n`
const text = (key: string, value: string, more: Partial<Entry> = {}): Entry => ({
  key,
  value,
  syntax: 'dotnet',
  ...more,
})
const LONG = 'k'.repeat(800)

export const cases: FormatCase[] = [
  { title: 'nothing', text: file(), entries: [] },
  {
    title: 'texts and comments',
    text: file(
      '<data name="A &lt;b&gt; &quot;c&quot;" xml:space="preserve">',
      '  <value>{0} &lt;b&gt; &amp; "c"</value>',
      '</data>',
      '<data name="Form.Text" xml:space="preserve">',
      '  <value> two\n  lines </value>',
      '  <comment>Who &amp;\nwhat</comment>',
      '</data>',
      '<data name="empty" xml:space="preserve">',
      '  <value></value>',
      '</data>',
    ),
    entries: [
      text('A <b> "c"', '{0} <b> & "c"'),
      text('Form.Text', ' two\n  lines ', { description: 'Who &\nwhat' }),
      text('empty', ''),
    ],
  },
  {
    title: 'what is no text',
    text: `\ufeff<?xml version="1.0"?>
<root xmlns:x="urn:x">
  <!-- <data name="no"><value>no</value></data> -->
  <resheader name="version"><value>2.0</value></resheader>
  <assembly alias="System.Drawing" name="System.Drawing" />
  <metadata name="no"><value>no</value></metadata>
  <data name="size" type="System.Drawing.Size, System.Drawing"><value>1, 2</value></data>
  <data name="icon" mimetype="application/x-microsoft.net.object.binary.base64"><value>AAEAAAD</value></data>
  <data name="&gt;&gt;button1.Name" xml:space="preserve"><value>button1</value></data>
  <data name="a"><comment> one <!-- no --></comment><value><![CDATA[<b> & ]]>&amp;<!-- no --></value></data>
  <data name="b" />
  <data name="c"><value /></data>
  <data name="d"><value>&#13;x&#10;</value></data>
  <data name="e"><value>a <b>c</b></value></data>
  <data><value>no name</value></data>
  <other><data name="no"><value>no</value></data></other>
</root>`,
    entries: [text('a', '<b> & &', { description: 'one' }), text('b', ''), text('c', ''), text('d', '\rx\n')],
    only: 'read',
    remarks: [{ severity: 'warning', code: 'unsupported_entry', key: 'e' }],
  },
  {
    title: 'the same name twice, and names that differ in their letters only by size',
    text: '<root><data name="a"><value>1</value></data><data name="A"><value>2</value></data><data name="a"><value>3</value></data></root>',
    entries: [text('a', '3'), text('A', '2')],
    only: 'read',
    remarks: [{ severity: 'warning', code: 'duplicate_key', key: 'a' }],
  },
  {
    title: 'a name that is too long for a key',
    text: file(`<data name="${LONG}" xml:space="preserve">`, '  <value>x</value>', '</data>'),
    entries: [
      text(`${'k'.repeat(720)}#eccdf2123ea0cf0fcd9dfefaa2978c29`, 'x', { formatData: { resx: { name: LONG } } }),
    ],
  },
  {
    title: 'what a file cannot hold',
    text: file('<data name="b" xml:space="preserve">', '  <value>ab&#13;</value>', '</data>'),
    entries: [text('>>a', 'x'), text('a\u0004b', 'x'), text('b', 'a\u001bb\r')],
    only: 'write',
    remarks: [
      { severity: 'warning', code: 'key_not_representable', key: '>>a' },
      { severity: 'warning', code: 'key_not_representable', key: 'a\u0004b' },
      { severity: 'warning', code: 'value_not_convertible', key: 'b' },
    ],
  },
]

export const unreadable: UnreadableCase[] = [
  { title: 'another root', text: '<resources/>', code: 'syntax_error' },
  { title: 'what is not closed', text: '<root>', code: 'syntax_error' },
  { title: 'entities of its own', text: '<!DOCTYPE root [<!ENTITY a "b">]><root/>', code: 'unsafe_xml' },
  { title: 'no UTF-8', text: Uint8Array.of(0x3c, 0xff), code: 'encoding' },
]

const base = `\ufeff<?xml version="1.0" encoding="utf-8"?>
<root>
\t<data name="b" xml:space='preserve'>
\t\t<value>B</value> <!-- about b -->
\t</data> <!-- behind b -->
\t<data name="size" type="System.Int32"><value>1</value></data>
\t<data name="w" xml:space="preserve">
\t\t<value />
\t\t<comment>W</comment>
\t</data>
\t<data name="x" xml:space="preserve" />
\t<data name="y"><comment>none</comment></data>
\t<data name="z"><value><![CDATA[<z>]]></value></data>
</root>
`
const said = [text('b', 'B'), text('w', ''), text('x', ''), text('y', ''), text('z', '<z>')]
const utf16 = (some: string) => encoderOf({ encoding: 'utf-16le', hasByteOrderMark: true })(some)

export const patches: PatchCase[] = [
  { title: 'a file that is up to date', base, entries: said, text: base },
  { title: 'texts that the project does not have stay', base, entries: [], text: base },
  {
    title: 'texts that differ',
    base,
    entries: [text('b', '<B>'), text('size', '2'), text('w', 'W'), text('x', 'X'), text('y', 'Y'), text('z', '<Z>')],
    text: base
      .replace('>B<', '>&lt;B&gt;<')
      .replace('<value />', '<value>W</value>')
      .replace('name="x" xml:space="preserve" />', 'name="x" xml:space="preserve"><value>X</value></data>')
      .replace('<comment>none', '<value>Y</value><comment>none')
      .replace('<z>', '<Z>'),
  },
  {
    title: 'new ones between sorted ones, and others that leave',
    base,
    entries: [text('a', 'A'), text('b', 'B'), text('c', 'C\nc', { description: 'See' })],
    text: `\ufeff<?xml version="1.0" encoding="utf-8"?>
<root>
\t<data name="a" xml:space="preserve">
\t\t<value>A</value>
\t</data>
\t<data name="b" xml:space='preserve'>
\t\t<value>B</value> <!-- about b -->
\t</data> <!-- behind b -->
\t<data name="c" xml:space="preserve">
\t\t<value>C
c</value>
\t\t<comment>See</comment>
\t</data>
\t<data name="size" type="System.Int32"><value>1</value></data>
</root>
`,
    options: { prune: true },
  },
  {
    title: 'a file without texts, in UTF-16 and CRLF',
    base: utf16('<root>\r\n  <resheader name="version"><value>2.0</value></resheader>\r\n</root>\r\n'),
    entries: [text('a', '1\n2')],
    text: utf16(
      '<root>\r\n  <resheader name="version"><value>2.0</value></resheader>\r\n  <data name="a" xml:space="preserve">\r\n    <value>1\r\n2</value>\r\n  </data>\r\n</root>\r\n',
    ),
  },
  {
    title: 'the last of two of one name, and one that cannot be read',
    base: '<root><data name="a"><value>1</value></data><data name="a"><value>2</value></data><data name="e"><value><b/></value></data></root>',
    entries: [text('a', '3'), text('e', 'E')],
    text: '<root><data name="a"><value>1</value></data><data name="a"><value>3</value></data><data name="e"><value><b/></value></data></root>',
  },
]

// biome-ignore lint/suspicious/noControlCharactersInRegex: XML cannot hold these
const unwritable = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/
const any = fc
  .oneof(fc.string({ unit: 'binary' }), fc.string({ unit: fc.constantFrom(' ', '\n', '\r', '\t', '<', '>', '&', ']') }))
  .filter((some) => some.isWellFormed() && !unwritable.test(some))

export const arbitrary = fc.uniqueArray(
  fc
    .record({
      key: any.filter((some) => some !== '' && !some.startsWith('>>')),
      value: any,
      more: fc.constantFrom({}, { description: 'a <b>\nc' }),
    })
    .map(({ more, ...entry }): Entry => ({ ...entry, syntax: 'dotnet', ...more })),
  { selector: ({ key }) => key },
)
