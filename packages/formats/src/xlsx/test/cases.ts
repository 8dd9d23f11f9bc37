import type { FormatCase, PatchCase, UnreadableCase } from '../../../test/format-case.ts'
import { cellOf, rowsOf, sheetOf, workbookOf } from './workbook-of.ts'

const latin1 = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0))
const simple = workbookOf({ Sheet1: rowsOf(['key', 'de'], ['a', 'A']) })

export const cases: FormatCase[] = [
  {
    title: 'texts that cells share, of which parts look otherwise',
    only: 'read',
    text: workbookOf(
      {
        Tabelle1:
          '<row><c t="s"><v>0</v></c><c t="s"><v>1</v></c></row><row><c t="s"><v>2</v></c><c t="s"><v>3</v></c></row>',
      },
      {
        strings:
          '<si><t>key</t></si><si><t>de</t></si><si><t>a</t></si><si><r><rPr><b/></rPr><t xml:space="preserve">Rot </t></r><r><t>&amp; grün</t></r><rPh sb="0" eb="1"><t>spoken</t></rPh></si>',
      },
    ),
    entries: [{ key: 'a', value: 'Rot & grün', locale: 'de' }],
  },
  {
    title: 'everything that is known of a key',
    only: 'read',
    text: workbookOf({
      shop: rowsOf(
        ['key', 'description', 'syntax', 'isPlural', 'characterLimit', 'en', 'en.status'],
        ['a', 'Told', 'java', 'true', '20', 'A', 'translated'],
      ),
    }),
    entries: [
      {
        key: 'a',
        value: 'A',
        locale: 'en',
        namespace: 'shop',
        description: 'Told',
        syntax: 'java',
        isPlural: true,
        characterLimit: 20,
        status: 'translated',
      },
    ],
  },
  {
    title: 'a sheet for each namespace; others are none of texts',
    only: 'read',
    text: workbookOf({
      one: rowsOf(['key', 'de'], ['a', 'A']),
      Notes: rowsOf(['Language', 'de', 'en'], ['words', '5', '6']),
      empty: '',
      two: `<row r="3"/>${rowsOf([], [], [], ['', 'key', 'fr'], ['', 'a', 'B'], ['', '', ''], ['', 'b', 'C'])}`,
      three: rowsOf(['key', 'namespace', 'de'], ['a', 'four', 'D'], ['b', '', 'E']),
    }),
    entries: [
      { key: 'a', value: 'A', locale: 'de', namespace: 'one' },
      { key: 'a', value: 'B', locale: 'fr', namespace: 'two' },
      { key: 'b', value: 'C', locale: 'fr', namespace: 'two' },
      { key: 'a', value: 'D', locale: 'de', namespace: 'four' },
      { key: 'b', value: 'E', locale: 'de' },
    ],
  },
  {
    title: 'numbers, truth values, faults and what is worked out, as they are stored',
    only: 'read',
    text: workbookOf({
      Sheet1: `${rowsOf(['key', 'de', 'characterLimit'])}
        <row><c t="inlineStr"><is><t>a</t></is></c><c><v>010</v></c><c><v>7</v></c></row>
        <row><c t="inlineStr"><is><t>b</t></is></c><c t="b"><v>1</v></c></row>
        <row><c t="inlineStr"><is><t>c</t></is></c><c t="str"><f>A1&amp;"!"</f><v>key!</v></c></row>
        <row><c t="inlineStr"><is><t>d</t></is></c><c t="e"><v>#N/A</v></c></row>
        <row><c t="inlineStr"><is><t>e</t></is></c><c><f>1+1</f></c></row>
        <row><c><v>404</v></c><c t="inlineStr"><is><t>F</t></is></c></row>`,
    }),
    entries: [
      { key: 'a', value: '010', locale: 'de', characterLimit: 7 },
      { key: 'b', value: 'TRUE', locale: 'de' },
      { key: 'c', value: 'key!', locale: 'de' },
      { key: 'd', value: '#N/A', locale: 'de' },
      { key: 'e', value: '', locale: 'de' },
      { key: '404', value: 'F', locale: 'de' },
    ],
    remarks: ['a', 'b', 'c', 'd', 'e', '404'].map((key) => ({ severity: 'warning', code: 'number_as_text', key })),
  },
  {
    title: 'characters that XML cannot hold, what only looks like them, and spaces',
    only: 'read',
    text: workbookOf({
      Sheet1: rowsOf(['key', 'de'], ['a', ' x_x000D_\ny_x005F_x0041_z_xyz_ '], ['b', "'=1"], ['c', '<![CDATA[<b>]]>']),
    }),
    entries: [
      { key: 'a', value: ' x\r\ny_x0041_z_xyz_ ', locale: 'de' },
      { key: 'b', value: '=1', locale: 'de' },
      { key: 'c', value: '<b>', locale: 'de' },
    ],
  },
  {
    title: 'names with a prefix everywhere, and cells in places that are far away or none',
    only: 'read',
    text: workbookOf(
      {
        Sheet1: `<?xml version="1.0"?><x:worksheet xmlns:x="m"><x:sheetData><x:row r="1"><x:c r="A1" t="inlineStr"><x:is><x:t>key</x:t></x:is></x:c><x:c r="C1" t="inlineStr"><x:is><x:t>de</x:t></x:is></x:c></x:row><x:row r="1048576"><x:c r="A1048576" t="inlineStr"><x:is><x:t>a</x:t></x:is></x:c><x:c r="C1048576" t="inlineStr"><x:is><x:t>A</x:t></x:is></x:c><x:c r="XFE1048576" t="inlineStr"><x:is><x:t>B</x:t></x:is></x:c></x:row></x:sheetData></x:worksheet>`,
      },
      { 'docProps/app.xml': '' },
    ),
    entries: [{ key: 'a', value: 'A', locale: 'de' }],
  },
  {
    title: 'the last of two rows for a key, in whichever sheet',
    only: 'read',
    text: workbookOf({
      Sheet1: rowsOf(['key', 'de'], ['a', 'A'], ['b', 'B']),
      Sheet2: rowsOf(['key', 'de'], ['a', 'C']),
    }),
    entries: [
      { key: 'b', value: 'B', locale: 'de' },
      { key: 'a', value: 'C', locale: 'de' },
    ],
    remarks: [{ severity: 'warning', code: 'duplicate_key', key: 'a' }],
  },
]

