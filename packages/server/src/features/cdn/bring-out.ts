import { sql } from '../../db/sql.ts'
import { type Transaction, transaction } from '../../db/transaction.ts'
import { announceSwitch } from '../../publication-switch.ts'
import type { Services } from '../../services.ts'
import { bucketOf, uploadFiles } from './bucket.ts'
import { dropOldDeploys } from './deploys.ts'
import { readPublication } from './publications.ts'
import type { StoredFile } from './store-file.ts'

/** Somebody else switched after we had said that we would: readers may rely on what they saw since. */
class Overtaken extends Error {
  override name = 'Overtaken'
}

/** A deploy that is about to be what readers see. */
interface Outgoing {
  projectId: number
  /** Of the project, under which a bucket holds its files. */
  token: string
  deployId: number
  at: Date
  /** Asked for only where there is a bucket. */
  files(): Promise<readonly StoredFile[]>
  /** What else belongs into the transaction of the switch, before it. */
  inSameTransaction(tx: Transaction): Promise<void>
  /** Whether the same is tried again after this error, here or elsewhere: what was uploaded stays for that. */
  comesAgain(error: unknown): boolean
}

/**
 * Upload, where there is a bucket → announce the switch → switch, in one transaction. Several may do this at once, on
 * any instances: they switch one after the other, each whole, and what is seen in the end is what was switched to last.
 * Whoever was overtaken announces again, and uploads again, because the files of the other one are in the bucket by then.
 */
export async function bringOut(services: Services, outgoing: Outgoing, signal: AbortSignal): Promise<void> {
  while (!(await triedOnce(services, outgoing, signal))) signal.throwIfAborted()
}

async function triedOnce({ db, config, tracing }: Services, outgoing: Outgoing, signal: AbortSignal): Promise<boolean> {
  const { projectId, token } = outgoing
  const bucket = bucketOf({ config, tracing })
  const before = bucket && (await readPublication(db, sql`p.id = ${projectId}`))
  const undoUpload = bucket && (await uploadFiles(bucket, db, token, await outgoing.files(), before, signal))
  try {
    const announcedOn = await announceSwitch(db, projectId)
    if (bucket && announcedOn !== (before?.version ?? null)) return false
    await transaction(db, async (tx) => {
      await outgoing.inSameTransaction(tx)
      await switchTo(tx, outgoing, announcedOn)
    })
    return true
  } catch (error) {
    if (error instanceof Overtaken) return false
    if (!outgoing.comesAgain(error)) await undoUpload?.()
    throw error
  }
}

/** The switch: before its commit readers see the files of the deploy before, after it those of this one. */
async function switchTo(tx: Transaction, outgoing: Outgoing, announcedOn: number | null): Promise<void> {
  const { projectId, deployId, at } = outgoing
  const switched = await tx.run(
    announcedOn === null
      ? sql`
          insert into cdn_publications (project_id, version, deploy_id, published_at)
          values (${projectId}, 1, ${deployId}, ${at})
          on conflict do nothing`
      : sql`
          update cdn_publications
          set version = version + 1, deploy_id = ${deployId}, published_at = ${at}, is_switching = false
          where project_id = ${projectId} and version = ${announcedOn}`,
  )
  if (switched === 0) throw new Overtaken()
  await dropOldDeploys(tx, projectId)
}

/** For whoever announced a switch and will not make it. The version rises: others who announced theirs do so again. */
export async function callOff(tx: Transaction, projectId: number): Promise<void> {
  await tx.run(sql`
    update cdn_publications set version = version + is_switching::int, is_switching = false
    where project_id = ${projectId}`)
  await dropOldDeploys(tx, projectId)
}
