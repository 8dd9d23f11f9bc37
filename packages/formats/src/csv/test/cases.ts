import type { FormatCase, PatchCase, UnreadableCase } from '../../../test/format-case.ts'
import { storedKey } from '../../stored-key.ts'

const HEAD = 'key,namespace,description,syntax,isPlural,characterLimit,en,en.status'
const latin1 = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0))
const utf16 = (text: string) =>
  latin1(
    Array.from(`\ufeff${text}`, (character) =>
      String.fromCharCode(character.charCodeAt(0) & 0xff, character.charCodeAt(0) >> 8),
    ).join(''),
  )

export const cases: FormatCase[] = [
  {
    title: 'all that is known of a key, in two languages',
    options: { locale: 'en', locales: ['en', 'de'], namespace: 'shop' },
    text: `${HEAD},de,de.status
cart,shop,Above the list,,,20,Your cart,translated,Warenkorb,not_reviewed
files,shop,,java,true,,"{count, plural, one {%d file} other {%d files}}",translated,,
`,
    entries: [
      {
        key: 'cart',
        namespace: 'shop',
        description: 'Above the list',
        characterLimit: 20,
        value: 'Your cart',
        locale: 'en',
        status: 'translated',
      },
      {
        key: 'cart',
        namespace: 'shop',
        description: 'Above the list',
        characterLimit: 20,
        value: 'Warenkorb',
        locale: 'de',
        status: 'not_reviewed',
      },
      {
        key: 'files',
        namespace: 'shop',
        syntax: 'java',
        isPlural: true,
        value: '{count, plural, one {%d file} other {%d files}}',
        locale: 'en',
        status: 'translated',
      },
    ],
  },
  {
    title: 'languages in the order in which their texts come, where nobody tells them',
    text: `${HEAD},pt-BR,pt-BR.status\na,,,,,,A,,B,\n`,
    entries: [
      { key: 'a', value: 'A', locale: 'en' },
      { key: 'a', value: 'B', locale: 'pt-BR' },
    ],
  },
  {
    title: 'several namespaces',
    text: `${HEAD}\na,one,,,,,A,\na,two,,,,,B,\nb,one,,,,,C,\n`,
    entries: [
      { key: 'a', value: 'A', locale: 'en', namespace: 'one' },
      { key: 'a', value: 'B', locale: 'en', namespace: 'two' },
      { key: 'b', value: 'C', locale: 'en', namespace: 'one' },
    ],
  },
  {
    title: 'signs that mean something in a table, and spaces that programs take off',
    text: `${HEAD}\na,,,,,,"one, ""two""\nthree\r\nfour\rfive",\nb,,,,,," x ",\nc,,,,,,a;b|c\td,\n`,
    entries: [
      { key: 'a', value: 'one, "two"\nthree\r\nfour\rfive', locale: 'en' },
      { key: 'b', value: ' x ', locale: 'en' },
      { key: 'c', value: 'a;b|c\td', locale: 'en' },
    ],
  },
  {
    title: 'what a program might run is kept from it by an apostrophe',
    text: `${HEAD}\n'+key,,'-description,,,,'=1+1,\na,,,,,,'@x,\nb,,,,,,''quoted',\nc,,,,,,'\tx,\nd,,,,,,"'\rx",\ne,,,,,,''=1,\nf,,,,,,x'=1,\n`,
    entries: [
      { key: '+key', value: '=1+1', description: '-description', locale: 'en' },
      { key: 'a', value: '@x', locale: 'en' },
      { key: 'b', value: "'quoted'", locale: 'en' },
      { key: 'c', value: '\tx', locale: 'en' },
      { key: 'd', value: '\rx', locale: 'en' },
      { key: 'e', value: "'=1", locale: 'en' },
      { key: 'f', value: "x'=1", locale: 'en' },
    ],
  },
  {
    title: 'an apostrophe before a letter, and a formula that nobody kept',
    only: 'read',
    text: "key,de\na,'tis\nb,=1+1\n",
    entries: [
      { key: 'a', value: "'tis", locale: 'de' },
      { key: 'b', value: '=1+1', locale: 'de' },
    ],
  },
  {
    title: 'a key without any text',
    text: `${HEAD}\na,,,,,,,not_translated\n`,
    entries: [{ key: 'a', value: '', locale: 'en', status: 'not_translated' }],
  },
  { title: 'no keys at all', text: `${HEAD}\n`, entries: [] },
  {
    title: 'a locale that nobody knows, by its status',
    text: `${HEAD},zzz,zzz.status,x-pirate,x-pirate.status\na,,,,,,A,,B,,C,\n`,
    entries: [
      { key: 'a', value: 'A', locale: 'en' },
      { key: 'a', value: 'B', locale: 'zzz' },
      { key: 'a', value: 'C', locale: 'x-pirate' },
    ],
  },
  {
    title: 'a name that is too long to be stored',
    text: `${HEAD}\n${'k'.repeat(800)},,,,,,A,\n`,
    entries: [
      {
        key: storedKey('k'.repeat(800)),
        value: 'A',
        locale: 'en',
        formatData: { table: { name: 'k'.repeat(800) } },
      },
    ],
  },
  {
    title: 'semicolons, whatever is written in the first row',
    only: 'read',
    text: 'key;description;de\na;"x; y";1,5\n',
    entries: [{ key: 'a', value: '1,5', description: 'x; y', locale: 'de' }],
  },
  {
    title: 'more commas than semicolons',
    only: 'read',
    text: 'key;Notes, of all, kinds;de\na;;A\n',
    entries: [{ key: 'a', value: 'A', locale: 'de' }],
    remarks: [{ severity: 'warning', code: 'unsupported_entry' }],
  },
  {
    title: 'tabs, a mark, other line ends, empty lines, short rows and no line end',
    only: 'read',
    text: '\ufeffkey\tde\tfr\r\n\r\na\tA\r\n\r\nb\tB\tC',
    entries: [
      { key: 'a', value: 'A', locale: 'de' },
      { key: 'b', value: 'B', locale: 'de' },
      { key: 'b', value: 'C', locale: 'fr' },
    ],
  },
  {
    title: 'UTF-16',
    only: 'read',
    text: utf16('key\tde\na\tGröße\n'),
    entries: [{ key: 'a', value: 'Größe', locale: 'de' }],
  },
  {
    title: 'a delimiter that Excel was told',
    only: 'read',
    text: 'sep=;\r\nkey;de\r\na;b,c\r\n',
    entries: [{ key: 'a', value: 'b,c', locale: 'de' }],
  },
  {
    title: 'names of columns with capitals and spaces, in any order',
    only: 'read',
    text: 'pt_BR, Key ,CHARACTERLIMIT,IsPlural,Syntax,pt_BR.Status\nB,a,5,TRUE,Printf,Not_Reviewed\n',
    entries: [
      {
        key: 'a',
        value: 'B',
        locale: 'pt_BR',
        characterLimit: 5,
        isPlural: true,
        syntax: 'printf',
        status: 'not_reviewed',
      },
    ],
  },
  {
    title: 'tables of Godot, whose first column has another name or none',
    only: 'read',
    text: ',en,es\nKEY_HELLO,Hello!,Hola!\n',
    entries: [
      { key: 'KEY_HELLO', value: 'Hello!', locale: 'en' },
      { key: 'KEY_HELLO', value: 'Hola!', locale: 'es' },
    ],
  },
  {
    title: 'id, which is no language in front of others',
    only: 'read',
    text: 'id,en\na,A\n',
    entries: [{ key: 'a', value: 'A', locale: 'en' }],
  },
  {
    title: 'id, which is a language beside a key',
    only: 'read',
    text: 'key,id\na,A\n',
    entries: [{ key: 'a', value: 'A', locale: 'id' }],
  },
  {
    title: 'columns of which nothing is known',
    only: 'read',
    text: 'key,Notes,de,de,No,fr.status,\na,n,A,B,1,translated,\nb,,C,,,,stray\nc,,D,,,,,stray\n',
    entries: [
      { key: 'a', value: 'A', locale: 'de' },
      { key: 'b', value: 'C', locale: 'de' },
      { key: 'c', value: 'D', locale: 'de' },
    ],
    remarks: Array<{ severity: 'warning'; code: 'unsupported_entry' }>(5).fill({
      severity: 'warning',
      code: 'unsupported_entry',
    }),
  },
  {
    title: 'cells that say nothing of what their column is for',
    only: 'read',
    text: 'key,syntax,isPlural,characterLimit,de,de.status\na,word,perhaps,-1,A,done\nb,,no,,B,\n',
    entries: [
      { key: 'a', value: 'A', locale: 'de' },
      { key: 'b', value: 'B', locale: 'de', isPlural: false },
    ],
    remarks: Array<{ severity: 'warning'; code: 'unsupported_entry'; key: string }>(4).fill({
      severity: 'warning',
      code: 'unsupported_entry',
      key: 'a',
    }),
  },
  {
    title: 'the last of several rows, with all its cells',
    only: 'read',
    text: 'key,de,fr\na,A,B\nb,C,\na,D,\n',
    entries: [
      { key: 'b', value: 'C', locale: 'de' },
      { key: 'a', value: 'D', locale: 'de' },
    ],
    remarks: [{ severity: 'warning', code: 'duplicate_key', key: 'a' }],
  },
  {
    title: 'rows without a key',
    only: 'read',
    text: 'key,description,de\n,Buttons,\n,,A\nb,,B\n',
    entries: [{ key: 'b', value: 'B', locale: 'de' }],
    remarks: [{ severity: 'warning', code: 'unsupported_entry' }],
  },
  {
    title: 'texts that cannot be stored',
    only: 'read',
    text: `key,de,fr\na,${'x'.repeat(65_537)},A\nb,\0,\n`,
    entries: [
      { key: 'a', value: '', locale: 'de' },
      { key: 'a', value: 'A', locale: 'fr' },
      { key: 'b', value: '', locale: 'de' },
    ],
    remarks: [
      { severity: 'error', code: 'value_too_long', key: 'a' },
      { severity: 'error', code: 'encoding', key: 'b' },
    ],
  },
  {
    title: 'a long description',
    only: 'read',
    text: `key,description,de,fr\na,${'d'.repeat(5_001)},A,B\n`,
    entries: [
      { key: 'a', value: 'A', locale: 'de', description: 'd'.repeat(5_000) },
      { key: 'a', value: 'B', locale: 'fr', description: 'd'.repeat(5_000) },
    ],
    remarks: [{ severity: 'warning', code: 'description_cut', key: 'a' }],
  },
  {
    title: 'quotation marks where they mean nothing',
    only: 'read',
    text: 'key,de\na,5" wide\nb,"A"B"\nc, "x"\n',
    entries: [
      { key: 'a', value: '5" wide', locale: 'de' },
      { key: 'b', value: 'AB"', locale: 'de' },
      { key: 'c', value: ' "x"', locale: 'de' },
    ],
  },
]

