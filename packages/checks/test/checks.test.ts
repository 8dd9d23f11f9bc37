import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  CATALOGUE,
  type CheckId,
  type Context,
  checkValue,
  type Finding,
  NO_TERMS,
  projectFindings,
} from '../src/index.ts'
import { blank } from './cases/blank.ts'
import { brackets } from './cases/brackets.ts'
import { capitalization } from './cases/capitalization.ts'
import type { Case, Expected } from './cases/case.ts'
import { doubleSpace } from './cases/double-space.ts'
import { edgeSpace } from './cases/edge-space.ts'
import { endPunctuation } from './cases/end-punctuation.ts'
import { endStop } from './cases/end-stop.ts'
import { escapes } from './cases/escapes.ts'
import { exceedsSpace } from './cases/exceeds-space.ts'
import { glossaryForbidden } from './cases/glossary-forbidden.ts'
import { glossaryMissing } from './cases/glossary-missing.ts'
import { icuSyntax } from './cases/icu-syntax.ts'
import { invisible } from './cases/invisible.ts'
import { mojibake } from './cases/mojibake.ts'
import { newlineCount } from './cases/newline-count.ts'
import { numbers } from './cases/numbers.ts'
import { placeholderExtra } from './cases/placeholder-extra.ts'
import { placeholderMissing } from './cases/placeholder-missing.ts'
import { placeholderType } from './cases/placeholder-type.ts'
import { pluralExtra } from './cases/plural-extra.ts'
import { pluralMissing } from './cases/plural-missing.ts'
import { punctuationSpacing } from './cases/punctuation-spacing.ts'
import { repeatedWord } from './cases/repeated-word.ts'
import { sameAsSource } from './cases/same-as-source.ts'
import { tagExtra } from './cases/tag-extra.ts'
import { tagMissing } from './cases/tag-missing.ts'
import { tagUnbalanced } from './cases/tag-unbalanced.ts'
import { urls } from './cases/urls.ts'

const TABLES: Record<Exclude<CheckId, 'inconsistent' | 'outdated'>, readonly Case[]> = {
  icu_syntax: icuSyntax,
  placeholder_missing: placeholderMissing,
  placeholder_extra: placeholderExtra,
  placeholder_type: placeholderType,
  plural_missing: pluralMissing,
  plural_extra: pluralExtra,
  tag_missing: tagMissing,
  tag_extra: tagExtra,
  tag_unbalanced: tagUnbalanced,
  blank,
  mojibake,
  escapes,
  invisible,
  edge_space: edgeSpace,
  double_space: doubleSpace,
  newline_count: newlineCount,
  end_punctuation: endPunctuation,
  end_stop: endStop,
  punctuation_spacing: punctuationSpacing,
  numbers,
  urls,
  same_as_source: sameAsSource,
  repeated_word: repeatedWord,
  capitalization,
  brackets,
  glossary_missing: glossaryMissing,
  glossary_forbidden: glossaryForbidden,
  exceeds_space: exceedsSpace,
}

const PLAIN: Context = {
  locale: 'de',
  sourceLocale: 'en',
  syntax: 'icu',
  isPlural: false,
  lengthHint: null,
  terms: NO_TERMS,
}

function find(check: string, [locale, source, value, , given]: Case): Finding[] {
  const context = { ...PLAIN, locale, ...given }
  return checkValue({ value, source: source === '' ? undefined : source, context }, (id) => id === check)
}

/** A finding as far as the case says something about it. */
function asExpected(value: string, finding: Finding, expected: Expected) {
  const at = finding.start === null || finding.end === null ? null : value.slice(finding.start, finding.end)
  const whole: Expected = { ...finding, at }
  return Object.fromEntries(Object.keys(expected).map((name) => [name, whole[name as keyof Expected]]))
}

describe('qa 2 each check finds what it is for, and leaves alone what it is not for', () => {
  for (const [check, cases] of Object.entries(TABLES)) {
    describe(check, () => {
      for (const one of cases) {
        const [locale, source, value, expected] = one
        test(`${locale} ${JSON.stringify(value)} for ${JSON.stringify(source)}: ${expected.length || 'nothing'}`, () => {
          const found = find(check, one)
          assert.deepEqual(
            found.map((finding, at) => asExpected(value, finding, expected[at] ?? {})),
            expected,
          )
        })
      }
    })
  }

  test('every check of a text has cases of both kinds', () => {
    for (const [check, cases] of Object.entries(TABLES)) {
      assert.ok(
        cases.some(([, , , expected]) => expected.length > 0),
        `${check} finds something`,
      )
      assert.ok(
        cases.some(([, , , expected]) => expected.length === 0),
        `${check} leaves something alone`,
      )
    }
  })
})

