import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { test } from 'node:test'

// What somebody waits for before the first screen, in kilobytes of gzip. The benchmark of the console counts what a browser
// really loads; this looks at the files alone, so that a package too many is found before anybody waits for it.
const DIST = join(import.meta.dirname, '../../dist')
const ASSETS = join(DIST, 'assets')

const kilobytes = (names: Iterable<string>) =>
  [...names].reduce((sum, name) => sum + readFileSync(join(ASSETS, `${name}.gz`)).length / 1024, 0)

/** The file that was made of a module: `editor` of `features/translate/editor.tsx`. */
function fileOf(name: string): string {
  const found = globSync(`${name}-????????.js`, { cwd: ASSETS })
  assert.equal(found.length, 1, `one file of ${name}, not ${found.length}: was the console built by npm run build?`)
  return found[0] ?? ''
}

/** A file with all that it cannot begin without. */
function withImports(name: string, found = new Set<string>()): Set<string> {
  if (found.has(name)) return found
  found.add(name)
  const code = readFileSync(join(ASSETS, name), 'utf8')
  for (const [, imported = ''] of code.matchAll(/(?:from|import)\s*["']\.\/([\w.-]+\.js)["']/g))
    withImports(imported, found)
  return found
}

/** What the page begins with. */
const entries = () =>
  [...readFileSync(join(DIST, 'index.html'), 'utf8').matchAll(/(?:src|href)="\/assets\/([^"]+\.js)"/g)].map(
    ([, name = '']) => name,
  )

/** With the texts in the language whose are the longest. */
function first(): Set<string> {
  const texts = globSync('../../text/*.json', { cwd: import.meta.dirname }).map((path) =>
    fileOf(basename(path, '.json')),
  )
  const longest = texts.reduce((one, other) => (kilobytes([other]) > kilobytes([one]) ? other : one))
  return new Set([...entries(), longest].flatMap((name) => [...withImports(name)]))
}

const editor = () => new Set([...first(), ...withImports(fileOf('editor')), ...withImports(fileOf('help-for'))])

test('78. Sign-in and overview wait for at most 190 KB of JavaScript', () => {
  const size = kilobytes(new Set([...first(), ...withImports(fileOf('sign-in')), ...withImports(fileOf('overview'))]))
  assert.ok(size <= 190, `${size.toFixed(1)} KB`)
})

test('78. With the editor and its help it is at most 310 KB', () => {
  const size = kilobytes(editor())
  assert.ok(size <= 310, `${size.toFixed(1)} KB`)
})

test('78. All styles together are at most 20 KB', () => {
  const size = kilobytes(globSync('*.css', { cwd: ASSETS }))
  assert.ok(size <= 20, `${size.toFixed(1)} KB`)
})
