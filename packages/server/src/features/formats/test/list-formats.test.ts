import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formats } from '@parlance/formats'
import { nobody, startService } from '../../../../test/harness.ts'

const service = await startService()

test('formats 3 every format is listed once, to anybody', async () => {
  const { formats: listed } = await service.ok(nobody, 'listFormats')
  assert.deepEqual(
    listed.map(({ id }) => id),
    formats.map(({ id }) => id),
  )
  assert.deepEqual(listed[0], {
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
