// Builds the web console when its sources have changed since the last time: milliseconds when there is nothing to do.
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const console_ = join(root, 'packages/console')
const dist = join(console_, 'dist')
const stampFile = join(dist, '.stamp')

/** What ends up in the bundle: the console itself and the packages of ours that it stands on. */
const SOURCES = ['console/{src,text,public}/**', 'console/*.*', '{sdk,checks,contract}/src/**/*.ts']

function stampOf() {
  const hash = createHash('sha256').update(readFileSync(join(root, 'package-lock.json')))
  const files = globSync(SOURCES, { cwd: join(root, 'packages'), exclude: (name) => name.endsWith('.test.ts') }).sort()
  for (const file of files) {
    const path = join(root, 'packages', file)
    if (statSync(path).isFile()) hash.update(`${file}\0`).update(readFileSync(path))
  }
  return hash.digest('hex')
}

async function build() {
  const { build: bundle } = await import('vite')
  await rm(stampFile, { force: true })
  await bundle({ root: console_, logLevel: 'warn', build: { outDir: dist, emptyOutDir: true } })
  const files = globSync('**/*.{js,css,html,svg,json}', { cwd: dist })
  await Promise.all(files.map((file) => compress(join(dist, file))))
}

/** Beside each file, so that the service never compresses one itself. */
async function compress(path) {
  const bytes = readFileSync(path)
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 10, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }
  writeFileSync(`${path}.br`, await promisify(brotliCompress)(bytes, quality))
  writeFileSync(`${path}.gz`, await promisify(gzip)(bytes, { level: 9 }))
}

const stamp = stampOf()
if (!existsSync(stampFile) || readFileSync(stampFile, 'utf8') !== stamp) {
  const started = performance.now()
  await build()
  writeFileSync(stampFile, stamp)
  console.log(`Built the console in ${((performance.now() - started) / 1000).toFixed(1)} s`)
}