export const unreadable: UnreadableCase[] = [
  { title: 'no archive', text: 'key,de\na,A\n', code: 'syntax_error' },
  { title: 'half of an archive', text: simple.slice(0, simple.length / 2), code: 'syntax_error' },
  {
    title: 'no column for keys',
    text: workbookOf({ Sheet1: rowsOf(['name', 'de'], ['a', 'A']) }),
    code: 'syntax_error',
  },
  { title: 'no language', text: workbookOf({ Sheet1: rowsOf(['key', 'value'], ['a', 'A']) }), code: 'syntax_error' },
  { title: 'no sheets', text: workbookOf({}), code: 'syntax_error' },
  {
    title: 'a text that is not there',
    text: workbookOf({ Sheet1: `${rowsOf(['key', 'de'])}<row><c t="s"><v>7</v></c></row>` }),
    code: 'syntax_error',
  },
  {
    title: 'a sheet that is no XML',
    text: workbookOf({ Sheet1: `${rowsOf(['key', 'de'])}<row>` }),
    code: 'syntax_error',
  },
  {
    title: 'a sheet with entities',
    text: workbookOf({ Sheet1: sheetOf('').replace('?>', '?><!DOCTYPE x [<!ENTITY e "e">]>') }),
    code: 'unsafe_xml',
  },
  { title: 'an archive of other files', text: latin1('PK\x05\x06'.padEnd(22, '\0')), code: 'syntax_error' },
]

const formulas = workbookOf({
  Sheet1: `${rowsOf(['key', 'de'])}<row r="2">${cellOf('A2', 'a')}<c r="B2" t="str"><f>A1</f><v>key</v></c></row>`,
})

export const patches: PatchCase[] = [
  { title: 'nothing to change', base: simple, entries: [{ key: 'a', value: 'A', locale: 'de' }], text: simple },
  {
    title: 'a formula stays',
    base: formulas,
    entries: [{ key: 'a', value: 'B', locale: 'de' }],
    text: formulas,
    remarks: [{ severity: 'warning', code: 'unsupported_entry' }],
  },
  {
    title: 'keys of a namespace that no sheet is for',
    base: workbookOf({ one: rowsOf(['key', 'de'], ['a', 'A']) }),
    entries: [{ key: 'b', value: 'B', locale: 'de', namespace: 'two' }],
    text: workbookOf({ one: rowsOf(['key', 'de'], ['a', 'A']) }),
    remarks: [{ severity: 'warning', code: 'key_not_representable', key: 'b' }],
  },
]
