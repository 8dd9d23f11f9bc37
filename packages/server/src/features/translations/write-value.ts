import type { Status } from '@parlance/contract'
import type { Author } from '../../changes/author.ts'
import type { Database } from '../../db/pool.ts'
import { sql } from '../../db/sql.ts'
import { retried } from '../../db/transaction.ts'
import { WaitingLine } from '../../db/waiting-line.ts'
import type { ValueRow } from './write-values.ts'

interface NamedValue {
  /** Undefined: the default one. */
  namespace: string | undefined
  key: string
  locale: string
  value: string
  /** In code points. */
  length: number
  status: Status | undefined
}

type Outcome = Pick<ValueRow, 'status' | 'createdAt' | 'updatedAt' | 'createdBy'> & {
  id: number | null
  characterLimit: number | null
  localeId: number | null
}

// The writers of a project meet at its counter. Waiting here costs next to nothing; 16 that wait for each other in
// PostgreSQL took half again as much of its time. A few are let in, so that the next is ready when one commits.
const line = new WaitingLine<number>(4)

/** Undefined when there is no such key. An id of null: nothing was written; see `put_value`, which does all of it. */
export async function writeValue(
  db: Database,
  { projectId, sourceLocaleId, actor, userId, at }: Author,
  { namespace, key, locale, value, length, status }: NamedValue,
): Promise<Outcome | undefined> {
  const statement = sql`
    select character_limit as "characterLimit", locale_id as "localeId", id, status, created_at as "createdAt",
           updated_at as "updatedAt", created_by as "createdBy"
    from put_value(${projectId}, ${namespace ?? null}, ${key}, ${locale}, ${value}, ${length}, ${status ?? null},
                   ${sourceLocaleId}, ${/[{<]/.test(value)}, ${actor.type}, ${actor.id}, ${userId}, ${at})`
  const outcome = await line.take(projectId, () => retried(() => db.row<Outcome>(statement)))
  if (outcome?.id) db.announce([projectId])
  return outcome
}
