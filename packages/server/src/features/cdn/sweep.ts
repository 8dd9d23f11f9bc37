import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from '../../db/sql.ts'
import type { Services } from '../../services.ts'
import type { Sweep } from '../../sweeper.ts'
import { bucketOf, each } from './bucket.ts'
import { objectName } from './file-address.ts'
import { fileColumns } from './publications.ts'

/** Blobs removed by one statement; each may be megabytes. */
const AT_ONCE = 200
/** Nobody writes a copy for so long. */
const UNFINISHED_FOR_MS = 60 * 60_000

/** What no kept deploy refers to any more. Every instance may remove it: it is what nobody refers to. */
export const cdnSweeps: Sweep[] = [
  { step: callOffForgotten, trouble: 'switches that were never made could not be called off' },
  { step: withdrawDeleted, trouble: 'files of deleted projects could not be withdrawn' },
  { step: removeBlobs, trouble: 'bytes that are no longer needed could not be removed' },
  { step: removeCopies, trouble: 'copies of published files could not be removed' },
  { step: removeUnfinished, trouble: 'unfinished copies of published files could not be removed' },
]

/**
 * Whoever died between announcing a switch and making it left every reader looking with each request. One that is only
 * slow finds that the version has risen, and announces again. By the clock of the database, as they were announced.
 */
async function callOffForgotten({ db }: Services): Promise<void> {
  await db.run(sql`
    update cdn_publications set version = version + 1, is_switching = false
    where is_switching and announced_at < now() - interval '1 minute'`)
}

interface Withdrawn {
  projectId: number
  token: string
  namespace: string | null
  file: string
}

/**
 * Files of a deleted project are not served any more; here they go, from the bucket first. What the bucket keeps of one
 * project is tried again the next time, and no other waits for it.
 */
async function withdrawDeleted({ db, config, tracing }: Services, patience: AbortSignal): Promise<void> {
  const files = await db.rows<Withdrawn>(sql`
    select p.id as "projectId", p.cdn_token as token, ${fileColumns}
    from projects p
    join cdn_publications c on c.project_id = p.id
    join cdn_files f on f.deploy_id = c.deploy_id and f.encoding = 'identity'
    where p.deleted_at is not null`)
  const bucket = bucketOf({ config, tracing })
  const failures: unknown[] = []
  for (const [projectId, ofProject] of Map.groupBy(files, (file) => file.projectId)) {
    patience.throwIfAborted()
    try {
      if (bucket) await each(ofProject, (file) => bucket.remove(`${file.token}/${objectName(file)}`, patience))
      await db.run(sql`
        with withdrawn as (delete from cdn_publications where project_id = ${projectId} returning project_id)
        delete from cdn_deploys d using withdrawn w where d.project_id = w.project_id`)
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
}

async function removeBlobs({ db, clock }: Services): Promise<void> {
  for (;;) {
    const removed = await db.run(sql`
      delete from cdn_blobs b using (
        select hash from cdn_blobs c
        where c.kept_until < ${clock.now()} and not exists (select 1 from cdn_files f where f.hash = c.hash)
        limit ${AT_ONCE}
        for update skip locked
      ) unused
      where b.hash = unused.hash`)
    if (removed < AT_ONCE) return
  }
}

const folderOf = ({ config }: Services) => join(config.dataDir, 'cdn')

/** The copies in the folder of this instance follow the database. */
async function removeCopies(services: Services): Promise<void> {
  const folder = folderOf(services)
  const copies = (await readdir(folder).catch(() => [])).filter((name) => /^[0-9a-f]{64}$/.test(name))
  const there = await services.db.rows<{ hash: string }>(sql`
    select encode(b.hash, 'hex') as hash
    from unnest(${copies}::text[]) as copy (hash) join cdn_blobs b on b.hash = decode(copy.hash, 'hex')`)
  const wanted = new Set(there.map(({ hash }) => hash))
  for (const copy of copies) if (!wanted.has(copy)) await rm(join(folder, copy), { force: true })
}

/** A kill leaves copies behind that were being written. */
async function removeUnfinished(services: Services): Promise<void> {
  const names = (await readdir(folderOf(services)).catch(() => [])).filter((name) => name.endsWith('.part'))
  for (const file of names.map((name) => join(folderOf(services), name))) {
    const found = await stat(file).catch(() => undefined)
    const age = services.clock.now().getTime() - (found?.mtimeMs ?? Number.POSITIVE_INFINITY)
    if (age > UNFINISHED_FOR_MS) await rm(file, { force: true })
  }
}
