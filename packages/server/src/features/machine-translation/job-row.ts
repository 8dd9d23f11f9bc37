import type { MachineTranslationErrorType } from '@parlance/contract'
import type { ChangeRange } from '../../changes/change.ts'
import type { Handle } from '../../db/pool.ts'
import { sql } from '../../db/sql.ts'
import { fault } from '../../http/errors.ts'

export interface TranslationJobRow {
  jobId: number
  state: 'waiting' | 'running' | 'completed' | 'failed' | 'cancelled'
  sourceLocale: string
  targetLocale: string
  total: number
  processed: number
  failed: number
  error: string | null
  /** Of the changes of its values, those of others in between included; null while there are none. */
  changes: ChangeRange | null
  createdAt: Date
  startedAt: Date | null
  finishedAt: Date | null
}

/** Of `jobs` as j and `translation_jobs` as t. */
export const JOB_COLUMNS = sql`
  j.id as "jobId", j.state, t.source_locale as "sourceLocale", t.target_locale as "targetLocale", t.total,
  t.processed, t.failed, t.error, j.created_at as "createdAt", j.started_at as "startedAt",
  j.finished_at as "finishedAt",
  case when t.first_change is not null
       then json_build_object('fromId', t.first_change, 'toId', t.last_change) end as changes`

export async function findJobOfProject(db: Handle, projectId: number, jobId: number): Promise<TranslationJobRow> {
  const job = await db.row<TranslationJobRow>(sql`
    select ${JOB_COLUMNS}
    from jobs j join translation_jobs t on t.job_id = j.id
    where j.id = ${jobId} and j.project_id = ${projectId}`)
  if (!job) throw fault('jobNotFound')
  return job
}

export function presentJob({ state, createdAt, startedAt, finishedAt, ...job }: TranslationJobRow, errors: KeyError[]) {
  return {
    ...job,
    status: state,
    errors,
    createdAt: createdAt.toISOString(),
    startedAt: startedAt?.toISOString() ?? null,
    finishedAt: finishedAt?.toISOString() ?? null,
  }
}

export interface KeyError {
  keyId: number
  key: string | null
  message: string
  type: MachineTranslationErrorType
}

/** Told by events and by the job; of more the ids alone are known. */
const ERRORS_TOLD = 1000

/** The first few of each of several jobs. */
export async function findFirstErrors(db: Handle, jobIds: readonly number[], limit: number) {
  const rows = await db.rows<KeyError & { jobId: number }>(sql`
    select j.id as "jobId", e.key_id as "keyId", e.key_name as key, e.message, e.error_type as type
    from unnest(${jobIds}::bigint[]) as j (id)
    cross join lateral (
      select * from translation_job_keys k
      where k.job_id = j.id and k.error_type is not null
      order by k.key_id limit ${limit}
    ) e`)
  const byJob = Map.groupBy(rows, ({ jobId }) => jobId)
  return (jobId: number): KeyError[] => (byJob.get(jobId) ?? []).map(({ jobId: _, ...error }) => error)
}

export const findErrors = (db: Handle, jobId: number) =>
  db.rows<KeyError>(sql`
    select key_id as "keyId", key_name as key, message, error_type as type
    from translation_job_keys where job_id = ${jobId} and error_type is not null
    order by key_id limit ${ERRORS_TOLD}`)
