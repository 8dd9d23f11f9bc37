import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import fc from 'fast-check'
import { codePoints, comparable, similarity } from '../../similarity.ts'
import { type Segment, TextIndexes } from '../index.ts'
import { BruteForce, inBatches } from './brute-force.ts'

const indexes = new TextIndexes()
const sharing = new TextIndexes({ sharedFrom: 2 })
after(() => Promise.all([indexes.close(), sharing.close()]))
// While one is open, the thread that builds is not started anew for each of the others.
for (const each of [indexes, sharing]) await each.load(inBatches([]))

const RUNS = process.env['PARLANCE_TEST_FULL'] === '1' ? 1_000 : 20

const load = (segments: readonly Segment[]) => indexes.load(inBatches(segments))

// Few characters of each script, so that texts have something in common. Some share a group of the filter (a, A and
// Cyrillic р; all that end in the same bits), a surrogate, or are lone surrogates.
const scripts: Record<string, string[]> = {
  Latin: ['a', 'b', 'A', 'e', ' ', 'é', 'e\u0301', '1', '!'],
  Cyrillic: ['а', 'р', 'о', 'д', ' ', 'a'],
  Arabic: ['ا', 'ل', 'م', 'ـ', '\u064e', ' '],
  Chinese: ['購', '物', '車', '的', '。', '𠀀'],
  Korean: ['한', '국', '어', ' ', '\u1112'],
  emoji: ['🦜', '🦝', '👩‍👩‍👧', '\u{10ffff}', '\uffff', '\ud83e', '\udd9c'],
}
const all = Object.values(scripts).flat()

const textOf = (letters: string[], maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...letters), maxLength, size: 'max' })

/** Texts of a few families: one text each, and others made from it by edits. */
const family = (letters: string[], maxLength: number) =>
  textOf(letters, maxLength).chain((source) =>
    fc.array(
      fc
        .array(fc.record({ at: fc.nat(maxLength), cut: fc.nat(4), insert: textOf(letters, 4) }), { maxLength: 8 })
        .map((edits) => {
          const characters = [...source]
          for (const { at, cut, insert } of edits) characters.splice(at % (characters.length + 1), cut, ...insert)
          return characters.join('')
        }),
      { minLength: 1, maxLength: 12 },
    ),
  )

const texts = (letters: string[], maxLength: number) =>
  fc.array(fc.oneof(family(letters, maxLength), fc.array(textOf(letters, maxLength), { maxLength: 8 })), {
    maxLength: 5,
  })

/** A text, and as many of its length as fill some groups of the filter: written over here and there, and turned. */
const manyOfOneLength = (letters: string[], maxLength: number) => {
  const edit = fc.record({ at: fc.nat(maxLength), text: textOf(letters, 12) })
  const variation = fc.record({ edits: fc.array(edit, { maxLength: 4 }), turn: fc.double({ min: 0, max: 0.3 }) })
  return fc
    .tuple(textOf(letters, maxLength), fc.array(variation, { minLength: 20, maxLength: 50 }))
    .map(([source, variations]) => [
      source,
      ...variations.map(({ edits, turn }) => {
        let text = source
        for (const { at, text: over } of edits) {
          const from = at % (source.length + 1)
          text = (text.slice(0, from) + over + text.slice(from + over.length)).slice(0, source.length)
        }
        const turned = Math.floor(turn * source.length)
        return text.slice(turned) + text.slice(0, turned)
      }),
    ])
}

const ranks = fc.record({ usage: fc.nat(2), time: fc.nat(2) })
const options = fc.record({
  minSimilarity: fc.constantFrom(0, 1, 50, 75, 99, 100),
  maxResults: fc.integer({ min: 1, max: 20 }),
})

const numbered = (families: string[][], ranked: { usage: number; time: number }[]): Segment[] =>
  families.flat().map((text, at) => ({ id: at * 7 + 1, text, ...ranked[at % ranked.length] }))

async function assertSame(segments: Segment[], queries: string[], how: { minSimilarity: number; maxResults: number }) {
  const expected = new BruteForce(segments)
  const wanted = queries.map((query) => expected.search(query, how))
  for (const each of [indexes, sharing]) {
    const index = await each.load(inBatches(segments))
    for (const [at, query] of queries.entries())
      assert.deepEqual(await index.search(query, how), wanted[at], JSON.stringify(query.slice(0, 100)))
    assert.equal(index.size, segments.length)
    index.close()
  }
}

