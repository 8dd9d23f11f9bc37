import { limits } from '@parlance/contract/limits'
import fc from 'fast-check'
import type { FormatCase, PatchCase, UnreadableCase } from '../../../test/format-case.ts'

const line = (...lines: string[]) => `${lines.join('\n')}\n`
const texts = (...pairs: [key: string, value: string][]) => pairs.map(([key, value]) => ({ key, value }))

export const cases: FormatCase[] = [
  {
    title: 'names are split at their dots',
    text: line(
      'export default {',
      "  a: 'it\\'s',",
      '  b: {',
      "    'c-d': '2',",
      '    e: {',
      "      f: '3',",
      '    },',
      '  },',
      '};',
    ),
    entries: texts(['a', "it's"], ['b.c-d', '2'], ['b.e.f', '3']),
  },
  { title: 'nothing', text: 'export default {};\n', entries: [] },
  {
    title: 'descriptions are comments above',
    text: line('export default {', '  // On a button.', '  // Short!', "  a: 'Go',", "  b: '',", '};'),
    entries: [
      { key: 'a', value: 'Go', description: 'On a button.\nShort!' },
      { key: 'b', value: '' },
    ],
  },
  {
    title: 'what must not stand in a file as it is',
    text: line(
      'export default {',
      `  a: '\\\\ \\n \\r \\t \\u0007 \\u2028 \${x} \` " é 😀',`,
      "  ['__proto__']: 'x',",
      '};',
    ),
    entries: texts(['a', `\\ \n \r \t \u0007 \u2028 \${x} \` " é 😀`], ['__proto__', 'x']),
    only: 'read',
  },
  {
    title: 'the name that an object has for what it inherits from',
    text: line('export default {', "  ['__proto__']: {", "    a: 'x',", '  },', '};'),
    entries: texts(['__proto__.a', 'x']),
  },
  {
    title: 'lists, where they are asked for',
    text: line('export default {', '  a: [', "    'x',", '    {', "      b: 'y',", '    },', '  ],', '};'),
    entries: texts(['a.0', 'x'], ['a.1.b', 'y']),
    options: { options: { arrays: 'lists' } },
  },
  {
    title: 'objects with numbers for names otherwise',
    text: line('export default {', '  a: {', "    '0': 'x',", '  },', '};'),
    entries: texts(['a.0', 'x']),
  },
  {
    title: 'where a name is text and branch, what is deeper stays flat',
    text: line(
      'export default {',
      "  a: '1',",
      "  'a.b': '2',",
      '  c: {',
      "    d: '3',",
      "    'd.e': '4',",
      '  },',
      '};',
    ),
    entries: texts(['a', '1'], ['a.b', '2'], ['c.d', '3'], ['c.d.e', '4']),
  },
  {
    title: 'all ways of writing names and texts',
    text: `export default { a: "x", 'b': 'y', "c": \`z\r\n\`, 1: 'n', 0x10: 'h', ['d']: 'e', é: '1', \\u0061b: '2' }`,
    entries: texts(['a', 'x'], ['b', 'y'], ['c', 'z\n'], ['1', 'n'], ['16', 'h'], ['d', 'e'], ['é', '1'], ['ab', '2']),
    only: 'read',
  },
  {
    title: 'escapes',
    text: String.raw`module.exports = { a: '\x41\u0042\u{1F600}\101\'\"\
\q\v' }`,
    entries: texts(['a', 'AB😀A\'"q\v']),
    only: 'read',
  },
  {
    title: 'comments that are directly before a name',
    text: line(
      '// About the file.',
      'export default {',
      "  a: '1', // not about b",
      "  b: '2', /* nor about c */",
      '  // far away',
      '',
      "  c: '3',",
      '  /**',
      '   * Two',
      '   *   lines.',
      '   */',
      "  d: '4', /* beside */ e: '5',",
      '  // eslint-disable-next-line',
      "  f: '6',",
      '  // of the branch',
      "  g: { /* of the text */ h: '7' },",
      '}',
    ),
    entries: [
      ...texts(['a', '1'], ['b', '2'], ['c', '3']),
      { key: 'd', value: '4', description: 'Two\n  lines.' },
      { key: 'e', value: '5', description: 'beside' },
      { key: 'f', value: '6' },
      { key: 'g.h', value: '7', description: 'of the text' },
    ],
    only: 'read',
  },
  {
    title: 'what only a program could work out is left alone',
    text: line(
      'export default {',
      '  ...base,',
      '  ...base,',
      '  short,',
      "  a: 'x' + 'y',",
      `  b: \`x \${y} {\`,`,
      "  c: t('x', { z: '}' }),",
      "  d: () => { return /[/}']/ },",
      "  e() { return ',' },",
      "  get f() { return '' },",
      '  set f(x) {},',
      "  g: ['1', '2'].join(),",
      `  [\`k\${1}\`]: 'x',`,
      '  __proto__: other,',
      "  h: cond ? 'a' : 'b',",
      "  i: 'ok',",
      '}',
    ),
    entries: texts(['i', 'ok']),
    only: 'read',
    remarks: [
      '...base',
      '...base',
      'short',
      'a',
      'b',
      'c',
      'd',
      'e',
      'f',
      'f',
      'g',
      `[\`k\${1}\`]:`,
      '__proto__',
      'h',
    ].map((key) => ({ severity: 'warning' as const, code: 'unsupported_entry' as const, key })),
  },
  {
    title: 'numbers, truths, nothing, lists with gaps',
    text: "export default { a: 1_0.50, b: -2, c: true, d: null, e: [, 'x', null, 'y',] }",
    entries: texts(['a', '1_0.50'], ['b', '-2'], ['c', 'true'], ['d', ''], ['e.1', 'x'], ['e.3', 'y']),
    only: 'read',
    remarks: [
      { severity: 'warning', code: 'number_as_text', key: 'a' },
      { severity: 'warning', code: 'number_as_text', key: 'b' },
      { severity: 'warning', code: 'number_as_text', key: 'c' },
      { severity: 'error', code: 'null_value', key: 'd' },
    ],
  },
  {
    title: 'a variable that is exported, among code of all kinds',
    text: line(
      '#!/usr/bin/env node',
      "import x from './x'",
      'const view = () => <p title="a">don\'t {x}</p>',
      `const isIt = /["'\`/{]/.test(x) ? 1 / 2 : \`\${x} { \${\`}\`}\``,
      'const other = { a: 1 }',
      'function f() { return { b: 2 } }',
      "const texts = { a: 'x', b: { c: 'y' } }",
      'export { texts as default, other }',
    ),
    entries: texts(['a', 'x'], ['b.c', 'y']),
    only: 'read',
  },
  {
    title: 'module.exports of a variable',
    text: "'use strict'\nvar de = { a: 'x' }\nmodule.exports = de\n",
    entries: texts(['a', 'x']),
    only: 'read',
  },
  {
    title: 'the first of several that are exported by name',
    text: "export const messages = { a: 'x' }\nexport const more = { b: 'y' }\n",
    entries: texts(['a', 'x']),
    only: 'read',
    remarks: [{ severity: 'warning', code: 'unsupported_entry', key: 'more' }],
  },
  {
    title: 'exports by name, as CommonJS has them',
    text: "Object.defineProperty(exports, '__esModule', { value: true })\nexports.default = ({ a: 'x' })\n",
    entries: texts(['a', 'x']),
    only: 'read',
  },
  {
    title: 'names that come twice, in one object or by two ways',
    text: "export default { a: '1', a: '2', 'b.c': '3', b: { c: '4' } }",
    entries: texts(['a', '1'], ['b.c', '3']),
    only: 'read',
    remarks: [
      { severity: 'error', code: 'duplicate_key', key: 'a' },
      { severity: 'error', code: 'duplicate_key', key: 'b.c' },
    ],
  },
  {
    title: 'what cannot be kept',
    text: `export default { '': '', z: '\\0', v: '${'v'.repeat(limits.value + 1)}' }`,
    entries: texts(['', ''], ['z', ''], ['v', '']),
    only: 'read',
    remarks: [
      { severity: 'error', code: 'invalid_key' },
      { severity: 'error', code: 'encoding', key: 'z' },
      { severity: 'error', code: 'value_too_long', key: 'v' },
    ],
  },
  {
    title: 'more than 64 levels',
    text: `export default ${'{a:'.repeat(65)}'x'${'}'.repeat(65)}`,
    entries: [],
    only: 'read',
    remarks: [{ severity: 'error', code: 'too_deep', key: Array(64).fill('a').join('.') }],
  },
]

