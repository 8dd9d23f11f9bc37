import fc from 'fast-check'
import type { FormatCase, PatchCase, UnreadableCase } from '../../../test/format-case.ts'
import type { Entry } from '../../entry.ts'
import { pluralMessage } from '../../plural-message.ts'

const HEAD = `<?xml version="1.0" encoding="utf-8"?>
<resources xmlns:xliff="urn:oasis:names:tc:xliff:document:1.2">
`
const file = (...lines: string[]) => `${HEAD}${lines.map((line) => `    ${line}\n`).join('')}</resources>\n`
const java = (key: string, value: string, more: Partial<Entry> = {}): Entry => ({ key, value, syntax: 'java', ...more })
const android = (data: Record<string, unknown>) => ({ formatData: { android: data } })

export const cases: FormatCase[] = [
  { title: 'nothing', text: file(), entries: [] },
  {
    title: 'placeholders and entities',
    text: file(
      '<string name="a.b-c">%1$s has %2$d files</string>',
      '<string name="b">a &lt; b &amp; c &gt; d</string>',
    ),
    entries: [java('a.b-c', '%1$s has %2$d files'), java('b', 'a < b & c > d')],
  },
  {
    title: 'escapes of Android',
    text: file(
      '<string name="a">it\\\'s \\"so\\" C:\\\\x</string>',
      '<string name="b">\\@home</string>',
      '<string name="c">\\?attr</string>',
      '<string name="d">a\\nb\\tc</string>',
      '<string name="e">mail@home?</string>',
      '<string name="f">\\u001B\\u000D</string>',
    ),
    entries: [
      java('a', 'it\'s "so" C:\\x'),
      java('b', '@home'),
      java('c', '?attr'),
      java('d', 'a\nb\tc'),
      java('e', 'mail@home?'),
      java('f', '\u001b\r'),
    ],
  },
  {
    title: 'outer and double spaces stand between quotation marks',
    text: file(
      '<string name="a">" a "</string>',
      '<string name="b">"a  \\"b\\""</string>',
      '<string name="c">"<b>a</b>  it\\\'s"</string>',
    ),
    entries: [java('a', ' a '), java('b', 'a  "b"'), java('c', "<b>a</b>  it's")],
  },
  {
    title: 'tags and placeholders in tags stay, and what is between them is escaped',
    text: file(
      '<string name="a"><b>it\\\'s</b> &lt; 3 &amp; <a href="x.html?a=1&amp;b=2">\\"so\\"</a></string>',
      '<string name="b">Hi <xliff:g id="name" example="O\'Hara">%1$s</xliff:g>!<br/></string>',
    ),
    entries: [
      java('a', '<b>it\'s</b> &lt; 3 &amp; <a href="x.html?a=1&amp;b=2">"so"</a>'),
      java('b', 'Hi <xliff:g id="name" example="O\'Hara">%1$s</xliff:g>!<br/>'),
    ],
  },
  {
    title: 'tags that are text stay text',
    text: file('<string name="a">&lt;b&gt;it\\\'s&lt;/b&gt;</string>', '<string name="b">&lt;b&gt;open</string>'),
    entries: [java('a', "<b>it's</b>", android({ escaped: true })), java('b', '<b>open')],
  },
  {
    title: 'beside tags, what is no tag is text',
    text: file(
      '<string name="a"><b>a</b> &lt; b &amp; c</string>',
      '<string name="b">&lt;b&gt;&lt;i&gt;a&lt;/b&gt;</string>',
    ),
    entries: [java('a', '<b>a</b> < b & c'), java('b', '<b><i>a</b>')],
    only: 'write',
  },
  {
    title: 'CDATA comes back as such',
    text: file(
      '<string name="a"><![CDATA[<b>it\\\'s</b> & more]]></string>',
      '<string name="b"><![CDATA[a]]]]><![CDATA[>b]]></string>',
    ),
    entries: [java('a', "<b>it's</b> & more", android({ cdata: true })), java('b', 'a]]>b', android({ cdata: true }))],
  },
  {
    title: 'references to other texts',
    text: file('<string name="a">@string/app_name</string>', '<string name="b">\\@string is no reference</string>'),
    entries: [
      java('a', '@string/app_name', android({ reference: true })),
      java('b', '@string is no reference', android({ reference: true })),
    ],
    only: 'write',
  },
  {
    title: 'white space counts once, unless it is quoted or escaped',
    text: file(
      '<string name="a">\n        a   b\n        <b>c</b>\n    </string>',
      '<string name="b">\\u0020a\\u0020\\u0020</string>',
      '<string name="c">a "  b"  c \\n d</string>',
      '<string name="d">&#160;a&#10;b &quot; c&quot;</string>',
      '<string name="e">"a\r\n  b"</string>',
      '<string name="f">@string/x</string>',
      '<string name="g">a<!-- no --> <?b?>c\\#\\u12</string>',
      '<string name="h"/>',
    ),
    entries: [
      java('a', 'a b <b>c</b>'),
      java('b', ' a  '),
      java('c', 'a   b c \n d'),
      java('d', '\u00a0a b  c'),
      java('e', 'a\n  b'),
      java('f', '@string/x', android({ reference: true })),
      java('g', 'a c#\\u12'),
      java('h', ''),
    ],
    only: 'read',
  },
  {
    title: 'plurals, with forms that the language has no use for',
    text: file(
      '<!-- Files in a folder -->',
      '<plurals name="files">',
      '    <item quantity="zero">No file</item>',
      '    <item quantity="one">%d file</item>',
      '    <item quantity="other">%d files, it\\\'s {many}</item>',
      '</plurals>',
    ),
    entries: [
      java('files', "{count, plural, zero {No file} one {%d file} other {%d files, it''s '{'many'}'}}", {
        isPlural: true,
        description: 'Files in a folder',
      }),
    ],
  },
  {
    title: 'a plural that says nothing yet',
    text: file('<plurals name="a">', '    <item quantity="other"></item>', '</plurals>'),
    entries: [java('a', '', { isPlural: true })],
  },
  {
    title: 'plurals of which a form is missing or unknown',
    text: file('<plurals name="a"><item quantity="one">1</item><item quantity="lots">2</item></plurals>'),
    entries: [java('a', '{count, plural, one {1} other {1}}', { isPlural: true })],
    only: 'read',
    remarks: [{ severity: 'warning', code: 'unsupported_entry', key: 'a' }],
  },
  {
    title: 'forms of exact numbers are dropped, what is no plural is the form for all numbers',
    text: file(
      '<plurals name="a">',
      '    <item quantity="one">{n} file</item>',
      '    <item quantity="other"># files</item>',
      '</plurals>',
      '<plurals name="b">',
      '    <item quantity="other">files</item>',
      '</plurals>',
      '<plurals name="c">',
      '    <item quantity="two">2nd</item>',
      '    <item quantity="other">th</item>',
      '</plurals>',
    ),
    entries: [
      { key: 'a', value: '{n, plural, =0 {none} one {{n} file} other {# files}}', isPlural: true },
      { key: 'b', value: 'files', isPlural: true },
      { key: 'c', value: '{n, selectordinal, two {2nd} other {th}}', isPlural: true },
    ],
    only: 'write',
    remarks: [
      { severity: 'warning', code: 'branch_dropped', key: 'a' },
      { severity: 'warning', code: 'value_not_convertible', key: 'b' },
      { severity: 'warning', code: 'value_not_convertible', key: 'c' },
    ],
  },
  {
    title: 'lists',
    text: file(
      '<!-- From the sun -->',
      '<string-array name="planets">',
      '    <item>Mercury</item>',
      "    <item>It\\'s Venus</item>",
      '</string-array>',
    ),
    entries: ['Mercury', "It's Venus"].map((value, place) =>
      java(`planets.${place}`, value, { description: 'From the sun', ...android({ array: true }) }),
    ),
  },
  {
    title: 'members of no list are texts, a missing one of a list is empty',
    text: file(
      '<string name="a.0">x</string>',
      '<string-array name="b">',
      '    <item></item>',
      '    <!-- Who -->',
      '    <item>y</item>',
      '    <item>z</item>',
      '</string-array>',
    ),
    entries: [
      java('a.0', 'x'),
      java('b.1', 'y', { description: 'Who', ...android({ array: true }) }),
      java('b.2', 'z', android({ array: true })),
    ],
    only: 'write',
  },
  {
    title: 'lists by the option',
    text: file(
      '<string-array name="a">',
      '    <item>x</item>',
      '    <item>y</item>',
      '</string-array>',
      '<string name="b.1">z</string>',
    ),
    entries: [java('a.0', 'x'), java('a.1', 'y'), java('b.1', 'z')],
    options: { options: { arrays: 'lists' } },
    only: 'write',
  },
  {
    title: 'descriptions, and attributes that texts need',
    text: file('<!-- First line', '     second line -->', '<string name="a" formatted="false">%s %s</string>'),
    entries: [java('a', '%s %s', { description: 'First line\nsecond line', ...android({ formatted: 'false' }) })],
  },
  {
    title: 'which comments are descriptions',
    text: `<resources xmlns:tools="http://schemas.android.com/tools" tools:locale="de">
  <!-- Heading -->

  <string name="a">a</string> <!-- behind a -->
  <string name="b">b</string>
  <!-- not this --><!-- this --><string name="c">c</string>
  <!-- of a colour --><color name="x">#fff</color>
  <string name="d">d</string>
  <string name="e" translatable="false">e</string>
  <string name="a" tools:ignore="x">again</string>
</resources>`,
    entries: [
      java('a', 'again', { locale: 'de' }),
      java('b', 'b', { locale: 'de' }),
      java('c', 'c', { locale: 'de', description: 'this' }),
      java('d', 'd', { locale: 'de' }),
    ],
    only: 'read',
    remarks: [{ severity: 'warning', code: 'duplicate_key', key: 'a' }],
  },
  {
    title: 'names that Android does not have, and a comment that XML does not have',
    text: file('<!-- a - - b- -->', '<string name="größe">x</string>'),
    entries: [java('0', 'a'), java('a b', 'b'), java('größe', 'x', { description: 'a --\u0001 b-' })],
    only: 'write',
    remarks: [
      { severity: 'warning', code: 'key_not_representable', key: '0' },
      { severity: 'warning', code: 'key_not_representable', key: 'a b' },
    ],
  },
]

