import type { AnswerOf } from '@parlance/sdk'

export type Assignment = AnswerOf<'getMemorySettings'>['assignments'][number]
/** A memory of a project; its place in the list is its priority. */
export type Assigned = Omit<Assignment, 'priority'>

const HIGHEST = 100

/** As the service takes them: the higher the number, the sooner it is asked. */
export const toSend = (assigned: readonly Assigned[]) =>
  assigned.map(({ tmId, isWritable, penalty }, place) => ({ tmId, isWritable, penalty, priority: HIGHEST - place }))

export function moved<T>(list: readonly T[], from: number, by: 1 | -1): T[] {
  const [first, second] = [list[from], list[from + by]]
  if (first === undefined || second === undefined) return [...list]
  return list.with(from, second).with(from + by, first)
}

/** At most one is written to: another one stops being it. */
export const written = (assigned: readonly Assigned[], tmId: number | null): Assigned[] =>
  assigned.map((one) => ({ ...one, isWritable: one.tmId === tmId }))

/** Undefined for what is no penalty. */
export function penaltyOf(text: string): number | undefined {
  const number = Number(text)
  return text.trim() !== '' && Number.isInteger(number) && number >= 0 && number <= 100 ? number : undefined
}
