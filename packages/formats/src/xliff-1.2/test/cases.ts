import fc from 'fast-check'
import type { FormatCase, PatchCase, UnreadableCase } from '../../../test/format-case.ts'
import type { Entry } from '../../entry.ts'

const head = (languages: string) => `<?xml version="1.0" encoding="UTF-8"?>
<xliff xmlns="urn:oasis:names:tc:xliff:document:1.2" version="1.2">
  <file ${languages} datatype="plaintext" original="messages">
    <body>
`
const TAIL = `    </body>
  </file>
</xliff>
`
const file = (...lines: string[]) =>
  `${head('source-language="en" target-language="de"')}${lines.map((line) => `      ${line}\n`).join('')}${TAIL}`
const german = (key: string, value: string, more: Partial<Entry> = {}): Entry => ({ key, value, locale: 'de', ...more })
const options = { locale: 'de', sourceLocale: 'en' }
const inFile = (units: string, languages = 'source-language="en" target-language="de"') =>
  `<xliff version="1.2"><file ${languages}><body>${units}</body></file></xliff>`

export const cases: FormatCase[] = [
  { title: 'nothing', text: file(), entries: [], options },
  {
    title: 'statuses, descriptions and limits',
    text: file(
      '<trans-unit id="a" resname="a" approved="yes" maxwidth="20" size-unit="char">',
      '  <source>Tom &amp; Jerry</source>',
      '  <target state="final">Tom &amp; &lt;Jerry&gt;</target>',
      '  <note>Who they are</note>',
      '</trans-unit>',
      '<trans-unit id="b" resname="b">',
      '  <source>B</source>',
      '  <target state="translated">B</target>',
      '</trans-unit>',
      '<trans-unit id="c" resname="c">',
      '  <source>C</source>',
      '  <target state="new"></target>',
      '</trans-unit>',
      '<trans-unit id="d" resname="d">',
      '  <source>D</source>',
      '  <target>{n, plural, other {#}}</target>',
      '</trans-unit>',
    ),
    entries: [
      german('a', 'Tom & <Jerry>', {
        source: 'Tom & Jerry',
        status: 'translated',
        description: 'Who they are',
        characterLimit: 20,
      }),
      german('b', 'B', { source: 'B', status: 'not_reviewed' }),
      german('c', '', { source: 'C', status: 'not_translated' }),
      german('d', '{n, plural, other {#}}', { source: 'D' }),
    ],
    options,
  },
  {
    title: 'the source language has sources alone',
    text: `${head('source-language="en"')}      <trans-unit id="1" resname="a" xml:space="preserve">
        <source> A
b </source>
      </trans-unit>
${TAIL}`,
    entries: [{ key: 'a', value: ' A\nb ', locale: 'en', formatData: { xliff: { id: '1' } } }],
    options: { locale: 'en', sourceLocale: 'en' },
  },
  {
    title: 'inline elements stay, and so does what is beside them',
    text: file(
      '<trans-unit id="a" resname="a">',
      '  <source>Hi <x id="1"/> &amp; you</source>',
      '  <target>Du &amp; <g id="2">I</g> <x id="1"/></target>',
      '</trans-unit>',
      '<trans-unit id="b" resname="b">',
      '  <source>Hi <x id="1"/></source>',
      '  <target>Du &amp; ich</target>',
      '</trans-unit>',
    ),
    entries: [
      german('a', 'Du &amp; <g id="2">I</g> <x id="1"/>', { source: 'Hi <x id="1"/> &amp; you', syntax: 'xliff' }),
      german('b', 'Du &amp; ich', { source: 'Hi <x id="1"/>', syntax: 'xliff' }),
    ],
    options,
  },
  {
    title: 'what is no well-formed XML, or cannot be in it',
    text: file(
      '<trans-unit id="a" resname="a">',
      '  <source></source>',
      '  <target>a &lt;x&gt; b</target>',
      '</trans-unit>',
      '<trans-unit id="b" resname="b">',
      '  <source></source>',
      '  <target>&lt;a:b/&gt;</target>',
      '</trans-unit>',
      '<trans-unit id="c" resname="c">',
      '  <source></source>',
      '  <target>ab&#13;</target>',
      '</trans-unit>',
    ),
    entries: [
      german('a', 'a <x> b', { syntax: 'xliff' }),
      german('b', '<a:b/>', { syntax: 'xliff' }),
      german('c', 'a\u001bb\r'),
      german('d\u0004e', 'x'),
    ],
    options,
    only: 'write',
    remarks: [
      { severity: 'warning', code: 'value_not_convertible', key: 'a' },
      { severity: 'warning', code: 'value_not_convertible', key: 'b' },
      { severity: 'warning', code: 'value_not_convertible', key: 'c' },
      { severity: 'warning', code: 'key_not_representable', key: 'd\u0004e' },
    ],
  },
  {
    title: 'names, notes, other states, what is not to be translated and what is no unit',
    text: `<!DOCTYPE xliff PUBLIC "-//XLIFF//DTD XLIFF//EN" "http://www.oasis-open.org/committees/xliff/documents/xliff.dtd">
<xliff version="1.2">
<file source-language="en" target-language="de" original="a">
<header><note>none</note></header>
<body>
<trans-unit id="1" resname="n"><source>N</source><target state="signed-off">x</target><note from="a"> one </note><note/><note>two &lt;</note></trans-unit>
<trans-unit id="2"><source>x</source><target state="needs-review-translation">x</target></trans-unit>
<trans-unit id="3"><source>x</source><target state="needs-translation">x</target></trans-unit>
<trans-unit id="4" approved="no"><source>x</source></trans-unit>
<trans-unit id="5" translate="no"><source>x</source></trans-unit>
<group translate="no"><trans-unit id="6"><source>x</source></trans-unit><trans-unit id="7" translate="yes"><source>x</source></trans-unit></group>
<group><trans-unit id="8" maxwidth="5"><source><![CDATA[<a> & b]]></source><seg-source>no</seg-source><target>a<!-- no -->
b</target><alt-trans><target>no</target></alt-trans></trans-unit></group>
<trans-unit id="2"><source>x</source><target>again</target></trans-unit>
</body></file>
<file source-language="en" target-language="fr" original="b"><body><trans-unit id="9"><source>y</source><target approved="yes"/></trans-unit></body></file>
</xliff>`,
    entries: [
      german('n', 'x', {
        source: 'N',
        status: 'translated',
        description: 'one\n\ntwo <',
        formatData: { xliff: { id: '1' } },
      }),
      german('2', 'again', { source: 'x' }),
      german('3', 'x', { source: 'x', status: 'not_translated' }),
      german('4', '', { source: 'x', status: 'not_translated' }),
      german('7', '', { source: 'x', status: 'not_translated' }),
      german('8', 'a\nb', { source: '<a> & b' }),
      { key: '9', value: '', locale: 'fr', source: 'y', status: 'not_translated' },
    ],
    options,
    only: 'read',
    remarks: [{ severity: 'warning', code: 'duplicate_key', key: '2' }],
  },
  {
    title: 'targets in the source language',
    text: inFile(
      '<trans-unit id="a"><source>a</source><target>A</target></trans-unit><trans-unit id="b"><source>b</source></trans-unit>',
      'source-language="en-US" target-language="en_us"',
    ),
    entries: [
      { key: 'a', value: 'A', source: 'a', locale: 'en-US' },
      { key: 'b', value: 'b', locale: 'en-US' },
    ],
    options: { locale: 'en-us' },
    only: 'read',
  },
  {
    title: 'a file that does not say its language',
    text: inFile('<trans-unit id="a"><source>a</source></trans-unit>', 'source-language="en"'),
    entries: [{ key: 'a', value: '', source: 'a', status: 'not_translated' }],
    options,
    only: 'read',
  },
]

