import fc from 'fast-check'
import type { FormatCase, PatchCase, UnreadableCase } from '../../../test/format-case.ts'
import type { Entry } from '../../entry.ts'

const head = (languages: string) => `<?xml version="1.0" encoding="UTF-8"?>
<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" xmlns:slr="urn:oasis:names:tc:xliff:sizerestriction:2.0" version="2.0" ${languages}>
  <file id="f1" original="shop">
    <slr:profiles generalProfile="xliff:codepoints"/>
`
const TAIL = `  </file>
</xliff>
`
const file = (...lines: string[]) =>
  `${head('srcLang="en" trgLang="de"')}${lines.map((line) => `    ${line}\n`).join('')}${TAIL}`
const german = (key: string, value: string, more: Partial<Entry> = {}): Entry => ({ key, value, locale: 'de', ...more })
const options = { locale: 'de', sourceLocale: 'en', namespace: 'shop' }

export const cases: FormatCase[] = [
  { title: 'nothing', text: file(), entries: [], options },
  {
    title: 'statuses, descriptions and limits',
    text: file(
      '<unit id="a" name="a" slr:sizeRestriction="20" xml:space="preserve">',
      '  <notes>',
      '    <note>Who they are</note>',
      '  </notes>',
      '  <segment state="final">',
      '    <source>Tom &amp; Jerry</source>',
      '    <target>Tom  &lt;</target>',
      '  </segment>',
      '</unit>',
      '<unit id="u-5c10eefbd5ff4dd2" name="a b">',
      '  <segment state="translated">',
      '    <source>B</source>',
      '    <target>a<cp hex="001B"/></target>',
      '  </segment>',
      '</unit>',
      '<unit id="c" name="c">',
      '  <segment state="initial">',
      '    <source>C</source>',
      '    <target></target>',
      '  </segment>',
      '</unit>',
      '<unit id="d" name="d">',
      '  <segment>',
      '    <source>D <ph id="1"/></source>',
      '    <target><ph id="1"/> D</target>',
      '  </segment>',
      '</unit>',
    ),
    entries: [
      german('a', 'Tom  <', {
        source: 'Tom & Jerry',
        status: 'translated',
        description: 'Who they are',
        characterLimit: 20,
      }),
      german('a b', 'a\u001b', {
        source: 'B',
        status: 'not_reviewed',
        formatData: { xliff: { id: 'u-5c10eefbd5ff4dd2' } },
      }),
      german('c', '', { source: 'C', status: 'not_translated' }),
      german('d', '<ph id="1"/> D', { source: 'D <ph id="1"/>', syntax: 'xliff' }),
    ],
    options,
  },
  {
    title: 'the source language has sources alone',
    text: `${head('srcLang="en"')}    <unit id="a" name="a">
      <segment>
        <source>A</source>
      </segment>
    </unit>
${TAIL}`,
    entries: [{ key: 'a', value: 'A', locale: 'en' }],
    options: { locale: 'en', sourceLocale: 'en', namespace: 'shop' },
  },
  {
    title: 'what is no well-formed XML',
    text: file(
      '<unit id="e" name="e">',
      '  <segment>',
      '    <source></source>',
      '    <target>&lt;ph&gt;</target>',
      '  </segment>',
      '</unit>',
    ),
    entries: [german('e', '<ph>', { syntax: 'xliff' }), german('e\u0004', 'x')],
    options,
    only: 'write',
    remarks: [
      { severity: 'warning', code: 'value_not_convertible', key: 'e' },
      { severity: 'warning', code: 'key_not_representable', key: 'e\u0004' },
    ],
  },
  {
    title: 'segments, ignorable text and what is not read',
    text: `<xliff version="2.1" srcLang="en" trgLang="de"><file id="f"><notes><note>none</note></notes>
<unit id="1" name="a"><segment state="final"><source>One.</source><target>Eins.</target></segment><ignorable><source> </source></ignorable><segment state="reviewed"><source>Two.</source><target>Zwei.</target></segment></unit>
<unit id="2"><segment state="final"><source>One.</source><target>Eins.</target></segment><segment><source>Two.</source></segment><segment state="initial"><source>3</source></segment></unit>
<group id="g"><unit id="3"><segment><source>One.</source></segment><ignorable><source> </source><target>_</target></ignorable></unit></group>
<unit id="4" translate="no"><segment><source>x</source></segment></unit>
<unit id="5"><mtc:matches><mtc:match><source>x</source><target>y</target></mtc:match></mtc:matches><notes><note>a</note><note>b</note></notes><segment state="other"><source>x</source><target>a<cp hex="7"></cp></target></segment></unit>
<unit id="6"/>
</file></xliff>`,
    entries: [
      german('a', 'Eins. Zwei.', {
        source: 'One. Two.',
        status: 'translated',
        formatData: { xliff: { id: '1' } },
      }),
      german('2', 'Eins.', { source: 'One.Two.3', status: 'not_translated' }),
      german('3', '', { source: 'One. ', status: 'not_translated' }),
      german('5', 'a\u0007', { source: 'x', description: 'a\n\nb', status: 'not_reviewed' }),
      german('6', '', { source: '', status: 'not_translated' }),
    ],
    options,
    only: 'read',
  },
]

