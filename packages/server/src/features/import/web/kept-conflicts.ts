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
  const byPosition = new Map(files.map((file) => [file.position, file]))
  let text = ''
  let count = 0
  const write = async () => {
    if (count === 0) return
    await insert(tx, sessionId, `[${text}]`)
    text = ''
    count = 0
  }
  for (const [at, { position, key, keyId, localeId, newValue, resolution }] of decided.entries()) {
    const { namespace, locale } = byPosition.get(position) ?? {}
    const row = { number: at + 1, file: position, namespace, locale, key, keyId, localeId, newValue, resolution }
    text += `${count++ === 0 ? '' : ','}${JSON.stringify(row)}`
    if (count === AT_ONCE || text.length >= CHARACTERS_AT_ONCE) await write()
  }
  await write()
}

const insert = (tx: Transaction, sessionId: string, json: string) =>
  tx.run(sql`
    insert into import_conflicts
      (session_id, number, file, namespace, locale, key, key_id, locale_id, new_value, resolution)
    select ${sessionId}::text, number, file, namespace, locale, key, "keyId", "localeId", "newValue", resolution
    from json_to_recordset(${json}::json) as c (
      number int, file int, namespace text, locale text, key text, "keyId" bigint, "localeId" bigint, "newValue" text,
      resolution text)`)

/** For pages of a validation whose conflicts were all shown at once: as they are now, where the names of files say. */
export const keepConflictsNow = (db: Database, access: ProjectAccess, session: Session): Promise<void> =>
  transaction(db, async (tx) => {
    await allowLongStatements(tx)
    const { mapped } = await mapFiles(tx, access, session, [])
    const { decided } = await previewConflicts(tx, session, mapped, [])
    await keepConflicts(tx, session.id, mapped, decided)
  })
