import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { i18nextMembers } from '../src/i18next-v4/convert.ts'
import { argumentsOf, toIcu, toSyntax } from '../src/index.ts'
import { icuOfI18next } from '../src/placeholders/placeholders.ts'
import { both, CONVERTED, ofI18next, read, spelled, strangeToIcu, unsayable } from '../src/placeholders/test/cases.ts'

const isPlural = (value: string) => /^\{\w+, (plural|selectordinal),/.test(value)

describe('placeholders', () => {
  for (const { icu, source = icu, said } of both) {
    for (const syntax of CONVERTED) {
      const text = said[syntax]
      if (text === undefined) continue
      test(`${syntax}: ${icu}`, () => {
        const entry = { key: 'k', value: icu, ...(isPlural(icu) && { isPlural: true }) }
        const written = toSyntax(entry, { syntax, source })
        assert.deepEqual(written, text === null ? undefined : { ...entry, value: text, syntax })
        if (written) assert.equal(toIcu(written, { sourceArguments: argumentsOf(source) ?? [] })?.value, icu)
      })
    }
  }

  for (const { icu, source, in: some = CONVERTED } of unsayable) {
    test(`stays as it is in ${some.join(', ')}: ${icu}`, () => {
      for (const syntax of some) {
        assert.equal(toSyntax({ key: 'k', value: icu }, { syntax, ...(source && { source }) }), undefined, syntax)
      }
    })
  }

  for (const { syntax, text, icu, tokens, isPlural, sourceArguments } of read) {
    test(`${syntax} read: ${text}`, () => {
      const entry = { value: text, syntax, ...(isPlural && { isPlural }) }
      const found = toIcu(entry, sourceArguments ? { sourceArguments } : {})
      assert.equal(found?.value ?? null, icu)
      if (tokens) assert.deepEqual(found?.tokens, tokens)
      if (!found) return
      // The same family gets it back letter by letter.
      const again = toSyntax({ key: 'k', ...entry, value: found.value, syntax: null }, { syntax, tokens: found.tokens })
      const branches = (value: string) => value.replace(/^\{\w+, plural,/, '')
      if (tokens) assert.equal(branches((again ?? found).value), branches(text))
    })
  }

  for (const { icu, text, isPlural = false } of ofI18next) {
    test(`a file of i18next-v4: ${icu}`, () => {
      assert.equal(icuOfI18next({ value: text, isPlural }, { source: icu })?.value, icu)
      if (isPlural) return
      assert.deepEqual(i18nextMembers({ key: 'k', value: icu }, 'en'), { members: [['k', text]], dropped: [] })
    })
  }

  test('what i18next says in words of its own is no message', () => {
    for (const value of strangeToIcu) assert.equal(icuOfI18next({ value }, {}), undefined, value)
  })

  for (const { syntax, icu, source = icu, tokens, text } of spelled) {
    test(`${syntax} spelled as it was: ${icu}`, () => {
      assert.equal(toSyntax({ key: 'k', value: icu }, { syntax, source, tokens })?.value, text)
    })
  }

  test('other syntaxes are never converted', () => {
    assert.equal(toSyntax({ key: 'k', value: '{a}' }, { syntax: 'vue' }), undefined)
    assert.equal(toIcu({ value: '{a} | b', syntax: 'vue' }, {}), undefined)
    const entry = { key: 'k', value: ':a', syntax: 'laravel' as const }
    assert.equal(toSyntax(entry, { syntax: 'printf' }), entry)
  })

  test('a language without forms is counted all the same', () => {
    const source = '{n, plural, one {# file} other {# files}}'
    const written = toSyntax({ key: 'k', value: '{n}個', isPlural: true }, { syntax: 'printf', source })
    assert.equal(written?.value, '{n, plural, other {%d個}}')
  })
})
