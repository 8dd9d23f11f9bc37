import { record } from '../../changes/record.ts'
import { Snapshot } from '../../db/snapshot.ts'
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
import type { Services } from '../../services.ts'
import { readCheckSettings, severityOf } from '../checks/index.ts'
import { bringOut, callOff } from './bring-out.ts'
import { type BuiltFile, buildFiles, type CdnSettings } from './build-files.ts'
import { type Deployment, writeDeploy } from './deploys.ts'
import { addressKey } from './file-address.ts'
import { type Publication, readPublication } from './publications.ts'
import { type StoredFile, storeFile } from './store-file.ts'

export const DEPLOY_JOB = 'cdn_deploy'

/** Files compressed and stored at once while the next are read. */
const AT_ONCE = 4
/** The event tells the first ones and the number of all. */
const WARNINGS_TOLD = 100

/**
 * Begin → build and store → upload, where there is a bucket → announce the switch → publish. Everything before the last
 * step is invisible and may be done again; the last one is one transaction with the end of the job and its event.
 */
export const deployJob: JobKind = {
  async run(services, job, signal) {
    const startedAt = performance.now()
    const settings = await begin(services, job)
    const deployment = await build(services, job, settings, signal)
    const { files, warnings, warningCount } = deployment
    const at = services.clock.now()
    const outgoing = {
      projectId: job.projectId,
      token: settings.token,
      deployId: job.id,
      at,
      files: async () => files,
      async inSameTransaction(tx: Transaction) {
        await endJob(tx, job, at, 'completed')
        await writeDeploy(tx, job, settings, deployment)
        const duration = Math.round(performance.now() - startedAt)
        const after = { filesUploaded: files.length, filesFailed: 0, duration, warningCount, warnings }
        record(tx, signatureOf(job, at), [{ event: 'cdn_deploy.completed', after }])
      },
      comesAgain: (error: unknown) => error instanceof JobLost || isPassing(error),
    }
    await bringOut(services, outgoing, signal)
  },

  async fail(tx, job, now, error) {
    await tx.run(sql`update cdn_deploys set error = ${error} where id = ${job.id}`)
    await callOff(tx, job.projectId)
    record(tx, signatureOf(job, now), [{ event: 'cdn_deploy.failed', after: { error } }])
  },
}

function begin({ db, clock }: Services, job: Job): Promise<CdnSettings> {
  const now = clock.now()
  return transaction(db, async (tx) => {
    const settings = await tx.row<CdnSettings>(sql`
      select p.cdn_token as token, p.cdn_format as format, p.cdn_structure as structure, p.cdn_statuses as statuses,
             json_build_object('id', l.id, 'code', l.code) as source
      from projects p join locales l on l.id = p.source_locale_id
      where p.id = ${job.projectId} and p.deleted_at is null`)
    if (!settings) throw new JobFailure('The project was deleted.')
    if (await beginJob(tx, job, now)) {
      record(tx, signatureOf(job, now), [{ event: 'cdn_deploy.started', after: {} }])
    }
    return settings
  })
}

/** From one moment of the database, of which it is known how far the changes of the project had come. */
async function build(services: Services, job: Job, settings: CdnSettings, signal: AbortSignal): Promise<Deployment> {
  const { db } = services
  const { projectId } = job
  const before = await readPublication(db, sql`p.id = ${projectId}`)
  const snapshot = await Snapshot.open(db, 'deployers')
  try {
    const { seq } = await snapshot.one<{ seq: number }>(sql`
      select seq from project_counters where project_id = ${projectId}`)
    const checks = await readCheckSettings(snapshot, projectId)
    const files = buildFiles(
      snapshot,
      projectId,
      settings,
      (check, locale) => severityOf(checks, check, locale) === 'error',
    )
    return { ...(await storeAll(services, files, before, signal)), seq }
  } finally {
    snapshot.close()
  }
}

async function storeAll(
  { db, clock }: Services,
  files: AsyncIterable<BuiltFile>,
  before: Publication | undefined,
  signal: AbortSignal,
): Promise<Omit<Deployment, 'seq'>> {
  const deployment: Omit<Deployment, 'seq'> = { files: [], warnings: [], warningCount: 0 }
  const storing = new Set<Promise<void>>()
  for await (const built of files) {
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
function sameAsBefore(
  { bytes, hash, warnings: _, ...file }: BuiltFile,
  before: Publication | undefined,
): StoredFile | undefined {
  const published = before?.files.get(addressKey(file))
  if (published?.identity?.hash !== hash) return undefined
  const { identity, br, gzip } = published
  return {
    ...file,
    size: bytes.length,
    hashes: { identity: identity.hash, ...(br && { br: br.hash }), ...(gzip && { gzip: gzip.hash }) },
  }
}
