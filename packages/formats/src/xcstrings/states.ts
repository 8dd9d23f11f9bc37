import type { Entry } from '../entry.ts'

type Status = NonNullable<Entry['status']>

const STATES: Readonly<Record<Status, string>> = {
  translated: 'translated',
  not_reviewed: 'needs_review',
  not_translated: 'new',
}
const STATUSES = new Map(Object.entries(STATES).map(([status, state]) => [state, status as Status]))

/** Of a text whose status nobody told: a state must be said. */
export const stateOf = ({ status, value }: Pick<Entry, 'status' | 'value'>) =>
  STATES[status ?? (value === '' ? 'not_translated' : 'translated')]

export const statusOf = (state: string | undefined): Entry['status'] => STATUSES.get(state ?? '')

/** Of the forms of a plural, each of which has a state. Where they differ, somebody has to look at it. */
export function commonStatus(states: readonly (string | undefined)[]): Entry['status'] {
  const statuses = new Set(states.map(statusOf))
  const [first] = statuses
  return statuses.size > 1 ? 'not_reviewed' : first
}
