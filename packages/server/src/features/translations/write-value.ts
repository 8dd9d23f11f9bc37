import type { Status } from '@parlance/contract'
import type { Author } from '../../changes/author.ts'
import type { Database } from '../../db/pool.ts'
import { sql } from '../../db/sql.ts'
import { retried } from '../../db/transaction.ts'
import { WaitingLine } from '../../db/waiting-line.ts'
import type { Reason } from './refusal.ts'
import type { ValueRow } from './write-values.ts'

interface NamedValue {
  /** Undefined: the default one. */
  namespace: string | undefined
  key: string
  locale: string
  value: string
  status: Status | undefined
}

type SingleValue = Omit<ValueRow, 'keyId' | 'localeId'>

interface Row extends Omit<SingleValue, 'id' | 'value'> {
  localeId: number | null
  exceeded: number | null
  actual: number
  id: number | null
}

interface Outcome {
  /** Null: the project has no such language. */
  localeId: number | null
  refused: Reason | undefined
  written: SingleValue | undefined
}

// The writers of a project meet at its counter. Waiting here costs next to nothing; 16 that wait for each other in
// PostgreSQL took half again as much of its time. A few are let in, so that the next is ready when one commits.
const line = new WaitingLine<number>(4)

/** Undefined when there is no such key. Neither written nor refused: see `put_value`, which does all of it. */
export async function writeValue(
  db: Database,
  { projectId, sourceLocaleId, actor, userId, at }: Author,
  { namespace, key, locale, value, status }: NamedValue,
): Promise<Outcome | undefined> {
  const statement = sql`
    select locale_id as "localeId", exceeded, actual, id, status, created_at as "createdAt",
           updated_at as "updatedAt", created_by as "createdBy", updated_by as "updatedBy"
    from put_value(${projectId}, ${namespace ?? null}, ${key}, ${locale}, ${value}, ${status ?? null},
                   ${sourceLocaleId}, ${/[{<]/.test(value)}, ${actor.type}, ${actor.id}, ${userId}, ${at})`
  const row = await line.take(projectId, () => retried(() => db.row<Row>(statement)))
  if (!row) return undefined
  const { localeId, exceeded, actual, id, ...rest } = row
  if (id !== null) db.announce([projectId])
  return {
    localeId,
    refused: exceeded === null ? undefined : { reason: 'too_long', limit: exceeded, actual },
    written: id === null ? undefined : { ...rest, id, value },
  }
}
