import type { Status } from '../search.ts'
import type { Change } from './queries.ts'

interface Side {
  value: string | null
  status: Status
}

/** One change of a value. */
export interface Version {
  id: number
  at: string
  /** Null: the service itself. */
  author: string | null
  before: Side
  after: Side
  /** What was done, as far as one word says it. */
  kind: 'written' | 'changed' | 'cleared' | 'status' | 'restored'
}

const NOTHING: Side = { value: null, status: 'not_translated' }

export function versionOf({ id, at, actor, event, before, after }: Change): Version {
  const sides = { before: sideOf(before), after: sideOf(after) }
  return { id, at, author: actor.name, ...sides, kind: event === 'translation.restored' ? 'restored' : kindOf(sides) }
}

function kindOf({ before, after }: Pick<Version, 'before' | 'after'>): Version['kind'] {
  if (before.value === after.value) return 'status'
  if (!before.value) return 'written'
  return after.value ? 'changed' : 'cleared'
}

function sideOf(told: unknown): Side {
  if (typeof told !== 'object' || told === null) return NOTHING
  const { value, status } = told as Partial<Side>
  return { value: value ?? null, status: status ?? 'not_translated' }
}

/** What can be brought back: a text, and another than the one that is there. Of equal ones, the newest. */
export function restorable(versions: readonly Version[], current: string | null): ReadonlySet<number> {
  const seen = new Set([current, null, ''])
  const ids = new Set<number>()
  for (const { id, after, kind } of versions) {
    if (kind === 'status' || seen.has(after.value)) continue
    seen.add(after.value)
    ids.add(id)
  }
  return ids
}
