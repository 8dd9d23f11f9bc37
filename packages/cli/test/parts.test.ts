import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Failure } from '../src/problem.ts'
import { partsOf } from '../src/push/parts.ts'
import type { Portion } from '../src/push/payload.ts'

/** About as many bytes as said. */
const portion = (namespace: string, locale: string, bytes: number): Portion => ({
  namespace,
  locale,
  texts: { a: 'x'.repeat(bytes - 12) },
  statuses: {},
  keys: {},
})

const names = (parts: readonly Portion[][]) =>
  parts.map((part) => part.map(({ namespace, locale }) => `${namespace}/${locale}`))

describe('what is too large for one request', () => {
  test('is split by namespaces, and those by languages', () => {
    const all = [
      portion('a', 'en', 40),
      portion('b', 'en', 40),
      portion('c', 'en', 60),
      portion('c', 'de', 60),
      portion('d', 'en', 20),
    ]
    assert.deepEqual(names(partsOf(all, 100)), [['a/en', 'b/en'], ['c/en'], ['c/de', 'd/en']])
    assert.deepEqual(names(partsOf(all, 1000)).length, 1)
    assert.deepEqual(partsOf([]), [])
  })

  test('and a language that has no room by itself is exit 6', () => {
    assert.throws(
      () => partsOf([portion('a', 'en', 101)], 100),
      (error) => error instanceof Failure && error.problems[0]?.exitCode === 6 && error.problems[0].locale === 'en',
    )
  })
})
