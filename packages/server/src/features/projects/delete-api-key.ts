import { contract } from '@parlance/contract'
import { sql } from '../../db/sql.ts'
import { transaction } from '../../db/transaction.ts'
import { fault } from '../../http/errors.ts'
import { implement } from '../../implement.ts'
import { deedOf, recordEntries } from '../audit/index.ts'
import { keyEntry } from './api-key.ts'

export const deleteApiKey = implement(contract.deleteApiKey, ({ db }, call) =>
  transaction(db, async (tx) => {
    const { access, params, now } = call
    const revoked = await tx.row<{ name: string }>(sql`
      update api_keys set revoked_at = ${now}
      where id = ${params.apiKeyId} and project_id = ${access.projectId} and revoked_at is null
      returning name`)
    if (!revoked) throw fault('notFound')
    const key = { id: params.apiKeyId, name: revoked.name, projectId: access.projectId }
    await recordEntries(tx, deedOf(call), [keyEntry('api_key.revoked', key)])
  }),
)
