import type { Database } from '../../db/pool.ts'
import { type Sql, sql } from '../../db/sql.ts'
import { transaction } from '../../db/transaction.ts'
import type { Services } from '../../services.ts'
import type { Sweep } from '../../sweeper.ts'

/** So long after it was closed, whatever was under way in it has ended. */
const AFTER_MS = 60 * 60_000

/** What closed organizations held. Their published files are withdrawn with those of all deleted projects, and waited for. */
export const organizationSweeps: Sweep[] = [
  { step: emptyClosed, trouble: 'what closed organizations held could not be removed' },
]

async function emptyClosed({ db, clock }: Services, patience: AbortSignal): Promise<void> {
  const now = clock.now()
  const closed = await db.rows<{ id: number }>(sql`
    select id from organizations
    where deleted_at <= ${new Date(now.getTime() - AFTER_MS)} and swept_at is null
    order by deleted_at`)
  const failures: unknown[] = []
  for (const { id } of closed) {
    patience.throwIfAborted()
    await empty(db, id, now, patience).catch((error) => failures.push(error))
  }
  if (failures.length > 0) throw failures[0]
}

async function empty(db: Database, id: number, now: Date, patience: AbortSignal): Promise<void> {
  const projects = await db.rows<{ id: number }>(sql`select id from projects where organization_id = ${id}`)
  const parts = [...projects.flatMap((project) => partsOfProject(project.id)), ...partsOfOrganization(id)]
  if (await removeParts(db, id, parts, patience)) await db.run(withoutNames(id, now))
}

/** False when somebody else is at it. */
async function removeParts(db: Database, id: number, parts: readonly Sql[], patience: AbortSignal): Promise<boolean> {
  for (const part of parts) {
    for (let removed: number | undefined = 1; removed !== 0; ) {
      patience.throwIfAborted()
      removed = await removeSome(db, id, part)
      if (removed === undefined) return false
    }
  }
  return true
}

/** Of several instances one removes at a time, so that nothing was left when nothing is found. */
const removeSome = (db: Database, id: number, part: Sql) =>
  transaction(db, async (tx) => {
    const isOurs = await tx.row(sql`select 1 from organizations where id = ${id} for no key update skip locked`)
    return isOurs ? tx.run(part) : undefined
  })

const isPublished = (projectId: number) => sql`select from cdn_publications where project_id = ${projectId}`

/**
 * Each removes some rows of a kind, as many as take some ten milliseconds, and is run until none are left. Values, comments
 * and observations go with their keys. Of keys those in the trash have an index of their own.
 */
const partsOfProject = (projectId: number): Sql[] => [
  sql`
    delete from jobs where id in (select id from jobs where project_id = ${projectId} limit 10)
      and not exists (${isPublished(projectId)})`,
  sql`
    with told as (
      delete from deliveries where id in (
        select d.id from webhooks w join deliveries d on d.webhook_id = w.id where w.project_id = ${projectId} limit 2000)
      returning data_id
    ), data as (
      delete from delivery_data where id in (select data_id from told)
    )
    select from told`,
  sql`delete from webhooks where project_id = ${projectId}`,
  sql`delete from api_keys where project_id = ${projectId}`,
  sql`delete from memory_assignments where project_id = ${projectId}`,
  sql`delete from keys_to_check where project_id = ${projectId}`,
  sql`delete from source_hashes where project_id = ${projectId}`,
  sql`delete from keys where id in (
    select id from keys where project_id = ${projectId} and deleted_at is null limit 200)`,
  sql`delete from keys where id in (
    select id from keys where project_id = ${projectId} and deleted_at is not null limit 200)`,
  sql`delete from changes where project_id = ${projectId} and seq in (
    select seq from changes where project_id = ${projectId} order by seq limit 2000)`,
]

const partsOfOrganization = (id: number): Sql[] => [
  sql`delete from memory_entries where (memory_id, id) in (
    select e.memory_id, e.id from memories m join memory_entries e on e.memory_id = m.id
    where m.organization_id = ${id} limit 1000)`,
  sql`delete from memories where organization_id = ${id}`,
  sql`delete from terms where id in (
    select t.id from glossaries g join terms t on t.glossary_id = g.id where g.organization_id = ${id} limit 1000)`,
  sql`delete from glossaries where organization_id = ${id}`,
  sql`delete from translation_usage where organization_id = ${id}`,
  sql`delete from writers where organization_id = ${id}`,
]

/**
 * What stays bears no name any more. Entries of the audit log stay for as long as all others: they tell who closed the
 * organization, to whoever may look into the database.
 */
const withoutNames = (id: number, now: Date) => sql`
  with emptied as (
    update projects set name = '' where organization_id = ${id} returning id
  ), places as (
    update namespaces n set name = '', deleted_at = coalesce(n.deleted_at, ${now}) from emptied e where n.project_id = e.id
  ), languages as (
    update locales set name = code where organization_id = ${id}
  )
  update organizations set name = '', swept_at = ${now}
  where id = ${id} and not exists (
    select from cdn_publications c join projects p on p.id = c.project_id where p.organization_id = ${id})`
