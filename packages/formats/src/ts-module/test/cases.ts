import type { FormatCase, PatchCase, UnreadableCase } from '../../../test/format-case.ts'

export { arbitrary } from '../../js-module/test/cases.ts'

const texts = (...pairs: [key: string, value: string][]) => pairs.map(([key, value]) => ({ key, value }))

const base = `import type { Locale } from '.'

interface Texts { a: string }
type F = () => void

const de: Record<string, { a: string } | (() => void)> & Texts = {
  a: 'x' as const,
  b: {
    c: "y",
  } satisfies Texts,
  d: ['1', '2'] as [string, string],
};

export default de as Locale;
`

export const cases: FormatCase[] = [
  {
    title: 'as modules of JavaScript are',
    text: "export default {\n  a: 'x',\n};\n",
    entries: texts(['a', 'x']),
  },
  {
    title: 'types',
    text: base,
    entries: texts(['a', 'x'], ['b.c', 'y'], ['d.0', '1'], ['d.1', '2']),
    only: 'read',
  },
  { title: 'as const', text: "export default { a: 'x' } as const", entries: texts(['a', 'x']), only: 'read' },
  {
    title: 'satisfies',
    text: "export const messages = { a: 'x' } as const satisfies Record<string, string>;",
    entries: texts(['a', 'x']),
    only: 'read',
  },
  { title: 'export =', text: "export = { a: 'x' }", entries: texts(['a', 'x']), only: 'read' },
  {
    title: 'a type that is a function',
    text: "export const a: () => void = f\nexport const b: (x: { y: 'z' }) => { w: 'v' } = g\nexport const c = { d: 'e' }",
    entries: texts(['d', 'e']),
    only: 'read',
  },
]

export const unreadable: UnreadableCase[] = [
  { title: 'types alone', text: 'export interface A { b: string }\nexport type C = { d: 1 }', code: 'syntax_error' },
  { title: 'a file of Qt', text: '<!DOCTYPE TS><TS></TS>', code: 'syntax_error' },
]

export const patches: PatchCase[] = [
  {
    title: 'types stay',
    base,
    entries: texts(['a', 'n'], ['b.c', 'y'], ['b.d', 'z'], ['d.0', '1'], ['d.1', '2'], ['e', 'w']),
    text: base
      .replace("'x'", "'n'")
      .replace('    c: "y",\n', '    c: "y",\n    d: \'z\',\n')
      .replace('[string, string],\n', "[string, string],\n  e: 'w',\n"),
  },
]
