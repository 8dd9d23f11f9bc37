import { contract } from '@parlance/contract'
import { sql } from '../../db/sql.ts'
import { fault } from '../../http/errors.ts'
import { implement } from '../../implement.ts'
import { findContexts } from './context.ts'

export const getKeyContext = implement(contract.getKeyContext, async ({ db }, { access, params, now }) => {
  const key = await db.row(sql`
    select 1 from keys where id = ${params.keyId} and project_id = ${access.projectId} and deleted_at is null`)
  if (!key) throw fault('keyNotFound')
  const contexts = await findContexts(db, [params.keyId], now)
  return contexts.get(params.keyId) ?? { observed: false, hasSignal: false }
})
