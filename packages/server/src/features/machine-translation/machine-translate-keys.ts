import { contract } from '@parlance/contract'
import { record } from '../../changes/record.ts'
import type { Handle } from '../../db/pool.ts'
import { sql } from '../../db/sql.ts'
import { type Transaction, transaction } from '../../db/transaction.ts'
import { assertLocale, type ProjectAccess } from '../../http/access.ts'
import { fault } from '../../http/errors.ts'
import { implement } from '../../http/implement.ts'
import { enqueueJobs, wakeJobs } from '../../jobs/enqueue.ts'
import { canonicalLocale } from '../../locale.ts'
import { findProjectLocales } from '../projects/index.ts'
import { TRANSLATION_JOB } from './translation-job.ts'

interface Locale {
  id: number
  code: string
}

/** One job for each language, so that each can be followed and cancelled by itself. */
export const machineTranslateKeys = implement(contract.machineTranslateKeys, async (services, { access, body }) => {
  const keyIds = [...new Set(body.keyIds)]
  const scheduled = await transaction(services.db, async (tx) => {
    const { source, targets } = await resolve(tx, access, body.sourceLocaleCode, body.targetLocaleCodes)
    const lane = `machine translation ${access.projectId}`
    const ids = await enqueueJobs(tx, access.by, { kind: TRANSLATION_JOB, lane, count: targets.length })
    await insertJobs(tx, ids, source, targets, keyIds, body.overwriteExisting ?? false)
    const jobs = targets.map(({ code }, at) => ({ jobId: ids[at] ?? 0, targetLocale: code, keyCount: keyIds.length }))
    const after = { sourceLocale: source.code, jobs, totalKeys: keyIds.length }
    record(tx, access.by, [{ event: 'batch_mt.scheduled', after }])
    return { jobs, totalKeys: keyIds.length }
  })
  wakeJobs(services)
  return scheduled
})

/** Named or not, the source is one that the caller may see: a translation tells what is in it. */
async function resolve(
  db: Handle,
  access: ProjectAccess,
  sourceCode: string | undefined,
  targetCodes: readonly string[],
): Promise<{ source: Locale; targets: Locale[] }> {
  const canonical = (code: string) => canonicalLocale(code) ?? code
  const wanted = [...new Set(targetCodes.map(canonical))]
  for (const code of [...wanted, ...(sourceCode === undefined ? [] : [canonical(sourceCode)])])
    assertLocale(access, code)
  const locales = await findProjectLocales(db, access.projectId)
  const source = locales.find(({ code, isSource }) =>
    sourceCode === undefined ? isSource : code === canonical(sourceCode),
  )
  const targets = locales.filter(({ code }) => wanted.includes(code))
  if (!source || targets.length < wanted.length) throw fault('localeNotEnabled')
  assertLocale(access, source.code)
  if (wanted.includes(source.code)) throw fault('sourceIsTarget')
  return { source, targets }
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
