import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ownAddress } from '../address.ts'

test('keeps an address of the console as it is', () => {
  assert.equal(ownAddress('/projects/1/translate/de?q=cart&key=5#top'), '/projects/1/translate/de?q=cart&key=5#top')
})

test('leads nobody elsewhere', () => {
  for (const next of [
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '/.//evil.example',
    '/a/..//evil.example',
    'javascript:alert(1)',
    '',
    undefined,
    7,
  ])
    assert.equal(ownAddress(next), '/')
})
