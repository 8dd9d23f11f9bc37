import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Syntax } from '@parlance/contract/syntaxes'
import { onThisMachine, workOf } from '../../server/test/this-machine.ts'
import { messageParameters, warningsOf } from '../src/index.ts'

const check = (source: string, value: string, syntax: Syntax | null = null, isPlural = false) =>
  warningsOf({
    value,
    syntax,
    isPlural,
    params: messageParameters(source),
    doubleBraced: source.includes('{{') ? source : null,
  }).map(({ message }) => message)
const missing = (...names: string[]) => names.map((name) => `The placeholder ${name} of the source is missing.`)
const INVALID = ['The value is no valid ICU message.']

const cases: [source: string, value: string, warnings: string[]][] = [
  ['Hello', 'Hallo', []],
  ['Hello {name}', 'Hallo {name}', []],
  ['Hello {name}', 'Hallo {Name}', missing('{name}')],
  ['{a} of {b}', 'nichts', missing('{a}', '{b}')],
  ['{b} and {a}', '{a} und {b}', []],
  ['Hello', 'Hallo {name}', []],
  ['{n, plural, one {#} other {# of {all}}}', '{n, plural, other {#}}', []],
  ['{n, plural, one {#} other {#}}', 'viele', missing('{n}')],
  ['A <b>bold</b> word', 'Ein fettes Wort', missing('<b>')],
  ['Hello {name}', 'Hallo {name', INVALID],
  ['Hello', '{n, plural, one {#}}', INVALID],
  ['{', '{', INVALID],
  ['a < b', 'a < b', []],
  ["It's", "Es ist '{' da", []],
  ['Hi {{name}}', 'Hallo {{ name }}', []],
  ['Hi {{name}} {{- html}}', 'Hallo {{html, upper}}', missing('{{name}}')],
  ['Hi {{name}}', 'Hallo', missing('{{name}}')],
  ['Hi', 'Hallo {{name}}', []],
  ['Hi {{a-b}} {{-}} {{c\n}}', 'Hallo {{a-b , x}} {{c}}', missing('{{-}}')],
]
for (const [source, value, warnings] of cases) {
  test(`"${value}" for "${source}": ${warnings.join(' ') || 'fine'}`, () => {
    assert.deepEqual(check(source, value), warnings)
  })
}

const ofOtherSyntaxes: [syntax: Syntax, isPlural: boolean, source: string, value: string, warnings: string[]][] = [
  ['icu', false, 'Hello {name}', 'Hallo {name', INVALID],
  ['printf', false, 'Hello %s {', 'Hallo {', []],
  ['none', false, '{name}', '}{', []],
  ['python-brace', false, 'Hi {{name}}', 'Hallo {', []],
  ['i18next', false, 'Hi {{name}}', 'Hallo {', missing('{{name}}')],
  ['i18next', false, 'Hi', 'Hallo {', []],
  ['printf', true, '{n, plural, other {%d}}', '{n, plural, other {%d}', INVALID],
  ['printf', true, '{n, plural, other {%d}}', '{n, plural, one {%d} other {%d}}', []],
]
for (const [syntax, isPlural, source, value, warnings] of ofOtherSyntaxes) {
  test(`${syntax}${isPlural ? ' plural' : ''}: "${value}" for "${source}": ${warnings.join(' ') || 'fine'}`, () => {
    assert.deepEqual(check(source, value, syntax, isPlural), warnings)
  })
}

test('each is told by the check that looks more closely', () => {
  const checks = (source: string, value: string) =>
    warningsOf({ value, syntax: null, isPlural: false, params: messageParameters(source), doubleBraced: null }).map(
      ({ check }) => check,
    )
  assert.deepEqual(checks('{name} <b>is</b> here', 'nichts'), ['placeholder_missing', 'tag_missing'])
  assert.deepEqual(checks('{name}', '{name'), ['icu_syntax'])
})

test('a placeholder of the longest text that never ends is no long work', () => {
  const text = `{{${'a'.repeat(65_534)}`
  const took = workOf(() => assert.deepEqual(check('Hi', text), []))
  assert.ok(took < onThisMachine(200), `took ${took} ms`)
})
