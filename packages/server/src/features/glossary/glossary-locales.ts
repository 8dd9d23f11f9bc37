import type { Handle } from '../../db/pool.ts'
import { sql } from '../../db/sql.ts'
import type { Transaction } from '../../db/transaction.ts'
import { fault } from '../../http/errors.ts'
import { localeCode } from '../../locale.ts'
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

/** The standard language is there for everybody, also before the first project brings it along. */
export async function sourceLocale(
  tx: Transaction,
  organizationId: number,
  given: string | undefined,
): Promise<GlossaryLocale> {
  const standard = await standardSourceLocale(tx, organizationId)
  const code = given === undefined ? standard : localeCode(given)
  const [locale] =
    code === standard
      ? await ensureLocales(tx, organizationId, [code])
      : await tx.rows<GlossaryLocale>(
          sql`select id, code from locales where organization_id = ${organizationId} and code = ${code}`,
        )
  if (!locale) throw fault('localeUnknown', { field: 'sourceLocaleCode' })
  return locale
}
