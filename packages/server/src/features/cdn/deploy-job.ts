import { record } from '../../changes/record.ts'
import { sql } from '../../db/sql.ts'
import { type Transaction, transaction } from '../../db/transaction.ts'
import {
  beginJob,
  endJob,
  isPassing,
  type Job,
  JobFailure,
  type JobKind,
  JobLost,
  signatureOf,
} from '../../jobs/job.ts'
import { announceSwitch } from '../../publication-switch.ts'
import type { Services } from '../../services.ts'
import { bucketOf, uploadFiles } from './bucket.ts'
import { type BuiltFile, buildFiles, type CdnSettings, type Warning } from './build-files.ts'
import { addressKey } from './file-address.ts'
import { type Publication, readPublication } from './publications.ts'
import { type StoredFile, storeFile } from './store-file.ts'

export const DEPLOY_JOB = 'cdn_deploy'

/** Files compressed and stored at once while the next are read. */
const AT_ONCE = 4
/** The event tells the first ones and the number of all. */
const WARNINGS_TOLD = 100

interface Deployment {
  files: StoredFile[]
  warnings: Warning[]
  warningCount: number
}

/**
 * Begin → build and store → upload, where there is a bucket → announce the switch → publish. Everything before the last
 * step is invisible and may be done again; the last one is one transaction with the end of the job and its event.
 */
export const deployJob: JobKind = {
  async run(services, job, signal) {
    const { db } = services
    const startedAt = performance.now()
    const settings = await begin(services, job)
    const before = await readPublication(db, sql`p.id = ${job.projectId}`)
    const deployment = await build(services, job, settings, before, signal)
    const bucket = bucketOf(services.config)
    const undoUpload = bucket && (await uploadFiles(bucket, db, settings.token, deployment.files, before, signal))
    try {
      await announceSwitch(db, job.projectId)
      await publish(services, job, deployment, Math.round(performance.now() - startedAt))
    } catch (error) {
      // Where the job goes on, here or elsewhere, the same files are uploaded again.
      if (!(error instanceof JobLost) && !isPassing(error)) await undoUpload?.()
      throw error
    }
  },

  async fail(tx, job, now, error) {
    await tx.run(sql`update cdn_publications set is_switching = false where project_id = ${job.projectId}`)
    record(tx, signatureOf(job, now), [{ event: 'cdn_deploy.failed', after: { error } }])
  },
}

function begin({ db, clock }: Services, job: Job): Promise<CdnSettings> {
  const now = clock.now()
  return transaction(db, async (tx) => {
    const settings = await tx.row<CdnSettings>(sql`
      select cdn_token as token, cdn_format as format, cdn_structure as structure, cdn_statuses as statuses
      from projects where id = ${job.projectId} and deleted_at is null`)
    if (!settings) throw new JobFailure('The project was deleted.')
    if (await beginJob(tx, job, now)) {
      record(tx, signatureOf(job, now), [{ event: 'cdn_deploy.started', after: {} }])
    }
    return settings
  })
}

async function build(
  { db, clock }: Services,
  { projectId }: Job,
  settings: CdnSettings,
  before: Publication | undefined,
  signal: AbortSignal,
): Promise<Deployment> {
  const deployment: Deployment = { files: [], warnings: [], warningCount: 0 }
  const storing = new Set<Promise<void>>()
  for await (const built of buildFiles(db, projectId, settings)) {
    signal.throwIfAborted()
    deployment.warningCount += built.warnings.length
    deployment.warnings.push(...built.warnings.slice(0, WARNINGS_TOLD - deployment.warnings.length))
    const unchanged = sameAsBefore(built, before)
    if (unchanged) {
      deployment.files.push(unchanged)
      continue
    }
    const stored = storeFile(db, clock.now(), built).then((file) => {
      deployment.files.push(file)
      storing.delete(stored)
    })
    storing.add(stored)
    // Whoever waits below sees it; until then nobody does, which must not end the process.
    stored.catch(() => {})
    if (storing.size >= AT_ONCE) await Promise.race(storing)
  }
  await Promise.all(storing)
  return deployment
}

/** What is published already is neither compressed nor stored again. */
function sameAsBefore({ namespace, locale, hash }: BuiltFile, before: Publication | undefined): StoredFile | undefined {
  const published = before?.files.get(addressKey({ namespace, locale }))
  if (published?.identity?.hash !== hash) return undefined
  const { identity, br, gzip } = published
  return {
    namespace,
    locale,
    hashes: { identity: identity.hash, ...(br && { br: br.hash }), ...(gzip && { gzip: gzip.hash }) },
  }
}

/** The switch: before its commit readers see the files of the last deploy, after it those of this one. */
function publish({ db, clock }: Services, job: Job, { files, warnings, warningCount }: Deployment, duration: number) {
  const now = clock.now()
  return transaction(db, async (tx) => {
    await endJob(tx, job, now, 'completed')
    await writeFiles(tx, job, now, files)
    const after = { filesUploaded: files.length, filesFailed: 0, duration, warningCount, warnings }
    record(tx, signatureOf(job, now), [{ event: 'cdn_deploy.completed', after }])
  })
}

async function writeFiles(tx: Transaction, { id, projectId }: Job, now: Date, files: readonly StoredFile[]) {
  await tx.run(sql`
    insert into cdn_publications (project_id, version, published_at) values (${projectId}, ${id}, ${now})
    on conflict (project_id) do update
      set version = excluded.version, published_at = excluded.published_at, is_switching = false`)
  await tx.run(sql`delete from cdn_files where project_id = ${projectId}`)
  const rows = files.flatMap(({ hashes, ...address }) =>
    Object.entries(hashes).map(([encoding, hash]) => ({ ...address, encoding, hash })),
  )
  await tx.run(sql`
    insert into cdn_files (project_id, namespace, locale, encoding, hash)
    select ${projectId}, namespace, locale, encoding, decode(hash, 'hex')
    from unnest(
      ${rows.map(({ namespace }) => namespace)}::text[],
      ${rows.map(({ locale }) => locale)}::text[],
      ${rows.map(({ encoding }) => encoding)}::text[],
      ${rows.map(({ hash }) => hash)}::text[]
    ) as f (namespace, locale, encoding, hash)`)
}
