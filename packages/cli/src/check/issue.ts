import type { AnswerOf } from '@parlance/sdk'
import { counted } from '../output/counted.ts'
import type { Output } from '../output/output.ts'
import type { Told } from '../problem.ts'

export type StoredIssue = AnswerOf<'listIssues'>['issues'][number]

/** The same of a text in a file: no service knows it. */
export interface LocalIssue
  extends Omit<StoredIssue, 'id' | 'keyId' | 'translationId' | 'detectedAt'>,
    Pick<Told, 'file' | 'line' | 'column'> {
  id: null
  keyId: null
  translationId: null
  detectedAt: null
}

export type Issue = StoredIssue | LocalIssue

export type FailOn = 'error' | 'warning' | 'never'

export interface Checked {
  issues: readonly Issue[]
  counts: { error: number; warning: number }
}

/** Tells what was found, and answers no where it is as bad as that. */
export function tellIssues(issues: readonly Issue[], failOn: FailOn, output: Output): Checked {
  const count = (severity: Issue['severity']) => issues.filter((issue) => issue.severity === severity).length
  const counts = { error: count('error'), warning: count('warning') }
  for (const issue of issues) tell(issue, output)
  output.print(`${counted(counts.error, 'error')}, ${counted(counts.warning, 'warning')}`)
  const isBad = counts.error > 0 || (failOn === 'warning' && counts.warning > 0)
  if (failOn !== 'never' && isBad) output.answerNo()
  return { issues, counts }
}

function tell(issue: Issue, output: Output): void {
  const { severity, namespace, key, locale, message, check } = issue
  const place = placeOf(issue)
  const where = Object.values(place).join(':')
  const weight = severity === 'error' ? output.paint.red(severity) : output.paint.yellow(severity)
  const about = `${weight} ${namespace}:${key} (${locale}): ${message} [${check}]`
  const told = { ...place, message: `${key} (${locale}): ${message} [${check}]` }
  output.finding(where === '' ? about : `${where} ${about}`, told, severity)
}

/** In the order in which it is written: `locales/de.json:3:5`. */
function placeOf(issue: Issue): Pick<Told, 'file' | 'line' | 'column'> {
  if (!('file' in issue)) return {}
  const { file, line, column } = issue
  return {
    ...(file === undefined ? {} : { file }),
    ...(line === undefined ? {} : { line }),
    ...(column === undefined ? {} : { column }),
  }
}
