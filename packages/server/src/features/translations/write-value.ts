import type { Status } from '@parlance/contract'
import type { Author } from '../../changes/author.ts'
import type { Database } from '../../db/pool.ts'
import { sql } from '../../db/sql.ts'
import { retried } from '../../db/transaction.ts'
import { WaitingLine } from '../../db/waiting-line.ts'
import type { Expected, StoredValue } from './expectation.ts'
import type { Reason } from './refusal.ts'
import type { ValueRow } from './write-values.ts'

/** By its id, or by its name in a namespace (undefined: the default one). */
export type NamedKey = { keyId: number } | { namespace: string | undefined; key: string }

interface NamedValue {
  locale: string
  value: string
  status: Status | undefined
  expected: Expected
}

type SingleValue = Omit<ValueRow, 'keyId' | 'localeId'>

interface Row extends Omit<SingleValue, 'id' | 'value'> {
  localeId: number | null
  exceeded: number | null
  actual: number
  isOutdated: boolean | null
  stored: string | null
  id: number | null
}

interface Outcome {
  /** Null: the project has no such language. */
  localeId: number | null
  refused: Reason | undefined
  /** What is there instead of what was expected. */
  outdated: StoredValue | undefined
  written: SingleValue | undefined
}

// The writers of a project meet at its counter. Waiting here costs next to nothing; 16 that wait for each other in
// PostgreSQL took half again as much of its time. A few are let in, so that the next is ready when one commits.
const line = new WaitingLine<number>(4)

/** Undefined when there is no such key. Neither written nor refused nor outdated: see `put_value`, which does all of it. */
export async function writeValue(
  db: Database,
  { projectId, sourceLocaleId, actor, userId, at }: Author,
  named: NamedKey,
  { locale, value, status, expected }: NamedValue,
): Promise<Outcome | undefined> {
  const { keyId, namespace, key } =
    'keyId' in named ? { ...named, namespace: null, key: null } : { ...named, keyId: null }
  const statement = sql`
    select locale_id as "localeId", exceeded, actual, is_outdated as "isOutdated", stored, id, status,
           created_at as "createdAt", updated_at as "updatedAt", created_by as "createdBy", updated_by as "updatedBy"
    from put_value(${projectId}, ${keyId}, ${namespace ?? null}, ${key}, ${locale}, ${value}, ${status ?? null},
                   ${expected !== undefined}, ${expected ?? null}, ${sourceLocaleId}, ${/[{<]/.test(value)},
                   ${actor.type}, ${actor.id}, ${userId}, ${at})`
  const row = await line.take(projectId, () => retried(() => db.row<Row>(statement)))
  if (!row) return undefined
  const { localeId, exceeded, actual, isOutdated, stored, id, ...rest } = row
  if (id !== null) db.announce([projectId])
  return {
    localeId,
    refused: exceeded === null ? undefined : { reason: 'too_long', limit: exceeded, actual },
    outdated: isOutdated ? { ...rest, value: stored } : undefined,
    written: id === null ? undefined : { ...rest, id, value },
  }
}
