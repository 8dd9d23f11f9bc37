import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { parse } from 'yaml'
import { compareCodePoints } from '../src/code-points.ts'
import type { Entry } from '../src/entry.ts'
import { arbitrary } from '../src/yaml/test/cases.ts'
import { yaml } from '../src/yaml/yaml.ts'

const VERSIONS = ['1.1', '1.2'] as const

const written = (entries: readonly Entry[], style: 'pretty' | 'minified') => {
  const writer = yaml.write({ locale: 'en', structure: 'flat', style })
  const sorted = entries.toSorted((a, b) => compareCodePoints(a.key, b.key))
  return [writer.add(sorted), ...writer.end()].join('')
}

function patched(base: string, entries: readonly Entry[]): string {
  const writer = yaml.patch?.(new TextEncoder().encode(base), { locale: 'en', structure: 'flat', style: 'pretty' })
  assert.ok(writer)
  return Buffer.concat([writer.add(entries), ...writer.end()].map((piece) => Buffer.from(piece))).toString()
}

/** What another reader finds, as long as all of it has names. */
const found = (text: string, version: (typeof VERSIONS)[number]): Map<string, unknown> =>
  parse(text, { version, mapAsMap: true, uniqueKeys: false, merge: false, intAsBigInt: false })

const texts = (entries: readonly Entry[]) => new Map(entries.map(({ key, value }) => [key, value]))

/** As a file may have them that somebody wrote. */
const STYLES = [
  'plain',
  "'single'",
  '"double"',
  '|\n  two\n  lines\n',
  '>-\n  two\n\n  lines',
  '|+\n  kept\n',
  '|2\n   x\n  y',
  '&a text',
]

describe('another reader of YAML finds the same', () => {
  for (const version of VERSIONS) {
    for (const style of ['pretty', 'minified'] as const)
      test(`in what is written, ${style}, ${version}`, () => {
        fc.assert(
          fc.property(arbitrary, (entries) => {
            const sorted = entries.toSorted((a, b) => compareCodePoints(a.key, b.key))
            assert.deepEqual(found(written(entries, style), version), texts(sorted))
          }),
        )
      })

    test(`in what is patched, ${version}`, () => {
      const text = arbitrary.map((entries) => entries[0]?.value ?? '')
      fc.assert(
        fc.property(fc.tuple(...STYLES.map(() => text)), (values) => {
          const base = `${STYLES.map((style, at) => `k${at}: ${style}`).join('\n')}\n`
          const entries = values.map((value, at) => ({ key: `k${at}`, value }))
          assert.deepEqual(found(patched(base, entries), version), texts(entries))
        }),
      )
    })
  }
})
