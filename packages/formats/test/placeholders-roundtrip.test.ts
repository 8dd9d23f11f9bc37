import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser'
import fc from 'fast-check'
import { i18nextMembers } from '../src/i18next-v4/convert.ts'
import { joinedAt, suffixedPlural } from '../src/i18next-v4/plural-names.ts'
import { argumentsOf, toIcu, toSyntax } from '../src/index.ts'
import { icuOfI18next } from '../src/placeholders/placeholders.ts'
import { CONVERTED } from '../src/placeholders/test/cases.ts'
import { formsOf, pluralMessage } from '../src/plural-message.ts'

type Piece = string | { name: string; style: '' | ', number' | ', number, .00' }

const LETTERS = ['a', 'b c', ' ', 'ß', '10']
const SIGNS = [
  '%',
  '%%',
  '{',
  '}',
  '{{',
  '}}',
  "'",
  "''",
  '#',
  '<',
  '<b>',
  '%s',
  '%1',
  '%n',
  '$t(',
  '1$',
  '(',
  ':d',
  '!',
]
const names = fc.constantFrom('name', 'n', 'count', '0', '1', 'größe')

const piece = (texts: string[]) =>
  fc.oneof(
    fc.constantFrom(...texts),
    fc.record({ name: names, style: fc.constantFrom('' as const, ', number' as const, ', number, .00' as const) }),
  )
const textOf = (texts: string[]) => fc.array(piece(texts), { maxLength: 6 })

