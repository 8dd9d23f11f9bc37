import type { Database } from '../../db/pool.ts'
import { sql } from '../../db/sql.ts'
import type { Encoding } from '../../http/negotiate.ts'
import { RELIED_ON_MS } from '../../publication-switch.ts'
import { addressKey, type FileAddress } from './file-address.ts'

/** What is published is text. */
export const contentType = (mediaType: string) => `${mediaType}; charset=utf-8`

/** Bytes of a file in one encoding. */
export interface Representation {
  /** SHA-256, hexadecimal. */
  hash: string
  etag: string
}

export type PublishedFile = Partial<Record<Encoding, Representation>> & { mediaType: string }

export interface Publication {
  version: number
  isSwitching: boolean
  files: ReadonlyMap<string, PublishedFile>
}

/** A publication with the moment until which no other can have taken its place, by the clock of this process. */
interface Known extends Publication {
  validUntil: number
}

/** A look that begins so long before that ends goes beside the requests; otherwise all of them would wait for it. */
const LOOK_AHEAD_MS = 25
/** A database that says nothing for so long counts as away. Connections that lead nowhere break after many minutes. */
const PATIENCE_MS = 2_000

interface Log {
  warn(details: object, message: string): void
}

/** Of so many projects the list of files is kept; of one that was not asked for long it is read again. */
const KEPT = 500

/**
 * What is published under each token, as of now: once anybody saw a deploy in one file, on any instance, nobody who asks
 * later sees the one before in another. Yet most requests ask the database nothing. A deploy announces its switch, waits
 * until nobody relies any more on what they saw before, and then makes it; while a switch is announced, each request
 * needs a look that began after it came. All who wait share the next look, so it is one small query at a time.
 *
 * While the database is away, or does not answer, what was known last is served.
 */
export class Publications {
  readonly #db: Database
  readonly #log: Log
  /** The longest unused first. */
  readonly #known = new Map<string, Known>()
  #waiting = new Map<string, PromiseWithResolvers<Publication | undefined>>()
  #isLooking = false

  constructor(db: Database, log: Log) {
    this.#db = db
    this.#log = log
  }

  /** What is published now, if it need not be looked up. */
  known(token: string): Publication | undefined {
    const known = this.#known.get(token)
    const left = known ? known.validUntil - performance.now() : 0
    if (left <= 0) return undefined
    if (left < LOOK_AHEAD_MS) this.#next(token, known).catch(() => {})
    return known
  }

  current(token: string): Publication | undefined | Promise<Publication | undefined> {
    return this.known(token) ?? this.#next(token, this.#known.get(token))
  }

  /** As of a look that has not begun. */
  #next(token: string, known: Publication | undefined): Promise<Publication | undefined> {
    let waiting = this.#waiting.get(token)
    if (!waiting) {
      waiting = Promise.withResolvers()
      this.#waiting.set(token, waiting)
      if (known) resolveLate(waiting, known)
      if (!this.#isLooking) void this.#look()
    }
    return waiting.promise
  }

  async #look(): Promise<void> {
    this.#isLooking = true
    while (this.#waiting.size > 0) {
      const asked = this.#waiting
      this.#waiting = new Map()
      const began = performance.now()
      try {
        const versions = await readVersions(this.#db, [...asked.keys()])
        for (const [token, { resolve, reject }] of asked) {
          // Not handed to `resolve` at once, which would end the patience while the list is still being read.
          void Promise.resolve(this.#as(token, versions.get(token), began)).then(resolve, reject)
        }
      } catch (error) {
        this.#log.warn({ err: error }, 'what is published could not be read; what was known is served')
        for (const [token, { resolve, reject }] of asked) {
          const known = this.#known.get(token)
          if (known) resolve(known)
          else reject(error)
        }
      }
    }
    this.#isLooking = false
  }

  #as(
    token: string,
    seen: Seen | undefined,
    began: number,
  ): undefined | Publication | Promise<undefined | Publication> {
    const known = this.#known.get(token)
    if (!seen) {
      this.#known.delete(token)
      return undefined
    }
    // Kept until the other one is read: the database may go away before that.
    if (known?.version !== seen.version) return this.#load(token)
    this.#keep(token, { ...known, ...seen }, began)
    return known
  }

  async #load(token: string): Promise<Publication | undefined> {
    const began = performance.now()
    const publication = await readPublication(this.#db, sql`p.cdn_token = ${token}`)
    // Two may load at once; the newer stays.
    if (publication && publication.version >= (this.#known.get(token)?.version ?? 0)) {
      this.#keep(token, publication, began)
    }
    return publication
  }

  /** Relied on from when the look began, not from when it ended: what it saw may have been over by then. */
  #keep(token: string, publication: Publication, began: number): void {
    this.#known.delete(token)
    this.#known.set(token, { ...publication, validUntil: publication.isSwitching ? 0 : began + RELIED_ON_MS })
    for (const oldest of this.#known.keys()) {
      if (this.#known.size <= KEPT) break
      this.#known.delete(oldest)
    }
  }
}

function resolveLate(waiting: PromiseWithResolvers<Publication | undefined>, known: Publication): void {
  const timer = setTimeout(waiting.resolve, PATIENCE_MS, known)
  const end = () => clearTimeout(timer)
  waiting.promise.then(end, end)
}

type Seen = Pick<Publication, 'version' | 'isSwitching'>

async function readVersions(db: Database, tokens: string[]): Promise<Map<string, Seen>> {
  const rows = await db.rows<Seen & { token: string }>(sql`
    select p.cdn_token as token, c.version, c.is_switching as "isSwitching"
    from projects p join cdn_publications c on c.project_id = p.id
    where p.cdn_token = any(${tokens}::text[]) and p.deleted_at is null`)
  return new Map(rows.map(({ token, ...seen }) => [token, seen]))
}

interface FileRow extends FileAddress, Seen {
  mediaType: string
  encoding: Encoding | null
  hash: string
}

/** Of a file `f`. Once all of them were JSON, and called after their language. */
export const fileColumns = sql`
  f.namespace, coalesce(f.file, f.locale || '.json') as file,
  coalesce(f.media_type, 'application/json') as "mediaType"`

/** The files of one project, all of one deploy: they are read by one statement. */
export async function readPublication(db: Database, only: ReturnType<typeof sql>): Promise<Publication | undefined> {
  const rows = await db.rows<FileRow>(sql`
    select c.version, c.is_switching as "isSwitching", ${fileColumns}, f.encoding, encode(f.hash, 'hex') as hash
    from projects p
    join cdn_publications c on c.project_id = p.id
    left join cdn_files f on f.deploy_id = c.deploy_id
    where p.deleted_at is null and ${only}`)
  const [first] = rows
  if (!first) return undefined
  const files = new Map<string, PublishedFile>()
  for (const { encoding, hash, mediaType, ...address } of rows) {
    if (encoding === null) continue
    const key = addressKey(address)
    files.set(key, { mediaType, ...files.get(key), [encoding]: { hash, etag: `"${hash.slice(0, 32)}"` } })
  }
  return { version: first.version, isSwitching: first.isSwitching, files }
}
