import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'

const root = join(import.meta.dirname, '../../../..')
const files = globSync(['*.*', '{bench,deploy,docs,packages,scripts}/**/*.*'], {
  cwd: root,
  exclude: (path) => path.includes('node_modules'),
})
const known = new Set(files.flatMap((file) => [file, ...foldersOf(file)]))

// A path has a slash or an ending; `<feature>` stands for many.
const PATH = /`([\w.-]+(?:\/[\w.-]+)*(?:\/|\.(?:ts|sql|md|json)))`/g

test('every file that the map names is where it says, and there is one of it', () => {
  const lost = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8')
    .split(/\n(?=[|#-]|\n)/)
    .flatMap(lostIn)
  assert.deepEqual(lost, [])
})

/** A name alone stands in the folder of the last path before it, or is the only one of its kind. */
function lostIn(paragraph: string): string[] {
  const lost: string[] = []
  let folder = ''
  for (const [, named = ''] of paragraph.matchAll(PATH)) {
    const path = named.replace(/\/$/, '')
    const found = [path, join('packages/server/src', path), join(folder, path)].find((place) => known.has(place))
    if (found) folder = named.endsWith('/') ? found : dirname(found)
    else if (files.filter((file) => file.endsWith(`/${path}`)).length !== 1) lost.push(named)
  }
  return lost
}

function foldersOf(file: string): string[] {
  const folder = dirname(file)
  return folder === '.' ? [] : [folder, ...foldersOf(folder)]
}