/** Whatever it says: it is compared with what comes back. */
const icu = (pieces: Piece[], isInPlural: boolean) =>
  pieces
    .map((one) => {
      if (typeof one !== 'string') return `{${one.name}${one.style}}`
      return one.replaceAll("'", "''").replaceAll(isInPlural ? /[{}#]+/g : /[{}]+/g, "'$&'")
    })
    .join('')

const messages = (texts: string[]) => {
  const plain = textOf(texts).map((pieces) => icu(pieces, false))
  const forms = fc.dictionary(fc.constantFrom('=0', '=3', 'one', 'few'), textOf(texts), { maxKeys: 3 })
  const plural = fc
    .record({ before: textOf(texts), forms, other: textOf(texts), name: names, after: textOf(texts) })
    .map(({ before, forms, other, name, after }) => {
      const branches = Object.entries({ ...forms, other }).map(([form, pieces]) => `${form} {${icu(pieces, true)}}`)
      return `${icu(before, false)}{${name}, plural, ${branches.join(' ')}}${icu(after, false)}`
    })
  return fc.oneof(plain, plural)
}

/** What a message says, by a parser that is not the product's. */
function meaning(message: string): unknown {
  const elements = parse(message, { ignoreTag: true })
  const plural = elements.find((element) => element.type === TYPE.plural)
  if (!plural) return spelled(elements, undefined)
  const at = elements.indexOf(plural)
  return Object.entries(plural.options)
    .map(([form, { value }]) => [
      form,
      spelled([...elements.slice(0, at), ...value, ...elements.slice(at + 1)], plural.value),
    ])
    .concat([['counts', plural.value]])
    .sort()
}

function spelled(elements: MessageFormatElement[], counted: string | undefined): string {
  return elements
    .map((element) => {
      if (element.type === TYPE.literal) return element.value
      if (element.type === TYPE.pound) return `\0${counted}\0`
      if (element.type !== TYPE.argument && element.type !== TYPE.number) throw new Error('Not of the table')
      const style = element.type === TYPE.number ? `, ${JSON.stringify(element.style ?? '')}` : ''
      const isCounted = element.value === counted && (style === '' || style === ', ""')
      return `\0${element.value}${isCounted ? '' : style}\0`
    })
    .join('')
}

/** A file does not say what it counts, so its reader has to make a name up. */
function fromFile({ value, isPlural = false }: { value: string; isPlural?: boolean }): string {
  const forms = isPlural ? formsOf({ value, syntax: 'none' }) : undefined
  return forms ? pluralMessage({ ...forms, argument: 'count' }) : value
}

test('out and in again gives the same message', () => {
  let converted = 0
  fc.assert(
    fc.property(messages([...LETTERS, ...SIGNS]), fc.constantFrom(...CONVERTED), (value, syntax) => {
      const written = toSyntax({ key: 'k', value }, { syntax })
      if (!written) return
      converted++
      const read = toIcu({ ...written, value: fromFile(written) }, { source: value })
      assert.ok(read, written.value)
      assert.deepEqual(meaning(read.value), meaning(value), written.value)
      // What the file says of its arguments leads to the same file.
      const again = toSyntax({ key: 'k', value: read.value }, { syntax, source: value, tokens: read.tokens })
      assert.deepEqual(again?.value, written.value)
    }),
    { numRuns: 5_000 },
  )
  assert.ok(converted > 1_000, String(converted))
})

test('a translation comes back with the arguments of its source', () => {
  const pair = fc.tuple(messages(LETTERS), messages(LETTERS), fc.constantFrom(...CONVERTED))
  fc.assert(
    fc.property(pair, ([source, value, syntax]) => {
      const written = toSyntax({ key: 'k', value }, { syntax, source })
      if (!written) return
      const read = toIcu(written, { sourceArguments: argumentsOf(source) ?? [] })
      if (!written.isPlural) assert.deepEqual(read && meaning(read.value), meaning(value), written.value)
    }),
    { numRuns: 2_000 },
  )
})

test('what the table has words for is converted', () => {
  const words = ['a', ' b ', 'ß', '!', ' 100 % ', "it's "]
  const known = (message: string) => !message.includes('größe') && !/[01]\}/.test(message)
  fc.assert(
    fc.property(messages(words).filter(known), fc.constantFrom(...CONVERTED), (value, syntax) => {
      const lacks = (syntax === 'i18next' || syntax === 'qt') && value.includes('.00')
      // What they count is called `count` there, so nothing else can be.
      const meets = (syntax === 'i18next' || syntax === 'ruby') && /\{count/.test(value)
      if (!lacks && !meets) assert.ok(toSyntax({ key: 'k', value }, { syntax }), `${syntax}: ${value}`)
    }),
    { numRuns: 2_000 },
  )
})

test('any text of another syntax becomes a message that becomes the same again, or stays', () => {
  const signs = [...SIGNS, '%d', '%2$s', '%@', '%(a)s', '{0}', '{a}', '{{a}}', '%{a}', '%L1', '{}', '{a:d}', '%lld']
  const texts = fc.array(fc.constantFrom(...LETTERS, ...signs), { maxLength: 8 }).map((parts) => parts.join(''))
  fc.assert(
    fc.property(texts, texts, fc.constantFrom(...CONVERTED), fc.boolean(), (one, other, syntax, isPlural) => {
      const branches = new Map(Object.entries({ one, other }))
      const value = isPlural ? pluralMessage({ argument: 'count', type: 'cardinal', branches }) : other
      const read = toIcu({ value, isPlural, syntax }, {})
      if (!read || read.value === value) return
      const said = meaning(read.value)
      const written = toSyntax({ key: 'k', value: read.value, isPlural }, { syntax, tokens: read.tokens })
      assert.ok(written, read.value)
      const again = toIcu({ ...written, value: fromFile(written) }, { source: read.value })
      assert.deepEqual(again && meaning(again.value), said)
    }),
    { numRuns: 5_000 },
  )
})

/** As i18next shows it in English, where a form that is not there is the one for all others. */
function shownInEnglish(message: string): unknown {
  const said = meaning(message)
  if (typeof said === 'string') return said
  const forms = new Map(said as [string, string][])
  return ['=0', 'one', 'other', 'counts'].map((form) => forms.get(form) ?? forms.get('other'))
}

test('what i18next-v4 writes of a message is the same message again, or none', () => {
  let turned = 0
  fc.assert(
    fc.property(messages([...LETTERS, ...SIGNS]), (some) => {
      const value = some.replaceAll('number, .00', 'number, percent')
      const said = i18nextMembers({ key: 'k', value }, 'en')
      // Double braces are taken for i18next's own, whatever stands beside them.
      if (typeof said === 'string' || value.includes('{{')) return
      const texts = new Map(said.members)
      const last = said.members.at(-1)?.[0] ?? 'k'
      const { entry } = joinedAt(texts.has('k_other') ? 'k_other' : last, texts, 'en', suffixedPlural) ?? {}
      assert.ok(entry)
      const again = icuOfI18next(entry, { source: value })
      if (!again) return
      turned++
      assert.deepEqual(shownInEnglish(again.value), shownInEnglish(value), JSON.stringify(said))
    }),
    { numRuns: 3_000 },
  )
  assert.ok(turned > 1_000, `${turned}`)
})
