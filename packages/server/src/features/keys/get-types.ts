import { contract } from '@parlance/contract'
import { sql } from '../../db/sql.ts'
import { rawJson } from '../../http/written-answer.ts'
import { implement } from '../../implement.ts'

/** The database writes the JSON, and it is sent as it comes: a hundred thousand keys never become objects here. */
export const getTypes = implement(contract.getTypes, async ({ db }, { access, reply }) => {
  const { json } = await db.one<{ json: string }>(sql`
    select json_build_object('keys', coalesce(json_agg(
             json_build_object('keyId', k.id, 'key', k.name, 'namespace', n.name, 'params', k.params)
             order by n.name, k.name, k.id), '[]'))::text as json
    from keys k join namespaces n on n.id = k.namespace_id
    where k.project_id = ${access.projectId} and k.deleted_at is null`)
  return rawJson(contract.getTypes, reply, json)
})
