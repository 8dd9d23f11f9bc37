import { contract } from '@parlance/contract'
import { record } from '../../changes/record.ts'
import type { Handle } from '../../db/pool.ts'
import { sql } from '../../db/sql.ts'
import type { Transaction } from '../../db/transaction.ts'
import { fault } from '../../http/errors.ts'
import { implement } from '../../implement.ts'
import { JobFailure } from '../../jobs/job.ts'
import { bringOut } from './bring-out.ts'
import { readStoredFiles } from './deploys.ts'
import { readPublished } from './published.ts'

/** Nobody ends it half-way: what was begun in a bucket is brought to its end, whoever has left meanwhile. */
const UNBROKEN = new AbortController().signal

/**
 * Its files are kept as they were, so nothing is built: the publication points to another deploy, and that is all. A
 * deploy that is under way goes on, and is published when it is done.
 */
export const publishDeploy = implement(contract.publishDeploy, async (services, { access, params, request }) => {
  const { projectId, by } = access
  const { deployId } = params
  const { db } = services
  const { token, isPublished } = await findCompleted(db, projectId, deployId)
  const outgoing = {
    projectId,
    token,
    deployId,
    at: by.at,
    files: () => readStoredFiles(db, deployId),
    async inSameTransaction(tx: Transaction) {
      // Deploys that ended meanwhile may have driven it out.
      await findCompleted(tx, projectId, deployId)
      record(tx, by, [{ event: 'cdn_deploy.published_again', after: { deployId } }])
    },
    comesAgain: () => false,
  }
  if (!isPublished) {
    await bringOut(services, outgoing, UNBROKEN).catch((error) => {
      throw error instanceof JobFailure ? fault('bucketFailed') : error
    })
  }
  return readPublished(services, access, services.address.cdnFor(request.raw))
})

async function findCompleted(db: Handle, projectId: number, deployId: number) {
  const deploy = await db.row<{ token: string; isCompleted: boolean; isPublished: boolean }>(sql`
    select p.cdn_token as token, j.state = 'completed' as "isCompleted", c.deploy_id is not null as "isPublished"
    from cdn_deploys d
    join jobs j on j.id = d.id
    join projects p on p.id = d.project_id
    left join cdn_publications c on c.project_id = d.project_id and c.deploy_id = d.id
    where d.id = ${deployId} and d.project_id = ${projectId}`)
  if (!deploy) throw fault('deployNotFound')
  if (!deploy.isCompleted) throw fault('deployNotCompleted')
  return deploy
}