export const unreadable: UnreadableCase[] = [
  { title: 'nothing', text: '', code: 'syntax_error' },
  { title: 'no object', text: 'export default function () { return {} }', code: 'syntax_error' },
  { title: 'an object that is not exported', text: "const a = { b: 'c' }", code: 'syntax_error' },
  { title: 'an object without an end', text: "export default { a: 'b', ", code: 'syntax_error' },
  { title: 'a text without an end', text: "export default { a: 'b\n }", code: 'syntax_error' },
  { title: 'a missing comma', text: "export default { a: {} b: '' }", code: 'syntax_error' },
  { title: 'brackets that do not fit', text: "export default { a: ['b'} }", code: 'syntax_error' },
  { title: 'an escape without digits', text: "export default { a: '\\u00' }", code: 'syntax_error' },
  { title: 'code in too many brackets', text: '('.repeat(20_000), code: 'too_deep' },
  { title: 'what is not in UTF-8', text: Uint8Array.of(0x7b, 0x22, 0xff), code: 'encoding' },
]

const base = line(
  "import { other } from './other'",
  '',
  'const de = {',
  '  // first',
  "  b: 'x', // beside",
  '  d: "y",',
  '',
  '  f: { g: `z` },',
  '  ...other,',
  '}',
  '',
  'export default de',
)

