import { contract } from '@parlance/contract'
import { nothing, sql } from '../../db/sql.ts'
import { containing } from '../../db/substring.ts'
import { implement } from '../../implement.ts'

interface DeletedKey {
  id: number
  key: string
  namespace: string
  deletedAt: Date
  deletedBy: number | null
  valueCount: number
}

/** Who deleted a key is in the history: a deletion is told there whoever it was and however many keys went at once. */
export const listDeletedKeys = implement(contract.listDeletedKeys, async ({ db, cursors }, { access, query }) => {
  const { limit = 50, search = '' } = query
  const { projectId, localeCodes } = access
  const boundTo = ['listDeletedKeys', projectId, search]
  const last = query.cursor === undefined ? undefined : cursors.read<[string, number]>(boundTo, query.cursor)
  const found = await db.rows<DeletedKey>(sql`
    select d.id, d.name as key, n.name as namespace, d.deleted_at as "deletedAt",
           (select case c.actor_type when 'user' then c.actor_id when 'api_key' then a.created_by end
            from changes c left join api_keys a on c.actor_type = 'api_key' and a.id = c.actor_id
            where c.project_id = ${projectId} and c.key_id = d.id and c.event = 'key.deleted'
            order by c.seq desc limit 1) as "deletedBy",
           (select count(*)
            from translations t
            join project_locales pl on pl.project_id = t.project_id and pl.locale_id = t.locale_id
            join locales l on l.id = t.locale_id
            where t.key_id = d.id ${localeCodes ? sql`and l.code = any(${localeCodes}::text[])` : nothing}
           ) as "valueCount"
    from (
      select k.id, k.name, k.namespace_id, k.deleted_at from keys k
      where k.project_id = ${projectId} and k.deleted_at is not null and not k.is_removed
        ${last ? sql`and (k.deleted_at, k.id) < (${new Date(last[0])}::timestamptz, ${last[1]}::bigint)` : nothing}
        ${search === '' ? nothing : sql`and folded(k.name) like folded(${containing(search)})`}
      order by k.deleted_at desc, k.id desc
      limit ${limit + 1}
    ) d
    join namespaces n on n.id = d.namespace_id
    order by d.deleted_at desc, d.id desc`)
  const { rows, next } = cursors.page(boundTo, found, limit, ({ deletedAt, id }) => [deletedAt.toISOString(), id])
  return { data: rows.map(({ deletedAt, ...key }) => ({ ...key, deletedAt: deletedAt.toISOString() })), ...next }
})