export const unreadable: UnreadableCase[] = [
  { title: 'another root', text: '<resources/>', code: 'syntax_error' },
  { title: 'what is not closed', text: '<xliff>', code: 'syntax_error' },
  { title: 'entities of its own', text: '<!DOCTYPE r [<!ENTITY a "b">]><xliff/>', code: 'unsafe_xml' },
  { title: 'no UTF-8', text: Uint8Array.of(0x3c, 0xff), code: 'encoding' },
]

const base = `<?xml version='1.0'?>
<xliff version="1.2" xmlns:x="urn:x">
<file source-language="en" target-language="de">
<body>
    <trans-unit x:y="1" id='b' approved='yes'>
        <source>B</source>
        <target
            state='final' x:z="1">Be</target> <!-- b -->
        <alt-trans><target>x</target></alt-trans>
    </trans-unit>
    <trans-unit id="d">
        <source>D</source>
        <seg-source>D</seg-source>
        <note>old</note>
    </trans-unit>
    <group>
        <trans-unit id="e"><source>E</source><target/></trans-unit>
    </group>
    <trans-unit id="f">
        <source>F <x:v/></source>
        <target><![CDATA[F]]></target>
    </trans-unit>
    <trans-unit id="g">
        <source>G</source>
        <target><![CDATA[G]]></target>
    </trans-unit>
</body>
</file>
</xliff>
`
const said = [
  german('b', 'Be', { status: 'translated' }),
  german('d', '', { status: 'not_translated' }),
  german('e', '', { status: 'not_translated' }),
  german('f', '<![CDATA[F]]>', { syntax: 'xliff', status: 'translated' }),
  german('g', 'G', { status: 'translated' }),
]
const withChanged = (...changed: Entry[]) => [
  ...said.filter(({ key }) => !changed.some((entry) => entry.key === key)),
  ...changed,
]

