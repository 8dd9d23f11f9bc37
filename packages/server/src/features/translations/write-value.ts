import type { Status } from '@parlance/contract'
import type { Author } from '../../changes/author.ts'
import { noteCommitted } from '../../changes/record.ts'
import type { Database } from '../../db/pool.ts'
import { sql } from '../../db/sql.ts'
import { retried } from '../../db/transaction.ts'
import { WaitingLine } from '../../db/waiting-line.ts'
import type { Expected } from './expectation.ts'
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
  keyId: number | null
  localeId: number | null
  exceeded: number | null
  id: number | null
  change: number | null
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

/** Undefined when there is no such key. Neither written nor refused: `put_value`, which does all of it, says why. */
export async function writeValue(
  db: Database,
  by: Author,
  named: NamedKey,
  { locale, value, status, expected }: NamedValue,
): Promise<Outcome | undefined> {
  const { projectId, sourceLocaleId, actor, userId, at } = by
  const { keyId, namespace, key } =
    'keyId' in named ? { ...named, namespace: null, key: null } : { ...named, keyId: null }
  // Called within a query of its own: as a table, its row would be put aside and read again.
  const statement = sql`
    select (v.put).key_id as "keyId", (v.put).locale_id as "localeId", (v.put).exceeded, (v.put).id, (v.put).status,
           (v.put).created_at as "createdAt", (v.put).updated_at as "updatedAt", (v.put).created_by as "createdBy",
           (v.put).updated_by as "updatedBy", (v.put).change
    from (select put_value(${projectId}, ${keyId}, ${namespace ?? null}, ${key}, ${locale}, ${value}, ${status ?? null},
                   ${expected === null ? '-infinity' : (expected ?? null)}, ${sourceLocaleId}, ${/[{<]/.test(value)},
                   ${actor.type}, ${actor.id}, ${userId}, ${at}) as put offset 0) v`
  const row = await line.take(projectId, () => retried(() => db.one<Row>(statement)))
  const { keyId: found, localeId, exceeded, id, change, ...rest } = row
  if (found === null) return undefined
  if (id !== null) db.announce([projectId])
  if (change !== null) noteCommitted(by, { fromId: change, toId: change })
  return {
    localeId,
    refused: exceeded === null ? undefined : { reason: 'too_long', limit: exceeded, actual: Array.from(value).length },
    written: id === null ? undefined : { ...rest, id, value },
  }
}
