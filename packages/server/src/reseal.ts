import type { Handle } from './db/pool.ts'
import { type Sql, sql } from './db/sql.ts'
import type { SecretBox } from './secret-box.ts'

/** A column that holds what a secret box sealed. */
interface SealedColumn {
  /** False where backups leave it out. */
  isKept: boolean
  rows(after: number, limit: number): Sql
  /** Writes `now` where `before` still stands: whoever wrote something else meanwhile has sealed it with a key of now. */
  replace(ids: number[], before: Buffer[], now: Buffer[]): Sql
}

/** The secrets of second factors, of which a person has one; `table` holds nothing else that is sealed. */
const ofPeople = (table: Sql): SealedColumn => ({
  isKept: true,
  rows: (after, limit) => sql`
    select user_id as id, secret as sealed from ${table} where user_id > ${after} order by user_id limit ${limit}`,
  replace: (ids, before, now) => sql`
    with kept as (
      select f.user_id, s.now from ${table} f
      join unnest(${ids}::bigint[], ${before}::bytea[], ${now}::bytea[]) as s (id, before, now)
        on f.user_id = s.id and f.secret = s.before
      order by f.user_id
      for no key update of f
    )
    update ${table} f set secret = kept.now from kept where f.user_id = kept.user_id`,
})

/** Whatever is sealed stands here, or it cannot be read any more when SECRET_KEY changes. */
const SEALED: Record<string, SealedColumn> = {
  'webhooks.secret': {
    isKept: true,
    rows: (after, limit) => sql`
      select id, secret as sealed from webhooks where id > ${after} order by id limit ${limit}`,
    // Locks in the order of ids, as everybody does who changes several.
    replace: (ids, before, now) => sql`
      with kept as (
        select w.id, s.now from webhooks w
        join unnest(${ids}::bigint[], ${before}::bytea[], ${now}::bytea[]) as s (id, before, now)
          on w.id = s.id and w.secret = s.before
        order by w.id
        for no key update of w
      )
      update webhooks w set secret = kept.now from kept where w.id = kept.id`,
  },
  'mails.content': {
    isKept: false,
    rows: (after, limit) => sql`
      select id, content as sealed from mails where id > ${after} and content is not null order by id limit ${limit}`,
    replace: (ids, before, now) => sql`
      with kept as (
        select m.id, s.now from mails m
        join unnest(${ids}::bigint[], ${before}::bytea[], ${now}::bytea[]) as s (id, before, now)
          on m.id = s.id and m.content = s.before
        order by m.id
        for no key update of m
      )
      update mails m set content = kept.now from kept where m.id = kept.id`,
  },
  'second_factors.secret': ofPeople(sql`second_factors`),
  'second_factor_enrolments.secret': ofPeople(sql`second_factor_enrolments`),
}

export const sealedColumns = Object.keys(SEALED)

const AT_ONCE = 500

export interface Resealed {
  /** How many were sealed anew. */
  count: number
  /** What no key opens, as `webhooks.secret of 7`. */
  unreadable: string[]
}

/** Seals everything with the key of now that a former one sealed. Any number of processes may do so at once. */
export async function resealAll(db: Handle, secrets: SecretBox, signal?: AbortSignal): Promise<Resealed> {
  const done: Resealed = { count: 0, unreadable: [] }
  for (const [name, column] of Object.entries(SEALED)) {
    let last = 0
    while (!signal?.aborted) {
      const rows = await db.rows<{ id: number; sealed: Buffer }>(column.rows(last, AT_ONCE))
      const old = rows.flatMap(({ id, sealed }) => {
        const now = resealed(secrets, sealed)
        if (now === 'unreadable') done.unreadable.push(`${name} of ${id}`)
        return Buffer.isBuffer(now) ? { id, sealed, now } : []
      })
      if (old.length > 0) {
        const columns = [old.map(({ id }) => id), old.map(({ sealed }) => sealed), old.map(({ now }) => now)] as const
        done.count += await db.run(column.replace(...columns))
      }
      if (rows.length < AT_ONCE) break
      last = rows.at(-1)?.id ?? last
    }
  }
  return done
}

/** How many secrets a backup holds, and how many of them no key opens. */
export async function countSealed(db: Handle, secrets: SecretBox | undefined) {
  const counts = { count: 0, unreadable: 0 }
  for (const [name, column] of Object.entries(SEALED)) {
    if (!column.isKept) continue
    const [table = ''] = name.split('.')
    // A schema that was not brought up to date yet may lack it.
    const { isThere } = await db.one<{ isThere: boolean }>(sql`select to_regclass(${table}) is not null as "isThere"`)
    for (let last = 0; isThere; ) {
      const rows = await db.rows<{ id: number; sealed: Buffer }>(column.rows(last, AT_ONCE))
      counts.count += rows.length
      counts.unreadable += rows.filter(({ sealed }) => !secrets || resealed(secrets, sealed) === 'unreadable').length
      if (rows.length < AT_ONCE) break
      last = rows.at(-1)?.id ?? last
    }
  }
  return counts
}

function resealed(secrets: SecretBox, sealed: Buffer): Buffer | undefined | 'unreadable' {
  try {
    return secrets.reseal(sealed)
  } catch {
    return 'unreadable'
  }
}