export const unreadable: UnreadableCase[] = [
  { title: 'another root', text: '<plist/>', code: 'syntax_error' },
  { title: 'what is not closed', text: '<resources><string name="a">x</resources>', code: 'syntax_error' },
  { title: 'nothing', text: '', code: 'syntax_error' },
  { title: 'entities of its own', text: '<!DOCTYPE r [<!ENTITY a "b">]><resources/>', code: 'unsafe_xml' },
  { title: 'no UTF-8', text: Uint8Array.of(0x3c, 0xff), code: 'encoding' },
]

const base = `<?xml version='1.0'?>
<!-- Licence -->
<resources xmlns:tools="http://schemas.android.com/tools">
\t<!-- About b -->
\t<string  name='b' tools:x="1">old</string >   <!-- b -->
\t<color name="red">#f00</color>

\t<string name="d" translatable="false">d</string>
\t<plurals name="p">
\t\t<item quantity="one">1</item> <!-- one -->
\t\t<item quantity="other">"2"</item>
\t</plurals>
\t<string-array name="q">
\t\t<item>x</item>
\t\t<item>y</item>
\t</string-array>
\t<string name="r">@string/b</string>
</resources>
`
const said = [
  java('b', 'old'),
  java('p', '{count, plural, one {1} other {2}}', { isPlural: true }),
  java('q.0', 'x'),
  java('q.1', 'y'),
  java('r', '@string/b'),
]
const withChanged = (...changed: Entry[]) => [
  ...said.filter(({ key }) => !changed.some((entry) => entry.key === key)),
  ...changed,
]

