import type { Handle } from '../../db/pool.ts'
import { sql } from '../../db/sql.ts'
import type { Transaction } from '../../db/transaction.ts'
import { localeCode, localeName, textDirection } from '../../locale.ts'

export interface LocaleRow {
  id: number
  code: string
  name: string
}

export const presentLocale = ({ id, code, name }: LocaleRow) => ({ id, code, name, direction: textDirection(code) })

export const findLocales = (db: Handle, orgId: number) =>
  db.rows<LocaleRow>(sql`select id, code, name from locales where organization_id = ${orgId} order by code`)

/** Locales of an organization by their codes, in the order given; those it lacks are added. */
export async function ensureLocales(
  tx: Transaction,
  orgId: number,
  codes: readonly string[],
  name?: string,
): Promise<(LocaleRow & { isNew: boolean })[]> {
  const wanted = [...new Set(codes.map(localeCode))]
  const added = await tx.rows<LocaleRow>(sql`
    insert into locales (organization_id, code, name)
    select ${orgId}::bigint, code, name
    from unnest(${wanted}::text[], ${wanted.map((code) => name ?? localeName(code))}::text[]) as l (code, name)
    on conflict (organization_id, code) do nothing
    returning id, code, name`)
  const isNew = new Set(added.map(({ id }) => id))
  // A statement of its own: rows that another transaction added meanwhile are visible only to a new snapshot.
  const rows = await tx.rows<LocaleRow>(sql`
    select id, code, name from locales where organization_id = ${orgId} and code = any(${wanted}::text[])`)
  const byCode = new Map(rows.map((row) => [row.code, row]))
  return wanted.flatMap((code) => {
    const row = byCode.get(code)
    return row ? [{ ...row, isNew: isNew.has(row.id) }] : []
  })
}
