import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { onThisMachine, workOf } from '../../server/test/this-machine.ts'
import { type GlossaryTerm, NO_TERMS, PreparedTerms, prepareTerms, type Terms } from '../src/index.ts'

type Given = Partial<Omit<GlossaryTerm, 'translations'>> & { term: string; de?: string; forbiddenInGerman?: string }

const termOf = ({ de, forbiddenInGerman, ...given }: Given, id: number): GlossaryTerm => ({
  id,
  locale: 'en',
  isForbidden: false,
  isCaseSensitive: false,
  isExactMatch: false,
  isTranslatable: true,
  translations: [
    { locale: 'fr', text: 'panier', isForbidden: false },
    ...(de === undefined ? [] : [{ locale: 'de', text: de, isForbidden: false }]),
    ...(forbiddenInGerman === undefined ? [] : [{ locale: 'de', text: forbiddenInGerman, isForbidden: true }]),
  ],
  ...given,
})

const preparedOf = (terms: readonly GlossaryTerm[]) =>
  prepareTerms({ sourceLocale: 'en', pages: terms.map((term) => JSON.stringify([term])) })

const prepared = (...given: Given[]): Terms => preparedOf(given.map((term, at) => termOf(term, at + 1)))

const missing = (given: Given[], source: string, value: string) =>
  prepared(...given)
    .missingIn(source, value, 'de')
    .map(({ term }) => term)

const forbidden = (given: Given[], value: string, locale = 'de') =>
  prepared(...given)
    .forbiddenIn(value, locale)
    .map(({ term, start, end }) => [term, value.slice(start, end)])

describe('qa 2 glossary_missing: a preferred term is in the source, and its translation is not in the value', () => {
  const cart: Given = { term: 'cart', de: 'Warenkorb' }
  const cases: [string, Given[], string, string, string[]][] = [
    ['it is', [cart], 'Open the cart', 'Öffne den Warenkorb', []],
    ['it is not', [cart], 'Open the cart', 'Öffne den Korb', ['cart']],
    ['the term is not there either', [cart], 'Open the basket', 'Öffne den Korb', []],
    ['either may be inflected, and its case does not count', [cart], 'Open CARTS', 'Öffne die WARENKORBS', []],
    ['an inflected term is missed like any other', [cart], 'Open carts', 'Öffne Körbe', ['cart']],
    ['the second half of a word with a hyphen', [cart], 'Go-cart racing', 'Kartrennen', ['cart']],
    ['another word that ends with it', [{ term: 'art', de: 'Kunst' }], 'The cart', 'Der Korb', []],
    ['whole words alone', [{ ...cart, isExactMatch: true }], 'The carts', 'Die Körbe', []],
    ['whole words alone, here too', [{ ...cart, isExactMatch: true }], 'The cart', 'Des Warenkorbs', ['cart']],
    ['only in its case', [{ term: 'SAP', de: 'SAP', isCaseSensitive: true }], 'The sap of trees', 'Baumsaft', []],
    ['only in its case, here too', [{ term: 'SAP', de: 'SAP', isCaseSensitive: true }], 'In SAP', 'In Sap', ['SAP']],
    [
      'any white space',
      [{ term: 'gift card', de: 'Gutschein Karte' }],
      'A gift\ncard',
      'Eine Gutschein\u00a0 Karte',
      [],
    ],
    ['in another Unicode form', [{ term: 'cafe\u0301', de: 'Café' }], 'A café', 'Ein Cafe\u0301', []],
    ['a term without a translation in the language', [{ term: 'cart' }], 'Open the cart', 'Öffne den Korb', []],
    ['a translation that is forbidden', [{ term: 'cart', forbiddenInGerman: 'Karre' }], 'The cart', 'Der Korb', []],
    ['a term that is forbidden itself', [{ ...cart, isForbidden: true }], 'The cart', 'Der Korb', []],
    ['a term of another language', [{ ...cart, locale: 'fr' }], 'The cart', 'Der Korb', []],
    ['a longer term', [cart, { term: 'cart total', de: 'Summe' }], 'The cart total', 'Die Summe', []],
    ['a longer term without a translation', [cart, { term: 'cart total' }], 'The cart total', 'Die Summe', []],
    ['a translation within another', [cart, { term: 'big', de: 'Warenkorb groß' }], 'A big cart', 'Warenkorb groß', []],
    ['twice', [cart], 'Your cart and my cart', 'Dein Korb', ['cart']],
    ['two of them', [cart, { term: 'order', de: 'Bestellung' }], 'Order the cart', 'Kaufe', ['order', 'cart']],
    [
      'one meaning of two',
      [
        { term: 'bank', de: 'Bank' },
        { term: 'Bank', de: 'Ufer' },
      ],
      'A bank',
      'Ein Ufer',
      [],
    ],
    [
      'neither meaning of two',
      [
        { term: 'bank', de: 'Bank' },
        { term: 'Bank', de: 'Ufer' },
      ],
      'A bank',
      'Ein Strand',
      ['bank', 'Bank'],
    ],
  ]
  for (const [name, terms, source, value, expected] of cases) {
    test(name, () => assert.deepEqual(missing(terms, source, value), expected))
  }

  test('among many terms, too', () => {
    const many = Array.from({ length: 90 }, (_, at) => ({ term: `word${at}x`, de: `Wort${at}y ${'lang '.repeat(20)}` }))
    const source = many.map(({ term }) => term).join(' ')
    const value = many.map(({ de }) => de).join(' ')
    assert.deepEqual(missing(many, source, value), [])
    assert.deepEqual(missing(many, source, value.replace('Wort7y', 'Wort_7y')), ['word7x'])
  })
})

