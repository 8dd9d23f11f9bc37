import assert from 'node:assert/strict'
import { isUtf8 } from 'node:buffer'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { compareCodePoints } from '../src/code-points.ts'
import type { Entry } from '../src/entry.ts'
import type { Format, WriteOptions } from '../src/format.ts'
import { formats, withoutExtension } from '../src/formats.ts'
import { type Remark, UnreadableFile } from '../src/remark.ts'
import type { FormatCases } from './format-case.ts'

const bytesOf = (text: string | Uint8Array) => (typeof text === 'string' ? new TextEncoder().encode(text) : text)
/** As a case has it: bytes only where they are no UTF-8. */
const textOf = (bytes: Buffer) => (isUtf8(bytes) ? bytes.toString() : new Uint8Array(bytes))
const brief = (remarks: readonly Remark[]) =>
  remarks.map(({ severity, code, key }) => ({ severity, code, ...(key === undefined ? {} : { key }) }))

function read(format: Format, text: string | Uint8Array, locale: string) {
  const remarks: Remark[] = []
  const entries: Entry[] = []
  // Where a text stands is seen when the file is patched.
  for (const part of format.read(bytesOf(text), { locale, remark: (remark) => remarks.push(remark) }))
    entries.push(...part.entries.map(({ at: _, ...entry }) => entry))
  return { entries, remarks: brief(remarks) }
}

function write(format: Format, entries: readonly Entry[], options: Partial<WriteOptions>, step = 1) {
  const remarks: Remark[] = []
  const standard = { locale: 'en', structure: 'flat', style: 'minified' } as const
  const writer = format.write({ ...standard, ...options, remark: (remark) => remarks.push(remark) })
  const pieces = []
  for (let at = 0; at < entries.length; at += step) pieces.push(writer.add(entries.slice(at, at + step)))
  pieces.push(...writer.end())
  return { text: textOf(Buffer.concat(pieces.map(bytesOf))), remarks: brief(remarks) }
}

function patch(format: Format, base: string | Uint8Array, entries: readonly Entry[], options: Partial<WriteOptions>) {
  const remarks: Remark[] = []
  const standard = { locale: 'en', structure: 'flat', style: 'minified' } as const
  const writer = format.patch?.(bytesOf(base), { ...standard, ...options, remark: (remark) => remarks.push(remark) })
  assert.ok(writer)
  const pieces = [writer.add(inOrder(entries)), ...writer.end()]
  return { text: textOf(Buffer.concat(pieces.map(bytesOf))), remarks: brief(remarks) }
}

const inOrder = (entries: readonly Entry[]) => entries.toSorted((a, b) => compareCodePoints(a.key, b.key))

/** What must not be lost, without where it stands. */
const essence = (format: Format, entries: readonly Entry[]) =>
  inOrder(entries).map(({ key, value, isPlural = false, syntax, description = '' }) => ({
    key,
    value,
    isPlural,
    syntax: syntax ?? 'icu',
    ...(format.hasDescriptions ? { description } : {}),
  }))

function anyEntries(format: Format): fc.Arbitrary<Entry[]> {
  const text = fc.string({ unit: 'binary' }).filter((some) => some.isWellFormed() && !some.includes('\0'))
  const key = text.filter((some) => some !== '' && !/_(zero|one|two|few|many|other)$/.test(some))
  const entry = fc.record({ key, value: text, syntax: fc.constant(format.syntax) })
  return fc.uniqueArray(entry, { selector: (one) => one.key })
}

/** Each remark is on a text that the format finds remarkable, or on a name that meets another. */
function assertForeseen({ remarkable }: Format, entries: readonly Entry[], remarks: Pick<Remark, 'key'>[]): void {
  const names = new Set(entries.map(({ key }) => key))
  const meets = (key: string, end: string) =>
    names.has(`${key}${end}`) || (key.endsWith(end) && names.has(key.slice(0, -end.length)))
  for (const { key = '' } of remarks) {
    const { value = '' } = entries.find((entry) => entry.key === key) ?? {}
    assert.ok(remarkable, `${key}: ${value}`)
    if (remarkable === 'all') return
    const { texts, names } = remarkable
    const isText = value.includes(texts.letter) && new RegExp(texts.pattern).test(value)
    assert.ok(isText || names.ends.some((end) => meets(key, names.separator + end)), `${key}: ${value}`)
  }
}

/** With the files beside theirs. */
const all = (formats as readonly Format[]).flatMap((format) => [
  format,
  ...(format.companion ? [format.companion.format] : []),
])

