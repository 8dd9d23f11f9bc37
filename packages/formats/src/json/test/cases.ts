import { limits } from '@parlance/contract/limits'
import type { FormatCase, PatchCase, UnreadableCase } from '../../../test/format-case.ts'
import { storedKey } from '../../stored-key.ts'

const sorted = [
  { key: 'a', value: 'say "hi"\n' },
  { key: 'b.c', value: '2' },
  { key: 'b.d.e', value: '3' },
  { key: '\uffff', value: '4' },
  { key: '😀', value: '5' },
]
const deep = Array(100).fill('x')

/** As people write who take their texts for names. */
const LONG = 'A paragraph, and '.repeat(60)

export const cases: FormatCase[] = [
  {
    title: 'flat: names as they are, by code point',
    text: '{"a":"say \\"hi\\"\\n","b.c":"2","b.d.e":"3","\uffff":"4","😀":"5"}',
    entries: sorted,
  },
  {
    title: 'nested: split at the dot',
    text: '{"a":"say \\"hi\\"\\n","b":{"c":"2","d":{"e":"3"}},"\uffff":"4","😀":"5"}',
    entries: sorted,
    options: { structure: 'nested' },
  },
  {
    title: 'pretty, flat: as JSON.stringify indents by two',
    text: '{\n  "a": "1",\n  "b.c": "2"\n}',
    entries: [
      { key: 'a', value: '1' },
      { key: 'b.c', value: '2' },
    ],
    options: { style: 'pretty' },
  },
  {
    title: 'pretty, nested',
    text: '{\n  "a": "1",\n  "b": {\n    "c": {\n      "d": "2"\n    },\n    "e": "3"\n  }\n}',
    entries: [
      { key: 'a', value: '1' },
      { key: 'b.c.d', value: '2' },
      { key: 'b.e', value: '3' },
    ],
    options: { structure: 'nested', style: 'pretty' },
  },
  { title: 'nothing', text: '{}', entries: [], options: { style: 'pretty', structure: 'nested' } },
  {
    title: 'where a name is text and branch, what is deeper stays flat at that level',
    text: '{"a":"1","a-":"2","a.b":"3","a.b.c":"4","x":{"y":"5","y.z":"6","z":"7"}}',
    entries: [
      { key: 'a', value: '1' },
      { key: 'a-', value: '2' },
      { key: 'a.b', value: '3' },
      { key: 'a.b.c', value: '4' },
      { key: 'x.y', value: '5' },
      { key: 'x.y.z', value: '6' },
      { key: 'x.z', value: '7' },
    ],
    options: { structure: 'nested' },
  },
  {
    title: 'empty parts and names of the language are names',
    text: '{"":{"a":"1"},"__proto__":{"x":"4"},"a":{"":"2",".b":"3"},"constructor":"5"}',
    entries: [
      { key: '.a', value: '1' },
      { key: '__proto__.x', value: '4' },
      { key: 'a.', value: '2' },
      { key: 'a..b', value: '3' },
      { key: 'constructor', value: '5' },
    ],
    options: { structure: 'nested' },
  },
  {
    title: 'no deeper than 64 levels: the rest keeps its dots',
    text: `${'{"x":'.repeat(63)}{"${deep.slice(63).join('.')}":"deep"${'}'.repeat(64)}`,
    entries: [{ key: deep.join('.'), value: 'deep' }],
    options: { structure: 'nested' },
  },
  {
    title: 'a plural is a text',
    text: '{"k":"{n, plural, other {#}}"}',
    entries: [{ key: 'k', value: '{n, plural, other {#}}' }],
  },
  {
    title: 'lists by number, numbers as they are spelled',
    text: '\ufeff {"a":{"b":["x",{"c":"y"}],"d":1.50},"e.f":true,"g":{}}',
    entries: [
      { key: 'a.b.0', value: 'x' },
      { key: 'a.b.1.c', value: 'y' },
      { key: 'a.d', value: '1.50' },
      { key: 'e.f', value: 'true' },
    ],
    only: 'read',
    remarks: [
      { severity: 'warning', code: 'number_as_text', key: 'a.d' },
      { severity: 'warning', code: 'number_as_text', key: 'e.f' },
    ],
  },
  {
    title: 'names that come twice, in one object or by two ways',
    text: '{"a":"1","a":"2","b.c":"3","b":{"c":"4"}}',
    entries: [
      { key: 'a', value: '1' },
      { key: 'b.c', value: '3' },
    ],
    only: 'read',
    remarks: [
      { severity: 'error', code: 'duplicate_key', key: 'a' },
      { severity: 'error', code: 'duplicate_key', key: 'b.c' },
    ],
  },
  {
    title: 'what is no text, or none that can be kept',
    text: `{"n":null,"":"","z":"\\u0000","${'k'.repeat(2 ** 20 + 1)}":"","v":"${'v'.repeat(limits.value + 1)}"}`,
    entries: ['n', '', 'z', 'k'.repeat(2 ** 12), 'v'].map((key) => ({ key, value: '' })),
    only: 'read',
    remarks: [
      { severity: 'error', code: 'null_value', key: 'n' },
      { severity: 'error', code: 'invalid_key' },
      { severity: 'error', code: 'encoding', key: 'z' },
      { severity: 'error', code: 'invalid_key', key: 'k'.repeat(2 ** 12) },
      { severity: 'error', code: 'value_too_long', key: 'v' },
    ],
  },
  {
    title: 'a name that is too long for a key',
    text: `{"A":"x","${LONG}":"y"}`,
    entries: [
      { key: 'A', value: 'x' },
      { key: storedKey(LONG), value: 'y', formatData: { json: { name: LONG } } },
    ],
  },
  {
    title: 'a branch whose name is too long for that',
    text: `{"${LONG}":{"b":"x"},"${'l'.repeat(5_000)}":{"b":"x"},"${'m'.repeat(3_000)}":"x"}`,
    entries: [
      { key: storedKey(`${LONG}.b`), value: 'x', formatData: { json: { name: `${LONG}.b` } } },
      { key: `${'l'.repeat(limits.keyName)}…`, value: '' },
      { key: storedKey('m'.repeat(3_000)), value: 'x' },
    ],
    only: 'read',
    remarks: [
      { severity: 'error', code: 'invalid_key', key: `${'l'.repeat(limits.keyName)}…` },
      { severity: 'warning', code: 'format_data_too_large', key: storedKey('m'.repeat(3_000)) },
    ],
  },
  {
    title: 'more than 64 levels',
    text: `${'{"a":'.repeat(65)}"x"${'}'.repeat(65)}`,
    entries: [],
    only: 'read',
    remarks: [{ severity: 'error', code: 'too_deep', key: Array(64).fill('a').join('.') }],
  },
]

