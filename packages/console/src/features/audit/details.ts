/** One thing that an entry tells besides its event. */
export interface Detail {
  field: string
  /** Undefined where nothing was there before to compare with. */
  before?: unknown
  value: unknown
}

/** What says nothing to people: numbers of things that have names. */
const UNTOLD = ['projectId', 'webhookId', 'userId']

/** What an entry tells, field by field; a change tells only what differs. */
export function detailsOf(details: Record<string, unknown>): Detail[] {
  const { before, after, ...rest } = details
  const changes = isPlain(before) && isPlain(after) ? changesOf(before, after) : []
  const others = flat(rest)
    .filter(([field, value]) => !UNTOLD.includes(field) && !isNothing(value))
    .map(([field, value]) => ({ field, value }))
  return [...changes, ...others]
}

function changesOf(before: Record<string, unknown>, after: Record<string, unknown>): Detail[] {
  const then = new Map(flat(before))
  const now = new Map(flat(after))
  return [...new Set([...then.keys(), ...now.keys()])]
    .map((field) => ({ field, before: then.get(field) ?? null, value: now.get(field) ?? null }))
    .filter((detail) => JSON.stringify(detail.before) !== JSON.stringify(detail.value))
}

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isNothing = (value: unknown) => value === null || (Array.isArray(value) && value.length === 0)

/** `limits: { keys }` as `limits.keys`. */
const flat = (object: Record<string, unknown>, prefix = ''): [string, unknown][] =>
  Object.entries(object).flatMap(([name, value]): [string, unknown][] =>
    isPlain(value) ? flat(value, `${prefix}${name}.`) : [[`${prefix}${name}`, value]],
  )
