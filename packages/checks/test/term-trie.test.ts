import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { onThisMachine, workOf } from '../../server/test/this-machine.ts'
import { type TermHit, TermTrie, type TrieTerm } from '../src/terms/term-trie.ts'

type Given = string | (Partial<TrieTerm> & { term: string })

const trieOf = (terms: readonly Given[]) => {
  const trie = new TermTrie()
  for (const [at, given] of terms.entries()) {
    const term = typeof given === 'string' ? { term: given } : given
    trie.put({ id: at + 1, isCaseSensitive: false, isExactMatch: false, ...term })
  }
  return trie
}

function search(trie: TermTrie, text: string): TermHit[] {
  const found = trie.find(text)
  for (;;) {
    const { done, value } = found.next()
    if (done) return value
  }
}

/** The parts of a text that were found. */
const found = (terms: readonly Given[], text: string) =>
  search(trieOf(terms), text).map(({ start, end }) => text.slice(start, end))

describe('words', () => {
  const cases: [string, Given[], string, string[]][] = [
    ['a word', ['cart'], 'Your cart is empty', ['cart']],
    ['an inflection, as far as the term goes', ['cart'], 'Two carts', ['cart']],
    ['not the end of a word', ['art'], 'cart', []],
    ['whole words alone', [{ term: 'cart', isExactMatch: true }], 'carts, cart.', ['cart']],
    ['several words', ['shopping cart'], 'my shopping carts', ['shopping cart']],
    [
      'any white space between them',
      ['shopping cart'],
      'shopping\u00a0cart shopping\ncart',
      ['shopping\u00a0cart', 'shopping\ncart'],
    ],
    ['whatever the case', ['Cart'], 'CART cart', ['CART', 'cart']],
    ['only in its case', [{ term: 'SAP', isCaseSensitive: true }], 'sap SAP Sap', ['SAP']],
    ['letters with marks', ['naïve'], 'NAÏVETÉ', ['NAÏVE']],
    ['Greek, final sigma or not', ['ΛΟΓΟΣ'], 'λόγος λογος', ['λογος']],
    ['signs', ['C++', '.NET'], 'C++ and .NET', ['C++', '.NET']],
    ['letters beside signs', ['cart'], '(cart) “cart”/cart', ['cart', 'cart', 'cart']],
    ['not inside names with underscores', [{ term: 'user', isExactMatch: true }], '{user_name} user', ['user']],
    ['numbers', ['404'], 'error 404 1404', ['404']],
    ['Cyrillic', ['корзина'], 'Корзинами', ['Корзина']],
    ['Korean with its particle', ['장바구니'], '장바구니에 담기', ['장바구니']],
    ['emoji', ['😀'], 'a😀b😀', ['😀', '😀']],
    ['nothing in nothing', ['cart'], '', []],
  ]
  for (const [name, terms, text, expected] of cases) test(name, () => assert.deepEqual(found(terms, text), expected))
})

describe('scripts without spaces', () => {
  const cases: [string, Given[], string, string[]][] = [
    ['Chinese', ['购物车'], '您的购物车为空', ['购物车']],
    ['Chinese, exact', [{ term: '购物车', isExactMatch: true }], '您的购物车为空', ['购物车']],
    ['Japanese', ['カート', '注文'], 'カートの注文を確認', ['カート', '注文']],
    ['Thai', ['ตะกร้า'], 'ในตะกร้าสินค้า', ['ตะกร้า']],
    ['Latin letters between them', [{ term: 'iPhone', isExactMatch: true }], '我的iPhone很好', ['iPhone']],
  ]
  for (const [name, terms, text, expected] of cases) test(name, () => assert.deepEqual(found(terms, text), expected))
})

describe('overlaps', () => {
  test('the longest wins, wherever it begins', () => {
    assert.deepEqual(found(['shopping', 'shopping cart', 'cart total page'], 'shopping cart total page'), [
      'shopping',
      'cart total page',
    ])
  })

  test('of equally long ones the earlier', () => assert.deepEqual(found(['ab cd', 'cd ef'], 'ab cd ef'), ['ab cd']))

  test('the same text twice is a hit for both terms', () => {
    const trie = trieOf(['bank', { term: 'Bank' }, { term: 'BANK', isCaseSensitive: true }])
    assert.deepEqual(search(trie, 'bank'), [{ termIds: [1, 2], start: 0, end: 4 }])
  })

  test('a shorter one takes the room that is left', () => {
    assert.deepEqual(found(['一二', '一', '二三四'], '一二三四'), ['一', '二三四'])
  })
})

test('terms come, change and go', () => {
  const trie = trieOf(['cart', 'order'])
  trie.put({ id: 1, term: 'basket', isCaseSensitive: false, isExactMatch: false })
  trie.delete(2)
  trie.delete(99)
  assert.deepEqual(search(trie, 'cart basket order'), [{ termIds: [1], start: 5, end: 11 }])
  assert.equal(trie.size, 1)
})

