import assert from 'node:assert/strict'
import { test } from 'node:test'
import { besides } from '../arrow-keys.ts'

const tabs = ['suggestions', 'context', 'comments']

test('Arrows go along and round, as the language is written', () => {
  assert.equal(besides('ArrowRight', tabs, 'suggestions', false), 'context')
  assert.equal(besides('ArrowRight', tabs, 'comments', false), 'suggestions')
  assert.equal(besides('ArrowLeft', tabs, 'suggestions', false), 'comments')
  assert.equal(besides('ArrowLeft', tabs, 'suggestions', true), 'context')
  assert.equal(besides('ArrowRight', tabs, 'context', true), 'suggestions')
})

test('Home and End go to the ends, other keys nowhere', () => {
  assert.equal(besides('Home', tabs, 'comments', true), 'suggestions')
  assert.equal(besides('End', tabs, 'suggestions', false), 'comments')
  assert.equal(besides('ArrowDown', tabs, 'suggestions', false), undefined)
  assert.equal(besides('ArrowRight', [], undefined, false), undefined)
})
