import { contract, type ResponseBody } from '@parlance/contract'
import { nothing, type Sql, sql } from '../../db/sql.ts'
import { containing } from '../../db/substring.ts'
import type { ProjectAccess } from '../../http/access.ts'
import { implement } from '../../implement.ts'

type TypedKey = ResponseBody<typeof contract.listTypes>['keys'][number]

/** Of one search; what follows makes it no narrower that anybody would notice. */
const WORDS = 10

/** Whoever may not see the source language sees the keys, and nothing of what its texts ask for. */
export const listTypes = implement(contract.listTypes, async ({ db, cursors }, { access, query }) => {
  const { limit = 50, search = '', hasParams = null } = query
  const words = search.split(/\s+/).filter(Boolean).slice(0, WORDS)
  const boundTo = ['listTypes', access.projectId, words, hasParams]
  const last = query.cursor === undefined ? undefined : cursors.read<[string, number]>(boundTo, query.cursor)
  const matching = matchingKeys(access, words, hasParams)
  const { total } = await db.one<{ total: number }>(sql`select count(*) as total ${matching}`)
  const found = await db.rows<TypedKey>(sql`
    select k.id as "keyId", k.name as key, n.name as namespace, ${asked(access)} as params
    ${matching} ${last ? sql`and (left(k.name, 256), k.id) > (${last[0]}, ${last[1]}::bigint)` : nothing}
    order by left(k.name, 256), k.id
    limit ${limit + 1}`)
  const { rows, next } = cursors.page(boundTo, found, limit, ({ key, keyId }) => [beginning(key), keyId])
  return { keys: rows, total, ...next }
})

/** As the database cuts it: by characters, not by halves of them. */
const beginning = (name: string) => Array.from(name).slice(0, 256).join('')

const asked = ({ sourceLocaleId, localeCodes }: ProjectAccess) =>
  localeCodes === null
    ? sql`k.params`
    : sql`case when (select code from locales where id = ${sourceLocaleId}) = any(${localeCodes}::text[])
            then k.params else '[]' end`

function matchingKeys(access: ProjectAccess, words: readonly string[], hasParams: boolean | null): Sql {
  const params = asked(access)
  const found = words.map((word) => {
    const contains = (text: Sql) => sql`folded(${text}) like folded(${containing(word)})`
    return sql`and (${contains(sql`k.name`)} or ${contains(sql`n.name`)}
      or exists (select from jsonb_array_elements(${params}) p where ${contains(sql`p.value ->> 'name'`)}))`
  })
  return sql`
    from keys k join namespaces n on n.id = k.namespace_id
    where k.project_id = ${access.projectId} and k.deleted_at is null
      ${hasParams === null ? nothing : hasParams ? sql`and ${params} <> '[]'` : sql`and ${params} = '[]'`}
      ${found.reduce((all, one) => sql`${all} ${one}`, nothing)}`
}
