import { CATALOGUE, type CheckId, checkValue, type Finding, NO_TERMS, nameOf, type Syntax } from '@parlance/checks'
import type { AnswerOf } from '@parlance/sdk'
import { FORMS, isForm } from './plural.ts'

export type Severity = 'error' | 'warning'
type StoredIssue = AnswerOf<'listIssues'>['issues'][number]
type PreviewedIssue = AnswerOf<'previewIssues'>['results'][number]['issues'][number]

/** Something that was found in a text, as the open row tells it. */
export interface Issue extends Omit<Finding, 'message'> {
  /** The same finding has the same name as long as it lasts. */
  name: string
  severity: Severity
  /** Of one that the service keeps: it can be ignored. */
  id: string | null
  /** Why somebody said that it is right as it is. */
  ignored: string | null
}

/** How bad a finding is in a language of the project; `off`: nobody asks. */
export type Severities = (check: CheckId) => Severity | 'off'

const DEFAULTS = new Map(CATALOGUE.map(({ id, severity }) => [id, severity]))

export function severitiesOf(qa: AnswerOf<'getQa'> | undefined, locale: string): Severities {
  const told = new Map(qa?.checks.map((check) => [check.id, check.localeSeverities[locale] ?? check.severity]))
  return (check) => told.get(check) ?? DEFAULTS.get(check) ?? 'warning'
}

/** What takes more than the two texts: terms, other keys, what was seen on screens. The service says it. */
const OF_THE_SERVICE: ReadonlySet<CheckId> = new Set([
  'glossary_missing',
  'glossary_forbidden',
  'inconsistent',
  'outdated',
  'exceeds_space',
  'same_as_source',
])

export interface Subject {
  value: string
  /** Undefined for the source itself. */
  source: string | undefined
  locale: string
  sourceLocale: string
  syntax: Syntax | null
  isPlural: boolean
  /** Where a plural is written form by form: their texts. */
  forms?: Iterable<string>
}

/** What shows in a text at once, while somebody writes it. */
export function issuesIn({ value, source, forms, ...subject }: Subject, severities: Severities): Issue[] {
  const context = { ...subject, syntax: subject.syntax ?? 'icu', lengthHint: null, terms: NO_TERMS }
  // A form whose braces do not end in it may still make a message, of other forms than those that are shown.
  if (severities('icu_syntax') !== 'off' && [...(forms ?? [])].some((form) => !isForm(form)))
    return [asIssue(BROKEN, severities)]
  const isEnabled = (check: CheckId) => !OF_THE_SERVICE.has(check) && severities(check) !== 'off'
  return checkValue({ value, source, context }, isEnabled).map((finding) => asIssue(finding, severities))
}

const BROKEN = { check: 'icu_syntax', branch: null, params: {}, start: null, end: null, fix: null } as const

function asIssue({ check, branch, params, start, end, fix }: Omit<Finding, 'message'>, severities: Severities): Issue {
  const severity = severities(check) === 'error' ? 'error' : 'warning'
  const name = nameOf({ check, branch, params })
  return { name, check, severity, branch, params, start, end, fix, id: null, ignored: null }
}

/** An issue as the service tells it. */
export const told = (issue: StoredIssue | PreviewedIssue): Issue => ({
  name: nameOf(issue),
  check: issue.check,
  severity: issue.severity,
  branch: issue.branch,
  params: issue.params,
  start: issue.start,
  end: issue.end,
  fix: issue.fix?.value ?? null,
  id: issue.id,
  ignored: issue.state === 'ignored' ? (issue.ignored?.reason ?? '') : null,
})

/**
 * What was found here, with what the service knows about the same: its id, and whether somebody ignores it; and behind it
 * what only the service finds. `kept` are the findings of the stored text, `previewed` those of the text as it is, if it
 * was asked.
 */
export function mergedIssues(
  found: readonly Issue[],
  kept: readonly Issue[],
  previewed: readonly Issue[] | undefined,
): Issue[] {
  const known = new Map([...(previewed ?? []), ...kept].map((issue) => [issue.name, issue]))
  const others = (previewed ?? kept).filter(({ check }) => OF_THE_SERVICE.has(check))
  const all = [...found, ...others].map((issue) => {
    const same = known.get(issue.name)
    return { ...issue, id: same?.id ?? null, ignored: same?.ignored ?? null }
  })
  return all.sort((one, other) => rank(one) - rank(other) || placeOf(one) - placeOf(other))
}

/** Of the same weight, in the order of the fields of a plural. */
const placeOf = (issue: Issue) => FORMS.indexOf(formOf(issue) ?? '')

/** Errors, warnings, what is ignored. */
const rank = ({ severity, ignored }: Issue) => (ignored !== null ? 2 : severity === 'error' ? 0 : 1)

export const openErrors = (issues: readonly Issue[]) =>
  issues.filter(({ severity, ignored }) => severity === 'error' && ignored === null)

/** What an issue asks to be put into the text. */
export function insertion({ check, params }: Issue): string | undefined {
  const wanted =
    check === 'placeholder_missing' ? params['placeholder'] : check === 'tag_missing' ? params['tag'] : undefined
  return typeof wanted === 'string' ? wanted : undefined
}

/** The form of a plural that an issue stands in: `other` of `count.other`. */
export const formOf = ({ branch }: Pick<Issue, 'branch'>) => branch?.split('.')[1]