describe('a search equals comparing with every segment', () => {
  for (const [script, letters] of [...Object.entries(scripts), ['all scripts at once', all] as const]) {
    test(script, () =>
      fc.assert(
        fc.asyncProperty(
          texts(letters, 90),
          textOf(letters, 90),
          fc.array(ranks, { minLength: 1, maxLength: 5 }),
          options,
          (families, other, ranked, how) =>
            assertSame(numbered(families, ranked), [other, ...families.flat().slice(0, 3)], how),
        ),
        { numRuns: RUNS },
      ),
    )
  }

  test('texts longer than a byte can count', () =>
    fc.assert(
      fc.asyncProperty(
        texts(['a', 'b', 'c', '🦜'], 700),
        textOf(['a', 'b', '🦝'], 400),
        options,
        (families, other, how) =>
          assertSame(numbered(families, [{ usage: 0, time: 0 }]), [other, families.flat()[0] ?? ''], how),
      ),
      { numRuns: RUNS / 2 },
    ))

  test('many texts of one length, which are compared together', () =>
    fc.assert(
      fc.asyncProperty(
        manyOfOneLength([...'abcdefghi klmno'], 250),
        fc.integer({ min: -40, max: 60 }),
        fc.array(ranks, { minLength: 1, maxLength: 5 }),
        fc.record({ minSimilarity: fc.integer({ min: 40, max: 80 }), maxResults: fc.constantFrom(2, 5, 60) }),
        (made, more, ranked, how) => {
          const [query = '', last = ''] = [made[0], made.at(-1)]
          const other = more < 0 ? query.slice(-more) : last.slice(0, more) + query
          return assertSame(numbered([made], ranked), [query, other], how)
        },
      ),
      { numRuns: RUNS },
    ))

  test('lengths around the words of the machine and the lanes of the filter', async () => {
    const lengths = [0, 1, 15, 16, 17, 31, 32, 33, 63, 64, 65, 127, 128, 129, 191, 192, 193, 254, 255, 256, 257, 600]
    const made = lengths.flatMap((length) => [
      'ab'.repeat(length).slice(0, length),
      'ba'.repeat(length).slice(0, length),
      'a'.repeat(length),
      '🦜'.repeat(length),
      [...'abcdefghij🦝'].join('').repeat(length).slice(0, length),
    ])
    const segments = made.map((text, at) => ({ id: at + 1, text }))
    for (const minSimilarity of [0, 50, 90]) {
      await assertSame(segments, [...made.filter((_, at) => at % 7 === 0), 'x'], { minSimilarity, maxResults: 7 })
    }
  })

  test('one character more often than a signature counts', async () => {
    const made = [0, 1, 2, 14, 15, 16, 17, 30, 31, 99, 100, 101, 253, 254, 255, 256].map((length) =>
      '한'.repeat(length),
    )
    const segments = made.map((text, at) => ({ id: at + 1, text }))
    for (const minSimilarity of [0, 1, 40]) await assertSame(segments, made, { minSimilarity, maxResults: 20 })
    for (const segment of segments) await assertSame([segment], made, { minSimilarity: 0, maxResults: 20 })
  })

  test('the longest texts there are', async () => {
    const long = 'Localized text 購物車 '.repeat(600).slice(0, 10_000)
    const segments = [
      { id: 1, text: long },
      { id: 2, text: long.replaceAll('text', 'texts').slice(0, 10_000) },
      { id: 3, text: 'a'.repeat(10_000) },
      { id: 4, text: long.slice(0, 5_100) },
      { id: 5, text: long.slice(0, 4_000) },
      { id: 6, text: [...long].reverse().join('') },
    ]
    const index = await load(segments)
    for (const query of [long.slice(3), 'a'.repeat(10_000)]) {
      const expected = segments
        .map(({ id, text }) => ({
          id,
          similarity: similarity(codePoints(comparable(query)), codePoints(comparable(text))),
        }))
        .filter(({ similarity }) => similarity >= 50)
        .sort((a, b) => b.similarity - a.similarity || b.id - a.id)
      assert.deepEqual(await index.search(query, { minSimilarity: 50, maxResults: 20 }), expected)
    }
    index.close()
  })
})

