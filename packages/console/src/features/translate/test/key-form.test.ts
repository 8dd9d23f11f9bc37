import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changesOf, emptyForm, formOf, isComplete, isLimit, newKey } from '../key-form.ts'

const key = {
  key: 'cart.total',
  namespaceId: 7,
  description: null,
  aiContext: 'A sum',
  isPlural: false,
  characterLimit: 40,
  syntax: null,
}

test('A new key says only what was said', () => {
  const form = { ...emptyForm(7), name: 'cart.total' }
  assert.deepEqual(newKey(form, { locale: 'en', text: '' }), { key: 'cart.total', namespaceId: 7, isPlural: false })
})

test('A new key carries its source text and a namespace that is made with it', () => {
  const form = { ...emptyForm(7), name: 'a', namespace: { name: 'web' }, characterLimit: ' 40 ', isPlural: true }
  assert.deepEqual(newKey(form, { locale: 'en', text: 'Total' }), {
    key: 'a',
    namespace: 'web',
    isPlural: true,
    characterLimit: 40,
    translations: { en: { value: 'Total', status: 'not_reviewed' } },
  })
})

test('Nothing changed is nothing to send', () => {
  assert.deepEqual(changesOf(formOf(key), key, 7), {})
})

test('What was changed is sent, and what was emptied is taken away', () => {
  const form = { ...formOf(key), aiContext: '', characterLimit: '', description: 'Shown below', syntax: 'vue' as const }
  assert.deepEqual(changesOf(form, key, 9), {
    namespaceId: 9,
    description: 'Shown below',
    aiContext: null,
    characterLimit: null,
    syntax: 'vue',
  })
})

test('A form without a name, with an odd limit or a nameless namespace is not complete', () => {
  const form = { ...emptyForm(7), name: ' ' }
  assert.equal(isComplete(form), true)
  assert.equal(isComplete({ ...form, name: '' }), false)
  assert.equal(isComplete({ ...form, characterLimit: '4.5' }), false)
  assert.equal(isComplete({ ...form, namespace: { name: '' } }), false)
  assert.deepEqual(['', ' 12 ', '0', '-3', '1e3', '12 '].map(isLimit), [true, true, false, false, false, true])
})
