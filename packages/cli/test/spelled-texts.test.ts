import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { formats, isPluralMessage } from '@parlance/formats'
import { convertPlaceholders } from '../src/push/convert.ts'
import type { Known } from '../src/push/known.ts'
import { storedValue } from '../src/push/local-texts.ts'
import { entriesOf } from '../src/texts/entries-of.ts'
import { bytesOfNew } from '../src/texts/make-file.ts'
import type { Place } from '../src/texts/places.ts'
import { readBytes } from '../src/texts/read-place.ts'

const ARGUMENTS = ['{name}', '{n}', '{0}', '{ n }', '{n, number}', '{n, number, percent}', '{d, date, short}']
const SIGNS = ["'", "''", "'{'", "'{x}'", '{', '}', '{{', '#', '%', '%%', '%s', '%1$s', '%n', '%{x}', '$t(', '@', '|']
const OTHERS = ['', 'a', ' ', '<b>', '&lt;', '"', '\\', '\n', 'é']
const PIECES = [...ARGUMENTS, ...SIGNS, ...OTHERS]

/** Each beside each other, in a text, in the forms of a plural, and around one. */
const MESSAGES = PIECES.flatMap((one) =>
  PIECES.flatMap((other) => [
    one + other,
    `{n, plural, one {${one}} other {${other}}}`,
    `${one}{count, plural, =0 {none} other {${other}#}}`,
    `{0, selectordinal, =1 {first} few {${one}${other}} other {${other}}}`,
  ]),
).filter((message) => message !== '')

const LOCALE = 'ru'
const texts = Object.fromEntries(MESSAGES.map((message, at) => [`k${at + 100_000}`, message]))
const ofAll = <T>(one: (message: string) => T) =>
  Object.fromEntries(Object.entries(texts).map(([key, message]) => [key, one(message)]))

const NONE = { description: null, characterLimit: null, syntax: null, formatData: null }
const known: Known = {
  base: {
    texts: { default: { en: texts } },
    statuses: {},
    keys: { default: ofAll((message) => ({ ...NONE, isPlural: isPluralMessage(message) })) },
  },
  stored: new Map([[LOCALE, { default: { [LOCALE]: texts } }]]),
  sourceLocale: 'en',
}

describe('any text of the service comes back from a file', () => {
  for (const format of formats)
    for (const placeholders of ['keep', 'convert'] as const)
      test(`${format.id}, ${placeholders}`, () => {
        const entry = { path: 'k', format: format.id, namespace: 'default', placeholders }
        const set = { entry, format, isByLocale: true, isByNamespace: false }
        const locale = format.isMultiLocale ? null : LOCALE
        const place: Place = { set, format, absolute: '/k', path: 'k', locale, namespace: 'default' }
        const { base, stored, sourceLocale } = known
        const values = {
          texts: stored.get(LOCALE) ?? {},
          statuses: { default: { [LOCALE]: ofAll(() => 'translated' as const) } },
          keys: {},
        }
        const of = { namespace: 'default', locale: LOCALE }
        const entries = entriesOf(set, of, values, { base, sourceLocale, empty: 'omit' }, () => {})
        const bytes = bytesOfNew(place, entries, { sourceLocale, locales: [LOCALE] }, () => {})
        const read = readBytes(place, bytes, sourceLocale).entries.map((one) => ({ entry: one, locale: LOCALE, place }))
        const told: string[] = []
        const found = convertPlaceholders(read, known, ({ entry: { key } }) => told.push(key))
        const different = found.filter(({ entry: one }) => storedValue(one) !== texts[one.key])
        assert.deepEqual(
          different.map(({ entry: { key, value } }) => [texts[key], value]),
          [],
        )
        assert.deepEqual(told, [])
        // What a file leaves out is told when it is written.
        assert.ok(found.length > 500, `${found.length} of ${MESSAGES.length}`)
      })
})
