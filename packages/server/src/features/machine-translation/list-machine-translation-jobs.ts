import { contract } from '@parlance/contract'
import { nothing, sql } from '../../db/sql.ts'
import { implement } from '../../implement.ts'
import { findFirstErrors, JOB_COLUMNS, presentJob, type TranslationJobRow } from './job-row.ts'
import { TRANSLATION_JOB } from './translation-job.ts'

/** Of each job in a list; a hundred of them could have a hundred thousand. */
const ERRORS_TOLD = 10

/** Somebody who may see some languages sees the jobs that write into those. */
export const listMachineTranslationJobs = implement(
  contract.listMachineTranslationJobs,
  async ({ db, cursors }, { access, query }) => {
    const { limit = 50, cursor } = query
    const { projectId, localeCodes } = access
    const boundTo = ['listMachineTranslationJobs', projectId]
    const last = cursor === undefined ? undefined : cursors.read<[string, number]>(boundTo, cursor)
    const found = await db.rows<TranslationJobRow>(sql`
      select ${JOB_COLUMNS}
      from jobs j join translation_jobs t on t.job_id = j.id
      where j.project_id = ${projectId} and j.kind = ${TRANSLATION_JOB}
        ${localeCodes === null ? nothing : sql`and t.target_locale = any(${localeCodes}::text[])`}
        ${last ? sql`and (j.created_at, j.id) < (${new Date(last[0])}, ${last[1]})` : nothing}
      order by j.created_at desc, j.id desc
      limit ${limit + 1}`)
    const position = ({ createdAt, jobId }: TranslationJobRow) => [createdAt.toISOString(), jobId]
    const { rows, next } = cursors.page(boundTo, found, limit, position)
    const jobIds = rows.map(({ jobId }) => jobId)
    const errorsOf = await findFirstErrors(db, jobIds, ERRORS_TOLD)
    return { jobs: rows.map((row) => presentJob(row, errorsOf(row.jobId))), ...next }
  },
)