const withSingleSpaces = (text: string) => text.replaceAll(/\s+/g, ' ')

test('finds the same in texts that differ only in Unicode form and white space', () => {
  const part = fc.constantFrom(
    'é',
    'e\u0301',
    'a',
    'ạ̈',
    'a\u0323\u0308',
    'x\u0302',
    '한',
    '\u1112\u1161\u11ab',
    ' ',
    '\n ',
  )
  const text = (maxLength: number) => fc.array(part, { minLength: 1, maxLength }).map((parts) => parts.join(''))
  const plain = (some: string) => withSingleSpaces(some).normalize('NFC')
  fc.assert(
    fc.property(fc.array(text(3), { maxLength: 5 }), text(20), (terms, given) => {
      const hits = search(trieOf(terms), given)
      const expected = search(trieOf(terms.map(plain)), plain(given))
      const shown = (some: string, { termIds, start, end }: TermHit) => [termIds, plain(some.slice(start, end))]
      assert.deepEqual(
        hits.map((hit) => shown(given, hit)),
        expected.map((hit) => shown(plain(given), hit)),
      )
    }),
    { numRuns: 1_000 },
  )
})

interface Place {
  termIds: number[]
  start: number
  end: number
}

/** What a search term by term, position by position, finds: all of it, then the longest first. */
function termByTerm(terms: readonly TrieTerm[], text: string): Place[] {
  const isLetter = (character: string | undefined) => character !== undefined && /[abA_]/.test(character)
  const joins = (at: number) => at > 0 && isLetter(text[at - 1]) && isLetter(text[at])
  const all = new Map<string, Place>()
  for (const { id, term, isCaseSensitive, isExactMatch } of terms) {
    const wanted = term.trim()
    for (let start = 0; wanted !== '' && start + wanted.length <= text.length; start++) {
      const end = start + wanted.length
      const part = text.slice(start, end)
      const isSame = isCaseSensitive ? part === wanted : part.toLowerCase() === wanted.toLowerCase()
      if (!isSame || joins(start) || (isExactMatch && joins(end))) continue
      const same = all.get(`${start} ${end}`)
      if (same) same.termIds.push(id)
      else all.set(`${start} ${end}`, { termIds: [id], start, end })
    }
  }
  const kept: Place[] = []
  for (const place of [...all.values()].sort((a, b) => b.end - b.start - (a.end - a.start) || a.start - b.start))
    if (!kept.some(({ start, end }) => place.start < end && start < place.end)) kept.push(place)
  return kept.sort((a, b) => a.start - b.start)
}

for (const [name, units, longest] of [
  ['of many kinds', ['a', 'b', 'A', ' ', '中', '-', '_', '😀', 'Ⓐ', 'ⓐ'], 4],
  ['of the same letters again and again', ['a', 'a', '-'], 8],
  ['of the same signs again and again', ['中', '中', '中', '😀'], 8],
] as const) {
  const unit = fc.constantFrom(...units)
  const word = fc.string({ unit, minLength: 1, maxLength: longest }).map(withSingleSpaces)
  const term = fc.record({ term: word, isCaseSensitive: fc.boolean(), isExactMatch: fc.boolean() })
  const text = fc.string({ unit, maxLength: 30 }).map(withSingleSpaces)

  test(`finds what a search term by term finds, in texts and terms ${name}`, () => {
    fc.assert(
      fc.property(fc.array(term, { maxLength: 12 }), text, (given, text) => {
        const terms = given.map((one, at) => ({ id: at + 1, ...one }))
        assert.deepEqual(search(trieOf(given), text), termByTerm(terms, text))
      }),
      { numRuns: 1_000 },
    )
  })

  test(`finds only what is there at the time, while terms ${name} come and go`, () => {
    const change = fc.oneof(
      fc.record({ put: fc.record({ id: fc.integer({ min: 1, max: 6 }), term }) }),
      fc.record({ removed: fc.integer({ min: 1, max: 6 }) }),
    )
    fc.assert(
      fc.property(fc.array(fc.tuple(change, text), { maxLength: 12 }), (changes) => {
        const trie = new TermTrie()
        const terms = new Map<number, TrieTerm>()
        for (const [made, text] of changes) {
          const id = 'put' in made ? made.put.id : made.removed
          terms.delete(id)
          if ('put' in made) {
            terms.set(id, { id, ...made.put.term })
            trie.put({ id, ...made.put.term })
          } else trie.delete(id)
          assert.deepEqual(search(trie, text), termByTerm([...terms.values()], text))
        }
      }),
      { numRuns: 300 },
    )
  })
}

