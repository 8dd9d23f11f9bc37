import type { Handle } from '../../db/pool.ts'
import { sql } from '../../db/sql.ts'
import type { Transaction } from '../../db/transaction.ts'
import { tellTerms } from '../../streams/term-news.ts'

const STANDARD_NAME = 'Glossary'

/** A glossary held for writing: nobody else writes to it before the transaction ends. */
export interface HeldGlossary {
  id: number
  organizationId: number
  /** That of what the transaction writes. */
  revision: number
}

/** Any number of first requests at once make one glossary. */
export async function ensureGlossary(db: Handle, organizationId: number, now: Date): Promise<void> {
  const found = await db.row(sql`select 1 from glossaries where organization_id = ${organizationId}`)
  if (found) return
  await db.run(sql`
    insert into glossaries (organization_id, name, created_at, updated_at)
    values (${organizationId}, ${STANDARD_NAME}, ${now}, ${now})
    on conflict (organization_id) do nothing`)
}

export async function holdGlossary(tx: Transaction, organizationId: number, now: Date): Promise<HeldGlossary> {
  await ensureGlossary(tx, organizationId, now)
  return tx.one<HeldGlossary>(sql`
    select id, organization_id as "organizationId", revision + 1 as revision
    from glossaries where organization_id = ${organizationId} for update`)
}

/** For whoever adds some: while the glossary is held, nobody else does. */
export async function countTerms(tx: Transaction, { id }: HeldGlossary): Promise<number> {
  const { count } = await tx.one<{ count: number }>(sql`select count(*) as count from terms where glossary_id = ${id}`)
  return count
}

/** Tells that something was written; left out when nothing was. */
export async function raiseRevision(
  tx: Transaction,
  { id, organizationId, revision }: HeldGlossary,
  now: Date,
): Promise<void> {
  await tx.run(sql`update glossaries set revision = ${revision}, updated_at = ${now} where id = ${id}`)
  tx.afterCommit((db) => tellTerms(db, organizationId))
}
