import { contract } from '@parlance/contract'
import type { Actor } from '../../changes/author.ts'
import { ofFilesIn } from '../../changes/in-languages.ts'
import { nothing, sql } from '../../db/sql.ts'
import { implement } from '../../implement.ts'
import type { Warning } from './build-files.ts'
import { inLocales } from './deploys.ts'

interface DeployRow {
  id: number
  state: 'waiting' | 'running' | 'completed' | 'failed' | 'cancelled'
  startedAt: Date
  finishedAt: Date | null
  actorType: Actor['type']
  actorId: number | null
  actorName: string | null
  files: number
  bytes: number
  warnings: Warning[]
  error: string | null
  isPublished: boolean
}

/** Somebody who may see some languages is told of their files, and of what is odd in them. */
export const listDeploys = implement(contract.listDeploys, async ({ db, cursors }, { access, query }) => {
  const { limit = 50, cursor } = query
  const { projectId, localeCodes } = access
  const boundTo = ['listDeploys', projectId]
  const last = cursor === undefined ? undefined : cursors.read<[number]>(boundTo, cursor)
  const found = await db.rows<DeployRow>(sql`
    select d.id, j.state, coalesce(j.started_at, j.created_at) as "startedAt", j.finished_at as "finishedAt",
           j.actor_type as "actorType", nullif(j.actor_id, 0) as "actorId", coalesce(u.name, k.name) as "actorName",
           seen.files, seen.bytes, d.warnings, d.error, c.deploy_id is not null as "isPublished"
    from cdn_deploys d
    join jobs j on j.id = d.id
    left join cdn_publications c on c.project_id = d.project_id and c.deploy_id = d.id
    left join users u on j.actor_type = 'user' and u.id = j.actor_id
    left join api_keys k on j.actor_type = 'api_key' and k.id = j.actor_id
    cross join lateral (${localeCodes === null ? sql`select d.files, d.bytes` : filesIn(localeCodes)}) seen
    where d.project_id = ${projectId} ${last ? sql`and d.id < ${last[0]}` : nothing}
    order by d.id desc
    limit ${limit + 1}`)
  const { rows, next } = cursors.page(boundTo, found, limit, ({ id }) => [id])
  return { deploys: rows.map((row) => present(row, localeCodes)), ...next }
})

const filesIn = (localeCodes: readonly string[]) => sql`
  select count(*)::int as files, coalesce(sum(f.size), 0)::bigint as bytes
  from cdn_files f
  where f.deploy_id = d.id and f.encoding = 'identity' and ${inLocales(sql`f.locale`, localeCodes)}`

const STATES = {
  waiting: 'running',
  running: 'running',
  completed: 'completed',
  failed: 'failed',
  cancelled: 'failed',
} as const

function present(row: DeployRow, localeCodes: readonly string[] | null) {
  const { id, state, startedAt, finishedAt, files, bytes, warnings, error, isPublished } = row
  return {
    id,
    state: STATES[state],
    startedAt: startedAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
    actor: { type: row.actorType, id: row.actorId, name: row.actorName },
    files,
    bytes,
    warnings: localeCodes === null ? warnings : ofFilesIn(localeCodes, warnings),
    error,
    isPublished,
  }
}
