import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { messageParameters, type Parameter } from '../src/index.ts'

const required = (name: string, type: Parameter['type'] = 'string') => ({ name, type, required: true })
const optional = (name: string, type: Parameter['type'] = 'string') => ({ name, type, required: false })
const choice = (name: string, ...options: string[]) => ({ ...required(name), options })

/** Each message beside its parameters, in any order. */
function holds(cases: [string, Parameter[]][]) {
  const sorted = (parameters: Parameter[]) => parameters.toSorted((a, b) => (a.name < b.name ? -1 : 1))
  for (const [message, expected] of cases) {
    assert.deepEqual(sorted(messageParameters(message)), sorted(expected), message)
  }
}

describe('the type of a parameter', () => {
  test('a plain argument is a string', () =>
    holds([
      ['Hello {name}', [required('name')]],
      ['{a} and {b}', [required('a'), required('b')]],
      ['{ spaced }', [required('spaced')]],
      ['{0} {1}', [required('0'), required('1')]],
      ['{größe}', [required('größe')]],
      ['{again} {again}', [required('again')]],
    ]))

  test('number, plural and selectordinal are numbers', () =>
    holds([
      ['{n, number}', [required('n', 'number')]],
      ['{n, number, percent}', [required('n', 'number')]],
      ['{n, number, ::currency/EUR}', [required('n', 'number')]],
      ['{n, plural, one {# item} other {# items}}', [required('n', 'number')]],
      ['{n, plural, offset:1 =0 {nobody} one {you} other {you and #}}', [required('n', 'number')]],
      ['{n, selectordinal, one {#st} two {#nd} few {#rd} other {#th}}', [required('n', 'number')]],
    ]))

  test('date and time are dates', () =>
    holds([
      ['{d, date}', [required('d', 'date')]],
      ['{d, date, short}', [required('d', 'date')]],
      ['{d, date, ::yyyyMMdd}', [required('d', 'date')]],
      ['{t, time, short}', [required('t', 'date')]],
    ]))

  test('select is a string with its options', () =>
    holds([
      ['{g, select, male {He} female {She} other {They}}', [choice('g', 'male', 'female', 'other')]],
      ['{g, select, other {They}}', [choice('g', 'other')]],
      ['{g, select, __proto__ {a} constructor {b} other {c}}', [choice('g', '__proto__', 'constructor', 'other')]],
    ]))

  test('a tag is a tag', () =>
    holds([
      ['<b>bold</b>', [required('b', 'tag')]],
      ['<a>to <b>{name}</b></a>', [required('a', 'tag'), required('b', 'tag'), required('name')]],
    ]))

  test('names that objects know already are names', () =>
    holds([
      ['{__proto__} {constructor} {toString}', [required('__proto__'), required('constructor'), required('toString')]],
      ['<constructor>x</constructor>', [required('constructor', 'tag')]],
    ]))
})

