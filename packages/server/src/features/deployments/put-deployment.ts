import { contract } from '@parlance/contract'
import { sql } from '../../db/sql.ts'
import { transaction } from '../../db/transaction.ts'
import { assertRoomFor } from '../../http/quota.ts'
import { implement } from '../../implement.ts'
import { jsonPieces } from '../../json/pieces.ts'
import { assertName, type DeploymentRow, presentDeployment } from './deployment.ts'

/** What is told takes the place of what was told under the same name before. */
export const putDeployment = implement(
  contract.putDeployment,
  async ({ db, config }, { access, params: { name }, body, now }) => {
    assertName(name)
    const { projectId } = access
    const json = Buffer.concat(await jsonPieces(body.keys)).toString()
    return transaction(db, async (tx) => {
      // One at a time, so that none of two newcomers overlooks the other.
      await tx.run(sql`select 1 from projects where id = ${projectId} for no key update`)
      const { others } = await tx.one<{ others: number }>(sql`
        select count(*) as others from deployments where project_id = ${projectId} and name <> ${name}`)
      assertRoomFor(config.quotas, 'deployments', others)
      const deployment = await tx.one<DeploymentRow>(sql`
        insert into deployments (project_id, name, key_count, updated_at)
        values (${projectId}, ${name}, ${body.keys.length}, ${now})
        on conflict (project_id, name) do update set key_count = excluded.key_count, updated_at = excluded.updated_at
        returning name, key_count as keys, updated_at as "updatedAt"`)
      await tx.run(sql`delete from deployment_keys where project_id = ${projectId} and deployment = ${name}`)
      await tx.run(sql`
        insert into deployment_keys (project_id, deployment, namespace, name, name_hash, params)
        select ${projectId}::bigint, ${name}::text, k.namespace, k.key, sha256(convert_to(k.key, 'UTF8')), k.params
        from json_to_recordset(${json}) as k (namespace text, key text, params jsonb)`)
      return presentDeployment(deployment)
    })
  },
)
