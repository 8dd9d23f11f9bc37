import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { bundled } from './bundled.ts'

const LIMIT = 6 * 1024

test('the collector is at most 6 KB, minified and gzipped, and needs no other package', async () => {
  const code = await bundled({ minify: true })
  assert.doesNotMatch(code, /\bimport\b|\brequire\b/)
  const size = gzipSync(code).length
  console.log(`The collector is ${size} bytes`)
  assert.ok(size <= LIMIT, `${size} bytes`)
})