export const patches: PatchCase[] = [
  { title: 'a file that is up to date', base, entries: said, text: base },
  { title: 'values that the project does not have stay', base, entries: [], text: base },
  {
    title: 'what is not to be translated stays as it is',
    base,
    entries: withChanged(java('d', 'new')),
    text: base,
    options: { prune: true },
  },
  {
    title: 'values change alone',
    base,
    entries: withChanged(
      java('b', "it's"),
      java('p', '{count, plural, one {1} other {3}}', { isPlural: true }),
      java('q.1', ' z'),
      java('r', '@string/d'),
    ),
    text: base
      .replace('>old<', ">it\\'s<")
      .replace('"2"', '3')
      .replace('>y<', '>" z"<')
      .replace('@string/b', '@string/d'),
  },
  {
    title: 'new names go between sorted ones, indented like them',
    base,
    entries: withChanged(
      java('a', 'A', { description: 'About a' }),
      java('c', 'C'),
      java('q.2', 'z'),
      java('z', '{count, plural, other {%d}}', { isPlural: true }),
    ),
    text: base
      .replace('\t<!-- About b -->', '\t<!-- About a -->\n\t<string name="a">A</string>\n\t<!-- About b -->')
      .replace('<!-- b -->', '<!-- b -->\n\t<string name="c">C</string>')
      .replace('<item>y</item>', '<item>y</item>\n\t\t<item>z</item>')
      .replace(
        '\n</resources>',
        '\n\t<plurals name="z">\n\t\t<item quantity="other">%d</item>\n\t</plurals>\n</resources>',
      ),
  },
  {
    title: 'other forms of a plural',
    base,
    entries: withChanged(java('p', '{count, plural, one {1} few {2} other {2}}', { isPlural: true })),
    text: base.replace(
      '<item quantity="one">1</item> <!-- one -->\n',
      '<item quantity="one">1</item>\n\t\t<item quantity="few">2</item>\n',
    ),
  },
  {
    title: 'what the project does not have leaves with its comments and lines',
    base,
    entries: [java('q.0', 'x'), java('c', 'C')],
    options: { prune: true },
    text: base
      .replace('\t<!-- About b -->\n', '')
      .replace(/.*name='b'.*\n/, '')
      .replace(/\t<plurals.*<\/plurals>\n/s, '')
      .replace('\t\t<item>y</item>\n', '')
      .replace(/.*name="r".*\n/, '')
      .replace('\t<string name="d"', '\t<string name="c">C</string>\n\t<string name="d"'),
  },
  {
    title: 'a text becomes a plural, and the other way round',
    base,
    entries: withChanged(java('b', '{count, plural, other {x}}', { isPlural: true }), java('p', 'text')),
    text: base
      .replace(
        `<string  name='b' tools:x="1">old</string >`,
        '<plurals name="b">\n\t\t<item quantity="other">x</item>\n\t</plurals>',
      )
      .replace(/<plurals name="p">.*<\/plurals>\n\t<string-/s, '<string name="p">text</string>\n\t<string-'),
  },
  {
    title: 'CRLF, unsorted names, and what the base spells in its own way',
    base: '<resources>\r\n  <string name="b"><![CDATA[<b>x</b>]]></string>\r\n  <string name="a">&lt;i>x&lt;/i></string>\r\n  <string name="c" /></resources>',
    entries: [java('a', '<u>y</u>'), java('b', '<u>y</u>'), java('bb', '<xliff:g id="x">%s</xliff:g>'), java('c', 'c')],
    text: '<resources xmlns:xliff="urn:oasis:names:tc:xliff:document:1.2">\r\n  <string name="b"><![CDATA[<u>y</u>]]></string>\r\n  <string name="a">&lt;u&gt;y&lt;/u&gt;</string>\r\n  <string name="c">c</string>\r\n  <string name="bb"><xliff:g id="x">%s</xliff:g></string></resources>',
  },
  {
    title: 'one line, with a text that comes twice',
    base: '<resources><string name="b">x</string><string name="b">y</string></resources>',
    entries: [java('a', '1'), java('b', '2')],
    text: '<resources><string name="a">1</string><string name="b">x</string><string name="b">2</string></resources>',
  },
  {
    title: 'an empty file',
    base: '<resources/>',
    entries: [java('a', '1'), java('b', '2')],
    text: '<resources>\n    <string name="a">1</string>\n    <string name="b">2</string>\n</resources>',
  },
  {
    title: 'a file without texts',
    base: '<resources>\n</resources>\n',
    entries: [java('a', '1')],
    text: '<resources>\n    <string name="a">1</string>\n</resources>\n',
  },
]