export const unreadable: UnreadableCase[] = [
  { title: 'nothing', text: '', code: 'syntax_error' },
  { title: 'no column for keys', text: 'de,en\nA,B\n', code: 'syntax_error' },
  { title: 'no language', text: 'key,value\na,A\n', code: 'syntax_error' },
  { title: 'a quoted cell without an end', text: 'key,de\na,"A\n', code: 'syntax_error' },
  { title: 'another encoding', text: latin1('key,de\na,Größe\n'), code: 'encoding' },
]

export const patches: PatchCase[] = [
  {
    title: 'only what differs changes, with its delimiter, quotation marks and line ends',
    base: '\ufeffkey;Notes;"de";fr\r\n"a";n;"A";B\r\n\r\nb;;C;D\r\n',
    entries: [
      { key: 'a', value: 'A2', locale: 'de' },
      { key: 'a', value: 'B', locale: 'fr' },
      { key: 'b', value: 'C', locale: 'de' },
      { key: 'b', value: 'D; E', locale: 'fr' },
    ],
    text: '\ufeffkey;Notes;"de";fr\r\n"a";n;"A2";B\r\n\r\nb;;C;"D; E"\r\n',
  },
  {
    title: 'UTF-16 stays what it is',
    base: utf16('key\tde\na\tA\n'),
    entries: [{ key: 'a', value: 'Ä', locale: 'de' }],
    text: utf16('key\tde\na\tÄ\n'),
  },
  {
    title: 'new rows go among sorted ones',
    base: 'key,de\nb,B\n\nd,D',
    entries: [
      { key: 'a', value: 'A', locale: 'de', description: 'Not told' },
      { key: 'b', value: 'B', locale: 'de' },
      { key: 'c', value: 'C', locale: 'de' },
      { key: 'd', value: 'D', locale: 'de' },
      { key: 'e', value: 'E', locale: 'de' },
      { key: 'f', value: '-1', locale: 'de' },
    ],
    text: "key,de\na,A\nb,B\nc,C\n\nd,D\ne,E\nf,'-1",
  },
  {
    title: 'new rows go to the end of others, with all that the table tells',
    base: '"key","description","isPlural","de","de.status"\n"b","","","B",""\n"a","","","A",""\n',
    entries: [
      { key: 'a', value: 'A', locale: 'de', status: 'translated' },
      { key: 'aa', value: 'x', locale: 'de', status: 'not_reviewed', description: 'Told', isPlural: true },
      { key: 'b', value: 'B2', locale: 'de', status: 'not_reviewed' },
    ],
    text: '"key","description","isPlural","de","de.status"\n"b","","","B2","not_reviewed"\n"a","","","A",""\n"aa","Told","true","x","not_reviewed"\n',
  },
  {
    title: 'a status changes alone where there is one',
    base: 'key,de,de.status\na,A,not_reviewed\nb,B,\nc,C,done\n',
    entries: [
      { key: 'a', value: 'A', locale: 'de', status: 'translated' },
      { key: 'b', value: 'B', locale: 'de', status: 'translated' },
      { key: 'c', value: 'C', locale: 'de', status: 'translated' },
    ],
    text: 'key,de,de.status\na,A,translated\nb,B,\nc,C,done\n',
  },
  {
    title: 'another text tells how it is to be read',
    base: 'key,syntax,isPlural,de\na,,,A\nb,printf,,B\n',
    entries: [
      { key: 'a', value: '{n, plural, other {B}}', locale: 'de', isPlural: true, syntax: null },
      { key: 'b', value: 'C', locale: 'de', isPlural: false, syntax: 'java' },
    ],
    text: 'key,syntax,isPlural,de\na,,true,"{n, plural, other {B}}"\nb,java,,C\n',
  },
  {
    title: 'short rows are filled as far as needed',
    base: 'key,de,fr,es\na\nb,B\n',
    entries: [
      { key: 'a', value: 'A', locale: 'fr' },
      { key: 'b', value: 'B', locale: 'de' },
    ],
    text: 'key,de,fr,es\na,,A\nb,B\n',
  },
  {
    title: 'a language that the table does not have',
    base: 'key,de,de.status\na,A,translated\nb,B,\nc,C\nd,D,,stray\n',
    options: { locale: 'de', locales: ['de', 'fr', 'es'] },
    entries: [
      { key: 'a', value: 'A', locale: 'de', status: 'translated' },
      { key: 'a', value: 'E', locale: 'fr', status: 'not_reviewed' },
      { key: 'a', value: '', locale: 'es' },
      { key: 'c', value: 'C', locale: 'de' },
      { key: 'c', value: 'F', locale: 'fr' },
    ],
    text: 'key,de,de.status,,fr,fr.status\na,A,translated,,E,not_reviewed\nb,B,,,,\nc,C,,,F\nd,D,,stray,,\n',
  },
  {
    title: 'a language under another spelling',
    base: 'key,pt_BR\na,A\n',
    entries: [{ key: 'a', value: 'B', locale: 'pt-BR' }],
    text: 'key,pt_BR\na,B\n',
  },
  {
    title: 'what the project does not have stays',
    base: 'key,de,fr\na,A,B\nb,C,D\n',
    entries: [{ key: 'a', value: 'A', locale: 'de' }],
    text: 'key,de,fr\na,A,B\nb,C,D\n',
  },
  {
    title: 'what the project does not have leaves on request, but for languages that were not asked for',
    base: 'key,de,fr,fr.status\na,A,B,translated\nb,C,,\nc,,D,translated\nd,E,F,translated\n',
    options: { locale: 'de', locales: ['de'], prune: true },
    entries: [{ key: 'a', value: 'A', locale: 'de' }],
    text: 'key,de,fr,fr.status\na,A,B,translated\nc,,D,translated\nd,,F,translated\n',
  },
  {
    title: 'other namespaces are left alone on request as well',
    base: 'key,namespace,de\na,one,A\nb,one,B\nb,two,C\nc,,D\n',
    options: { locale: 'de', prune: true, namespace: 'one' },
    entries: [
      { key: 'a', value: 'A', locale: 'de', namespace: 'one' },
      { key: 'c', value: 'D', locale: 'de', namespace: 'one' },
      { key: 'd', value: 'E', locale: 'de', namespace: 'one' },
    ],
    text: 'key,namespace,de\na,one,A\nb,two,C\nc,,D\nd,one,E\n',
  },
  {
    title: 'a table without a column for it is for one namespace',
    base: 'key,de\na,A\n',
    options: { namespace: 'one' },
    entries: [
      { key: 'a', value: 'B', locale: 'de', namespace: 'one' },
      { key: 'a', value: 'C', locale: 'de', namespace: 'two' },
    ],
    text: 'key,de\na,B\n',
    remarks: [{ severity: 'warning', code: 'key_not_representable', key: 'a' }],
  },
  {
    title: 'of two rows for a key the last is brought up to date',
    base: 'key,de\na,A\na,B\n',
    entries: [{ key: 'a', value: 'C', locale: 'de' }],
    text: 'key,de\na,A\na,C\n',
  },
  {
    title: 'an empty text empties its cell',
    base: 'key,de\na,A\n',
    entries: [{ key: 'a', value: '', locale: 'de' }],
    text: 'key,de\na,\n',
  },
  {
    title: 'nothing but a first row',
    base: 'key,de',
    entries: [{ key: 'a', value: 'A', locale: 'de' }],
    text: 'key,de\na,A',
  },
]
