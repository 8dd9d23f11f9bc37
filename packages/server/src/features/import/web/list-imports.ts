import { contract } from '@parlance/contract'
import type { Actor } from '../../../changes/author.ts'
import { sql } from '../../../db/sql.ts'
import { implement } from '../../../implement.ts'
import { type ProgressStatus, type Results, statusOf } from '../progress.ts'

const MOST = 100

interface Row {
  trackingId: string
  source: 'web' | 'cli'
  status: ProgressStatus
  totalFiles: number
  processedFiles: number
  results: Results
  startedAt: Date
  seenAt: Date
  actorType: Actor['type']
  actorId: number | null
  actorName: string | null
}

/** Numbers alone: names of files would tell of languages that somebody may not see. */
export const listImports = implement(contract.listImports, async ({ db }, { access, now }) => {
  const found = await db.rows<Row>(sql`
    select p.tracking_id as "trackingId", p.source, p.status, p.total_files as "totalFiles",
           p.processed_files as "processedFiles", p.results, p.started_at as "startedAt", p.seen_at as "seenAt",
           p.actor_type as "actorType", p.actor_id as "actorId", coalesce(u.name, k.name) as "actorName"
    from import_progress p
    left join users u on p.actor_type = 'user' and u.id = p.actor_id
    left join api_keys k on p.actor_type = 'api_key' and k.id = p.actor_id
    where p.project_id = ${access.projectId} and p.expires_at > ${now}
    order by p.status = 'running' desc, p.started_at desc, p.tracking_id
    limit ${MOST}`)
  return { imports: found.map((row) => present(row, now)) }
})

function present({ seenAt, startedAt, actorType, actorId, actorName, ...progress }: Row, now: Date) {
  return {
    ...progress,
    status: statusOf({ status: progress.status, seenAt }, now),
    startedAt: startedAt.toISOString(),
    actor: { type: actorType, id: actorId, name: actorName },
  }
}