export const patches: PatchCase[] = [
  {
    title: 'in the quotes that are there',
    base,
    entries: texts(['b', "it's\n"], ['d', 'say "it\'s"'], ['f.g', `\`\${a}\`\n`]),
    text: base
      .replace("'x'", "'it\\'s\\n'")
      .replace('"y"', '"say \\"it\'s\\""')
      .replace('`z`', () => `\`\\\`\\\${a}\\\`\n\``),
  },
  {
    title: 'new names where they belong',
    base,
    entries: [
      ...texts(['a', '1'], ['b', 'x'], ['d', 'y'], ['f.g', 'z'], ['f.h', '2']),
      { key: 'c-c.x', value: '3', description: 'new' },
    ],
    text: base
      .replace('  // first', "  a: '1',\n  // first")
      .replace('// beside\n', "// beside\n  'c-c': {\n    // new\n    x: '3',\n  },\n")
      .replace('`z`', "`z`, h: '2'"),
  },
  {
    title: 'new names at the end where the others are not sorted, without a last comma',
    base: 'module.exports = {\r\n\t"b": \'x\',\r\n\t"a": \'y\' // end\r\n};',
    entries: texts(['a', 'y'], ['b', 'x'], ['aa', '1'], ['c', '2']),
    text: "module.exports = {\r\n\t\"b\": 'x',\r\n\t\"a\": 'y', // end\r\n\t'aa': '1',\r\n\t'c': '2'\r\n};",
  },
  {
    title: 'the same name twice, where only the first says it: both, because programs read the second',
    base: "export default { a: 'x', a: 'y' }\n",
    entries: texts(['a', 'x']),
    text: "export default { a: 'x', a: 'x' }\n",
  },
  {
    title: 'into what is empty',
    base: 'export default {}\n',
    entries: texts(['a.b', 'x'], ['c', 'y']),
    text: "export default {\n  a: {\n    b: 'x',\n  },\n  c: 'y',\n}\n",
  },
  {
    title: 'what the project does not have goes, where that is asked for, with what is about it',
    base,
    entries: texts(['d', 'y'], ['z', 'new']),
    options: { prune: true },
    text: line(
      "import { other } from './other'",
      '',
      'const de = {',
      '  d: "y",',
      "  z: 'new',",
      '',
      '  ...other,',
      '}',
      '',
      'export default de',
    ),
  },
  {
    title: 'what goes from a line, and from lists',
    base: "export default { a: 'x', b: 'y', c: ['1', '2', '3'], d: 'z' }\n",
    entries: texts(['b', 'y'], ['c.1', '2']),
    options: { prune: true },
    text: "export default { b: 'y', c: [null, '2'] }\n",
  },
  {
    title: 'lists grow at their end, and take what fits nowhere else',
    base: "export default { a: ['x', null] }\n",
    entries: texts(['a.0', 'x'], ['a.1', 'y'], ['a.2', 'z'], ['a.4', '-'], ['a.b', '-']),
    text: "export default { a: ['x', 'y', 'z'] }\n",
    remarks: [
      { severity: 'warning', code: 'key_not_representable', key: 'a.4' },
      { severity: 'warning', code: 'key_not_representable', key: 'a.b' },
    ],
  },
  {
    title: 'numbers stay numbers, and what is worked out stays as it is',
    base: 'export default { a: 1, b: true, c: 2, d: f(), g: null }\n',
    entries: texts(['a', '3'], ['b', 'false'], ['c', 'x'], ['d', 'text'], ['g', 'h']),
    text: "export default { a: 3, b: false, c: 'x', d: f(), g: 'h' }\n",
    remarks: [{ severity: 'warning', code: 'unsupported_entry', key: 'd' }],
  },
  {
    title: 'a text and a branch of one name',
    base: "export default { a: 'x', b: { c: 'y' } }\n",
    entries: texts(['a', 'x'], ['a.z', '1'], ['b', '2'], ['b.c', 'y']),
    text: "export default { a: 'x', 'a.z': '1', b: { c: 'y' } }\n",
    remarks: [{ severity: 'warning', code: 'key_not_representable', key: 'b' }],
  },
]

const text = fc.string({ unit: 'binary' }).filter((some) => some.isWellFormed() && !some.includes('\0'))
const description = fc.option(fc.stringMatching(/^[a-z]([a-z\n ]{0,20}[a-z])?$/), { nil: undefined })

export const arbitrary = fc.uniqueArray(
  fc.record({
    key: text.filter((some) => some !== ''),
    value: text,
    description: description.map((some) => some?.replaceAll(/ +\n/g, '\n') ?? ''),
  }),
  { selector: ({ key }) => key },
)
