import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { stampOf } from '../../../../scripts/kernel-stamp.ts'
import { assertLayout } from '../../src/text-index/engine/kernel.ts'
import * as layout from '../../src/text-index/engine/layout.ts'

const server = join(import.meta.dirname, '../..')

test('the kernel of the text index is made of its source', () => {
  const { compiler: _, ...stamp } = JSON.parse(readFileSync(join(server, 'kernels/text-index.json'), 'utf8'))
  assert.deepEqual(stampOf(server), stamp, 'run "node scripts/build-kernels.ts" and commit what it writes')
})

test('a kernel of another layout is refused', () => {
  const same = Object.fromEntries(Object.entries(layout).map(([name, value]) => [name, { value }]))
  assertLayout(same)
  assert.throws(() => assertLayout({ ...same, RUN: { value: 256 } }), /RUN is 256 there and 512 here/)
  assert.throws(() => assertLayout({ ...same, GROUPS: undefined }), /GROUPS is undefined there/)
})
