import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { type Edit, edited, placesFor } from '../src/edits.ts'
import { Lines } from '../src/lines.ts'
import { asItStands, formsOf, pluralForms, pluralMessage, quoted, unquoted } from '../src/plural-message.ts'
import { UnreadableFile } from '../src/remark.ts'
import { nameOfKey, storedKey } from '../src/stored-key.ts'
import { decodeText, encoderOf, lineEndOf } from '../src/text-file.ts'
import { readXml } from '../src/xml/read-xml.ts'

function decoded(bytes: Uint8Array, otherwise?: 'iso-8859-1') {
  const steps = decodeText(bytes, otherwise)
  for (let step = steps.next(); ; step = steps.next()) if (step.done) return step.value
}

describe('encodings', () => {
  for (const encoding of ['utf-8', 'utf-16le', 'utf-16be'] as const)
    test(`${encoding} comes back byte for byte`, () => {
      fc.assert(
        fc.property(fc.string({ unit: 'binary' }), (text) => {
          const encode = encoderOf({ encoding, hasByteOrderMark: true })
          const bytes = Buffer.concat([encode(text), encode('ü😀')])
          const file = decoded(bytes)
          assert.deepEqual({ ...file }, { text: `${text}ü😀`, encoding, hasByteOrderMark: true })
          assert.deepEqual(Buffer.from(encoderOf(file)(file.text)), bytes)
        }),
      )
    })

  test('ISO-8859-1 has control characters where Windows-1252 has quotation marks', () => {
    assert.deepEqual(decoded(Uint8Array.of(0xe4, 0x93), 'iso-8859-1').text, 'ä\u0093')
    assert.throws(() => decoded(Uint8Array.of(0xe4, 0x93)), UnreadableFile)
  })

  test('the first line tells how lines end', () => {
    assert.deepEqual(['a\r\nb\n', 'a\nb\r\n', 'a\rb', 'a'].map(lineEndOf), ['\r\n', '\n', '\r', '\n'])
  })
})

describe('plural messages', () => {
  const branch = fc.constantFrom('=0', '=10', '=2', 'zero', 'one', 'two', 'few', 'many')
  const branches = fc.tuple(fc.dictionary(branch, fc.string()), fc.string())
  test('forms come back as they were', () => {
    fc.assert(
      fc.property(branches, ([some, other]) => {
        const forms = new Map([...Object.entries(some), ['other', other] as const])
        const value = pluralMessage({ argument: 'count', type: 'cardinal', branches: forms })
        const found = formsOf({ value, syntax: 'printf' })
        assert.deepEqual(found && { ...found, branches: new Map([...found.branches].sort()) }, {
          argument: 'count',
          type: 'cardinal',
          branches: new Map([...forms].sort()),
        })
      }),
    )
  })

  test('a message that was written as it stood comes back from its forms', () => {
    const ofFile = (value: string, more = {}) => {
      const forms = formsOf({ value })
      const isPlural = forms !== undefined
      const read = forms ? pluralMessage({ ...forms, argument: 'count', type: 'cardinal' }) : value
      return { value: read, isPlural, syntax: 'java' as const, ...more }
    }
    for (const message of [
      'Hi {name}',
      "{n, plural, =0 {none} one {it''s '#'1} other {# of '{'x'}', {count}}}",
      '{n, selectordinal, one {#st} other {#th}}',
      '{n, plural, one {{g, select, a {x} other {y}}} other {z}}',
    ])
      assert.equal(asItStands(ofFile(message), message), message)
    const offset = '{n, plural, offset:1 one {#} other {#}}'
    const inOne = pluralMessage({ argument: 'count', type: 'cardinal', branches: new Map([['other', offset]]) })
    assert.equal(asItStands({ value: inOne, isPlural: true, syntax: 'java' }, offset), offset)
    const none = "{count, plural, other {a '{' b}}"
    assert.equal(asItStands({ value: none, isPlural: true, syntax: 'java' }, undefined), none)
    assert.equal(asItStands({ value: none, isPlural: true }, undefined), none)
  })

  test('any text comes back from its quotation', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('{', '}', '#', "'", 'a') }), (text) => {
        assert.equal(unquoted(quoted(text)), text)
      }),
    )
  })

  test('exact numbers come first, then categories; what has no other takes the last', () => {
    const value = pluralMessage({
      argument: 'n',
      type: 'ordinal',
      branches: new Map([
        ['one', 'a'],
        ['=2', 'b'],
        ['=0', "it's {x}"],
      ]),
    })
    assert.equal(value, "{n, selectordinal, =0 {it''s '{'x'}'} =2 {b} one {a} other {a}}")
  })

  for (const text of [
    'a {n, plural, other {x}}',
    '{n, plural, one {x}}',
    '{n, plural, offset:1 other {x}}',
    '{n, plural, other {x}',
    '{n}',
  ])
    test(`no plural from end to end: ${text}`, () => assert.equal(pluralForms(text), undefined))

  test('nested braces and quotations belong to their branch', () => {
    assert.deepEqual(
      pluralForms("{n, plural, one {a {b, select, other {'}'}}} other {''}}")?.branches,
      new Map([
        ['one', "a {b, select, other {'}'}}"],
        ['other', "''"],
      ]),
    )
  })
})

