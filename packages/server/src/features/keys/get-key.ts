import { contract } from '@parlance/contract'
import { sql } from '../../db/sql.ts'
import { fault } from '../../http/errors.ts'
import { implement } from '../../implement.ts'
import { isInPath } from '../projects/index.ts'
import { type KeyRow, keyColumns, readKey } from './key.ts'

export const getKey = implement(contract.getKey, async ({ db }, { access, params }) => {
  const key = await db.row<KeyRow>(sql`
    select ${keyColumns}
    from keys k join namespaces n on n.id = k.namespace_id
    where n.project_id = ${access.projectId} and n.deleted_at is null
      and ${isInPath(access.projectId, params.namespace)}
      and k.name_hash = text_hash(${params.key}) and k.deleted_at is null`)
  if (!key) throw fault('keyNotFound')
  return readKey(db, access, key)
})
