import type { Handle } from '../../db/pool.ts'
import { sql } from '../../db/sql.ts'
import { assertLocale, type MemberAccess } from '../../http/access.ts'
import { fault } from '../../http/errors.ts'

interface Locale {
  id: number
  code: string
}

/**
 * The languages of an organization that a request names by their ids, one for each id and in their order. Whether an id
 * is unknown or somebody else's cannot be told apart.
 */
async function localesOfIds<const Ids extends readonly number[]>(
  db: Handle,
  organizationId: number,
  ids: Ids,
  fieldOf?: (at: number) => string,
): Promise<{ [At in keyof Ids]: Locale }> {
  const found =
    ids.length === 0
      ? []
      : await db.rows<Locale>(sql`
          select id, code from locales where organization_id = ${organizationId} and id = any(${ids}::bigint[])`)
  const byId = new Map(found.map((locale) => [locale.id, locale]))
  return ids.map((id, at) => {
    const locale = byId.get(id)
    if (!locale) throw fault('localeUnknown', fieldOf && { field: fieldOf(at) })
    return locale
  }) as { [At in keyof Ids]: Locale }
}

/** The same, where the caller must be allowed to touch them. Unlike a code, an id must be known before that can be told. */
export async function allowedLocales<const Ids extends readonly number[]>(
  db: Handle,
  access: MemberAccess,
  ids: Ids,
  fieldOf?: (at: number) => string,
) {
  const locales = await localesOfIds(db, access.organizationId, ids, fieldOf)
  for (const { code } of locales) assertLocale(access, code)
  return locales
}
