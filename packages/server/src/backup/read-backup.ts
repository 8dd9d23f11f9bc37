import { createHash, type Hash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { createZstdDecompress } from 'node:zlib'
import { StartFault } from '../start-fault.ts'
import { beginningOf, digestIn, type Ending, type Header, SEAL_BYTES, type TableHead } from './format.ts'
import { Sections } from './sections.ts'
import { fileFault } from './whole-file.ts'

const PIECE_BYTES = 262_144

/** Takes the rows of a table, to their end or not at all. */
type TakeTable = (head: TableHead, rows: AsyncIterable<Buffer>) => Promise<void>

/** A backup that is open for reading, and whose beginning and end are those of one. */
export class BackupFile {
  readonly path: string
  readonly header: Header
  readonly #file: FileHandle
  readonly #size: number
  readonly #begins: number
  readonly #digest: Buffer

  private constructor(path: string, file: FileHandle, size: number, begins: number, header: Header, digest: Buffer) {
    this.path = path
    this.#file = file
    this.#size = size
    this.#begins = begins
    this.header = header
    this.#digest = digest
  }

  static async open(path: string): Promise<BackupFile> {
    let file: FileHandle | undefined
    try {
      file = await open(path, 'r')
      const { size } = await file.stat()
      const handle = file
      const beginning = await beginningOf((bytes) => readAt(handle, 0, Math.min(bytes, size)))
      if (beginning === 'foreign') throw new StartFault(`${path} is no backup of Parlance.`)
      if (beginning === 'newer')
        throw new StartFault(
          `${path} was made by a newer version of Parlance. Restore it with that version, or a newer one.`,
        )
      if (beginning === 'damaged') throw damaged(path)
      const digest = digestIn(await readAt(file, Math.max(0, size - SEAL_BYTES), SEAL_BYTES))
      if (beginning === 'cut' || digest === undefined) {
        throw new StartFault(
          `${path} does not end as a backup does: it was cut off, or something was added to it. Nothing was restored; take another copy.`,
        )
      }
      return new BackupFile(path, file, size, beginning.bytes, beginning.header, digest)
    } catch (error) {
      await file?.close()
      throw fileFault(path, 'read', error)
    }
  }

  /** Reads all of it and throws when it is not what was written, at the latest at the end. */
  async read(take: TakeTable): Promise<Ending> {
    const digest = createHash('sha256')
    digest.update(await readAt(this.#file, 0, this.#begins))
    const counted: Record<string, number> = {}
    const refusal: { error?: unknown } = {}
    let ending: Ending | undefined
    const consume = async (pieces: AsyncIterable<Buffer>) => {
      const sections = new Sections(pieces)
      for (let head = await sections.head(); ; head = await sections.head()) {
        if ('sequences' in head) {
          ending = head
          break
        }
        // What whoever takes the rows refuses is no fault of the file.
        await take(head, sections.rows()).catch((error) => {
          refusal.error = error
          throw error
        })
        counted[head.table] = await sections.restOfRows()
      }
      await sections.assertEnd()
    }
    try {
      await pipeline(this.#body(digest), createZstdDecompress({ chunkSize: PIECE_BYTES }), consume)
    } catch (error) {
      if ('error' in refusal) throw refusal.error
      if ((error as NodeJS.ErrnoException).syscall === 'read') throw fileFault(this.path, 'read', error)
      throw damaged(this.path, error)
    }
    const isWhole = digest.digest().equals(this.#digest) && ending && sameCounts(ending.rows, counted)
    if (!isWhole) throw damaged(this.path)
    return ending as Ending
  }

  close(): Promise<void> {
    return this.#file.close()
  }

  async *#body(digest: Hash): AsyncGenerator<Buffer> {
    const end = this.#size - SEAL_BYTES
    for (let at = this.#begins; at < end; ) {
      const piece = await readAt(this.#file, at, Math.min(PIECE_BYTES, end - at))
      if (piece.length === 0) break
      digest.update(piece)
      at += piece.length
      yield piece
    }
  }
}

const damaged = (path: string, cause?: unknown) =>
  new StartFault(`${path} is damaged: it is not what was written. Nothing was restored; take another copy.`, { cause })

const sameCounts = (said: Record<string, number>, counted: Record<string, number>) =>
  JSON.stringify(Object.entries(said).sort()) === JSON.stringify(Object.entries(counted).sort())

async function readAt(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const buffer = Buffer.allocUnsafe(length)
  const { bytesRead } = await file.read(buffer, 0, length, at)
  return buffer.subarray(0, bytesRead)
}
