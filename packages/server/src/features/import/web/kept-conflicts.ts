import type { Database } from '../../../db/pool.ts'
import { sql } from '../../../db/sql.ts'
import { type Transaction, transaction } from '../../../db/transaction.ts'
import type { ProjectAccess } from '../../../http/access.ts'
import { mapFiles } from '../files/map-files.ts'
import type { MappedFile } from '../plan/plan.ts'
import { allowLongStatements } from '../plan/planner-settings.ts'
import type { Session } from '../session.ts'
import { previewConflicts } from './preview-conflicts.ts'
import type { Decided } from './resolutions.ts'

/** In one statement: a few milliseconds to write. */
const AT_ONCE = 2_000
const CHARACTERS_AT_ONCE = 2 ** 20

/** Writes the conflicts of a session down, in place of those it had, so that they can be read by pages. */
export async function keepConflicts(
  tx: Transaction,
  sessionId: string,
  files: readonly MappedFile[],
  decided: readonly Decided[],
): Promise<void> {
  // Of several who write them down at once each waits for the one before it.
  await tx.run(sql`update import_sessions set has_conflicts = true where id = ${sessionId}`)
  await tx.run(sql`delete from import_conflicts where session_id = ${sessionId}`)
  let first = 0
  let characters = 0
  for (const [at, { key, newValue }] of decided.entries()) {
    const isLast = at === decided.length - 1
    characters += key.length + newValue.length
    if (!isLast && at + 1 - first < AT_ONCE && characters < CHARACTERS_AT_ONCE) continue
    await insert(tx, sessionId, files, first, decided.slice(first, at + 1))
    first = at + 1
    characters = 0
  }
}

/** As lists, which the database reads in a third of the time that it takes for JSON. Numbers follow those before `first`. */
function insert(
  tx: Transaction,
  sessionId: string,
  files: readonly MappedFile[],
  first: number,
  decided: readonly Decided[],
): Promise<number> {
  return tx.run(sql`
    insert into import_conflicts
      (session_id, number, file, namespace, locale, key, key_id, locale_id, new_value, resolution)
    select ${sessionId}::text, ${first}::int + c.number, c.file, f.namespace, f.locale, c.key, c.key_id, c.locale_id,
           c.new_value, c.resolution
    from unnest(
      ${decided.map(({ position }) => position)}::int[],
      ${decided.map(({ key }) => key)}::text[],
      ${decided.map(({ keyId }) => keyId)}::bigint[],
      ${decided.map(({ localeId }) => localeId)}::bigint[],
      ${decided.map(({ newValue }) => newValue)}::text[],
      ${decided.map(({ resolution }) => resolution)}::text[]
    ) with ordinality as c (file, key, key_id, locale_id, new_value, resolution, number)
    join unnest(
      ${files.map(({ position }) => position)}::int[],
      ${files.map(({ namespace }) => namespace)}::text[],
      ${files.map(({ locale }) => locale)}::text[]
    ) as f (file, namespace, locale) on f.file = c.file`)
}

/** For pages of a validation whose conflicts were all shown at once: as they are now, where the names of files say. */
export const keepConflictsNow = (db: Database, access: ProjectAccess, session: Session): Promise<void> =>
  transaction(db, async (tx) => {
    await allowLongStatements(tx)
    const { mapped } = await mapFiles(tx, access, session, [])
    const { decided } = await previewConflicts(tx, session, mapped, [])
    await keepConflicts(tx, session.id, mapped, decided)
  })
