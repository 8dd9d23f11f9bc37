import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatIds } from '@parlance/contract'
import { formatOf, formats } from '@parlance/formats'

test('the API takes the formats that there are', () => {
  assert.deepEqual(
    formats.map(({ id }) => id),
    [...formatIds],
  )
})

test('whatever can be published has the one extension that addresses of published files have', () => {
  for (const id of formatIds) assert.equal(formatOf(id).extensions[0], 'json', id)
})
