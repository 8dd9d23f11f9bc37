import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { expectedSimilarity } from '../../../test/expected-similarity.ts'
import { longText } from '../../../test/long-texts.ts'
import { codePoints, comparable, highestSimilarity, similarity } from '../similarity.ts'

const alike = (a: string, b: string) => similarity(codePoints(comparable(a)), codePoints(comparable(b)))

// Few letters, so that texts have something in common; some beyond U+FFFF, some that share a surrogate.
const letters = fc.constantFrom('a', 'b', 'c', ' ', 'é', 'e\u0301', '購', '🦜', '🦝', '\u{10ffff}', '\uffff')
const text = (maxLength: number) => fc.string({ unit: letters, maxLength })
/** A text and another made from it by a few edits: what a search really meets. */
const relatives = text(140).chain((source) => {
  const edit = fc.record({ at: fc.nat(140), cut: fc.nat(3), insert: text(3) })
  return fc.array(edit, { maxLength: 6 }).map((edits) => {
    const characters = [...source]
    for (const { at, cut, insert } of edits) characters.splice(at % (characters.length + 1), cut, ...insert)
    return [source, characters.join('')] as const
  })
})

describe('similarity', () => {
  test('identical texts are 100, two empty ones too', () => {
    for (const same of ['', 'a', 'Hello', '🦜'.repeat(100)]) assert.equal(alike(same, same), 100)
  })

  test('is identical after NFC, folded white space and trimming', () => {
    assert.equal(alike('Café', 'Cafe\u0301'), 100)
    assert.equal(alike('  a\t\n b  ', 'a b'), 100)
    assert.equal(alike('a\u00a0b', 'a b'), 100)
    assert.equal(alike('   ', ''), 100)
    assert.ok(alike('ab', 'a b') < 100)
    assert.ok(alike('A', 'a') < 100, 'case counts')
  })

  test('counts code points, not UTF-16 units', () => {
    assert.equal(alike('🦜', '🦝'), 0)
    assert.equal(alike('🦜🦜🦜🦜', '🦜🦜🦜'), 75)
    assert.equal(alike('🦜a', '🦝a'), 50)
  })

  test('is the share of the longer text that stays', () => {
    assert.equal(alike('abcd', 'abcx'), 75)
    assert.equal(alike('abcd', ''), 0)
    assert.equal(alike('abc', 'xyz'), 0)
    assert.equal(alike('kitten', 'sitting'), 57)
    assert.equal(alike('Add to cart', 'Add to card'), 91)
  })

  test('rounds halves up', () => {
    assert.equal(alike('a'.repeat(8), 'a'.repeat(7)), 88, '87.5')
    assert.equal(alike('a'.repeat(8), 'aaaaabbb'), 63, '62.5')
    assert.equal(alike('a'.repeat(40), `${'a'.repeat(39)}b`), 98, '97.5')
    assert.equal(alike('a'.repeat(200), `${'a'.repeat(199)}b`), 99, '99.5 would round to 100')
    assert.equal(alike('a'.repeat(200), `a${'b'.repeat(199)}`), 1, '0.5')
  })

  test('texts that differ reach 99 at most, however long they are', () => {
    for (const length of [200, 1000, 10_000]) assert.equal(alike('a'.repeat(length), 'a'.repeat(length - 1)), 99)
  })

  test('is right at every length around the words of the machine', () => {
    for (const words of [1, 2, 3, 4]) {
      for (const length of [-1, 0, 1].map((more) => 32 * words + more)) {
        const source = Array.from({ length }, (_, at) => 'abcdefg🦜'.at(at % 7) ?? '').join('')
        for (const other of [
          source.slice(1),
          `x${source}`,
          `${source.slice(0, -1)}y`,
          [...source].reverse().join(''),
          source + source,
        ]) {
          assert.equal(alike(source, other), expectedSimilarity(source, other), `${length}`)
        }
        for (const [a, b] of [
          ['a'.repeat(length), 'b'.repeat(length)],
          ['ab'.repeat(length), 'ba'.repeat(length)],
          ['🦜'.repeat(length), `${'🦜'.repeat(length - 1)}🦝`],
        ] as const) {
          assert.equal(alike(a, b), expectedSimilarity(a, b), `${length}`)
        }
      }
    }
  })

  test('equals the brute force, for texts of any kind', () =>
    fc.assert(
      fc.property(text(100), text(100), (a, b) => assert.equal(alike(a, b), expectedSimilarity(a, b))),
      { numRuns: 1000 },
    ))

  test('equals the brute force, for texts that are nearly the same', () =>
    fc.assert(
      fc.property(relatives, ([a, b]) => assert.equal(alike(a, b), expectedSimilarity(a, b))),
      { numRuns: 1000 },
    ))

  test('is told where it reaches what is asked for, to the point, and only there', () =>
    fc.assert(
      fc.property(fc.oneof(relatives, fc.tuple(text(140), text(140))), fc.nat(100), ([first, second], any) => {
        const [a, b] = [comparable(first), comparable(second)]
        const exact = expectedSimilarity(a, b)
        for (const least of [any, exact, Math.min(100, exact + 1)]) {
          const told = similarity(codePoints(a), codePoints(b), least)
          assert.equal(told, exact >= least ? exact : -1, `of at least ${least}`)
        }
      }),
      { numRuns: 1000 },
    ))

  test('equals the brute force, for long texts, whatever is asked for', () => {
    const long = fc.string({ unit: letters, minLength: 300, maxLength: 900, size: 'max' })
    const edit = fc.record({ at: fc.nat(900), cut: fc.nat(90), insert: text(90) })
    const pair = fc
      .tuple(long, long, fc.array(edit, { maxLength: 9 }), fc.boolean())
      .map(([a, other, edits, isOther]) => {
        const characters = isOther ? [...other] : [...a]
        for (const { at, cut, insert } of edits) characters.splice(at % (characters.length + 1), cut, ...insert)
        return [comparable(a), comparable(characters.join(''))] as const
      })
    fc.assert(
      fc.property(pair, ([a, b]) => {
        const exact = expectedSimilarity(a, b)
        for (const least of [0, 50, exact, Math.min(100, exact + 1)]) {
          const told = similarity(codePoints(a), codePoints(b), least)
          assert.equal(told, exact >= least ? exact : -1, `of at least ${least}`)
        }
      }),
      { numRuns: 30 },
    )
  })

  test('is not worked out for somebody who has left', () => {
    const [a, b] = [longText(1), longText(2)].map(codePoints) as [Uint32Array, Uint32Array]
    let asked = 0
    assert.equal(
      similarity(a, b, 0, () => ++asked < 10),
      -1,
    )
    assert.equal(asked, 10)
    assert.ok(similarity(a, b) > 0)
  })

  test('equals the brute force, for all of Unicode', () => {
    const scalar = fc.integer({ min: 1, max: 0x10ffff }).filter((code) => code < 0xd800 || code > 0xdfff)
    const any = fc.array(scalar, { maxLength: 70 }).map((codes) => String.fromCodePoint(...codes))
    fc.assert(
      fc.property(any, any, (a, b) => assert.equal(alike(a, b), expectedSimilarity(a, b))),
      { numRuns: 300 },
    )
  })

  test('is symmetric', () =>
    fc.assert(
      fc.property(relatives, ([a, b]) => assert.equal(alike(a, b), alike(b, a))),
      { numRuns: 500 },
    ))

  test('does not depend on what was compared before', () => {
    const [long, short] = ['abc🦜'.repeat(100), 'abd']
    const before = alike(short, 'abc')
    alike(long, long.slice(1))
    assert.equal(alike(short, 'abc'), before)
  })
})

describe('highestSimilarity', () => {
  test('is never under the similarity of any two texts of those lengths', () =>
    fc.assert(
      fc.property(fc.oneof(relatives, fc.tuple(text(70), text(70))), ([first, second]) => {
        const [a, b] = [first, second].map((side) => codePoints(comparable(side)))
        if (!a || !b) return assert.fail()
        assert.ok(highestSimilarity(a.length, b.length) >= similarity(a, b))
      }),
      { numRuns: 1000 },
    ))

  test('is reached when the longer text only goes on', () => {
    for (const [shorter, longer] of [
      [0, 1],
      [1, 2],
      [31, 32],
      [32, 33],
      [199, 200],
      [64, 64],
    ] as const) {
      const reached = similarity(codePoints('a'.repeat(shorter)), codePoints('a'.repeat(longer)))
      assert.equal(highestSimilarity(shorter, longer), reached)
      assert.equal(highestSimilarity(longer, shorter), reached)
    }
  })
})
