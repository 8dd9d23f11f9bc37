import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatIds } from '@parlance/contract'
import { nobody, startService } from '../../../../test/harness.ts'

const service = await startService()

test('formats 3 every format is listed once, to anybody', async () => {
  const { formats } = await service.ok(nobody, 'listFormats')
  assert.deepEqual(formats.map(({ id }) => id).sort(), [...formatIds].sort())
  assert.deepEqual(formats[0], {
    id: 'json',
    name: 'JSON',
    extensions: ['json'],
    mediaType: 'application/json',
    isMultiLocale: false,
    hasPlurals: true,
    hasDescriptions: false,
    hasStatuses: false,
    syntax: 'icu',
  })
})
