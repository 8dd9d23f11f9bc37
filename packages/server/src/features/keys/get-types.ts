import { contract } from '@parlance/contract'
import { sql } from '../../db/sql.ts'
import { rawJson } from '../../http/written-answer.ts'
import { implement } from '../../implement.ts'

/**
 * The database writes the JSON, and it is sent as it comes: a hundred thousand keys never become objects here. Whoever
 * may not see the source language sees the keys, and nothing of what its texts ask for.
 */
export const getTypes = implement(contract.getTypes, async ({ db }, { access, reply }) => {
  const { projectId, sourceLocaleId, localeCodes } = access
  const { json } = await db.one<{ json: string }>(sql`
    select json_build_object('keys', coalesce(json_agg(
             json_build_object('keyId', k.id, 'key', k.name, 'namespace', n.name, 'params', case when s.is_visible then k.params else '[]' end)
             order by n.name, k.name, k.id), '[]'))::text as json
    from keys k join namespaces n on n.id = k.namespace_id
    cross join (
      select ${localeCodes}::text[] is null or code = any(${localeCodes}::text[]) as is_visible
      from locales where id = ${sourceLocaleId}
    ) s
    where k.project_id = ${projectId} and k.deleted_at is null`)
  return rawJson(contract.getTypes, reply, json)
})
