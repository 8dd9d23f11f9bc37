import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  formOf,
  type Issue,
  insertion,
  issuesIn,
  mergedIssues,
  openErrors,
  type Severities,
  severitiesOf,
} from '../checks.ts'

const BY_DEFAULT = severitiesOf(undefined, 'de')
const found = (value: string, source = 'Hello {name}', severities: Severities = BY_DEFAULT) =>
  issuesIn(
    { value, source, locale: 'de', sourceLocale: 'en', syntax: null, isPlural: source.includes('plural') },
    severities,
  )

test('a missing placeholder is an error, and says what to insert', () => {
  const [issue] = found('Hallo')
  assert.equal(issue?.check, 'placeholder_missing')
  assert.equal(issue?.severity, 'error')
  assert.equal(insertion(issue as Issue), '{name}')
})

test('a message that cannot be read has no other finding', () => {
  assert.deepEqual(
    found('Hallo {name').map(({ check }) => check),
    ['icu_syntax'],
  )
})

test('a form of a plural says which one it is', () => {
  const source = '{count, plural, one {# item of {name}} other {# items of {name}}}'
  const [issue] = found('{count, plural, one {# Ding von {name}} other {# Dinge}}', source)
  assert.equal(formOf(issue as Issue), 'other')
})

test('forms whose braces cross are no message, though together they make one', () => {
  const forms = ['a} two {b', 'c']
  const value = '{n, plural, one {a} two {b} other {c}}'
  const issues = issuesIn(
    { value, source: undefined, locale: 'en', sourceLocale: 'en', syntax: null, isPlural: true, forms },
    BY_DEFAULT,
  )
  assert.deepEqual(
    issues.map(({ check }) => check),
    ['icu_syntax'],
  )
})

test('what a project has turned off is not told', () => {
  assert.deepEqual(
    found('Hallo', 'Hello {name}', () => 'off'),
    [],
  )
})

test('what the service knows is added: ids, what is ignored, and what only it can find', () => {
  const [missing] = found('Hallo') as [Issue]
  const kept = [
    { ...missing, id: 'iss_1', ignored: 'so it is' },
    { ...missing, name: 'g', check: 'glossary_forbidden' as const, id: 'iss_2' },
  ]
  const merged = mergedIssues([missing], kept, undefined)
  assert.deepEqual(
    merged.map(({ check, id, ignored }) => [check, id, ignored]),
    [
      ['glossary_forbidden', 'iss_2', null],
      ['placeholder_missing', 'iss_1', 'so it is'],
    ],
  )
  assert.equal(openErrors(merged).length, 1)
})

test('what the service finds in the text as it is counts more than what it found in the saved one', () => {
  const [missing] = found('Hallo') as [Issue]
  const kept = [{ ...missing, name: 'g', check: 'glossary_forbidden' as const, id: 'iss_2' }]
  assert.deepEqual(mergedIssues([], kept, []), [])
})

test('findings in forms of a plural stand in the order of its fields', () => {
  const [missing] = found('Hallo') as [Issue]
  const inForm = (form: string) => ({ ...missing, name: form, branch: `count.${form}` })
  const merged = mergedIssues(['many', 'zero', 'other', '=0', 'one'].map(inForm), [], undefined)
  assert.deepEqual(
    merged.map(({ name }) => name),
    ['=0', 'zero', 'one', 'many', 'other'],
  )
})