describe('qa 2 glossary_forbidden: a forbidden term of the language is in the value', () => {
  const trolley: Given = { term: 'cart', forbiddenInGerman: 'Karre' }
  const cases: [string, Given[], string, [string, string][]][] = [
    ['it is', [trolley], 'Deine Karre ist leer', [['Karre', 'Karre']]],
    ['inflected, whatever its case', [trolley], 'zwei KARREN', [['Karre', 'KARRE']]],
    ['at the end of a word', [trolley], 'Schubkarre', []],
    ['whole words alone', [{ ...trolley, isExactMatch: true }], 'zwei Karren', []],
    ['only in its case', [{ ...trolley, isCaseSensitive: true }], 'karre', []],
    ['a preferred one', [{ term: 'cart', de: 'Karre' }], 'Deine Karre', []],
    ['a name of this language', [{ term: 'Karre', locale: 'de', isForbidden: true }], 'Karre', [['Karre', 'Karre']]],
    ['a name of another language', [{ term: 'Karre', isForbidden: true }], 'Karre', []],
    ['twice is told once, where it is first', [trolley], 'karre Karre', [['Karre', 'karre']]],
    [
      'of two that overlap the longer',
      [trolley, { term: 'x', forbiddenInGerman: 'Karre voll' }],
      'Karre  voll',
      [['Karre voll', 'Karre  voll']],
    ],
  ]
  for (const [name, terms, value, expected] of cases) {
    test(name, () => assert.deepEqual(forbidden(terms, value), expected))
  }

  test('also of the source language', () => {
    assert.deepEqual(forbidden([{ term: 'basket', isForbidden: true }], 'A basket', 'en'), [['basket', 'basket']])
  })

  test('both forbidden names of a term in one language', () => {
    const term = termOf({ term: 'basket', isForbidden: true }, 1)
    const terms = preparedOf([{ ...term, translations: [{ locale: 'en', text: 'trolley', isForbidden: true }] }])
    assert.deepEqual(
      terms.forbiddenIn('trolley, basket', 'en').map((found) => found.term),
      ['trolley', 'basket'],
    )
  })
})

test('qa 2 terms that stay untranslated are known by their flag, or by a translation that is the term itself', () => {
  const terms = prepared(
    { term: 'Parlance', isTranslatable: false },
    { term: 'Cloud', de: 'Cloud' },
    { term: 'file', de: 'Datei' },
  )
  const source = 'Parlance Cloud file'
  assert.deepEqual(
    terms.untranslatedIn(source, 'de').map(({ start, end }) => source.slice(start, end)),
    ['Parlance', 'Cloud'],
  )
  assert.deepEqual(
    terms.untranslatedIn(source, 'fr').map(({ start, end }) => source.slice(start, end)),
    ['Parlance'],
  )
})

