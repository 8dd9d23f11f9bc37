import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const server = join(import.meta.dirname, '../..')
const hash = (file: string) =>
  createHash('sha256')
    .update(readFileSync(join(server, file)))
    .digest('hex')

test('the kernel of the memory index is made of its source', () => {
  const stamp = JSON.parse(readFileSync(join(server, 'kernels/memory-index.json'), 'utf8'))
  const advice = 'run "node scripts/build-kernels.ts" and commit what it writes'
  assert.equal(hash('kernels/memory-index.ts'), stamp.source, advice)
  assert.equal(hash('src/memory-index/kernel.wasm'), stamp.kernel, advice)
})