describe('a parameter is required', () => {
  test('unless it appears only inside some branches', () =>
    holds([
      ['{g, select, male {{name}} other {They}}', [choice('g', 'male', 'other'), optional('name')]],
      ['{n, plural, =0 {none} other {# of {total}}}', [required('n', 'number'), optional('total')]],
      ['{n, selectordinal, one {#st {x}} other {#th}}', [required('n', 'number'), optional('x')]],
      ['{g, select, a {<b>x</b>} other {y}}', [choice('g', 'a', 'other'), optional('b', 'tag')]],
      ['{n, plural, one {{d, date}} other {#}}', [required('n', 'number'), optional('d', 'date')]],
      ['{g, select, a {{x}} b {{y}} other {{x}}}', [choice('g', 'a', 'b', 'other'), optional('x'), optional('y')]],
    ]))

  test('when every branch has it', () =>
    holds([
      ['{g, select, male {{name}, he} other {{name}, they}}', [choice('g', 'male', 'other'), required('name')]],
      ['{n, plural, other {# {x}}}', [required('n', 'number'), required('x')]],
      ['{n, plural, one {{x}} other {<b>{x}</b>}}', [required('n', 'number'), required('x'), optional('b', 'tag')]],
    ]))

  test('when it also appears outside', () =>
    holds([
      ['{name}: {g, select, a {{name}} other {}}', [required('name'), choice('g', 'a', 'other')]],
      ['{g, select, a {{name}} other {}} ({name})', [choice('g', 'a', 'other'), required('name')]],
      ['<b>{g, select, a {{x}} other {}}</b>{x}', [required('b', 'tag'), choice('g', 'a', 'other'), required('x')]],
    ]))

  test('through nested branches, in all of them and not in some', () => {
    const all = '{g, select, a {{n, plural, one {{x}} other {{x}}}} other {{n, number} {x}}}'
    const some = '{g, select, a {{n, plural, one {{x}} other {}}} other {{n, number} {x}}}'
    const g = choice('g', 'a', 'other')
    holds([
      [all, [g, required('n', 'number'), required('x')]],
      [some, [g, required('n', 'number'), optional('x')]],
      ['{g, select, a {{n, plural, one {{x}} other {{x}}}} other {}}', [g, optional('n', 'number'), optional('x')]],
      ['{g, select, a {{x}} other {}} {h, select, a {} other {{x}}}', [g, choice('h', 'a', 'other'), optional('x')]],
    ])
  })

  test('and the options of a select in a branch are still told', () =>
    holds([
      [
        '{n, plural, one {{g, select, m {a} other {b}}} other {#}}',
        [required('n', 'number'), { ...choice('g', 'm', 'other'), required: false }],
      ],
    ]))
})

describe('a text without parameters', () => {
  test('plain text, nothing, quoted braces, a lone less-than sign', () => {
    for (const text of ['', 'Hello', "'{name}'", "It''s", "'{' and '}'", 'a < b', '100 %', '#', '🦜']) {
      assert.deepEqual(messageParameters(text), [], text)
    }
    assert.deepEqual(messageParameters(null), [])
  })

  test('what is no ICU message', () => {
    const broken = [
      '{',
      '}',
      '{}',
      '{name',
      'name}',
      '{a b}',
      '{n, plural}',
      '{n, plural, one {x}}',
      '{n, plural, other}',
      '{n, unknown}',
      '{g, select, a {x}}',
      '{g, select, other {x} other {y}}',
      '<b>open',
      'close</b>',
      '<a><b></a></b>',
      '{{name}}',
      '{a.b}',
      '{n, number, ::}',
      '{ok} {broken',
    ]
    for (const text of broken) assert.deepEqual(messageParameters(text), [], text)
  })

  test('what is nested as deep as 65,536 characters allow is survived', () => {
    const bombs: [string, string, string][] = [
      ['{a,select,other{', 'x', '}}'],
      ['<a>', 'x', '</a>'],
      ['{a,plural,other{', '{x}', '}}'],
      ['{', '', ''],
      ['<a>', '', ''],
    ]
    for (const [open, middle, close] of bombs) {
      const depth = Math.floor((65_536 - middle.length) / (open.length + close.length))
      const found = messageParameters(open.repeat(depth) + middle + close.repeat(depth))
      assert.ok(Array.isArray(found) && found.length <= 2)
    }
  })

  test('many parameters are all found', () => {
    const found = messageParameters(Array.from({ length: 5000 }, (_, n) => `{p${n}}`).join(' '))
    assert.equal(found.length, 5000)
  })
})

test('the cases of a choice that is made in several branches add up, and each branch counts by itself', () => {
  const inner = (option: string) => `{b, select, ${option} {} other {}}`
  const message = `{a, select, x {${inner('p')}} y {${inner('q')}} other {}} ${'{c, select, m {} other {n}}'.repeat(2)}`
  assert.deepEqual(messageParameters(message), [
    choice('a', 'x', 'y', 'other'),
    { ...optional('b'), options: ['p', 'other', 'q'] },
    choice('c', 'm', 'other'),
  ])
  assert.deepEqual(messageParameters(`${message} {b}`)[1], { ...required('b'), options: ['p', 'other', 'q'] })
})

test('thousands of cases of one choice are put together once', () => {
  const options = Array.from({ length: 2_000 }, (_, at) => `o${at}`)
  const message = options.map((option) => `{a, select, ${option} {} other {}}`).join('')
  assert.deepEqual(messageParameters(message), [choice('a', 'o0', 'other', ...options.slice(1))])
})
