import { contract } from '@parlance/contract'
import { record } from '../../changes/record.ts'
import { sql } from '../../db/sql.ts'
import { transaction } from '../../db/transaction.ts'
import { assertLocale } from '../../http/access.ts'
import { implement } from '../../implement.ts'
import { findJobOfProject } from './job-row.ts'

const CANCELLED = 'The job was cancelled.'

/** Whoever works on it loses it with the next step. A job that has ended is left as it is. */
export const cancelMachineTranslationJob = implement(
  contract.cancelMachineTranslationJob,
  ({ db }, { access, params, now }) =>
    transaction(db, async (tx) => {
      const { jobId, targetLocale: locale } = await findJobOfProject(tx, access.projectId, params.jobId)
      assertLocale(access, locale)
      const cancelled = await tx.run(sql`
        update jobs set state = 'cancelled', finished_at = ${now}, due_at = null
        where id = ${jobId} and due_at is not null`)
      if (cancelled === 0) return
      await tx.run(sql`update translation_jobs set error = ${CANCELLED} where job_id = ${jobId}`)
      await tx.run(sql`delete from translation_job_keys where job_id = ${jobId} and error_type is null`)
      record(tx, access.by, [{ event: 'batch_mt.failed', locale, after: { jobId, error: CANCELLED } }])
    }),
)
