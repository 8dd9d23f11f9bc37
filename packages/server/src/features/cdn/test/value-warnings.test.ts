import assert from 'node:assert/strict'
import { test } from 'node:test'
import { messageParameters } from '@parlance/checks'
import type { CheckId } from '@parlance/contract'
import { type CheckedValue, valueWarnings } from '../value-warnings.ts'

const MISSING = 'The placeholder {name} of the source is missing.'
const value = (text: string, source: string, rest: Partial<CheckedValue> = {}): CheckedValue => ({
  value: text,
  params: messageParameters(source),
  doubleBraced: null,
  locale: 'de',
  syntax: null,
  isPlural: false,
  checks: null,
  errors: null,
  ...rest,
})
const messages = (given: CheckedValue, isError: (check: CheckId, locale: string) => boolean = () => true) =>
  valueWarnings(given, isError).messages

test('qa 4 a value that no check has looked at is looked at once', () => {
  assert.deepEqual(messages(value('Hallo', 'Hello {name}')), [MISSING])
  assert.deepEqual(messages(value('Hallo {name', 'Hello {name}')), ['The value is no valid ICU message.'])
  assert.deepEqual(messages(value('Hallo {name}', 'Hello {name}')), [])
})

test('qa 4 what a check has found is told once, in its words; what was set aside is not told', () => {
  const found = { checks: ['placeholder_missing' as const], errors: ['Where is {name}?'] }
  assert.deepEqual(messages(value('Hallo', 'Hello {name}', found)), ['Where is {name}?'])
  assert.deepEqual(messages(value('Hallo', 'Hello {name}', { ...found, errors: null })), [])
  const tag = { checks: ['tag_missing' as const], errors: ['No <b>.'] }
  assert.deepEqual(messages(value('Hallo', '<b>Hello</b> {name}', tag)), ['No <b>.', MISSING])
})

test('qa 4 what a project takes for no error is not told', () => {
  const isError = (check: CheckId, locale: string) => check !== 'placeholder_missing' || locale !== 'de'
  assert.deepEqual(messages(value('Hallo', 'Hello {name}'), isError), [])
  assert.deepEqual(messages(value('Salut', 'Hello {name}', { locale: 'fr' }), isError), [MISSING])
})

test('qa 4 that a text is no message is known, whoever found it', () => {
  const isNoMessage = (given: CheckedValue) => valueWarnings(given, () => true).isNoMessage
  assert.equal(isNoMessage(value('{', 'Hello')), true)
  assert.equal(isNoMessage(value('{', 'Hello', { checks: ['icu_syntax'] })), true)
  assert.equal(isNoMessage(value('Hallo', 'Hello {name}')), false)
})
