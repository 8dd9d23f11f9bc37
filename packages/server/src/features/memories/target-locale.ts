import type { Handle } from '../../db/pool.ts'
import { nothing, type Sql, sql } from '../../db/sql.ts'
import { assertLocale } from '../../http/access.ts'
import { fault } from '../../http/errors.ts'

export interface TargetLocale {
  id: number
  code: string
}

/** A locale of the organization by its id. Whether it is unknown or somebody else's cannot be told apart. */
export async function findLocale(db: Handle, organizationId: number, id: number): Promise<TargetLocale> {
  const locale = await db.row<TargetLocale>(sql`
    select id, code from locales where id = ${id} and organization_id = ${organizationId}`)
  if (!locale) throw fault('localeUnknown')
  return locale
}

/** The locales of an organization by their codes. */
export async function organizationLocales(db: Handle, organizationId: number): Promise<Map<string, number>> {
  const locales = await db.rows<TargetLocale>(
    sql`select id, code from locales where organization_id = ${organizationId}`,
  )
  return new Map(locales.map(({ id, code }) => [code, id]))
}

export type Caller = Parameters<typeof assertLocale>[0]

/** The same for a locale that a request names, which its caller must be allowed to see. */
export async function findAllowedLocale(db: Handle, access: Caller, id: number): Promise<TargetLocale> {
  const locale = await findLocale(db, access.organizationId, id)
  assertLocale(access, locale.code)
  return locale
}

/** For entries `e`, or counts of them: leaves out those in languages that the caller may not see. */
export const visibleEntries = ({ localeCodes, organizationId }: Caller): Sql =>
  localeCodes === null
    ? nothing
    : sql`and e.locale_id in (
        select id from locales where organization_id = ${organizationId} and code = any(${localeCodes}::text[]))`
