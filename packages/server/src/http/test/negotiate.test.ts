import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chooseEncoding, isKnown } from '../negotiate.ts'

const cases: [accept: string | undefined, expected: string][] = [
  [undefined, 'identity'],
  ['', 'identity'],
  ['gzip, deflate, br, zstd', 'br'],
  ['br', 'br'],
  ['GZIP', 'gzip'],
  ['gzip', 'gzip'],
  ['deflate', 'identity'],
  ['*', 'br'],
  ['gzip;q=1.0, br;q=0.5', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['br;q=0, *;q=0.3', 'gzip'],
  ['identity, br;q=0.1', 'identity'],
  ['identity;q=0.5, br', 'br'],
  ['identity;q=0, *;q=0', 'identity'],
  ['br; q=0.8 , gzip ; q=0.9', 'gzip'],
  ['br;q=nonsense, gzip', 'gzip'],
]
for (const [accept, expected] of cases) {
  test(`a client that accepts "${accept}" gets ${expected}`, () => {
    assert.equal(
      chooseEncoding(accept, () => true),
      expected,
    )
  })
}

test('only what there is can be chosen', () => {
  assert.equal(
    chooseEncoding('br, gzip', (name) => name === 'gzip'),
    'gzip',
  )
  assert.equal(
    chooseEncoding('br, gzip', () => false),
    'identity',
  )
})

test('a tag is known among several, weak or not, and nothing else is', () => {
  for (const known of ['"a"', 'W/"a"', '"x", "a"', '"x",W/"a"', '*']) assert.ok(isKnown(known, '"a"'), known)
  for (const other of [undefined, '', '"b"', 'a', '"A"', 'W/"b"']) assert.ok(!isKnown(other, '"a"'), other)
})
