import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  emptyPlural,
  examplesOf,
  formFields,
  formFor,
  isForm,
  isSamePlural,
  type Plural,
  readableText,
  readPlural,
  withForm,
  writePlural,
} from '../plural.ts'

const form = fc.string({ unit: fc.constantFrom('a', 'é', ' ', '#', '{name}', '<b>', "''", "'{'", '\n', '٣') })
const plurals = fc.record({
  argument: fc.constantFrom('count', 'n', '0'),
  type: fc.constantFrom('plural' as const, 'selectordinal' as const),
  offset: fc.integer({ min: 0, max: 3 }),
  forms: fc
    .dictionary(fc.constantFrom('zero', 'one', 'two', 'few', 'many', '=0', '=1', '=12'), form)
    .chain((some) => form.map((other) => new Map([...Object.entries(some), ['other', other]]))),
})

test('what is written is read again, form by form', () => {
  fc.assert(
    fc.property(plurals, (plural) => {
      const text = writePlural(plural)
      const read = readPlural(text)
      if ([...plural.forms.values()].every((one) => one === '')) assert.equal(text, '')
      else assert.ok(read && isSamePlural(read, plural), text)
    }),
  )
})

test('writing what was read changes nothing but spaces', () => {
  fc.assert(
    fc.property(plurals, (plural) => {
      const text = writePlural(plural)
      const read = readPlural(text)
      if (read) assert.equal(writePlural(read), text)
    }),
  )
})

test('a form that can be one is kept in whatever language', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const filled = withForm(emptyPlural(undefined), 'other', text)
      const read = readPlural(writePlural(filled))
      assert.equal(
        isForm(text) && text !== '',
        read?.forms.size === 1 && read.forms.get('other') === text && text !== '',
      )
    }),
  )
})

test('only one plural at the top is taken apart', () => {
  for (const text of [
    '',
    'items',
    'You have {n, plural, other {#}}',
    '{n, plural, other {#}} ',
    '{g, select, other {x}}',
    '{n, plural, one {#}}',
    '{n}',
    '{n, plural, other {',
  ])
    assert.equal(readPlural(text), undefined, text)
  const read = readPlural('{n,plural,offset:1 =0{none}one{# item}other{{n, plural, other {x}}}}') as Plural
  assert.equal(read.offset, 1)
  assert.deepEqual([...read.forms.keys()], ['=0', 'one', 'other'])
  assert.equal(read.forms.get('other'), '{n, plural, other {x}}')
})

test('braces that do not end within a form are none of it', () => {
  assert.equal(isForm('a} two {b'), false)
  assert.equal(isForm('{'), false)
  assert.equal(isForm('{name} # items'), true)
})

test('there is a field for each category, exact numbers of the source, and what else the value has', () => {
  const source = readPlural('{n, plural, =0 {none} one {# item} other {# items}}') as Plural
  const names = (locale: string, value = emptyPlural(source)) =>
    formFields(value, source, locale).map(({ name, isNeeded }) => (isNeeded ? name : `(${name})`))
  assert.deepEqual(names('ar'), ['(=0)', 'zero', 'one', 'two', 'few', 'many', 'other'])
  assert.deepEqual(names('ja'), ['(=0)', 'other'])
  assert.deepEqual(names('de', readPlural('{n, plural, many {x} other {y}}')), ['(=0)', 'one', '(many)', 'other'])
  assert.deepEqual(names('xx-nobody'), ['(=0)', 'one', 'other'])
})

test('an emptied form is gone, and without any text there is no message', () => {
  const plural = readPlural('{n, plural, one {a} other {b}}') as Plural
  assert.equal(writePlural(withForm(plural, 'one', '')), '{n, plural, other {b}}')
  assert.equal(writePlural(withForm(withForm(plural, 'one', ''), 'other', '')), '')
  assert.equal(writePlural(withForm(plural, 'other', '')), '{n, plural, one {a} other {}}')
})

test('examples say which numbers a form is for', () => {
  const shown = (locale: string) =>
    Object.fromEntries(
      [...examplesOf(locale, 'plural')].map(([name, ranges]) => [
        name,
        ranges.slice(0, 3).map(({ from, to }) => (from === to ? `${from}` : `${from}–${to}`)),
      ]),
    )
  assert.deepEqual(shown('en'), { one: ['1'], other: ['0', '2–999'] })
  assert.deepEqual(shown('ru'), {
    one: ['1', '21', '31'],
    few: ['2–4', '22–24', '32–34'],
    many: ['0', '5–20', '25–30'],
    other: ['1.5'],
  })
  assert.deepEqual(shown('fr').many, ['1000000'])
})

test('every category of every language has a number to show', () => {
  for (const locale of ['ar', 'cs', 'cy', 'fr', 'ga', 'he', 'lt', 'lv', 'pl', 'pt', 'sl', 'zh'])
    for (const { name } of formFields(emptyPlural(undefined), undefined, locale))
      assert.ok(examplesOf(locale, 'plural').get(name)?.length, `${locale} ${name}`)
})

test('a number is told by its exact form, its category, or other', () => {
  const plural = readPlural('{n, plural, offset:1 =1 {you} one {you and #} other {#}}') as Plural
  assert.deepEqual(
    [1, 2, 3].map((number) => formFor(plural, number, 'en')),
    ['=1', 'one', 'other'],
  )
})

test('A plural is read as its forms, and any other text as it is', () => {
  assert.equal(readableText('{n, plural, one {# day} other {# days}}'), 'one: # day\nother: # days')
  assert.equal(readableText('{n, plural, one {# day} other {# days}}', ' · '), 'one: # day · other: # days')
  for (const text of ['{name} is here', 'in {n, plural, other {# days}}', '{n, plural, other {']) {
    assert.equal(readableText(text), text)
  }
})