const counted = [
  { key: 'a.0', value: '0' },
  { key: 'a.1', value: '1' },
  { key: 'a.10', value: '10' },
  ...[2, 3, 4, 5, 6, 7, 8, 9].map((at) => ({ key: `a.${at}`, value: `${at}` })),
  { key: 'b.-', value: 'x' },
  { key: 'b.0', value: 'y' },
  { key: 'c', value: 'z' },
  { key: 'c.0', value: 'text and list' },
  { key: 'd.0.0', value: '1' },
  { key: 'd.0.1', value: '2' },
  { key: 'd.x', value: '3' },
  { key: 'e.f.0.t', value: '4' },
  { key: 'e.f.1.t', value: '5' },
  { key: 'e.f.1.u.v', value: '6' },
  { key: 'g.0', value: '7' },
  { key: 'g.2', value: '8' },
]
const lists = { arrays: 'lists' }
cases.push(
  {
    title: 'lists by choice, where names count from 0',
    text: '{"a":["0","1","2","3","4","5","6","7","8","9","10"],"b":{"-":"x","0":"y"},"c":"z","c.0":"text and list","d":{"0":["1","2"],"x":"3"},"e":{"f":[{"t":"4"},{"t":"5","u":{"v":"6"}}]},"g":{"0":"7","2":"8"}}',
    entries: counted,
    options: { structure: 'nested', options: lists },
    only: 'write',
  },
  {
    title: 'lists by choice, flat and pretty',
    text: '{\n  "d.0": [\n    "1",\n    "2"\n  ],\n  "d.x": "3"\n}',
    entries: counted.filter(({ key }) => key.startsWith('d.')),
    options: { style: 'pretty', options: lists },
    only: 'write',
  },
)

