import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { parametersIfValid } from '@parlance/checks'
import IntlMessageFormat from 'intl-messageformat'
import { LANGUAGES } from '../languages.ts'

type Element = ReturnType<IntlMessageFormat['getAst']>[number]
type PluralElement = Extract<Element, { pluralType?: unknown }>

const FOLDER = new URL('../../../text/', import.meta.url)

/** Names, and texts that are nothing but places to fill in. */
const SAME_IN_ALL = [
  'i18next',
  'JSON',
  'Parlance',
  'URL',
  'Webhooks',
  '{count, number} ms',
  '{before} → {after}',
  '{filename}: {reason}',
  '{share, number, percent}',
  '{similarity, number}%',
  '{action}: {name}',
]

/** Words that a language happens to share with English. */
const SAME_AS_ENGLISH: Record<string, readonly string[]> = {
  de: [
    'Definition',
    'Export',
    'Format',
    'Import',
    'Name',
    'Namespace',
    'Namespaces',
    'Normal',
    'Offline',
    'optional',
    'Person',
    'Plural',
    'Status',
  ],
  es: ['Error', 'Normal', 'Plural'],
  fr: [
    '{code}, source',
    'Action',
    'Actions',
    'Description',
    'Focus',
    'Format',
    'Machine ({provider})',
    'Secret',
    'Structure',
    'Suggestions',
    'Types',
  ],
  'pt-BR': ['Namespace', 'Namespaces', 'Normal', 'Plural', 'Status'],
}

const codes = readdirSync(FOLDER).map((file) => file.replace(/\.json$/, ''))
const textsOf = (code: string): Record<string, string> =>
  JSON.parse(readFileSync(new URL(`${code}.json`, FOLDER), 'utf8')) as Record<string, string>
const english = textsOf('en')

test('Every file of texts is a language that can be chosen', () => {
  assert.deepEqual(codes.toSorted(), Object.keys(LANGUAGES).toSorted())
})

for (const code of codes) {
  const texts = textsOf(code)
  const idsWhere = (isFaulty: (id: string, text: string) => boolean) =>
    Object.entries(texts).flatMap(([id, text]) => (isFaulty(id, text) ? [id] : []))

  test(`${code} has the texts of English, in the same order`, () => {
    assert.deepEqual(Object.keys(texts), Object.keys(english))
  })

  test(`${code} has messages that can be read, with the arguments of English`, () => {
    const faulty = idsWhere(
      (id, text) => argumentsOf(text) === undefined || argumentsOf(text) !== argumentsOf(english[id]),
    )
    assert.deepEqual(faulty, [])
  })

  test(`${code} has every plural form that the language needs`, () => {
    const faulty = idsWhere((_, text) => pluralsIn(messageOf(text, code)).some((plural) => !isWhole(plural, code)))
    assert.deepEqual(faulty, [])
  })

  if (code !== 'en')
    test(`${code} leaves nothing in English`, () => {
      const shared = new Set([...SAME_IN_ALL, ...(SAME_AS_ENGLISH[code] ?? [])])
      assert.deepEqual(
        idsWhere((id, text) => text === english[id] && !shared.has(text)),
        [],
      )
    })
}

/** Names, types and the cases of choices; a language may ask for them in another order, or leave one out of a form. */
function argumentsOf(text: string | undefined): string | undefined {
  const parameters = text === undefined ? undefined : parametersIfValid(text)
  return parameters
    ?.map(({ name, type, options = [] }) => [name, type, ...options.toSorted()].join(' '))
    .toSorted()
    .join('\n')
}

const messageOf = (text: string, locale: string) =>
  new IntlMessageFormat(text, locale, undefined, { ignoreTag: true }).getAst()

function pluralsIn(elements: readonly Element[]): PluralElement[] {
  return elements.flatMap((element) => {
    if (!('options' in element)) return []
    const inner = Object.values(element.options).flatMap(({ value }) => pluralsIn(value))
    return 'pluralType' in element ? [element, ...inner] : inner
  })
}

function isWhole({ options, pluralType = 'cardinal' }: PluralElement, locale: string): boolean {
  const needed = new Intl.PluralRules(locale, { type: pluralType }).resolvedOptions().pluralCategories
  return needed.every((category) => category in options) && 'other' in options
}
