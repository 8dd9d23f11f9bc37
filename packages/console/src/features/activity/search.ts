import { TOLD_EVENTS } from './activity-text.ts'
import { KIND_NAMES, KINDS, type Kind } from './kinds.ts'

/** What the address of the screen asks for. */
export interface ActivitySearch {
  person?: number
  language?: string
  kind?: Kind
  /** Days, the last one included. */
  since?: string
  until?: string
  key?: number
}

/** Reads an address that anybody may have written: what makes no sense is left out. */
export function readActivitySearch(raw: Record<string, unknown>): ActivitySearch {
  const person = idOf(raw['person'])
  const key = idOf(raw['key'])
  const kind = KIND_NAMES.find((name) => name === raw['kind'])
  const since = dayOf(raw['since'])
  const until = dayOf(raw['until'])
  const language = typeof raw['language'] === 'string' && raw['language'] !== '' ? raw['language'] : undefined
  return {
    ...(person === undefined ? {} : { person }),
    ...(language === undefined ? {} : { language }),
    ...(kind === undefined ? {} : { kind }),
    ...(since === undefined ? {} : { since }),
    ...(until === undefined ? {} : { until }),
    ...(key === undefined ? {} : { key }),
  }
}

const idOf = (value: unknown) => {
  const id = Number(value)
  return Number.isSafeInteger(id) && id > 0 ? id : undefined
}

const dayOf = (value: unknown) =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value)) ? value : undefined

/** The same as the service is asked for it; days are those of the person's clock. */
export function queryOf({ person, language, kind, since, until, key }: ActivitySearch) {
  return {
    events: kind === undefined ? TOLD_EVENTS : [...KINDS[kind]],
    ...(person === undefined ? {} : { actorId: person }),
    ...(language === undefined ? {} : { locale: language }),
    ...(key === undefined ? {} : { keyId: key }),
    ...(since === undefined ? {} : { since: startOf(since, 0) }),
    ...(until === undefined ? {} : { until: startOf(until, 1) }),
  }
}

function startOf(day: string, daysLater: number): string {
  const start = new Date(`${day}T00:00:00`)
  start.setDate(start.getDate() + daysLater)
  return start.toISOString()
}
