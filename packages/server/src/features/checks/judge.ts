import { type CheckId, checkValue, type Finding, hasSentence, projectFindings, type Terms } from '@parlance/checks'
import { issueId } from './issue-id.ts'
import { type CheckSettings, severitiesIn } from './settings.ts'
import type { SubjectText } from './subjects.ts'

/** What was found in a value, and how bad its project says that is. */
export interface JudgedFinding extends Finding {
  id: string
  severity: 'error' | 'warning'
}

/** Everything that is found in a text. Checks that are off in its language are not run. */
export function judge(settings: CheckSettings, terms: Terms, subject: SubjectText): JudgedFinding[] {
  const { keyId, locale } = subject
  const severities = severitiesIn(settings, locale)
  return findingsIn(terms, subject, severities.isEnabled).flatMap((finding) => {
    const severity = severities.of(finding.check)
    return severity === 'off' ? [] : [{ ...finding, id: issueId(keyId, locale, finding), severity }]
  })
}

/** What can be no message is nothing else either. */
function findingsIn(terms: Terms, subject: SubjectText, isEnabled: (check: CheckId) => boolean): Finding[] {
  const { value, source, sourceLocale, locale, isPlural, lengthHint } = subject
  const context = { locale, sourceLocale, syntax: subject.syntax ?? 'icu', isPlural, lengthHint, terms }
  const found = checkValue({ value, source: source ?? undefined, context }, isEnabled)
  if (value === '' || found.some(({ check }) => check === 'icu_syntax')) return found
  if (!subject.isInconsistent && !subject.isOutdated) return found
  const isInconsistent = subject.isInconsistent && hasSentence(source ?? '', context.syntax, isPlural)
  return [...found, ...projectFindings({ isOutdated: subject.isOutdated, isInconsistent }, isEnabled)]
}