describe('edits', () => {
  test('put texts in place, and leave the rest as it is', () => {
    const text = 'x'.repeat(200_000)
    const edits: Edit[] = [
      { from: 0, to: 1, text: 'a' },
      { from: 100_000, to: 100_000, text: 'b' },
      { from: 199_999, to: 200_000, text: '' },
    ]
    assert.equal([...edited(text, edits)].join(''), `a${'x'.repeat(99_999)}b${'x'.repeat(99_999)}`)
  })

  test('leave at a pause', () => {
    assert.deepEqual(
      [
        ...edited('abc', [
          { from: 1, to: 1, text: '' },
          { from: 2, to: 3, text: '' },
        ]),
      ],
      ['a', 'b'],
    )
  })

  test('cut no character in two', () => {
    const text = `x${'😀'.repeat(100_000)}`
    const pieces = [...edited(text, [{ from: 150_001, to: 150_003, text: 'a' }])]
    assert.ok(pieces.every((piece) => piece.isWellFormed()))
    assert.equal(pieces.join(''), `x${'😀'.repeat(75_000)}a${'😀'.repeat(24_999)}`)
  })

  test('new names go behind the sibling before them, or to the end', () => {
    assert.deepEqual(
      placesFor(['b', 'd'], ['a', 'c', 'e']),
      new Map([
        [-1, ['a']],
        [0, ['c']],
        [1, ['e']],
      ]),
    )
    assert.deepEqual(placesFor(['d', 'b'], ['a', 'c']), new Map([[1, ['a', 'c']]]))
    assert.deepEqual(placesFor([], ['a']), new Map([[-1, ['a']]]))
  })
})

test('a name that is too long is cut and keeps a hash of the whole', () => {
  const name = '😀'.repeat(769)
  const key = storedKey(name)
  assert.match(key, /^(😀){720}#[0-9a-f]{32}$/u)
  assert.equal(nameOfKey(key, { po: { name } }, 'po'), name)
  assert.equal(nameOfKey('other', { po: { name } }, 'po'), 'other')
  assert.equal(storedKey('a'.repeat(768)), 'a'.repeat(768))
})

test('lines are counted from one, asked in any order', () => {
  const lines = new Lines('a\nbc\n\nd')
  assert.deepEqual(
    [0, 3, 5, 6, 0].map((at) => lines.at(at)),
    [
      { line: 1, column: 1 },
      { line: 2, column: 2 },
      { line: 3, column: 1 },
      { line: 4, column: 1 },
      { line: 1, column: 1 },
    ],
  )
})

test('lines end as they do anywhere', () => {
  const lines = new Lines('a\rb\r\nc')
  assert.deepEqual(
    [2, 3, 5].map((at) => lines.at(at).line),
    [2, 2, 3],
  )
})

describe('XML', () => {
  test('tells where everything stands', () => {
    const text = `<?xml version="1.0"?>\r\n<!--😀 c--><a x="1>&amp;">${'é😀\r\n'.repeat(5000)}<b/><![CDATA[<i>]]></a>`
    const told: string[] = []
    const steps = readXml(text, {
      open: ({ name, from, to, depth, attributes }) =>
        told.push(`${name} ${text.slice(from, to)} ${depth} ${attributes['x']}`),
      close: (name, from, to) => told.push(`/${name} ${text.slice(from, to)}`),
      cdata: (content, from, to) => told.push(`${content} ${text.slice(from, to)}`),
      comment: (content, from, to) => told.push(`${content} ${text.slice(from, to)}`),
    })
    assert.ok([...steps].length > 2)
    assert.deepEqual(told, [
      '😀 c <!--😀 c-->',
      'a <a x="1>&amp;"> 1 1>&',
      'b <b/> 2 undefined',
      '/b ',
      '<i> <![CDATA[<i>]]>',
      '/a </a>',
    ])
  })

  for (const [title, text, code] of [
    ['entities', '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>', 'unsafe_xml'],
    ['too many levels', `${'<a>'.repeat(65)}${'</a>'.repeat(65)}`, 'unsafe_xml'],
    ['an unknown entity', '<a>&nbsp;</a>', 'syntax_error'],
    ['an open end', '<a>', 'syntax_error'],
  ] as const)
    test(`refuses ${title}`, () => {
      assert.throws(
        () => [...readXml(text, {})],
        (error) => error instanceof UnreadableFile && error.code === code && error.place.line === 1,
      )
    })
})
