import type { FormatCase, PatchCase, UnreadableCase } from '../../../test/format-case.ts'

const syntax = 'vue' as const

export const cases: FormatCase[] = [
  {
    title: 'texts with their pipes, arguments and links as they are',
    text: '{"apples":"no apples | {n} apple | {count} apples","at":"{\'@\'}example","link":"@:apples | {0}"}\n',
    entries: [
      { key: 'apples', value: 'no apples | {n} apple | {count} apples', syntax },
      { key: 'at', value: "{'@'}example", syntax },
      { key: 'link', value: '@:apples | {0}', syntax },
    ],
  },
  {
    title: 'nested',
    text: '{\n  "a": {\n    "b": "1"\n  },\n  "c": "2"\n}\n',
    entries: [
      { key: 'a.b', value: '1', syntax },
      { key: 'c', value: '2', syntax },
    ],
    options: { structure: 'nested', style: 'pretty' },
  },
  {
    title: 'lists',
    text: '{"a":["x",null,"y"]}',
    entries: [
      { key: 'a.0', value: 'x', syntax },
      { key: 'a.2', value: 'y', syntax },
    ],
    only: 'read',
  },
  {
    title: 'a plural of ICU stays one, and that is told',
    text: '{"k":"{n, plural, other {#}}","l":"{n, plural, other {#}}","m":""}\n',
    entries: [
      { key: 'k', value: '{n, plural, other {#}}', isPlural: true },
      { key: 'l', value: '{n, plural, other {#}}' },
      { key: 'm', value: '', isPlural: true },
    ],
    only: 'write',
    remarks: [{ severity: 'warning', code: 'value_not_convertible', key: 'k' }],
  },
]

export const unreadable: UnreadableCase[] = [
  { title: 'what is no JSON', text: 'export default {}', code: 'syntax_error' },
]

export const patches: PatchCase[] = [
  {
    title: 'the text that differs, in its place',
    base: '{\n\t"b" : { "x":"a | b" },\n\n\t"a": "c"\n}\n',
    entries: [
      { key: 'b.x', value: 'a | b | c', syntax },
      { key: 'b.y', value: 'd', syntax },
    ],
    text: '{\n\t"b" : { "x":"a | b | c", "y":"d" },\n\n\t"a": "c"\n}\n',
  },
]
