import { record } from '../../changes/record.ts'
import { sql } from '../../db/sql.ts'
import { transaction } from '../../db/transaction.ts'
import { beginJob, endJob, type Job, JobFailure, type JobKind, signatureOf } from '../../jobs/job.ts'
import type { Services } from '../../services.ts'
import { findErrors } from './job-row.ts'
import { providerOf } from './providers/index.ts'
import type { Provider } from './providers/provider.ts'
import type { Task } from './task.ts'
import {
  type Budget,
  failed,
  firstRequest,
  isOutOfCredits,
  type KeyToTranslate,
  type Outcome,
  outcomeOf,
  settledAlready,
  translateByMachine,
  writingColumns,
} from './translate-keys.ts'
import { giveBack, spend } from './usage.ts'
import { writeOutcomes } from './write-outcomes.ts'

export const TRANSLATION_JOB = 'machine_translation'

/**
 * Begin → step by step: take the next keys, translate them, write what came of them → complete. A step is written in one
 * transaction with the end of its keys, so a job that is taken over goes on with those that are left.
 */
export const translationJob: JobKind = {
  async run(services, job, signal) {
    const provider = providerOf(services.config, services.tracing)
    const task = await begin(services, job)
    const budget = budgetOf(services, task)
    let isOut = false
    for (;;) {
      signal.throwIfAborted()
      const keys = await nextKeys(services, task, provider.textsPerRequest)
      if (keys.length === 0) break
      const outcomes = isOut
        ? keys.map(outOfCredits(task))
        : await translate(services, provider, task, keys, budget, signal)
      isOut ||= isOutOfCredits(outcomes)
      await writeOutcomes(services, task, outcomes)
    }
    await complete(services, task)
  },

  async fail(tx, job, now, error) {
    const jobId = job.id
    const told = await tx.row<{ locale: string }>(sql`
      update translation_jobs set error = ${error} where job_id = ${jobId} returning target_locale as locale`)
    record(tx, signatureOf(job, now), [{ event: 'batch_mt.failed', ...told, after: { jobId, error } }])
  },
}

function begin({ db, clock }: Services, job: Job): Promise<Task> {
  const now = clock.now()
  return transaction(db, async (tx) => {
    const found = await tx.row<Omit<Task, 'job' | 'projectId'> & { total: number; isEnabled: boolean }>(sql`
      select p.organization_id as "organizationId", p.source_locale_id as "projectSourceLocaleId",
             t.source_locale_id as "sourceLocaleId", t.target_locale_id as "targetLocaleId", t.source_locale as source,
             t.target_locale as target, t.overwrite_existing as "overwriteExisting", t.total,
             exists (select 1 from project_locales pl where pl.project_id = p.id and pl.locale_id = t.target_locale_id)
               as "isEnabled"
      from translation_jobs t, projects p
      where t.job_id = ${job.id} and p.id = ${job.projectId} and p.deleted_at is null`)
    if (!found) throw new JobFailure('The project was deleted.')
    const { total, isEnabled, ...task } = found
    if (!isEnabled) throw new JobFailure('The language was removed from the project.')
    if (await beginJob(tx, job, now)) {
      const after = { jobId: job.id, totalKeys: total, sourceLocale: task.source, targetLocale: task.target }
      record(tx, signatureOf(job, now), [{ event: 'batch_mt.started', locale: task.target, after }])
    }
    return { ...task, job, projectId: job.projectId }
  })
}

const nextKeys = ({ db }: Services, { job, sourceLocaleId, targetLocaleId }: Task, limit: number) =>
  db.rows<KeyToTranslate>(sql`
    select w.key_id as "keyId", k.name as key, s.value as source, ${writingColumns}, coalesce(t.value, '') <> '' as "hasTarget",
           nullif(concat_ws(E'\n', k.description, k.ai_context), '') as context
    from translation_job_keys w
    left join keys k on k.id = w.key_id and k.project_id = ${job.projectId} and k.deleted_at is null
    left join translations s on s.key_id = k.id and s.locale_id = ${sourceLocaleId}
    left join translations t on t.key_id = k.id and t.locale_id = ${targetLocaleId}
    where w.job_id = ${job.id} and w.error_type is null
    order by w.key_id
    limit ${limit}`)

/** Once the credits are used up nobody is asked any more. */
const outOfCredits =
  ({ overwriteExisting }: Task) =>
  (key: KeyToTranslate): Outcome =>
    settledAlready(key, overwriteExisting) ?? failed(key, 'insufficient_credits', 'The credits are used up')

/** The outcomes of some of the keys at least; the others' turn comes with the next step. */
async function translate(
  { db }: Services,
  provider: Provider,
  task: Task,
  keys: readonly KeyToTranslate[],
  budget: Budget,
  signal: AbortSignal,
): Promise<Outcome[]> {
  const settled = keys.flatMap((key) => settledAlready(key, task.overwriteExisting) ?? [])
  const done = new Set(settled.map(({ key }) => key))
  const open = keys.filter((key) => !done.has(key))
  if (open.length === 0) return settled
  if (provider.kind === 'translator') {
    const request = firstRequest(open, provider)
    return [...settled, ...(await translateByMachine(provider, request, task, budget, signal))]
  }
  const texts = open.map(({ key, source, context }) => ({ text: source ?? '', key: key ?? '', context }))
  const found = await provider.find(db, texts, task)
  return [...settled, ...open.map((key, at) => outcomeOf(key, found[at] ?? null))]
}

const budgetOf = ({ db, clock, config }: Services, { organizationId }: Task): Budget => ({
  spend: (characters) =>
    spend(db, organizationId, clock.now(), characters, config.machineTranslation.monthlyCharacters),
  giveBack: (characters) => giveBack(db, organizationId, clock.now(), characters),
})

function complete({ db, clock }: Services, { job, target }: Task): Promise<void> {
  const now = clock.now()
  return transaction(db, async (tx) => {
    await endJob(tx, job, now, 'completed')
    const errors = await findErrors(tx, job.id)
    const counts = await tx.row<{ processed: number; failed: number; failedKeyIds: number[]; duration: number }>(sql`
      select t.processed, t.failed,
             array(select key_id from translation_job_keys where job_id = t.job_id order by key_id)::int8[]
               as "failedKeyIds",
             round(extract(epoch from ${now}::timestamptz - j.started_at) * 1000)::int as duration
      from translation_jobs t join jobs j on j.id = t.job_id
      where t.job_id = ${job.id}`)
    const after = { jobId: job.id, ...counts, failedKeyIds: counts?.failedKeyIds.map(Number), errors }
    record(tx, signatureOf(job, now), [{ event: 'batch_mt.completed', locale: target, after }])
  })
}
