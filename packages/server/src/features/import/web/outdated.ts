import type { Handle } from '../../../db/pool.ts'
import { sql } from '../../../db/sql.ts'
import { jsonPieces } from '../../../json/pieces.ts'
import { type MappedFile, planned } from '../plan/plan.ts'
import type { Unmatched } from './resolutions.ts'

export interface Outdated {
  position: number
  key: string
  keyId: number
  localeId: number
  outcome: 'added' | 'updated'
}

/**
 * Resolutions were sent for them, but the value they were made for is gone: it was cleared or deleted meanwhile. That is
 * for a person to look at again, so they are left out.
 */
export async function findOutdated(
  db: Handle,
  sessionId: string,
  files: readonly MappedFile[],
  unmatched: readonly Unmatched[],
): Promise<Outdated[]> {
  const meant = unmatched.filter(({ existingValue }) => existingValue !== null && existingValue !== '')
  if (meant.length === 0) return []
  // Not as lists: the driver would write a hundred thousand names at once.
  const json = Buffer.concat(await jsonPieces(meant)).toString()
  // Gathered before they are joined: else the texts of a file would be read anew for each resolution.
  return db.rows<Outdated>(sql`
    with planned as materialized (${planned(sessionId, files)})
    select r.position, r.name as key, r.key_id as "keyId", r.locale_id as "localeId", r.outcome
    from planned r
    join json_to_recordset(${json}) as u (namespace text, locale text, key text) on u.namespace = r.namespace and u.locale = r.locale and u.key = r.name
    where r.outcome in ('added', 'updated')
    order by r.position, r.name`)
}
