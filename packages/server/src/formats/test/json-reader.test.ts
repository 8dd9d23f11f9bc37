import assert from 'node:assert/strict'
import { test } from 'node:test'
import { JsonReader } from '../json-reader.ts'

function readAll(reader: JsonReader): void {
  let hasMore = true
  while (hasMore) hasMore = reader.advance()
}

test('any depth is read without ending the process', () => {
  const depth = 200_000
  const reader = new JsonReader(`${'['.repeat(depth)}${']'.repeat(depth)}`)
  readAll(reader)
  assert.equal(reader.texts.errors.length, 1)
  const open = new JsonReader('['.repeat(depth))
  assert.throws(() => {
    readAll(open)
  }, SyntaxError)
})

test('texts by name: nested by dots, lists by number, numbers as they are spelled', () => {
  const reader = new JsonReader('{"a":{"b":["x",{"c":"y"}],"d":1.50},"e.f":true,"g":{}}')
  readAll(reader)
  assert.deepEqual(
    [...reader.texts.entries],
    [
      ['a.b.0', 'x'],
      ['a.b.1.c', 'y'],
      ['a.d', '1.50'],
      ['e.f', 'true'],
    ],
  )
})
