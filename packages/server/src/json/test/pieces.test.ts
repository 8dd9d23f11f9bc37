import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { jsonPieces } from '../pieces.ts'

const written = async (value: object) => Buffer.concat(await jsonPieces(value)).toString()

test('writes what JSON.stringify writes', () =>
  fc.assert(
    fc.asyncProperty(fc.oneof(fc.array(fc.jsonValue()), fc.dictionary(fc.string(), fc.jsonValue())), async (value) => {
      assert.equal(await written(value), JSON.stringify(value))
    }),
  ))

test('what is undefined as JSON.stringify has it, and times', async () => {
  const value = { gone: undefined, at: new Date(0), list: [undefined, { at: new Date(1), gone: undefined, none: [] }] }
  assert.equal(await written(value), JSON.stringify(value))
  assert.equal(await written({ gone: undefined, list: [{}] }), '{"list":[{}]}')
})

test('long lists in many pieces', async () => {
  const value = { list: Array.from({ length: 20_000 }, (_, n) => ({ n, text: '"ä😀' })) }
  const pieces = await jsonPieces(value)
  assert.ok(pieces.length > 5, `${pieces.length}`)
  assert.equal(Buffer.concat(pieces).toString(), JSON.stringify(value))
})