const name = fc.stringMatching(/^[a-z_][a-z0-9._-]{0,5}$/).filter((some) => !/\.\d+$/.test(some))
const letters = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom(' ', '\n', "'", '"', '\\', '@', '?', 'u', '&', ';', 'a', '{', '#', ']', '>') }),
)
const text = letters.filter((some) => some.isWellFormed() && !some.includes('\0') && !some.includes('</'))
const spelled = fc.constantFrom<Partial<Entry>>({}, android({ cdata: true }), android({ escaped: true }))
const word = text.filter((some) => !/[&<>]/.test(some))
const tagged = fc.tuple(word, word).map(([before, inside]) => `${before}<b>${inside}</b>&lt;`)
const plain = fc
  .record({ key: name, value: fc.oneof(text, tagged), more: spelled })
  .filter(({ value, more }) => !value.includes('</') || more.formatData === undefined)
  .map(({ key, value, more }) => java(key, value, more))
const plural = fc
  .record({ key: name, few: word, other: word.filter((some) => some !== '') })
  .map(({ key, few, other }) => {
    const branches = new Map([
      ['few', few],
      ['other', other],
    ])
    return java(key, pluralMessage({ argument: 'count', type: 'cardinal', branches }), { isPlural: true })
  })

export const arbitrary = fc.uniqueArray(fc.oneof(plain, plural), { selector: ({ key }) => key })
