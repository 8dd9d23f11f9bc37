import type { AuditEvent, AuditSubject } from '@parlance/contract'
import type { FastifyRequest } from 'fastify'
import type { Actor } from '../../changes/author.ts'
import type { Handle } from '../../db/pool.ts'
import { sql } from '../../db/sql.ts'
import type { OrganizationAccess, ProjectAccess } from '../../http/access.ts'

/** Who did something, from where, and when. */
interface Doer {
  actor: Actor
  /** Null: it is not told. */
  address: string | null
  at: Date
}

/** The same in an organization. */
interface Deed extends Doer {
  organizationId: number
}

/** What was done. Neither passwords nor tokens nor keys nor whole addresses of webhooks belong into it. */
interface Entry {
  event: AuditEvent
  subject: { type: AuditSubject; id: number | null; name: string | null }
  details?: Record<string, unknown>
}

interface Caller {
  access: OrganizationAccess | ProjectAccess
  request: FastifyRequest
  now: Date
}

/** The caller of a route as the one who did what it does. */
export const deedOf = ({ access, request, now }: Caller): Deed => ({
  organizationId: access.organizationId,
  actor: 'by' in access ? access.by.actor : { type: 'user', id: access.userId },
  address: request.ip,
  at: now,
})

/** Tells what was done in the transaction that does it; nothing to tell costs nothing. */
export const recordEntries = (tx: Handle, { organizationId, ...doer }: Deed, entries: readonly Entry[]) =>
  recordEntriesOf(
    tx,
    doer,
    entries.map((entry) => ({ ...entry, organizationId })),
  )

/** The same where one deed is told in several organizations. */
export async function recordEntriesOf(
  tx: Handle,
  { actor, address, at }: Doer,
  entries: readonly (Entry & { organizationId: number })[],
): Promise<void> {
  if (entries.length === 0) return
  await tx.run(sql`
    insert into audit_entries (at, actor_type, actor_id, address, organization_id, event, subject_type, subject_id,
                               subject_name, details)
    select ${at}::timestamptz, ${actor.type}::text, ${actor.id}::bigint, ${address}::text, *
    from unnest(${entries.map(({ organizationId }) => organizationId)}::bigint[],
                ${entries.map(({ event }) => event)}::text[], ${entries.map(({ subject }) => subject.type)}::text[],
                ${entries.map(({ subject }) => subject.id)}::bigint[],
                ${entries.map(({ subject }) => subject.name)}::text[],
                ${entries.map(({ details = {} }) => JSON.stringify(details))}::jsonb[])`)
}

/** The fields of a thing that a change left different, before and after; undefined when there are none. */
export function differences<T extends object>(before: T, after: T): { before: object; after: object } | undefined {
  const names = (Object.keys(after) as (keyof T)[]).filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  )
  if (names.length === 0) return undefined
  const only = (thing: T) => Object.fromEntries(names.map((name) => [name, thing[name] ?? null]))
  return { before: only(before), after: only(after) }
}
