import assert from 'node:assert/strict'
import { test } from 'node:test'
import { canonicalCode, languagesFor } from '../language-codes.ts'

test('reads a code however it is spelled', () => {
  assert.equal(canonicalCode(' pt_br '), 'pt-BR')
  assert.equal(canonicalCode('zh-hans'), 'zh-Hans')
  assert.equal(canonicalCode('no language'), undefined)
  assert.equal(canonicalCode(''), undefined)
})

test('puts first what begins with what was typed', () => {
  assert.equal(languagesFor('en', 'germ').codes[0], 'de')
})

test('offers a code that the list does not have', () => {
  assert.ok(!languagesFor('en', '').codes.includes('pt-AO'))
  assert.ok(languagesFor('en', 'pt-AO').codes.includes('pt-AO'))
})
