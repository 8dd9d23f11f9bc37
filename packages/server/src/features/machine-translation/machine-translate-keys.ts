import { contract } from '@parlance/contract'
import { record } from '../../changes/record.ts'
import { sql } from '../../db/sql.ts'
import { type Transaction, transaction } from '../../db/transaction.ts'
import { assertRoomFor } from '../../http/quota.ts'
import { implement } from '../../implement.ts'
import { enqueueJobs } from '../../jobs/enqueue.ts'
import type { Quotas } from '../../quotas.ts'
import { chosenLanguages, type Locale } from './chosen-languages.ts'
import { TRANSLATION_JOB } from './translation-job.ts'

/** One job for each language, so that each can be followed and cancelled by itself. */
export const machineTranslateKeys = implement(contract.machineTranslateKeys, async (services, { access, body }) => {
  const keyIds = [...new Set(body.keyIds)]
  const scheduled = await transaction(services.db, async (tx) => {
    const { source, targets } = await chosenLanguages(tx, access, body.sourceLocaleCode, body.targetLocaleCodes)
    const lane = `machine translation ${access.projectId}`
    const ids = await enqueueJobs(tx, access.by, { kind: TRANSLATION_JOB, lane, count: targets.length })
    await assertRoomForJobs(tx, services.config.quotas, access.projectId, ids.length)
    await insertJobs(tx, ids, source, targets, keyIds, body.overwriteExisting ?? false)
    const jobs = targets.map(({ code }, at) => ({ jobId: ids[at] ?? 0, targetLocale: code, keyCount: keyIds.length }))
    const after = { sourceLocale: source.code, jobs, totalKeys: keyIds.length }
    record(tx, access.by, [{ event: 'batch_mt.scheduled', after }])
    return { jobs, totalKeys: keyIds.length }
  })
  services.wakeUps.jobs.call()
  return scheduled
})

/** After they were added, since until then others may add some: whoever does, waits for the lane. */
async function assertRoomForJobs(tx: Transaction, quotas: Quotas, projectId: number, added: number): Promise<void> {
  const { count } = await tx.one<{ count: number }>(sql`
    select count(*) as count from jobs
    where project_id = ${projectId} and kind = ${TRANSLATION_JOB} and due_at is not null`)
  assertRoomFor(quotas, 'translationJobs', count - added, added)
}

async function insertJobs(
  tx: Transaction,
  jobIds: readonly number[],
  source: Locale,
  targets: readonly Locale[],
  keyIds: readonly number[],
  overwriteExisting: boolean,
): Promise<void> {
  await tx.run(sql`
    insert into translation_jobs (job_id, source_locale_id, source_locale, target_locale_id, target_locale,
                                  overwrite_existing, total)
    select job_id, ${source.id}, ${source.code}, locale_id, locale, ${overwriteExisting}, ${keyIds.length}
    from unnest(${jobIds}::bigint[], ${targets.map(({ id }) => id)}::bigint[], ${targets.map(({ code }) => code)}::text[])
      as t (job_id, locale_id, locale)`)
  await tx.run(sql`
    insert into translation_job_keys (job_id, key_id)
    select job_id, key_id from unnest(${jobIds}::bigint[]) as job_id, unnest(${keyIds}::bigint[]) as key_id`)
}