test('qa 2 there are thirty checks, each with its default', () => {
  const off = ['end_stop', 'punctuation_spacing', 'inconsistent']
  const errors =
    'icu_syntax placeholder_missing placeholder_extra placeholder_type tag_missing tag_unbalanced blank mojibake'
  assert.deepEqual(
    CATALOGUE.map(({ id }) => id),
    [...Object.keys(TABLES).slice(0, -1), 'inconsistent', 'outdated', 'exceeds_space'],
  )
  for (const { id, severity } of CATALOGUE) {
    const isError = [...errors.split(' '), 'glossary_forbidden'].includes(id)
    assert.equal(severity, off.includes(id) ? 'off' : isError ? 'error' : 'warning', id)
  }
})

const all = () => true

test('qa 1 an empty value is checked by nothing, and one without a source only by what looks at a value alone', () => {
  const context = { ...PLAIN, terms: NO_TERMS, lengthHint: 1 }
  assert.deepEqual(checkValue({ value: '', source: 'Hello {name}', context }, all), [])
  for (const source of ['', undefined]) {
    const found = checkValue({ value: ' x  {name}. Ã¼', source, context }, all)
    assert.deepEqual(
      found.map(({ check }) => check),
      ['mojibake', 'exceeds_space'],
    )
  }
})

test('qa 1 a value that is no message has no other finding', () => {
  const broken = { value: ' Hallo  {name', source: 'Hello {name}.', context: PLAIN }
  assert.deepEqual(
    checkValue(broken, all).map(({ check }) => check),
    ['icu_syntax'],
  )
  assert.deepEqual(
    checkValue(broken, (id) => id !== 'icu_syntax'),
    [],
  )
})

test('qa 3 a finding is told once for each unit and what it names', () => {
  const source = '{name}: {n, plural, one {# file} other {# files}}'
  const value = '{nmae} {nmae}: {n, plural, one {# Datei} other {# Dateien}}'
  const found = checkValue({ value, source, context: PLAIN }, (id) => id === 'placeholder_extra')
  assert.deepEqual(found, [
    {
      check: 'placeholder_extra',
      branch: 'n.one',
      message: 'The source has no placeholder {nmae}.',
      params: { placeholder: '{nmae}' },
      start: 0,
      end: 6,
      fix: null,
    },
    {
      check: 'placeholder_extra',
      branch: 'n.other',
      message: 'The source has no placeholder {nmae}.',
      params: { placeholder: '{nmae}' },
      start: 0,
      end: 6,
      fix: null,
    },
  ])
})

test('qa 3 a fix that would bring another finding is none', () => {
  const source = 'See the file (this one)'
  const given = { source, value: 'Die Datei Datei', context: { ...PLAIN, lengthHint: null } }
  assert.equal(checkValue(given, (id) => id === 'repeated_word')[0]?.fix, 'Die Datei')
  const twice = { source: 'Really sure  {name}', value: 'Ganz  sicher {nmae}', context: PLAIN }
  assert.deepEqual(
    checkValue(twice, all).map(({ check, fix }) => [check, fix]),
    [
      ['placeholder_missing', 'Ganz  sicher {name}'],
      ['placeholder_extra', null],
    ],
  )
  // What is left would be the source itself.
  const same = { source: 'Open files', value: 'Open files files', context: PLAIN }
  assert.equal(checkValue(same, (id) => id === 'repeated_word')[0]?.fix, 'Open files')
  assert.equal(checkValue(same, all).find(({ check }) => check === 'repeated_word')?.fix, null)
})

test('qa 2 what only a project knows is told as it is asked for', () => {
  const facts = { isOutdated: true, isInconsistent: true }
  assert.deepEqual(
    projectFindings(facts, all).map(({ check, branch, params }) => [check, branch, params]),
    [
      ['inconsistent', null, {}],
      ['outdated', null, {}],
    ],
  )
  assert.deepEqual(
    projectFindings(facts, (id) => id === 'outdated').map(({ check }) => check),
    ['outdated'],
  )
  assert.deepEqual(projectFindings({ isOutdated: false, isInconsistent: false }, all), [])
})
