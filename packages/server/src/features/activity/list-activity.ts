import { contract } from '@parlance/contract'
import { inLanguages } from '../../changes/in-languages.ts'
import { nothing, type Sql, sql } from '../../db/sql.ts'
import { implement } from '../../implement.ts'

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
  const { limit = 50, keyId = null } = query
  const { projectId, localeCodes } = access
  const boundTo = ['listActivity', projectId, keyId]
  const [before] = query.cursor === undefined ? [null] : cursors.read<[number]>(boundTo, query.cursor)
  const found = await db.rows<ActivityRow>(sql`
    select c.seq as id, c.at, c.actor_type as "actorType", c.actor_id as "actorId",
           coalesce(u.name, k.name) as "actorName", c.event, c.key_id as "keyId", c.key_name as key, c.namespace,
           c.locale, c.before, c.after
    from changes c
    left join users u on c.actor_type = 'user' and u.id = c.actor_id
    left join api_keys k on c.actor_type = 'api_key' and k.id = c.actor_id
    where c.project_id = ${projectId}
      ${keyId === null ? nothing : sql`and c.key_id = ${keyId}`}
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
