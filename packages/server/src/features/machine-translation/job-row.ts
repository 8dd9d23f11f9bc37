import type { MachineTranslationErrorType } from '@parlance/contract'
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
  createdAt: Date
  startedAt: Date | null
  finishedAt: Date | null
}

export async function findJobOfProject(db: Handle, projectId: number, jobId: number): Promise<TranslationJobRow> {
  const job = await db.row<TranslationJobRow>(sql`
    select j.id as "jobId", j.state, t.source_locale as "sourceLocale", t.target_locale as "targetLocale", t.total,
           t.processed, t.failed, t.error, j.created_at as "createdAt", j.started_at as "startedAt",
           j.finished_at as "finishedAt"
    from jobs j join translation_jobs t on t.job_id = j.id
    where j.id = ${jobId} and j.project_id = ${projectId}`)
  if (!job) throw fault('jobNotFound')
  return job
}

export interface KeyError {
  keyId: number
  key: string | null
  message: string
  type: MachineTranslationErrorType
}

/** Told by events and by the job; of more the ids alone are known. */
const ERRORS_TOLD = 1000

export const findErrors = (db: Handle, jobId: number) =>
  db.rows<KeyError>(sql`
    select key_id as "keyId", key_name as key, message, error_type as type
    from translation_job_keys where job_id = ${jobId} and error_type is not null
    order by key_id limit ${ERRORS_TOLD}`)
