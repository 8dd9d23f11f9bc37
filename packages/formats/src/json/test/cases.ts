import { limits } from '@parlance/contract/limits'
import type { FormatCase, UnreadableCase } from '../../../test/format-case.ts'

const sorted = [
  { key: 'a', value: 'say "hi"\n' },
  { key: 'b.c', value: '2' },
  { key: 'b.d.e', value: '3' },
  { key: '\uffff', value: '4' },
  { key: '😀', value: '5' },
]
const deep = Array(100).fill('x')

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
    text: `{"n":null,"":"","z":"\\u0000","${'k'.repeat(limits.keyName + 1)}":"","v":"${'v'.repeat(limits.value + 1)}"}`,
    entries: ['n', '', 'z', `${'k'.repeat(limits.keyName)}…`, 'v'].map((key) => ({ key, value: '' })),
    only: 'read',
    remarks: [
      { severity: 'error', code: 'null_value', key: 'n' },
      { severity: 'error', code: 'invalid_key' },
      { severity: 'error', code: 'encoding', key: 'z' },
      { severity: 'error', code: 'invalid_key', key: `${'k'.repeat(limits.keyName)}…` },
      { severity: 'error', code: 'value_too_long', key: 'v' },
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

export const unreadable: UnreadableCase[] = [
  { title: 'what is no JSON', text: '{"a":}', code: 'syntax_error' },
  { title: 'what ends too early', text: '{"a":"', code: 'syntax_error' },
  { title: 'what is not in UTF-8', text: Uint8Array.of(0x7b, 0x22, 0xff), code: 'encoding' },
]
