import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changesOf, formOf, NO_TRANSLATION, newTermForm, type Term, termToCreate } from '../term-form.ts'

const en = { id: 1, code: 'en' }
const de = { id: 2, code: 'de' }
const fr = { id: 3, code: 'fr' }

const word = { termType: 'preferred', partOfSpeech: null, gender: null, description: null } as const
const cart: Term = {
  ...word,
  id: 7,
  conceptId: 'c7',
  term: 'cart',
  definition: 'What is bought later',
  subject: null,
  isCaseSensitive: false,
  isExactMatch: false,
  isTranslatable: true,
  sourceLocaleCode: 'en',
  translations: [
    { ...word, id: 70, localeId: 2, localeCode: 'de', text: 'Warenkorb' },
    { ...word, id: 71, localeId: 3, localeCode: 'fr', text: 'panier' },
  ],
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
}

test('a new term is sent without spaces around, and without what is empty', () => {
  const form = { ...newTermForm('en', ' cart '), translations: { 2: { ...NO_TRANSLATION, text: 'Warenkorb ' } } }
  assert.deepEqual(termToCreate(form, [en, de, fr]), {
    term: 'cart',
    termType: 'preferred',
    isTranslatable: true,
    isCaseSensitive: false,
    isExactMatch: false,
    sourceLocaleCode: 'en',
    translations: [{ localeId: 2, text: 'Warenkorb', ...word }],
  })
})

test('what nobody has changed is not sent', () => {
  assert.deepEqual(changesOf(cart, formOf(cart), [en, de, fr]), { patch: null, removed: [] })
})

test('changes are sent alone; an emptied translation is removed', () => {
  const form = formOf(cart)
  const changed = {
    ...form,
    definition: '',
    isForbidden: true,
    translations: { 2: { ...NO_TRANSLATION, text: 'Einkaufswagen', gender: 'm' }, 3: NO_TRANSLATION },
  }
  assert.deepEqual(changesOf(cart, changed, [en, de, fr]), {
    patch: {
      definition: null,
      termType: 'forbidden',
      translations: [{ localeId: 2, text: 'Einkaufswagen', ...word, gender: 'm' }],
    },
    removed: [71],
  })
})

test('languages that somebody may not write are left alone', () => {
  assert.deepEqual(changesOf(cart, { ...formOf(cart), translations: {} }, [de]).removed, [70])
})

test('a term that moves into the language of one of its translations has that translation no longer', () => {
  const { patch, removed } = changesOf(cart, { ...formOf(cart), term: 'Warenkorb', sourceCode: 'de' }, [en, de, fr])
  assert.deepEqual(patch, { term: 'Warenkorb', sourceLocaleCode: 'de' })
  assert.deepEqual(removed, [70])
})
