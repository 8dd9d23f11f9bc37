import { contract } from '@parlance/contract'
import { sql } from '../../../db/sql.ts'
import { fault } from '../../../http/errors.ts'
import { implement } from '../../../implement.ts'
import { type ProgressStatus, type Results, statusOf } from '../progress.ts'

interface Row {
  status: ProgressStatus
  totalFiles: number
  processedFiles: number
  currentFile: string | null
  results: Results
  startedAt: Date
  seenAt: Date
}

export const getImportProgress = implement(contract.getImportProgress, async ({ db }, { access, params, now }) => {
  const found = await db.row<Row>(sql`
    select status, total_files as "totalFiles", processed_files as "processedFiles", current_file as "currentFile",
           results, started_at as "startedAt", seen_at as "seenAt"
    from import_progress
    where project_id = ${access.projectId} and tracking_id = ${params.trackingId} and expires_at > ${now}`)
  if (!found) throw fault('notFound')
  const { seenAt, startedAt, ...progress } = found
  return { ...progress, status: statusOf(found, now), startedAt: startedAt.toISOString() }
})
