import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { stampOf } from '../../../../scripts/kernel-stamp.ts'

const server = join(import.meta.dirname, '../..')

test('the kernel of the text index is made of its source', () => {
  const { compiler: _, ...stamp } = JSON.parse(readFileSync(join(server, 'kernels/text-index.json'), 'utf8'))
  assert.deepEqual(stampOf(server), stamp, 'run "node scripts/build-kernels.ts" and commit what it writes')
})
