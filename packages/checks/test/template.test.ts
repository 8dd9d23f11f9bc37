import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { keepsPlaceholders, parametersIfValid, SYNTAXES, type Syntax, templateOf } from '../src/index.ts'

/** Every word in capitals, the marks left alone: as good a language as any. */
const shout = (marked: string) =>
  marked.replaceAll(/(<[^<>]*>|&\w+;)|([^<&]+)/g, (_all, mark, text) => mark ?? text.toUpperCase())
const translated = (text: string, locale = 'de') => {
  const { units, assemble } = templateOf(text)
  return assemble(units.map(shout), locale)
}

describe('a text taken apart and put together', () => {
  const cases: [source: string, translation: string][] = [
    ['Save', 'SAVE'],
    ['Hello {name}', 'HELLO {name}'],
    ['{price, number, ::currency/EUR} left', '{price, number, ::currency/EUR} LEFT'],
    ['On {day, date, short} at {t, time}', 'ON {day, date, short} AT {t, time}'],
    ['A <b>bold {what}</b> word', 'A <b>BOLD {what}</b> WORD'],
    ['Hi {{name}}, {{count, number}} new', 'HI {{name}}, {{count, number}} NEW'],
    ['Line<br>break', 'LINE<br>BREAK'],
    ['%s of %2$d and %(name)s', '%s OF %2$d AND %(name)s'],
    ['a < b & c > d', 'A < B & C > D'],
    ["It's '{'fine'}'", "IT'S '{'FINE'}'"],
    ['{broken', '{BROKEN'],
    ['{a, select, x {one} other {two}}', '{a, select, x {ONE} other {TWO}}'],
  ]
  for (const [source, translation] of cases) {
    test(`"${source}" becomes "${translation}"`, () => assert.equal(translated(source), translation))
  }

  test('numbers and hashes in plurals, nested choices and offsets survive', () => {
    const source =
      '{n, plural, offset:1 =0 {none} one {# file of {who}} other {{g, select, m {his} other {their}} # files}}'
    assert.equal(
      translated(source),
      '{n, plural, offset:1 =0 {NONE} one {# FILE OF {who}} other {{g, select, m {HIS} other {THEIR}} # FILES}}',
    )
  })

  const plural = '{n, plural, one {# file} other {# files}}'
  test('a plural gets the categories of the target language', () => {
    assert.equal(translated(plural, 'ja'), '{n, plural, other {# FILES}}')
    assert.equal(translated(plural, 'pl'), '{n, plural, one {# FILE} few {# FILES} many {# FILES} other {# FILES}}')
    assert.deepEqual(translated(plural, 'ar')?.match(/(\w+) \{/g), [
      'zero {',
      'one {',
      'two {',
      'few {',
      'many {',
      'other {',
    ])
    assert.match(
      translated('{n, selectordinal, one {#st} two {#nd} few {#rd} other {#th}}', 'de') ?? '',
      /^\{n, selectordinal, other \{#TH\}\}$/,
    )
  })

  test('what a translator does to quotes and hashes in a plural is no syntax', () => {
    const { assemble } = templateOf(plural)
    const made = assemble(['<x id="0"/>', "No. # '{x}", '<x id="0"/> &lt;b> it\'s'], 'de')
    assert.equal(made, undefined, 'a placeholder is missing from the first branch')
    const kept = templateOf(plural).assemble(['<x id="0"/>', '# \'{x} <x id="0"/>', 'it\'s <x id="0"/>\''], 'en')
    assert.ok(kept !== undefined && parametersIfValid(kept), kept)
  })
})

describe('a translation is refused', () => {
  const { assemble } = templateOf('Hello {name}, <b>you</b>')
  const refused: [why: string, translation: string][] = [
    ['without a placeholder', 'Hallo, <g id="1">du</g>'],
    ['with a placeholder twice', '<x id="0"/><x id="0"/> <g id="1">du</g>'],
    ['with one that nobody asked for', '<x id="0"/> <x id="7"/> <g id="1">du</g>'],
    ['without a tag', 'Hallo <x id="0"/>, du'],
    ['with a tag that is not closed', 'Hallo <x id="0"/>, <g id="1">du'],
    ['with a tag closed too often', 'Hallo <x id="0"/>, <g id="1">du</g></g>'],
    ['with a damaged mark', 'Hallo <x id=0/>, <g id="1">du</g>'],
    ['that is empty', ''],
  ]
  for (const [why, translation] of refused) test(why, () => assert.equal(assemble([translation], 'de'), undefined))

  test('and taken with its marks in another order or spelling', () => {
    assert.equal(assemble(['<g id="1">Du</g>, hallo <x id="0"></x>!'], 'de'), '<b>Du</b>, hallo {name}!')
  })
})

test('formats 2 a text of another syntax is a message only where it is a plural', () => {
  const branches = '{n, plural, one {%d file} other {%d files}}'
  assert.equal(templateOf(branches, 'none').units.length, 1)
  const { units, assemble } = templateOf(branches, 'printf', true)
  assert.equal(assemble(units.map(shout), 'de'), '{n, plural, one {%d FILE} other {%d FILES}}')
  assert.ok(keepsPlaceholders('Press {enter}', '{Eingabe} drücken', 'none'))
  assert.ok(!keepsPlaceholders('Press {enter}', '{Eingabe} drücken', 'icu'))
  assert.ok(!keepsPlaceholders(branches, '{n, plural, other {', 'printf', true))
})

describe('formats 2 what a translator may not touch goes by the syntax', () => {
  const cases: [syntax: Syntax, source: string, unit: string][] = [
    ['none', 'Press {enter} or %s', 'Press {enter} or %s'],
    ['none', 'A <b>bold</b> word', 'A <x id="0"/>bold<x id="1"/> word'],
    ['printf', '100% sure of %1$s, {x}', '100% sure of <x id="0"/>, {x}'],
    ['printf', '<a href="%s">here</a>', '<x id="0"/>here<x id="1"/>'],
    ['python', '%(who)s has %(n)d', '<x id="0"/> has <x id="1"/>'],
    ['python-brace', 'Use {{}} for {name!r}', 'Use {{}} for <x id="0"/>'],
    ['ruby', '%<n>.2f of %{all}', '<x id="0"/> of <x id="1"/>'],
    ['laravel', 'Hello :Name, it is 10:30', 'Hello <x id="0"/>, it is 10:30'],
    ['i18next', 'Hi {{- name}}, $t(more)', 'Hi <x id="0"/>, <x id="1"/>'],
    ['xliff', 'See <x id="1"/> and <g id="2">this</g>', 'See <x id="0"/> and <x id="1"/>this<x id="2"/>'],
  ]
  for (const [syntax, source, unit] of cases) {
    test(`${syntax}: "${source}"`, () => {
      const { units, assemble } = templateOf(source, syntax)
      assert.deepEqual(
        units.map((marked) => marked.replaceAll('&lt;', '<').replaceAll('&gt;', '>')),
        [unit],
      )
      assert.equal(assemble(units, 'de'), source)
      assert.equal(assemble([''], 'de'), source === unit ? '' : undefined)
    })
  }

  test('placeholders without numbers stay in their order, and those with numbers need not', () => {
    const swapped = ['<x id="1"/> von <x id="0"/>']
    assert.equal(templateOf('%s of %s', 'printf').assemble(swapped, 'de'), undefined)
    assert.equal(templateOf('{} of {}', 'python-brace').assemble(swapped, 'de'), undefined)
    assert.equal(templateOf('%1$s of %2$s', 'printf').assemble(swapped, 'de'), '%2$s von %1$s')
    assert.equal(templateOf('{0} of {1}', 'dotnet').assemble(swapped, 'de'), '{1} von {0}')
    assert.equal(templateOf('%1 of %2', 'qt').assemble(swapped, 'de'), '%2 von %1')
  })

  test('what a translator writes that the program would fill in is refused', () => {
    assert.equal(templateOf('All of it', 'printf').assemble(['100%d'], 'de'), undefined)
    assert.equal(templateOf('All of it', 'ruby').assemble(['100%d'], 'de'), '100%d')
  })

  test('in plurals branches are quoted as the syntax asks for', () => {
    const { units, assemble } = templateOf("{n, plural, one {it''s '{'a'}' #} other {%d}}", 'python-brace', true)
    assert.equal(assemble(units, 'de'), "{n, plural, one {it''s '{'a'}' #} other {%d}}")
  })

  test('translations made before are compared by what they ask for, however it is spelled', () => {
    assert.ok(keepsPlaceholders('%s of %s', '%1$s von %2$s', 'printf'))
    assert.ok(!keepsPlaceholders('%d files', 'Dateien', 'printf'))
    assert.ok(!keepsPlaceholders('%d files', '%s Dateien', 'printf'))
    assert.ok(!keepsPlaceholders('A <b>word</b>', 'Ein Wort', 'java'))
    assert.ok(keepsPlaceholders('{n, plural, one {%d a} other {%d b}}', '{n, plural, other {%d c}}', 'printf', true))
    assert.ok(!keepsPlaceholders('{n, plural, one {%d a} other {%d b}}', '{n, plural, other {c}}', 'printf', true))
  })
})

test('whole texts are compared by what they ask for', () => {
  assert.ok(keepsPlaceholders('{n, plural, one {#} other {#}}', '{n, plural, other {#}}'))
  assert.ok(keepsPlaceholders('Hi {{ name }}', 'Hallo {{name}}'))
  assert.ok(!keepsPlaceholders('Hello {name}', 'Hallo {Name}'))
  assert.ok(!keepsPlaceholders('Hello {name}', 'Hallo {name'))
  assert.ok(!keepsPlaceholders('Hi {{name}}', 'Hallo'))
})

test('whatever a text is, the same text comes back from a translator who changes nothing', () => {
  const piece = fc.constantFrom(
    '{a}',
    '{n, number}',
    '#',
    "'",
    '"',
    '<',
    '>',
    '&',
    '{',
    '}',
    'word ',
    '<b>x</b>',
    '{{i}}',
    '%s',
    'é🎉',
    '{n, plural, one {# x} other {y}}',
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      const text = pieces.join('')
      const { units, assemble } = templateOf(text)
      const made = assemble(units, 'en')
      // Quotes may be written in another way, so the meaning is compared, not the letters.
      assert.ok(made !== undefined, text)
      const again = templateOf(made)
      assert.deepEqual(again.units, units, text)
      assert.deepEqual(parametersIfValid(made), parametersIfValid(text))
    }),
    { numRuns: 500 },
  )
})

test('formats 2 a text of any syntax that nobody changed comes back letter by letter', () => {
  const syntax = fc.constantFrom(...SYNTAXES.filter((one) => one !== 'icu'))
  const piece = fc.constantFrom(
    '%s',
    '%1$d',
    '{}',
    '{0}',
    '{{a}}',
    ':a',
    '$b$',
    '<b>',
    '</b>',
    '<x id="0"/>',
    "'",
    '&',
    '{',
    '%',
    'é ',
  )
  fc.assert(
    fc.property(syntax, fc.array(piece, { maxLength: 8 }), (written, pieces) => {
      const text = pieces.join('')
      const { units, assemble } = templateOf(text, written)
      assert.equal(assemble(units, 'de'), text)
    }),
    { numRuns: 500 },
  )
})

test('plurals in plurals in plurals end where no value could hold them', () => {
  const nested = (depth: number) => `${'{n, plural, other {'.repeat(depth)}x${'}}'.repeat(depth)}`
  for (const [depth, isMade] of [
    [3, true],
    [5, true],
    [9, false],
    [200, false],
  ] as const) {
    const { units, assemble } = templateOf(nested(depth))
    assert.equal(assemble(units, 'ar') !== undefined, isMade, `${depth}`)
  }
})
