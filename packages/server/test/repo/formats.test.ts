import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatIds } from '@parlance/contract'
import { formats } from '@parlance/formats'

test('the API takes the formats that there are', () => {
  for (const { id } of formats) assert.ok(formatIds.includes(id), id)
})
