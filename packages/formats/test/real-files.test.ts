import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { compareCodePoints } from '../src/code-points.ts'
import type { Entry } from '../src/entry.ts'
import type { Format } from '../src/format.ts'
import { formats } from '../src/formats.ts'

const FILES = join(import.meta.dirname, 'files')

const filesOf = (id: string) =>
  readdirSync(FILES, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile())
    .map((file) => join(file.parentPath, file.name))
    .filter((path) => path.startsWith(join(FILES, id, '/')))

function read(format: Format, bytes: Uint8Array): Entry[] {
  const entries: Entry[] = []
  const remark = ({ severity, key, message }: { severity: string; key?: string; message: string }) =>
    assert.notEqual(severity, 'error', `${key}: ${message}`)
  for (const part of format.read(bytes, { locale: 'en', remark })) entries.push(...part.entries)
  return entries.sort((a, b) => compareCodePoints(a.key, b.key))
}

function patch(format: Format, base: Uint8Array, entries: readonly Entry[]): Buffer {
  const locales = [...new Set(entries.flatMap(({ locale }) => locale ?? []))]
  const writer = format.patch?.(base, { locale: 'en', locales, structure: 'nested', style: 'pretty' })
  assert.ok(writer)
  const pieces = [writer.add(entries), ...writer.end()]
  return Buffer.concat(pieces.map((piece) => Buffer.from(piece as string)))
}

/** Another text of the same kind, in which one letter more stands in the first place where it may. */
const changed = (entry: Entry): Entry => ({
  ...entry,
  value: entry.isPlural ? entry.value.replace('other {', 'other {X') : `X${entry.value}`,
})

function differingLines(one: Buffer, other: Buffer): number {
  const a = one.toString('latin1').split('\n')
  const b = other.toString('latin1').split('\n')
  let start = 0
  while (start < a.length && a[start] === b[start]) start++
  let end = 0
  while (end < a.length - start && a.at(-1 - end) === b.at(-1 - end)) end++
  return Math.max(a.length, b.length) - start - end
}

for (const format of formats as readonly Format[]) {
  if (!format.patch) continue
  describe(format.id, () => {
    for (const path of filesOf(format.id)) {
      test(path.slice(FILES.length + 1), () => {
        const bytes = readFileSync(path)
        const entries = read(format, bytes)
        assert.ok(entries.length > 0)
        assert.ok(patch(format, bytes, entries).equals(bytes))
        for (const entry of [entries[0], entries.at(-1), entries[entries.length >> 1]]) {
          const after = patch(
            format,
            bytes,
            entries.map((one) => (one === entry ? changed(one) : one)),
          )
          const identity = ({ key, locale, value }: Entry) => ({ key, locale, value })
          const expected = entries.map((one) => identity(one === entry ? changed(one) : one))
          assert.deepEqual(read(format, after).map(identity), expected)
          if (!after.includes('PK')) assert.ok(differingLines(bytes, after) <= 3, entry?.key)
        }
      })
    }
  })
}
