import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type NewTerm, termToCreate } from '../new-term.ts'

const source = { id: 1, code: 'en' }
const target = { id: 2, code: 'de' }
const written: NewTerm = {
  term: ' cart ',
  translation: ' Warenkorb',
  definition: '',
  isForbidden: false,
  isKept: false,
  isCaseSensitive: false,
}

test('a term is sent with its translation, without spaces around', () => {
  assert.deepEqual(termToCreate(written, source, target), {
    term: 'cart',
    sourceLocaleCode: 'en',
    isTranslatable: true,
    isCaseSensitive: false,
    translations: [{ localeId: 2, text: 'Warenkorb' }],
  })
})

test('a term that is forbidden, or kept as it is, has no translation', () => {
  assert.equal(termToCreate({ ...written, isKept: true }, source, target).translations, undefined)
  const forbidden = termToCreate({ ...written, isForbidden: true }, source, target)
  assert.equal(forbidden.translations, undefined)
  assert.equal(forbidden.termType, 'forbidden')
})