test('terms come, change and go', () => {
  const terms = new PreparedTerms('en')
  const told = () => [
    terms.missingIn('the cart', 'der Karren', 'de').length,
    terms.forbiddenIn('der Karren', 'de').length,
    terms.isEmpty,
  ]
  assert.deepEqual(told(), [0, 0, true])
  terms.put(termOf({ term: 'cart', de: 'Warenkorb' }, 1))
  assert.deepEqual(told(), [1, 0, false])
  terms.put(termOf({ term: 'cart', forbiddenInGerman: 'Karren' }, 1))
  assert.deepEqual(told(), [0, 1, false])
  terms.put(termOf({ term: 'cart', locale: 'fr' }, 1))
  assert.deepEqual(told(), [0, 0, true])
  terms.put(termOf({ term: 'cart', de: 'Warenkorb' }, 2))
  terms.delete(2)
  terms.delete(99)
  assert.deepEqual(told(), [0, 0, true])
})

test('nothing is said without a glossary', () => {
  assert.ok(NO_TERMS.isEmpty)
  assert.deepEqual(
    [NO_TERMS.missingIn('a', 'b', 'de'), NO_TERMS.forbiddenIn('b', 'de'), NO_TERMS.untranslatedIn('a', 'de')],
    [[], [], []],
  )
})

describe('qa 5 values take time in proportion to their length, whatever the glossary', () => {
  const nested = Array.from({ length: 300 }, (_, at) => '😀'.repeat(at + 1))
  const glossaries: [string, Given[], string, string][] = [
    ['the same sign', nested.map((term) => ({ term, de: `${term}x` })), '😀', '😀'],
    ['forbidden signs', nested.map((forbiddenInGerman) => ({ term: 'x', forbiddenInGerman })), 'x ', '😀'],
    [
      'a term in every letter',
      Array.from({ length: 3_000 }, (_, at) => ({ term: String.fromCharCode(0x4e00 + at), de: '中'.repeat(499) + at })),
      Array.from({ length: 3_000 }, (_, at) => String.fromCharCode(0x4e00 + at)).join(''),
      '中',
    ],
    ['many terms of the same text', Array.from({ length: 5_000 }, () => ({ term: '中', de: '国' })), '中', '中'],
  ]
  for (const [name, given, source, value] of glossaries) {
    test(name, () => {
      const terms = prepared(...given)
      const long = (text: string) => text.repeat(Math.ceil(65_536 / text.length)).slice(0, 65_536)
      const rounds = Array.from({ length: 3 }, () =>
        workOf(() => {
          terms.missingIn(long(source), long(value), 'de')
          terms.forbiddenIn(long(value), 'de')
        }),
      )
      const took = Math.min(...rounds)
      assert.ok(took < onThisMachine(100), `${Math.round(took)} ms`)
    })
  }

  test('a glossary of some thousand terms costs a value a few microseconds', () => {
    const word = (at: number) => `term${at.toString(36)}`
    const terms = prepared(
      ...Array.from({ length: 5_000 }, (_, at) => ({
        term: word(at),
        ...(at % 10 === 0 ? { forbiddenInGerman: `schlecht${at}` } : { de: `Wort${at}` }),
      })),
    )
    const values = Array.from({ length: 2_000 }, (_, at) => [
      `Open the ${word(at)} and save it to your settings (${at})`,
      `Öffne das Wort${at} und sichere es in deinen Einstellungen (${at})`,
    ])
    const look = () => {
      for (const [source = '', value = ''] of values) {
        terms.missingIn(source, value, 'de')
        terms.forbiddenIn(value, 'de')
      }
    }
    // The best of some rounds: the first ones are compiled on the way, and any may be the one that memory is swept in.
    const rounds = Array.from({ length: 5 }, () => workOf(look))
    const took = (Math.min(...rounds) * 1_000) / values.length
    assert.ok(took < onThisMachine(25), `${took.toFixed(1)} µs`)
  })
})
