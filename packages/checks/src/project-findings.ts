import type { Enabled } from './check-value.ts'
import type { Finding } from './finding.ts'

/** What only a project as a whole knows about a value. */
export interface ProjectFacts {
  /** The source text is another one than when the value was written. */
  isOutdated: boolean
  /** The same source text has another value elsewhere. */
  isInconsistent: boolean
}

const WHOLE = { branch: null, params: {}, start: null, end: null, fix: null } as const

const INCONSISTENT: Finding = {
  ...WHOLE,
  check: 'inconsistent',
  message: 'The same source text is translated differently elsewhere in the project.',
}
const OUTDATED: Finding = {
  ...WHOLE,
  check: 'outdated',
  message: 'The source text has changed since this value was written.',
}

export function projectFindings({ isOutdated, isInconsistent }: ProjectFacts, isEnabled: Enabled): Finding[] {
  const found: Finding[] = []
  if (isInconsistent && isEnabled('inconsistent')) found.push(INCONSISTENT)
  if (isOutdated && isEnabled('outdated')) found.push(OUTDATED)
  return found
}
