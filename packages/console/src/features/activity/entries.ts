import type { AnswerOf } from '@parlance/sdk'

export type Change = AnswerOf<'listActivity'>['activity'][number]

/** Changes of one kind that somebody made in one go, newest first. */
export interface Entry {
  /** Of its newest change. */
  id: number
  changes: readonly [Change, ...Change[]]
}

/** No longer between two changes of one go: an import or a batch writes thousands in a second. */
const ONE_GO_MS = 10_000

/** What belongs together is told once, however many keys it is about. */
export function entriesOf(changes: readonly Change[]): Entry[] {
  const entries: { id: number; changes: [Change, ...Change[]] }[] = []
  for (const change of changes) {
    const last = entries.at(-1)
    if (last && isOneGo(last.changes.at(-1) ?? change, change)) last.changes.push(change)
    else entries.push({ id: change.id, changes: [change] })
  }
  return entries
}

function isOneGo(newer: Change, older: Change): boolean {
  return (
    isAboutKeys(newer) &&
    newer.event === older.event &&
    newer.locale === older.locale &&
    newer.actor.type === older.actor.type &&
    newer.actor.id === older.actor.id &&
    Date.parse(newer.at) - Date.parse(older.at) <= ONE_GO_MS
  )
}

/** Whether it did something to keys or values, which is what can be taken back. */
export const isAboutKeys = ({ event }: Pick<Change, 'event'>) =>
  event.startsWith('translation.') || event.startsWith('key.')

/** Whether taking it back brings keys or takes them away. */
export const turnsKeys = ({ event }: Pick<Change, 'event'>) =>
  event === 'key.created' || event === 'key.deleted' || event === 'key.restored'

/** The days of what is shown, as the person's calendar has them. */
export function byDay(entries: readonly Entry[]): { day: string; entries: Entry[] }[] {
  const days: { day: string; entries: Entry[] }[] = []
  for (const entry of entries) {
    const day = dayOf(entry.changes[0].at)
    const last = days.at(-1)
    if (last?.day === day) last.entries.push(entry)
    else days.push({ day, entries: [entry] })
  }
  return days
}

function dayOf(at: string): string {
  const time = new Date(at)
  return [time.getFullYear(), time.getMonth() + 1, time.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-')
}

/** Both sides of a change as texts, where it is one of texts. */
export function textsOf({ before, after }: Change): { before: string; after: string } | undefined {
  const texts = { before: textOf(before), after: textOf(after) }
  return texts.before === texts.after ? undefined : texts
}

const textOf = (side: unknown) => {
  const value = typeof side === 'object' && side !== null ? (side as { value?: unknown }).value : undefined
  return typeof value === 'string' ? value : ''
}

const STATUSES = ['not_translated', 'not_reviewed', 'translated'] as const

/** Both statuses, where a change made another of one. */
export function statusesOf({ before, after }: Change) {
  const [from, to] = [statusOf(before) ?? 'not_translated', statusOf(after)]
  return to === undefined || from === to ? undefined : { before: from, after: to }
}

const statusOf = (side: unknown) => {
  const status = typeof side === 'object' && side !== null ? (side as { status?: unknown }).status : undefined
  return STATUSES.find((known) => known === status)
}
