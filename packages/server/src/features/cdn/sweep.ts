import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from '../../db/sql.ts'
import type { Services } from '../../services.ts'
import { bucketOf, each } from './bucket.ts'
import { objectName } from './file-address.ts'

const EVERY_MS = 10 * 60_000
/** Blobs removed by one statement; each may be megabytes. */
const AT_ONCE = 200

/** Cleans up, now and then, what is no longer published. Every instance may: they only remove what nobody refers to. */
export class CdnSweeper {
  readonly #timer: NodeJS.Timeout
  #sweeping: Promise<void> = Promise.resolve()

  constructor(services: Services) {
    this.#timer = setInterval(() => {
      this.#sweeping = sweep(services).catch((error) => services.log.warn({ err: error }, 'cleaning up failed'))
    }, EVERY_MS).unref()
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.#sweeping
  }
}

export async function sweep(services: Services): Promise<void> {
  try {
    await withdrawDeleted(services)
  } finally {
    // Whether or not the bucket lets go of its files.
    await removeBlobs(services)
    await removeCopies(services)
  }
}

/** Files of a deleted project are not served any more; here they go, from the bucket first. */
async function withdrawDeleted({ db, config }: Services): Promise<void> {
  const files = await db.rows<{ projectId: number; token: string; namespace: string | null; locale: string }>(sql`
    select p.id as "projectId", p.cdn_token as token, f.namespace, f.locale
    from projects p
    join cdn_files f on f.project_id = p.id and f.encoding = 'identity'
    where p.deleted_at is not null`)
  const bucket = bucketOf(config)
  const patience = AbortSignal.timeout(EVERY_MS)
  if (bucket) await each(files, (file) => bucket.remove(`${file.token}/${objectName(file)}`, patience))
  await db.run(sql`
    delete from cdn_publications where project_id = any(${[...new Set(files.map((file) => file.projectId))]}::bigint[])`)
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

/**
 * The copies in the folder of this instance follow the database. What a process left half written when it was killed goes
 * as well; one that is at it right now does without the copy.
 */
async function removeCopies({ db, config }: Services): Promise<void> {
  const folder = join(config.dataDir, 'cdn')
  const names = await readdir(folder).catch(() => [])
  for (const name of names) if (name.endsWith('.part')) await rm(join(folder, name), { force: true })
  const copies = names.filter((name) => /^[0-9a-f]{64}$/.test(name))
  const there = await db.rows<{ hash: string }>(sql`
    select encode(b.hash, 'hex') as hash
    from unnest(${copies}::text[]) as copy (hash) join cdn_blobs b on b.hash = decode(copy.hash, 'hex')`)
  const wanted = new Set(there.map(({ hash }) => hash))
  for (const copy of copies) if (!wanted.has(copy)) await rm(join(folder, copy), { force: true })
}
