import { type Body, contract } from '@parlance/contract'
import { sql } from '../../../db/sql.ts'
import { type Transaction, transaction } from '../../../db/transaction.ts'
import type { ProjectAccess } from '../../../http/access.ts'
import { fault } from '../../../http/errors.ts'
import { implement } from '../../../implement.ts'
import { deedOf, differences, recordEntries } from '../../audit/index.ts'
import { populateProject } from '../populate/populate.ts'
import { findAssignments } from './settings.ts'

type Sent = Body<typeof contract.updateMemorySettings>['assignments']

export const updateMemorySettings = implement(contract.updateMemorySettings, async ({ db, clock }, call) => {
  const { access, body } = call
  const { assignments } = body
  if (assignments.filter(({ isWritable }) => isWritable).length > 1)
    throw fault('severalWritable', { field: 'assignments.isWritable' })
  if (new Set(assignments.map(({ tmId }) => tmId)).size < assignments.length)
    throw fault('memoryTwice', { field: 'assignments.tmId' })
  // What was written until now belongs into the memory that was the writable one until now.
  await populateProject(db, clock, access.projectId)
  return transaction(db, async (tx) => {
    // Lists that are sent at the same moment come one after the other.
    const { name } = await tx.one<{ name: string }>(sql`
      select name from projects where id = ${access.projectId} for no key update`)
    await assertAssignable(tx, access, assignments)
    const before = await replaceAssignments(tx, access.projectId, assignments)
    const details = differences({ memories: before }, { memories: inOrder(assignments) })
    const subject = { type: 'project' as const, id: access.projectId, name }
    if (details) await recordEntries(tx, deedOf(call), [{ event: 'project.updated', subject, details }])
    return { assignments: await findAssignments(tx, access.projectId) }
  })
})

async function assertAssignable(tx: Transaction, access: ProjectAccess, assignments: Sent): Promise<void> {
  const found = await tx.rows<{ id: number }>(sql`
    select id from memories
    where id = any(${assignments.map(({ tmId }) => tmId)}::bigint[]) and organization_id = ${access.organizationId}
      and source_locale_id = ${access.sourceLocaleId}
    for key share`)
  if (found.length < assignments.length) throw fault('memoryNotAssignable', { field: 'assignments.tmId' })
}

/** As the audit log tells it, whatever the order in which it was sent. */
const inOrder = (assignments: Sent) =>
  assignments
    .map(({ tmId, priority, isWritable, penalty }) => ({ tmId, priority, isWritable, penalty }))
    .sort((a, b) => a.tmId - b.tmId)

/** Returns what was there before. */
async function replaceAssignments(tx: Transaction, projectId: number, assignments: Sent): Promise<Sent> {
  const before = await tx.rows<Sent[number]>(sql`
    delete from memory_assignments where project_id = ${projectId}
    returning memory_id as "tmId", priority, is_writable as "isWritable", penalty`)
  await tx.run(sql`
    insert into memory_assignments (project_id, memory_id, priority, is_writable, penalty)
    select ${projectId}::bigint, * from unnest(
      ${assignments.map(({ tmId }) => tmId)}::bigint[], ${assignments.map(({ priority }) => priority)}::int[],
      ${assignments.map(({ isWritable }) => isWritable)}::boolean[],
      ${assignments.map(({ penalty }) => penalty)}::int[])`)
  // Values count from the moment there is a memory for them; older ones are not taken over.
  await tx.run(
    assignments.some(({ isWritable }) => isWritable)
      ? sql`
        insert into memory_positions (project_id, seq)
        select project_id, seq from project_counters where project_id = ${projectId}
        on conflict (project_id) do nothing`
      : sql`delete from memory_positions where project_id = ${projectId}`,
  )
  return inOrder(before)
}
