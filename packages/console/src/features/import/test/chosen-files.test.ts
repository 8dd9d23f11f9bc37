import assert from 'node:assert/strict'
import { test } from 'node:test'
import { filesOfDrop, filesOfField } from '../chosen-files.ts'

const file = (name: string) => new File(['{}'], name)

const entryOf = (path: string, content?: unknown[]): unknown => ({
  isFile: content === undefined,
  fullPath: path,
  file: (done: (found: File) => void) => done(file(path.split('/').at(-1) ?? '')),
  createReader: () => {
    const parts = [content ?? [], []]
    return { readEntries: (done: (part: unknown[]) => void) => done(parts.shift() ?? []) }
  },
})

test('a folder that is dropped is taken with all that is in it, and hidden files are left', async () => {
  const folder = entryOf('/locales', [
    entryOf('/locales/en.json'),
    entryOf('/locales/.DS_Store'),
    entryOf('/locales/de', [entryOf('/locales/de/common.json')]),
  ])
  const items = [{ webkitGetAsEntry: () => folder }, { webkitGetAsEntry: () => null }]
  const found = await filesOfDrop({ items, files: [] } as unknown as DataTransfer)
  assert.deepEqual(
    found.map(({ path }) => path),
    ['locales/en.json', 'locales/de/common.json'],
  )
})

test('files of a field are called by their names, or by their places in a folder', () => {
  const inFolder = Object.assign(file('common.json'), { webkitRelativePath: 'locales/de/common.json' })
  assert.deepEqual(
    filesOfField([file('en.json'), inFolder, file('Thumbs.db')]).map(({ path }) => path),
    ['en.json', 'locales/de/common.json'],
  )
})
