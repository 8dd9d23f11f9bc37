import type { Author } from '../../changes/author.ts'
import { keepNumbers, record } from '../../changes/record.ts'
import { sql } from '../../db/sql.ts'
import { type Transaction, transaction } from '../../db/transaction.ts'
import { holdJob, signatureOf } from '../../jobs/job.ts'
import type { Services } from '../../services.ts'
import { type Refusal, tooLong, writeValues } from '../translations/index.ts'
import type { Task } from './task.ts'
import { failed, type KeyToTranslate, type Outcome, writingColumns } from './translate-keys.ts'

/** Progress is told at most so often for one job. */
const TOLD_EVERY_MS = 1000

interface LockedKey extends Pick<KeyToTranslate, 'source' | 'syntax' | 'isPlural'> {
  id: number
  name: string
  namespace: string
  hasTarget: boolean
}

/** Writes a step of a job: the values, what failed, and how far the job is, all or nothing. */
export async function writeOutcomes({ db, clock }: Services, task: Task, outcomes: readonly Outcome[]): Promise<void> {
  const by = authorOf(task, clock.now())
  await transaction(db, async (tx) => {
    await holdJob(tx, task.job)
    const keys = await lockKeys(tx, task, outcomes)
    const current = outcomes
      .flatMap((outcome) => asOfNow(outcome, keys, task) ?? [])
      .sort((a, b) => a.key.keyId - b.key.keyId)
    const values = current.flatMap((outcome) => valueToWrite(outcome, keys, task))
    const { refused } = await writeValues(tx, by, values)
    keepRange(tx, task, by)
    const settled = withRefusals(current, refused)
    await settleKeys(tx, task, settled)
    await tellProgress(tx, task, by, settled)
  })
}

/** Which changes are the job's. Its row is locked by then, since its progress is written with each step. */
const keepRange = (tx: Transaction, { job }: Task, by: Author) =>
  keepNumbers(
    tx,
    by,
    (first, last) => sql`
      update translation_jobs t set first_change = coalesce(t.first_change, ${first}), last_change = ${last}
      from project_counters c
      where t.job_id = ${job.id} and c.project_id = ${job.projectId}`,
  )

/** In the order of their ids, as everybody locks them. */
async function lockKeys(tx: Transaction, task: Task, outcomes: readonly Outcome[]): Promise<Map<number, LockedKey>> {
  const ids = outcomes.flatMap((outcome) => (outcome.kind === 'translated' ? [outcome.key.keyId] : []))
  const keys = await tx.rows<LockedKey>(sql`
    with locked as (
      select id, name, namespace_id, syntax, is_plural from keys
      where id = any(${ids}::bigint[]) and project_id = ${task.projectId} and deleted_at is null
      order by id
      for no key update
    )
    select k.id, k.name, n.name as namespace, s.value as source, ${writingColumns},
           coalesce(t.value, '') <> '' as "hasTarget"
    from locked k
    join namespaces n on n.id = k.namespace_id
    left join translations s on s.key_id = k.id and s.locale_id = ${task.sourceLocaleId}
    left join translations t on t.key_id = k.id and t.locale_id = ${task.targetLocaleId}`)
  return new Map(keys.map((key) => [key.id, key]))
}

/** What a translation is made of. */
const READ = ['source', 'syntax', 'isPlural'] as const

/**
 * What people did while the provider was at work comes first. Undefined: the source changed, or how it is
 * read, so it is done again.
 */
function asOfNow(outcome: Outcome, keys: ReadonlyMap<number, LockedKey>, task: Task): Outcome | undefined {
  if (outcome.kind !== 'translated') return outcome
  const key = keys.get(outcome.key.keyId)
  if (!key) return failed({ ...outcome.key, key: null }, 'unknown', 'Key not found')
  if (READ.some((field) => key[field] !== outcome.key[field])) return undefined
  if (key.hasTarget && !task.overwriteExisting) return { key: outcome.key, kind: 'left' }
  return outcome
}

/** What the writer did not take has failed. */
function withRefusals(outcomes: readonly Outcome[], refused: readonly Refusal[]): Outcome[] {
  const keyIds = new Set(refused.map(({ keyId }) => keyId))
  return outcomes.map((outcome) =>
    keyIds.has(outcome.key.keyId) ? failed(outcome.key, 'unknown', tooLong('The value')) : outcome,
  )
}

function valueToWrite(outcome: Outcome, keys: ReadonlyMap<number, LockedKey>, task: Task) {
  const key = keys.get(outcome.key.keyId)
  if (outcome.kind !== 'translated' || !key) return []
  const { name, namespace } = key
  const { targetLocaleId: localeId, target: locale } = task
  // Without a status: a new text is to be reviewed, and one that is the same already stays as it is.
  return [{ keyId: key.id, key: name, namespace, localeId, locale, value: outcome.value }]
}

async function settleKeys(tx: Transaction, { job }: Task, outcomes: readonly Outcome[]): Promise<void> {
  const failures = outcomes.filter((outcome) => outcome.kind === 'failed')
  const done = outcomes.filter((outcome) => outcome.kind !== 'failed').map(({ key }) => key.keyId)
  await tx.run(sql`delete from translation_job_keys where job_id = ${job.id} and key_id = any(${done}::bigint[])`)
  await tx.run(sql`
    update translation_job_keys k set error_type = f.type, message = f.message, key_name = f.name
    from unnest(
      ${failures.map(({ key }) => key.keyId)}::bigint[], ${failures.map(({ key }) => key.key)}::text[],
      ${failures.map(({ type }) => type)}::text[], ${failures.map(({ message }) => message)}::text[]
    ) as f (key_id, name, type, message)
    where k.job_id = ${job.id} and k.key_id = f.key_id`)
}

async function tellProgress(tx: Transaction, task: Task, by: Author, outcomes: readonly Outcome[]): Promise<void> {
  const { job, target } = task
  const failures = outcomes.filter(({ kind }) => kind === 'failed').length
  const progress = await tx.row<{ processed: number; total: number; isDue: boolean }>(sql`
    with before as (select job_id, told_at from translation_jobs where job_id = ${job.id} for update)
    update translation_jobs t
    set processed = t.processed + ${outcomes.length - failures}, failed = t.failed + ${failures},
        told_at = case when d.is_due then ${by.at}::timestamptz else t.told_at end
    from before b cross join lateral (
      select b.told_at is null or b.told_at <= ${new Date(by.at.getTime() - TOLD_EVERY_MS)} as is_due
    ) d
    where t.job_id = b.job_id
    returning t.processed + t.failed as processed, t.total, d.is_due as "isDue"`)
  const currentKey = outcomes.findLast(({ key }) => key.key !== null)?.key.key ?? ''
  if (!progress?.isDue) return
  const after = { jobId: job.id, processed: progress.processed, total: progress.total, currentKey }
  record(tx, by, [{ event: 'batch_mt.progress', locale: target, after }])
}

/** Whoever asked for the job writes its values. */
const authorOf = ({ job, projectSourceLocaleId: sourceLocaleId }: Task, at: Date): Author => ({
  ...signatureOf(job, at),
  sourceLocaleId,
  userId: job.userId,
})
