import { type AuditEvent, type AuditSubject, contract } from '@parlance/contract'
import type { Actor } from '../../changes/author.ts'
import { nothing, type Sql, sql } from '../../db/sql.ts'
import { implement } from '../../implement.ts'

interface AuditRow {
  id: number
  at: Date
  actorType: Actor['type']
  actorId: number | null
  actorName: string | null
  event: AuditEvent
  subjectType: AuditSubject
  subjectId: number | null
  subjectName: string | null
  details: Record<string, unknown>
  address: string | null
}

export const listAudit = implement(contract.listAudit, async ({ db, cursors }, { access, query }) => {
  const { limit = 50, cursor, ...filters } = query
  const { organizationId } = access
  const boundTo = ['listAudit', organizationId, ...boundFilters(filters)]
  const last = cursor === undefined ? undefined : cursors.read<[string, number]>(boundTo, cursor)
  const found = await db.rows<AuditRow>(sql`
    select a.id, a.at, a.actor_type as "actorType", a.actor_id as "actorId", coalesce(u.name, k.name) as "actorName",
           a.event, a.subject_type as "subjectType", a.subject_id as "subjectId", a.subject_name as "subjectName",
           a.details, a.address
    from audit_entries a
    left join users u on a.actor_type = 'user' and u.id = a.actor_id
    left join api_keys k on a.actor_type = 'api_key' and k.id = a.actor_id
    where a.organization_id = ${organizationId} ${matching(filters)}
      ${last ? sql`and (a.at, a.id) < (${new Date(last[0])}, ${last[1]})` : nothing}
    order by a.at desc, a.id desc
    limit ${limit + 1}`)
  const { rows, next } = cursors.page(boundTo, found, limit, ({ at, id }) => [at.toISOString(), id])
  return { entries: rows.map(present), ...next }
})

interface Filters {
  since?: string
  until?: string
  actorId?: number
  events?: AuditEvent[]
}

/** The same filters, however their lists are sorted and their times are spelled. */
const boundFilters = ({ since, until, actorId, events }: Filters) => [
  since === undefined ? null : Date.parse(since),
  until === undefined ? null : Date.parse(until),
  actorId ?? null,
  events ? [...new Set(events)].sort() : null,
]

const matching = ({ since, until, actorId, events }: Filters): Sql => sql`
  ${since === undefined ? nothing : sql`and a.at >= ${new Date(since)}`}
  ${until === undefined ? nothing : sql`and a.at < ${new Date(until)}`}
  ${actorId === undefined ? nothing : sql`and a.actor_id = ${actorId} and a.actor_type = 'user'`}
  ${events === undefined ? nothing : sql`and a.event = any(${events}::text[])`}`

const present = ({ id, at, event, details, address, ...row }: AuditRow) => ({
  id,
  at: at.toISOString(),
  actor: { type: row.actorType, id: row.actorId, name: row.actorName },
  event,
  subject: { type: row.subjectType, id: row.subjectId, name: row.subjectName },
  details,
  address,
})