export const unreadable: UnreadableCase[] = [
  { title: 'what is no JSON', text: '{"a":}', code: 'syntax_error' },
  { title: 'what ends too early', text: '{"a":"', code: 'syntax_error' },
  { title: 'what is not in UTF-8', text: Uint8Array.of(0x7b, 0x22, 0xff), code: 'encoding' },
]

const entriesOf = (texts: Record<string, string>) => Object.entries(texts).map(([key, value]) => ({ key, value }))

export const patches: PatchCase[] = [
  {
    title: 'only the texts that differ, whatever the layout',
    base: '\ufeff{\r\n\t"b" :  "1",\r\n\r\n\t"a": { "x":"\\u00e4", "y" : "ö" }, "n": 5, "t": true\r\n}\r\n\r\n',
    entries: entriesOf({ b: '1', 'a.x': 'ä', 'a.y': 'ü"', n: '6', t: 'no' }),
    text: '\ufeff{\r\n\t"b" :  "1",\r\n\r\n\t"a": { "x":"\\u00e4", "y" : "ü\\"" }, "n": 6, "t": "no"\r\n}\r\n\r\n',
  },
  {
    title: 'a file without anything but ASCII keeps to it',
    base: '{"a":"\\u00E4 <b>","b":"http:\\/\\/x"}',
    entries: entriesOf({ a: '😀/ä', b: '' }),
    text: '{"a":"\\uD83D\\uDE00\\/\\u00E4","b":""}',
  },
  {
    title: 'what the project does not have stays',
    base: '{"a":"1","b":["2",null],"c":null,"d":{}}',
    entries: entriesOf({ a: '3' }),
    text: '{"a":"3","b":["2",null],"c":null,"d":{}}',
  },
  {
    title: 'new names behind the ones before them, indented like these',
    base: '{\n    "b": "1",\n\n    "d": "2"\n}',
    entries: entriesOf({ a: 'A', b: '1', c: 'C', d: '2', e: 'E', f: 'F' }),
    text: '{\n    "a": "A",\n    "b": "1",\n    "c": "C",\n\n    "d": "2",\n    "e": "E",\n    "f": "F"\n}',
  },
  {
    title: 'new names at the end where others are not sorted',
    base: '{\n  "d": "2",\n  "b": "1"\n}\n',
    entries: entriesOf({ c: 'C' }),
    text: '{\n  "d": "2",\n  "b": "1",\n  "c": "C"\n}\n',
  },
  {
    title: 'commas that begin lines',
    base: '{ "a": "1"\n, "c": "3"\n, "d": "4"\n}',
    entries: entriesOf({ a: '1', b: '2', d: '4' }),
    text: '{ "a": "1"\n, "b": "2"\n, "d": "4"\n}',
    options: { prune: true },
  },
  {
    title: 'new names in the objects they belong to',
    base: '{\n  "a": {\n    "b": "1",\n    "d": {\n      "x": "2"\n    }\n  }\n}',
    entries: entriesOf({ 'a.b': '1', 'a.c.e.f': '3', 'a.c.g': '4', 'a.d.x': '2', 'a.d.y': '5', 'a.b.z': '6' }),
    text: '{\n  "a": {\n    "b": "1",\n    "b.z": "6",\n    "c": {\n      "e": {\n        "f": "3"\n      },\n      "g": "4"\n    },\n    "d": {\n      "x": "2",\n      "y": "5"\n    }\n  }\n}',
  },
  {
    title: 'flat names in a flat file, nested or not by choice where it does not tell',
    base: '{"a.b":"1"}',
    entries: entriesOf({ 'a.c.d': '2' }),
    text: '{"a.b":"1","a.c.d":"2"}',
    options: { structure: 'nested' },
  },
  {
    title: 'a file without names, by choice',
    base: '{}\n',
    entries: entriesOf({ 'a.b': '1', 'a.c': '2' }),
    text: '{\n  "a": {\n    "b": "1",\n    "c": "2"\n  }\n}\n',
    options: { structure: 'nested', style: 'pretty' },
  },
  {
    title: 'a file without names, in one line',
    base: ' { } ',
    entries: entriesOf({ 'a.b': '1', 'a.c': '2' }),
    text: ' {"a.b":"1","a.c":"2"} ',
  },
  {
    title: 'an empty object inside',
    base: '{\n  "a": {},\n  "b": {}\n}',
    entries: entriesOf({ 'a.b': '1', 'a.c': '2', b: '3' }),
    text: '{\n  "a": {\n    "b": "1",\n    "c": "2"\n  },\n  "b": "3"\n}',
  },
  {
    title: 'what leads to nowhere stands flat further out, or is told',
    base: '{"a":{"b":{"c":"1"}}}',
    entries: entriesOf({ a: 'no', 'a.b': '2', 'a.b.c': '1' }),
    text: '{"a":{"b":{"c":"1"}},"a.b":"2"}',
    remarks: [{ severity: 'warning', code: 'key_not_representable', key: 'a' }],
  },
  {
    title: 'nested files are sorted by whole names',
    base: '{"a-":"1","a":{"b":"2"},"b":"3"}',
    entries: entriesOf({ 'a-': '1', 'a.b': '2', a0: '4', b: '3' }),
    text: '{"a-":"1","a":{"b":"2"},"a0":"4","b":"3"}',
  },
  {
    title: 'pruned: each with its line and comma, objects that hold nothing more as well',
    base: '{\n  "a": "1",\n\n  "b": {\n    "c": "2"\n  },\n\n  "d": "3",\n  "e": {},\n  "f": null\n}\n',
    entries: entriesOf({ d: '3' }),
    text: '{\n\n\n  "d": "3",\n  "e": {}\n}\n',
    options: { prune: true },
  },
  {
    title: 'pruned to the last',
    base: '{\n  "a": "1",\n  "b": {\n    "c": "2"\n  }\n}\n',
    entries: [],
    text: '{}\n',
    options: { prune: true },
  },
  {
    title: 'pruned of all, with others in their place',
    base: '{\n  "a": "1",\n  "b": "2"\n}\n',
    entries: entriesOf({ c: '3', d: '4' }),
    text: '{\n  "c": "3",\n  "d": "4"\n}\n',
    options: { prune: true },
  },
  {
    title: 'lists: what comes next is appended, what goes leaves its place, at the end it is cut off',
    base: '{"a":["1","2","3"],"b":["x",null,"y","z"],"c":[{"t":"1"},{"t":"2"}]}',
    entries: entriesOf({
      'a.0': '1',
      'a.1': '4',
      'a.2': '3',
      'a.3': '5',
      'a.7': '8',
      'b.1': 'n',
      'b.2': 'y',
      'c.1.t': '2',
    }),
    text: '{"a":["1","4","3","5"],"a.7":"8","b":[null,"n","y"],"c":[null,{"t":"2"}]}',
    options: { prune: true },
  },
  {
    title: 'new lists by choice',
    base: '{"x":{}}',
    entries: entriesOf({ 'x.a.0': '1', 'x.a.1': '2', 'x.b.1': '3' }),
    text: '{"x":{"a":["1","2"],"b":{"1":"3"}}}',
    options: { options: lists },
  },
  {
    title: 'the same name twice: both',
    base: '{"a":"1","a":"2"}',
    entries: entriesOf({ a: '3' }),
    text: '{"a":"3","a":"3"}',
  },
  {
    title: 'the same name twice, where only the first says it: both, because programs read the second',
    base: '{"a":"3","a":"2"}',
    entries: entriesOf({ a: '3' }),
    text: '{"a":"3","a":"3"}',
  },
]
