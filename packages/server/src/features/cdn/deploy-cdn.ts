import { contract } from '@parlance/contract'
import type { Author } from '../../changes/author.ts'
import { sql } from '../../db/sql.ts'
import { type Transaction, transaction } from '../../db/transaction.ts'
import { faultFor } from '../../http/errors.ts'
import { implement } from '../../implement.ts'
import { enqueueJobs } from '../../jobs/enqueue.ts'
import { DEPLOY_JOB } from './deploy-job.ts'
import { addDeploys } from './deploys.ts'

/** For one person in one project. */
const DEPLOYS = 50
const WINDOW_MS = 10 * 60_000

export const deployCdn = implement(contract.deployCdn, async (services, { access }) => {
  await transaction(services.db, async (tx) => {
    await assertFewDeploys(tx, access.by)
    const jobs = { kind: DEPLOY_JOB, lane: `cdn ${access.projectId}`, count: 1 }
    await addDeploys(tx, access.projectId, await enqueueJobs(tx, access.by, jobs))
  })
  services.wakeUps.jobs.call()
  return { success: true, filesDeployed: 0, message: 'The deploy is queued.' }
})

/** The jobs themselves are the count, so it holds over all instances and restarts. */
async function assertFewDeploys(tx: Transaction, { projectId, userId, at }: Author): Promise<void> {
  // Two who ask at once are counted one after the other.
  await tx.run(sql`select 1 from projects where id = ${projectId} for no key update`)
  const earlier = await tx.one<{ count: number; first: Date | null }>(sql`
    select count(*) as count, min(created_at) as first from jobs
    where project_id = ${projectId} and kind = ${DEPLOY_JOB} and user_id = ${userId}
      and created_at > ${new Date(at.getTime() - WINDOW_MS)}`)
  const { count, first } = earlier
  if (first && count >= DEPLOYS) throw faultFor((first.getTime() + WINDOW_MS - at.getTime()) / 1000, 'tooManyDeploys')
}