export const patches: PatchCase[] = [
  {
    title: 'a file that is up to date, whose texts without a state have any status',
    base,
    entries: said,
    text: base,
    options,
  },
  { title: 'values that the project does not have stay', base, entries: [], text: base, options },
  {
    title: 'values and states that differ',
    base,
    entries: withChanged(
      german('b', 'B < b', { status: 'not_reviewed' }),
      german('d', 'De', { status: 'translated' }),
      german('e', 'E', { status: 'not_reviewed' }),
      german('f', 'F <x:v/>', { syntax: 'xliff', status: 'translated' }),
      german('g', '<G>', { status: 'translated' }),
    ),
    text: base
      .replace("approved='yes'", 'approved="no"')
      .replace("state='final'", 'state="translated"')
      .replace('>Be<', '>B &lt; b<')
      .replace('id="d"', 'id="d" approved="yes"')
      .replace('</seg-source>', '</seg-source>\n        <target state="final">De</target>')
      .replace('<target/>', '<target state="translated">E</target>')
      .replace('<![CDATA[F]]>', 'F <x:v/>')
      .replace('<![CDATA[G]]>', '<![CDATA[<G>]]>'),
    options,
  },
  {
    title: 'a status alone',
    base,
    entries: withChanged(german('b', 'Be', { status: 'not_translated' })),
    text: base.replace("approved='yes'", 'approved="no"').replace("state='final'", 'state="new"'),
    options,
  },
  {
    title: 'new units between sorted ones, and others that leave',
    base,
    entries: [
      said[0] as Entry,
      german('c', 'C', { source: 'c', status: 'translated', description: 'See' }),
      german('h', 'H'),
    ],
    text: base
      .replace(
        '    <trans-unit id="d">',
        `    <trans-unit id="c" resname="c" approved="yes">
        <source>c</source>
        <target state="final">C</target>
        <note>See</note>
    </trans-unit>
    <trans-unit id="h" resname="h">
        <source></source>
        <target>H</target>
    </trans-unit>
    <trans-unit id="d">`,
      )
      .replace(/ {4}<trans-unit id="d">.*?<\/trans-unit>\n/s, '')
      .replace(/ {8}<trans-unit id="e">.*?<\/trans-unit>\n/s, '')
      .replace(/ {4}<trans-unit id="f">.*<\/trans-unit>\n/s, ''),
    options: { ...options, prune: true },
  },
  {
    title: 'the source file, in CRLF',
    base: '<xliff version="1.2"><file source-language="en">\r\n<body>\r\n  <trans-unit id="a">\r\n    <source>a</source>\r\n  </trans-unit>\r\n</body></file></xliff>',
    entries: [
      { key: 'a', value: 'A\nb' },
      { key: 'b', value: 'B' },
    ],
    text: '<xliff version="1.2"><file source-language="en">\r\n<body>\r\n  <trans-unit id="a">\r\n    <source>A\r\nb</source>\r\n  </trans-unit>\r\n  <trans-unit id="b" resname="b">\r\n    <source>B</source>\r\n  </trans-unit>\r\n</body></file></xliff>',
    options: { locale: 'en' },
  },
  {
    title: 'the source file as a beginning for another language, on one line',
    base: inFile('<trans-unit id="a"><source>a</source></trans-unit>', 'source-language="en"'),
    entries: [german('a', 'A'), german('b', 'B', { source: 'b' })],
    text: inFile(
      '<trans-unit id="a"><source>a</source><target>A</target></trans-unit><trans-unit id="b" resname="b"><source>b</source><target>B</target></trans-unit>',
      'source-language="en" target-language="de"',
    ),
    options,
  },
  {
    title: 'several languages in a file',
    base: `<xliff version="1.2"><file source-language="en" target-language="fr"><body>
<trans-unit id="a"><source>a</source><target>f</target></trans-unit>
</body></file><file source-language="en" target-language="de"><body/></file></xliff>`,
    entries: [german('a', 'A', { source: 'a' })],
    text: `<xliff version="1.2"><file source-language="en" target-language="fr"><body>
<trans-unit id="a"><source>a</source><target>f</target></trans-unit>
</body></file><file source-language="en" target-language="de"><body>
  <trans-unit id="a" resname="a">
    <source>a</source>
    <target>A</target>
  </trans-unit>
</body></file></xliff>`,
    options,
  },
]

const name = fc.string({ unit: 'binary', minLength: 1, maxLength: 8 })
const key = name.filter((some) => some.isWellFormed() && !/[\p{Cc}\ufffe\uffff]/u.test(some))
// biome-ignore lint/suspicious/noControlCharactersInRegex: XML cannot hold these
const unwritable = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/
const text = fc
  .oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: fc.constantFrom(' ', '\n', '\r', '<', '>', '&', ']', 'a', ';') }),
  )
  .filter((some) => some.isWellFormed() && !unwritable.test(some))
const xml = text.map((some) => `<g id="1">${some.replaceAll(/[<&>\r]/g, '&lt;')}</g> `)
const description = fc.constantFrom({}, { description: 'a <b>\nc' })

const plain = fc.record({ key, value: text, more: description })
const tagged = fc.record({ key, value: xml })
const selector = (entry: Entry) => entry.key

export const arbitrary = fc.oneof(
  fc.uniqueArray(
    plain.map(({ more, ...entry }): Entry => ({ ...entry, ...more })),
    { selector },
  ),
  fc.uniqueArray(
    tagged.map((entry): Entry => ({ ...entry, syntax: 'xliff' })),
    { selector },
  ),
)