describe('order', () => {
  test('is similarity, usage, time, id, each from high to low', async () => {
    const index = await load([
      { id: 1, text: 'Save', usage: 1, time: 9 },
      { id: 2, text: 'Save', usage: 3, time: 1 },
      { id: 3, text: 'Save', usage: 1, time: 9 },
      { id: 4, text: 'Save!', usage: 9, time: 9 },
      { id: 5, text: 'Save', usage: 1, time: 8 },
      { id: 6, text: 'Save', usage: 0.5, time: 99 },
    ])
    const found = await index.search('Save', { minSimilarity: 50, maxResults: 20 })
    assert.deepEqual(
      found.map(({ id }) => id),
      [2, 3, 1, 5, 6, 4],
    )
    index.close()
  })

  test('decides which of many equals are returned', async () => {
    const segments = Array.from({ length: 3_000 }, (_, at) => ({ id: at + 1, text: 'Save', usage: (at * 7919) % 1000 }))
    await assertSame(segments, ['Save', 'Safe'], { minSimilarity: 50, maxResults: 5 })
  })

  test('leaves out what is excluded', async () => {
    const index = await load([1, 2, 3].map((id) => ({ id, text: 'Save' })))
    const found = await index.search('Save', { minSimilarity: 50, maxResults: 2, exclude: [3] })
    assert.deepEqual(found, [
      { id: 2, similarity: 100 },
      { id: 1, similarity: 100 },
    ])
    index.close()
  })
})

describe('apply', () => {
  const letters = scripts['Latin'] ?? []
  const change = fc.record({
    deletes: fc.array(fc.nat(30), { maxLength: 4 }),
    upserts: fc.array(fc.record({ id: fc.nat(30), text: textOf(letters, 12), usage: fc.nat(2), time: fc.nat(2) }), {
      maxLength: 6,
    }),
  })

  test('is found by the next search, whatever came before', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ id: fc.nat(30), text: textOf(letters, 12) }), { maxLength: 20 }),
        fc.array(change, { maxLength: 6 }),
        textOf(letters, 12),
        options,
        async (loaded, changes, query, how) => {
          const index = await load(loaded)
          const expected = new BruteForce(loaded)
          for (const step of [{}, ...changes]) {
            await index.apply(step)
            expected.apply(step)
            assert.deepEqual(await index.search(query, how), expected.search(query, how))
            assert.equal(index.size, expected.segments.length)
          }
          index.close()
        },
      ),
      { numRuns: 150 },
    ))

  test('of many segments in steps of any size, with searches all the while, is as exact', async () => {
    const vocabulary = ['Save', 'file', 'the', 'open', 'cart', 'Add', 'to', 'row', '購物車', '🦜']
    let seed = 1
    const random = (below: number) => {
      seed = (seed * 48_271) % 2_147_483_647
      return seed % below
    }
    const segment = (id: number): Segment => ({
      id,
      text: Array.from({ length: 1 + random(6) }, () => vocabulary[random(vocabulary.length)]).join(' '),
      usage: random(3),
    })
    const loaded = Array.from({ length: 400 }, (_, id) => segment(id))
    const index = await load(loaded)
    const expected = new BruteForce(loaded)
    const how = { minSimilarity: 40, maxResults: 10 }
    for (const size of [1, 300, 20, 1, 250, 90, 3, 500, 2, 200, 40, 700, 5]) {
      const step = {
        upserts: Array.from({ length: size }, () => segment(random(1_500))),
        deletes: Array.from({ length: random(60) }, () => random(1_500)),
      }
      // Started before: sees the index before the change or after it, never half of it.
      const early = index.search('Add row to cart', how)
      const before = expected.search('Add row to cart', how)
      await index.apply(step)
      expected.apply(step)
      const after = expected.search('Add row to cart', how)
      const seen = JSON.stringify(await early)
      assert.ok([before, after].some((possible) => JSON.stringify(possible) === seen))
      assert.deepEqual(await index.search('Add row to cart', how), after)
      assert.deepEqual(await index.search('Save the file 🦜', how), expected.search('Save the file 🦜', how))
      assert.equal(index.size, expected.segments.length)
    }
    index.close()
  })

  test('of the same text with other numbers moves it among its equals', async () => {
    const index = await load([1, 2, 3].map((id) => ({ id, text: 'Save' })))
    await index.apply({ upserts: [{ id: 1, text: ' Save ', usage: 5 }] })
    assert.deepEqual(await index.search('Save', { minSimilarity: 100, maxResults: 1 }), [{ id: 1, similarity: 100 }])
    index.close()
  })
})
