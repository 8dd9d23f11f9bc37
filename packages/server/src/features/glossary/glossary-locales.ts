import type { Handle } from '../../db/pool.ts'
import { sql } from '../../db/sql.ts'
import type { Transaction } from '../../db/transaction.ts'
import { assertLocale, type OrganizationAccess } from '../../http/access.ts'
import { fault } from '../../http/errors.ts'
import { canonicalLocale } from '../../locale.ts'
import { ensureLocales } from '../organizations/index.ts'

export interface GlossaryLocale {
  id: number
  code: string
}

/** The language terms are in when nobody says so: that of the organization's first project. */
export async function standardSourceLocale(db: Handle, organizationId: number): Promise<string> {
  const first = await db.row<{ code: string }>(sql`
    select l.code from projects p join locales l on l.id = p.source_locale_id
    where p.organization_id = ${organizationId} and p.deleted_at is null
    order by p.id limit 1`)
  return first?.code ?? 'en'
}

export const findGlossaryLocales = (db: Handle, organizationId: number) =>
  db.rows<GlossaryLocale>(sql`select id, code from locales where organization_id = ${organizationId}`)

/** The standard language is there for everybody, also before the first project brings it along. */
export async function sourceLocale(
  tx: Transaction,
  organizationId: number,
  given: string | undefined,
): Promise<GlossaryLocale> {
  const standard = await standardSourceLocale(tx, organizationId)
  const code = given === undefined ? standard : (canonicalLocale(given) ?? given)
  const [locale] =
    code === standard
      ? await ensureLocales(tx, organizationId, [code])
      : await tx.rows<GlossaryLocale>(
          sql`select id, code from locales where organization_id = ${organizationId} and code = ${code}`,
        )
  if (!locale) throw fault('localeUnknown', { field: 'sourceLocaleCode' })
  return locale
}

/** Refuses ids that name no locale of the organization, and locales that the caller may not touch. */
export async function assertLocaleIds(
  db: Handle,
  access: OrganizationAccess,
  ids: readonly number[],
  fieldOf: (at: number) => string,
): Promise<void> {
  if (ids.length === 0) return
  const found = await db.rows<GlossaryLocale>(sql`
    select id, code from locales where organization_id = ${access.organizationId} and id = any(${ids}::bigint[])`)
  const codes = new Map(found.map(({ id, code }) => [id, code]))
  const unknown = ids.findIndex((id) => !codes.has(id))
  if (unknown >= 0) throw fault('localeUnknown', { field: fieldOf(unknown) })
  for (const code of codes.values()) assertLocale(access, code)
}