for (const format of all) {
  const {
    cases,
    unreadable,
    patches = [],
    arbitrary = anyEntries(format),
  } = (await import(`../src/${format.id}/test/cases.ts`)) as FormatCases
  describe(format.id, () => {
    for (const { title, text, entries, options = {}, only, remarks = [] } of cases) {
      if (only !== 'write')
        test(`read: ${title}`, () => {
          assert.deepEqual(read(format, text, options.locale ?? 'en'), { entries, remarks })
        })
      if (only !== 'read')
        test(`write: ${title}`, () => {
          assert.deepEqual(write(format, entries, options), { text, remarks })
          assert.deepEqual(write(format, entries, options, entries.length + 1), { text, remarks })
        })
    }

    test('tells beforehand what it may remark on', () => {
      for (const { entries, options = {}, only } of cases) {
        if (only !== 'read') assertForeseen(format, entries, write(format, entries, options).remarks)
      }
    })

    for (const { title, text, code } of unreadable) {
      test(`refuse: ${title}`, () => {
        assert.throws(
          () => read(format, text, 'en'),
          (error) => error instanceof UnreadableFile && error.code === code,
        )
      })
    }

    test('gives back whatever it wrote', () => {
      fc.assert(
        fc.property(arbitrary, fc.constantFrom('flat' as const, 'nested' as const), (given, structure) => {
          const sorted = inOrder(given)
          const { text: file } = write(format, sorted, { structure })
          assert.deepEqual(essence(format, read(format, file, 'en').entries), essence(format, sorted))
        }),
      )
    })

    for (const { title, base, entries, text, options = {}, remarks = [] } of patches) {
      test(`patch: ${title}`, () => {
        assert.deepEqual(patch(format, base, entries, options), { text, remarks })
      })
    }

    if (format.patch) {
      test('leaves a file as it is that says what the project says', () => {
        for (const { title, text, only, options = {} } of cases) {
          if (only === 'write') continue
          const { entries, remarks } = read(format, text, options.locale ?? 'en')
          // Of what has an error, only the name was read.
          const wrong = new Set(remarks.flatMap(({ severity, key = '' }) => (severity === 'error' ? [key] : [])))
          const right = entries.filter(({ key }) => !wrong.has(key))
          assert.deepEqual(patch(format, text, right, options).text, text, title)
        }
      })

      test('changes a text of a file, and nothing else of what it says', () => {
        fc.assert(
          fc.property(arbitrary, fc.nat(), (given, which) => {
            const before = inOrder(given)
            const changed = before[which % Math.max(before.length, 1)]
            const { text: base } = write(format, before, {})
            assert.deepEqual(patch(format, base, before, {}).text, base)
            if (!changed) return
            // A text of the same kind that the format can hold: another of the file, or the first letters of this one.
            const other = before.find(({ value, isPlural }) => value !== changed.value && isPlural === changed.isPlural)
            if (!other) return
            const after = before.map((entry) => (entry === changed ? { ...entry, value: other.value } : entry))
            const { text } = patch(format, base, after, {})
            assert.deepEqual(essence(format, read(format, text, 'en').entries), essence(format, after))
          }),
        )
      })
    }

    // A file beside another is on the page of that.
    if (!formats.some(({ id }) => id === format.id)) return
    test('has a page in the documentation that says what the list says', () => {
      const page = readFileSync(join(import.meta.dirname, `../../../docs/formats/${format.id}.md`), 'utf8')
      // The first table; what follows may have others.
      const [, table = ''] = page.split('\n\n', 2)
      const told = new Map(Array.from(table.matchAll(/^\| (.+?) \| (.+) \|$/gm), ([, name, fact]) => [name, fact]))
      const yesOrNo = (is: boolean) => (is ? 'yes' : 'no')
      assert.equal(page.split('\n', 1)[0], `# ${format.id}: ${format.name}`)
      assert.deepEqual(Object.fromEntries(told), {
        Extensions: format.extensions.map((extension) => `\`${extension}\``).join(', '),
        'Media type': `\`${format.mediaType}\``,
        Path: `\`${format.path}\``,
        'Languages in a file': format.isMultiLocale ? 'all' : 'one',
        Plurals: yesOrNo(format.hasPlurals),
        Descriptions: yesOrNo(format.hasDescriptions),
        Statuses: yesOrNo(format.hasStatuses),
        'Syntax of placeholders': `\`${format.syntax}\``,
      })
    })
  })
}

test('every format has an id of its own', () => {
  assert.equal(new Set(formats.map(({ id }) => id)).size, formats.length)
})

test('only the extension of a format is taken off a path', () => {
  assert.equal(withoutExtension('a/de.JSON'), 'a/de')
  assert.equal(withoutExtension('a/de.txt'), 'a/de.txt')
})
