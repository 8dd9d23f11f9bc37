import { contract, type ResponseBody } from '@parlance/contract'
import { sql } from '../../db/sql.ts'
import { implement } from '../../http/implement.ts'

/** The database writes the JSON, and it is sent as it comes: a hundred thousand keys never become objects here. */
export const getTypes = implement(contract.getTypes, async ({ db }, { access, reply }) => {
  const found = await db.row<{ body: string }>(sql`
    select json_build_object('keys', coalesce(json_agg(
             json_build_object('keyId', k.id, 'key', k.name, 'namespace', n.name, 'params', k.params)
             order by n.name, k.name, k.id), '[]'))::text as body
    from keys k join namespaces n on n.id = k.namespace_id
    where k.project_id = ${access.projectId} and k.deleted_at is null`)
  reply.type('application/json; charset=utf-8')
  return found?.body as unknown as ResponseBody<typeof contract.getTypes>
})