export const unreadable: UnreadableCase[] = [
  { title: 'another root', text: '<TS/>', code: 'syntax_error' },
  { title: 'too many levels', text: `<xliff version="2.0">${'<a>'.repeat(64)}`, code: 'unsafe_xml' },
]

const base = `<xliff version="2.0" srcLang="en" trgLang="de">
\t<file id="f">
\t\t<unit id="1" name="b">
\t\t\t<segment id="s1" state="final">
\t\t\t\t<source>One.</source>
\t\t\t\t<target>Eins.</target>
\t\t\t</segment>
\t\t\t<ignorable>
\t\t\t\t<source> </source>
\t\t\t</ignorable>
\t\t\t<segment>
\t\t\t\t<source>Two.</source>
\t\t\t\t<target>Zwei.</target>
\t\t\t</segment>
\t\t</unit>
\t\t<unit id="c">
\t\t\t<segment state="initial">
\t\t\t\t<source>C</source>
\t\t\t</segment>
\t\t</unit>
\t\t<unit id="d">
\t\t\t<segment subState="x:y" state="final">
\t\t\t\t<source>D</source>
\t\t\t\t<target>De</target>
\t\t\t</segment>
\t\t</unit>
\t</file>
</xliff>`
const b = german('b', 'Eins. Zwei.', { status: 'translated' })
const d = german('d', 'De', { status: 'translated' })

export const patches: PatchCase[] = [
  {
    title: 'a file that is up to date',
    base,
    entries: [b, german('c', '', { status: 'not_translated' }), d],
    text: base,
    options,
  },
  {
    title: 'values and states that differ',
    base,
    entries: [b, german('c', 'Ce', { status: 'translated' }), german('d', 'D', { status: 'not_reviewed' })],
    text: base
      .replace('state="initial"', 'state="final"')
      .replace('<source>C</source>', '<source>C</source>\n\t\t\t\t<target>Ce</target>')
      .replace('subState="x:y" state="final"', 'subState="x:y" state="translated"')
      .replace('>De<', '>D<'),
    options,
  },
  {
    title: 'several segments become one when their text changes',
    base,
    entries: [{ ...b, value: 'Neu' }, d],
    text: base.replace(
      /<segment id="s1".*Zwei.*?<\/segment>/s,
      '<segment id="s1" state="final">\n\t\t\t\t<source>One. Two.</source>\n\t\t\t\t<target>Neu</target>\n\t\t\t</segment>',
    ),
    options,
    remarks: [{ severity: 'warning', code: 'segments_joined', key: 'b' }],
  },
  {
    title: 'new units, with ids that are not taken',
    base,
    entries: [b, german('a', 'A', { source: 'a', description: 'See' }), german('1', 'x', { source: 'y' })],
    text: base
      .replace(
        '\t\t<unit id="1" name="b">',
        `\t\t<unit id="u-6b86b273ff34fce1" name="1">
\t\t\t<segment>
\t\t\t\t<source>y</source>
\t\t\t\t<target>x</target>
\t\t\t</segment>
\t\t</unit>
\t\t<unit id="a" name="a">
\t\t\t<notes>
\t\t\t\t<note>See</note>
\t\t\t</notes>
\t\t\t<segment>
\t\t\t\t<source>a</source>
\t\t\t\t<target>A</target>
\t\t\t</segment>
\t\t</unit>
\t\t<unit id="1" name="b">`,
      )
      .replace(/\t\t<unit id="c">.*<\/unit>\n/s, ''),
    options: { ...options, prune: true },
  },
  {
    title: 'the source file as a beginning for another language',
    base: '<xliff version="2.0" srcLang="en"><file id="f"><unit id="a"><segment><source>a</source></segment></unit></file></xliff>',
    entries: [german('a', 'A', { status: 'not_reviewed' })],
    text: '<xliff version="2.0" srcLang="en" trgLang="de"><file id="f"><unit id="a"><segment state="translated"><source>a</source><target>A</target></segment></unit></file></xliff>',
    options,
  },
  {
    title: 'a unit without a place for a text',
    base: '<xliff version="2.0" srcLang="en"><file id="f"><unit id="a"/></file></xliff>',
    entries: [german('a', 'A')],
    text: '<xliff version="2.0" srcLang="en"><file id="f"><unit id="a"/></file></xliff>',
    options,
    remarks: [{ severity: 'warning', code: 'unsupported_entry', key: 'a' }],
  },
]

const text = fc.string({ unit: 'binary' }).filter((some) => some.isWellFormed() && !some.includes('\0'))
const key = text.filter((some) => some !== '' && !/[\p{Cc}\ufffe\uffff]/u.test(some))

export const arbitrary = fc.uniqueArray(fc.record({ key, value: text }), { selector: (entry) => entry.key })
