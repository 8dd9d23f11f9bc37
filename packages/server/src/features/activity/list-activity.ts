import { type ChangeEvent, contract, type Query } from '@parlance/contract'
import { inLanguages } from '../../changes/in-languages.ts'
import type { Handle } from '../../db/pool.ts'
import { nothing, type Sql, sql } from '../../db/sql.ts'
import { namedLocale, type ProjectAccess } from '../../http/access.ts'
import { implement } from '../../implement.ts'
import { namesOf } from './names-of-namespace.ts'

interface ActivityRow {
  id: number
  at: Date
  actorType: 'user' | 'api_key' | 'system'
  actorId: number | null
  actorName: string | null
  event: string
  keyId: number | null
  key: string | null
  namespace: string | null
  locale: string | null
  before: unknown
  after: unknown
}

/** A change that names locales is shown only to those who may see them, or as far as they may. */
export const listActivity = implement(contract.listActivity, async ({ db, cursors }, { access, query }) => {
  const { limit = 50 } = query
  const { projectId, localeCodes } = access
  const filter = filterOf(access, query)
  const boundTo = ['listActivity', projectId, ...Object.values(filter)]
  const [before] = query.cursor === undefined ? [null] : cursors.read<[number]>(boundTo, query.cursor)
  const found = await db.rows<ActivityRow>(sql`
    select c.seq as id, c.at, c.actor_type as "actorType", c.actor_id as "actorId",
           coalesce(u.name, k.name) as "actorName", c.event, c.key_id as "keyId", c.key_name as key, c.namespace,
           c.locale, c.before, c.after
    from changes c
    left join users u on c.actor_type = 'user' and u.id = c.actor_id
    left join api_keys k on c.actor_type = 'api_key' and k.id = c.actor_id
    where c.project_id = ${projectId}
      ${matching(filter)}
      ${filter.namespaceId === null ? nothing : await inNamespace(db, projectId, filter.namespaceId)}
      ${before === null ? nothing : sql`and c.seq < ${before}`}
      ${localeCodes === null ? nothing : toldInLanguages(localeCodes, access.sourceLocaleId)}
    order by c.seq desc
    limit ${limit + 1}`)
  const { rows, next } = cursors.page(boundTo, found, limit, ({ id }) => [id])
  return {
    activity: rows.flatMap((row) => inLanguages(row, { localeCodes, seesSource: true }) ?? []).map(present),
    ...next,
  }
})

interface Filter {
  keyId: number | null
  locale: string | null
  actorId: number | null
  events: ChangeEvent[] | null
  namespaceId: number | null
  /** In milliseconds. */
  since: number | null
  until: number | null
}

/** What a query asks for, in one spelling, however its lists are sorted and its times and languages are written. */
const filterOf = (access: ProjectAccess, query: Query<typeof contract.listActivity>): Filter => ({
  keyId: query.keyId ?? null,
  locale: query.locale === undefined ? null : namedLocale(access, query.locale),
  actorId: query.actorId ?? null,
  events: query.events?.length ? [...new Set(query.events)].sort() : null,
  namespaceId: query.namespaceId ?? null,
  since: query.since === undefined ? null : Date.parse(query.since),
  until: query.until === undefined ? null : Date.parse(query.until),
})

const matching = ({ keyId, locale, actorId, events, since, until }: Filter): Sql => sql`
  ${keyId === null ? nothing : sql`and c.key_id = ${keyId}`}
  ${locale === null ? nothing : sql`and c.locale = ${locale}`}
  ${actorId === null ? nothing : sql`and c.actor_id = ${actorId} and c.actor_type = 'user'`}
  ${events === null ? nothing : sql`and c.event = any(${events}::text[])`}
  ${since === null ? nothing : sql`and c.at >= ${new Date(since)}`}
  ${until === null ? nothing : sql`and c.at < ${new Date(until)}`}`

async function inNamespace(db: Handle, projectId: number, namespaceId: number): Promise<Sql> {
  const names = await namesOf(db, projectId, namespaceId)
  return sql`
    and c.seq >= ${names[0]?.from ?? 0}
    and exists (
      select from unnest(
        ${names.map(({ name }) => name)}::text[],
        ${names.map(({ from }) => from)}::bigint[],
        ${names.map(({ to }) => to)}::bigint[]
      ) as n (name, first, last)
      where n.name = c.namespace and c.seq between n.first and n.last)`
}

/** The rows of which `inLanguages` leaves something; what keys ask for is read in the source language. */
const toldInLanguages = (localeCodes: readonly string[], sourceLocaleId: number): Sql => sql`
  and (c.locale is null or c.locale = any(${localeCodes}::text[]))
  and (c.event <> 'schema.updated'
       or (select code from locales where id = ${sourceLocaleId}) = any(${localeCodes}::text[]))
  and (c.event <> 'batch_mt.scheduled' or exists (
    select 1 from jsonb_array_elements(c.after -> 'jobs') as job
    where job ->> 'targetLocale' = any(${localeCodes}::text[])))`

function present({ actorType, actorId, actorName, at, ...change }: ActivityRow) {
  return { ...change, at: at.toISOString(), actor: { type: actorType, id: actorId, name: actorName } }
}
