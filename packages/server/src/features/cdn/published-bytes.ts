import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Database } from '../../db/pool.ts'
import { sql } from '../../db/sql.ts'

const MEMORY_BYTES = 64 * 2 ** 20
/** Larger ones are read from the disk each time: they would drive out everything else. */
const LARGEST_IN_MEMORY = MEMORY_BYTES / 8

/**
 * The bytes of published files, by their hash: from memory, else from the folder of this instance, else from the
 * database. The folder is a copy: it can be lost, full or damaged without anybody noticing but the database.
 */
export class PublishedBytes {
  readonly #db: Database
  readonly folder: string
  /** The longest unused first. */
  readonly #kept = new Map<string, Buffer>()
  readonly #loading = new Map<string, Promise<Buffer | undefined>>()
  #size = 0

  constructor(db: Database, folder: string) {
    this.#db = db
    this.folder = folder
  }

  /** Undefined when they were cleaned up. */
  read(hash: string): Buffer | undefined | Promise<Buffer | undefined> {
    return this.kept(hash) ?? this.#load(hash)
  }

  /** Undefined when they are not in memory. */
  kept(hash: string): Buffer | undefined {
    const kept = this.#kept.get(hash)
    if (!kept) return undefined
    this.#kept.delete(hash)
    this.#kept.set(hash, kept)
    return kept
  }

  #load(hash: string): Promise<Buffer | undefined> {
    const loading = this.#loading.get(hash)
    if (loading) return loading
    const load = this.#find(hash).finally(() => this.#loading.delete(hash))
    this.#loading.set(hash, load)
    return load
  }

  async #find(hash: string): Promise<Buffer | undefined> {
    const copied = await this.#readCopy(hash)
    const bytes = copied ?? (await readBlob(this.#db, hash))
    if (!bytes) return undefined
    if (!copied) await this.#copy(hash, bytes)
    this.#keep(hash, bytes)
    return bytes
  }

  #keep(hash: string, bytes: Buffer): void {
    if (bytes.length > LARGEST_IN_MEMORY) return
    this.#kept.set(hash, bytes)
    this.#size += bytes.length
    for (const [oldest, { length }] of this.#kept) {
      if (this.#size <= MEMORY_BYTES) break
      this.#kept.delete(oldest)
      this.#size -= length
    }
  }

  async #readCopy(hash: string): Promise<Buffer | undefined> {
    const bytes = await readFile(join(this.folder, hash)).catch(() => undefined)
    // A copy that was cut short by a power failure is as good as none.
    return bytes && createHash('sha256').update(bytes).digest('hex') === hash ? bytes : undefined
  }

  async #copy(hash: string, bytes: Buffer): Promise<void> {
    const unfinished = join(this.folder, `${hash}.${process.pid}.part`)
    try {
      await mkdir(this.folder, { recursive: true })
      await writeFile(unfinished, bytes)
      await rename(unfinished, join(this.folder, hash))
    } catch {
      // A full or read-only disk costs speed, not files. What was begun must not fill it further.
      await rm(unfinished, { force: true }).catch(() => {})
    }
  }
}

export async function readBlob(db: Database, hash: string): Promise<Buffer | undefined> {
  const blob = await db.row<{ bytes: Buffer }>(sql`
    select bytes from cdn_blobs where hash = ${Buffer.from(hash, 'hex')}`)
  return blob?.bytes
}
