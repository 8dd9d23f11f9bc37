import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { rolldown } from 'rolldown'

const LIMIT = 5_000

async function chunks() {
  const bundle = await rolldown({
    input: new URL('../src/index.ts', import.meta.url).pathname,
    external: ['i18next'],
    platform: 'browser',
  })
  const { output } = await bundle.generate({ format: 'esm', minify: true })
  await bundle.close()
  return output.flatMap((file) => (file.type === 'chunk' ? [file] : []))
}

test('all of it, with what it takes of the SDK, has 5 KB minified and gzipped, and nothing of Node', async () => {
  const all = await chunks()
  const sizes = all.map(({ code }) => gzipSync(code, { level: 9 }).length)
  const whole = sizes.reduce((sum, size) => sum + size, 0)
  assert.ok(whole <= LIMIT, `${whole} bytes: ${all.map(({ fileName }, at) => `${fileName} ${sizes[at]}`).join(', ')}`)
  assert.deepEqual(
    all.flatMap(({ imports }) => imports).filter((name) => !all.some(({ fileName }) => fileName === name)),
    [],
  )
  console.log(all.map(({ fileName }, at) => `${fileName} ${sizes[at]}`).join(', '))
})

test('what only development needs is a chunk of its own', async () => {
  const [entry] = (await chunks()).filter(({ isEntry }) => isEntry)
  assert.ok(entry && !entry.code.includes('text/event-stream'))
  assert.equal(entry.dynamicImports.length, 1)
})
