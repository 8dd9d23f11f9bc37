import { sql } from '../../../db/sql.ts'
import type { Transaction } from '../../../db/transaction.ts'
import { type MappedFile, planned, sayAny } from './plan.ts'
import { preferAnyJoins, preferHashJoins } from './planner-settings.ts'

/**
 * Takes texts out of a large import that are there as they are sent: most pushes of a build change a few of all texts, and
 * every statement from here on reads what is left. Of a push of 100,000 texts that changed nothing, 4 of 7 s went into
 * locks and plans of what stays as it is. Nobody has to wait for the keys of those texts: who writes one of them now comes
 * after this import. A file of which most is new stays as it is.
 */
export async function leaveOutUnchanged(
  tx: Transaction,
  sessionId: string,
  files: readonly MappedFile[],
): Promise<void> {
  // Then a text in the source language speaks also against those that stand beside translations.
  if (sayAny(files, 'source') || !(await haveKeys(tx, files)) || !(await preferHashJoins(tx, sessionId))) return
  await tx.run(sql`
    with looked as (
      select p.position, p.name, p.value, p.outcome = 'skipped' and p.key_id is not null as is_unchanged
      from (${planned(sessionId, files)}) p
    ), left_over as (
      select position, json_object_agg(name, value) filter (where not is_unchanged) as entries
      from looked group by position having count(*) filter (where is_unchanged) * 2 > count(*)
    )
    update import_parts p set entries = case when p.part = 0 then coalesce(l.entries, '{}') else '{}' end
    from left_over l
    where p.session_id = ${sessionId} and p.file = l.position`)
  await preferAnyJoins(tx)
}

/** A first push has nothing to be compared with. */
async function haveKeys(tx: Transaction, files: readonly MappedFile[]): Promise<boolean> {
  const { have } = await tx.one<{ have: boolean }>(sql`
    select exists (
      select from keys
      where namespace_id = any(${files.map(({ namespaceId }) => namespaceId)}::bigint[]) and deleted_at is null) as have`)
  return have
}