test('terms that change while a text is searched do no harm', () => {
  const trie = trieOf(['中中', '中中中', { term: 'Ⓐ', isCaseSensitive: true }])
  const text = `${'中'.repeat(4_000)}Ⓐ`
  const searching = trie.find(text)
  let id = 10
  let hits: TermHit[] | undefined
  while (!hits) {
    const { done, value } = searching.next()
    if (done) hits = value
    trie.put({ id: id++, term: '中'.repeat(id), isCaseSensitive: false, isExactMatch: false })
    search(trie, '中'.repeat(50))
    if (id === 12) trie.delete(2)
  }
  assert.deepEqual(hits.at(-1), { termIds: [3], start: 4_000, end: 4_001 })
  for (const { termIds } of hits) assert.ok(termIds.length > 0 && !termIds.includes(2))
})

/** How often a search pauses, which it does after every so many steps. */
function pausesOf(trie: TermTrie, text: string): number {
  const searching = trie.find(text)
  let pauses = 0
  while (!searching.next().done) pauses++
  return pauses
}

/** One to so many times the same. */
const nested = (part: string, most: number, more: Partial<TrieTerm> = {}) =>
  Array.from({ length: most }, (_, at) => ({ term: part.repeat(at + 1), ...more }))

/** Such a term cut within its last word, and to be found as whole words alone. */
const wholeStart = ({ term }: { term: string }): Given => ({ term: term.slice(0, -1), isExactMatch: true })

describe('a text made to be slow takes hardly more steps than another as long', () => {
  const cases: [string, Given[], string][] = [
    ['one sign, and terms of hundreds of it', nested('😀', 500), '😀'],
    ['one sign, and a single long term that never ends', [`${'😀'.repeat(499)}x`], '😀'],
    ['runs in which a term fits once and not twice', nested('中', 500), `${'中'.repeat(999)}-`],
    ['a sign in another case than all terms', nested('Ⓐ', 500, { isCaseSensitive: true }), 'ⓐ'],
    ['words that go on where all terms must end', ['-ab'.repeat(160), ...nested('-ab', 150).map(wholeStart)], '-ab'],
    ['the same word again and again', nested('word ', 90, { isExactMatch: true }), 'word '],
    [
      'all ends of the longest term',
      Array.from({ length: 250 }, (_, at) => '一二三四五'.repeat(50).slice(at)),
      '一二三四五',
    ],
  ]
  for (const [name, terms, part] of cases) {
    test(name, () => {
      const text = part.repeat(Math.ceil(50_000 / part.length))
      const usual = pausesOf(trieOf(['something else']), 'anything at all '.repeat(text.length / 16))
      const pauses = pausesOf(trieOf(terms), text)
      assert.ok(pauses < 4 * usual + 20, `${pauses} pauses, and ${usual} in another text`)
    })
  }
})

test('a text made to be slow is searched in pieces', () => {
  const trie = trieOf(Array.from({ length: 300 }, (_, at) => '中'.repeat(at + 1)))
  const search = trie.find('中'.repeat(20_000))
  let longest = 0
  let hits: TermHit[] | undefined
  while (!hits) {
    const took = workOf(() => {
      const { done, value } = search.next()
      if (done) hits = value
    })
    longest = Math.max(longest, took)
  }
  assert.equal(hits.length, Math.ceil(20_000 / 300))
  assert.ok(longest < onThisMachine(100), `one piece took ${Math.round(longest)} ms`)
})

/** The longest that a search works before it lets others go first. */
function longestPiece(trie: TermTrie, text: string): number {
  const search = trie.find(text)
  let longest = 0
  for (let isDone = false; !isDone; ) {
    const took = workOf(() => {
      isDone = search.next().done === true
    })
    longest = Math.max(longest, took)
  }
  return longest
}

for (const [name, text] of [
  ['words', 'the shopping cart '.repeat(4_000)],
  ['one script without spaces', '購物車'.repeat(22_000)],
  ['syllables', '장바구니'.repeat(17_000)],
  ['letters with marks', 'e\u0301a\u0302'.repeat(16_384)],
  ['nothing but white space', ' '.repeat(65_536)],
  ['marks alone, each before the other', '\u0301\u0316'.repeat(32_768)],
] as const) {
  test(`the longest text there is, of ${name}, is read in pieces`, () => {
    const longest = longestPiece(trieOf(['cart', '車', 'é']), text.slice(0, 65_536))
    assert.ok(longest < onThisMachine(25), `one piece took ${Math.round(longest)} ms`)
  })
}

test('a large glossary is taken in term by term, and none of them takes long', () => {
  const trie = new TermTrie()
  let longest = 0
  for (let id = 1; id <= 15_000; id++) {
    const term = `${id} ${'abcdefghij'.repeat(14)}`
    longest = Math.max(
      longest,
      workOf(() => trie.put({ id, term, isCaseSensitive: false, isExactMatch: false })),
    )
  }
  assert.ok(longest < onThisMachine(25), `one term took ${Math.round(longest)} ms`)
  assert.equal(search(trie, `see 77 ${'abcdefghij'.repeat(14)}`)[0]?.termIds[0], 77)
})
