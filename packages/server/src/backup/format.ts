// A backup is a Zstandard file, so `zstd -dc` shows what is in it, whatever became of us:
//
//   frame 1   skipped by zstd: the mark, and the header as JSON
//   frame 2   text: for each table a line of JSON that names it, its rows as COPY writes them, and `\.`;
//             then a line of JSON with the counts and the positions of sequences
//   frame 3   skipped by zstd: the SHA-256 of all before it
import type { SealedKeys } from './sealed-keys.ts'

export const FORMAT = 1
const MARK = 'parlance backup '

export interface Header {
  /** Of Parlance; for people, what counts are the migrations. */
  version: string
  postgres: string
  madeAt: string
  /** In the order in which they were applied. */
  migrations: { name: string; checksum: string }[]
  secrets: {
    /** How many sealed secrets there are, and how many of them no key could open when the backup was made. */
    count: number
    unreadable: number
    /** Where the key is that seals them. */
    keyFrom: 'SECRET_KEY' | 'secret.key' | 'nowhere'
    /** Undefined: left out, because there was no passphrase. */
    keys?: SealedKeys
  }
}

/** The first line of each table. */
export interface TableHead {
  table: string
  columns: string[]
}

/** The last line. */
export interface Ending {
  rows: Record<string, number>
  sequences: Sequence[]
}

export interface Sequence {
  name: string
  /** As text: it may be larger than a JavaScript number tells. */
  last: string
}

export const END_OF_TABLE = Buffer.from('\\.\n')

/** The first of sixteen numbers that Zstandard keeps for frames which are not its own. */
const SKIPPED = 0x184d2a50
const HEAD_BYTES = 8
export const DIGEST_BYTES = 32
export const SEAL_BYTES = HEAD_BYTES + DIGEST_BYTES
const LONGEST_HEADER = 2 ** 20

const skippedFrame = (content: Buffer) => {
  const head = Buffer.alloc(HEAD_BYTES)
  head.writeUInt32LE(SKIPPED, 0)
  head.writeUInt32LE(content.length, 4)
  return Buffer.concat([head, content])
}

export const headerFrame = (header: Header) =>
  skippedFrame(Buffer.from(`${MARK}${FORMAT}\n${JSON.stringify(header)}\n`))
export const sealFrame = (digest: Buffer) => skippedFrame(digest)

/** The digest that a file ends with; undefined when these bytes are not its end. */
export function digestIn(seal: Buffer): Buffer | undefined {
  const isSeal = seal.length === SEAL_BYTES && seal.readUInt32LE(0) === SKIPPED && seal.readUInt32LE(4) === DIGEST_BYTES
  return isSeal ? seal.subarray(HEAD_BYTES) : undefined
}

export type Beginning = { header: Header; bytes: number } | 'newer' | 'foreign' | 'cut' | 'damaged'

/** What a file begins with. `read` gives as many of its first bytes as are asked for, or fewer when there are no more. */
export async function beginningOf(read: (bytes: number) => Promise<Buffer>): Promise<Beginning> {
  const start = await read(HEAD_BYTES + MARK.length)
  const isOurs = start.length > HEAD_BYTES && start.readUInt32LE(0) === SKIPPED
  if (!isOurs || !MARK.startsWith(start.toString('latin1', HEAD_BYTES))) return 'foreign'
  const length = start.readUInt32LE(4)
  if (length > LONGEST_HEADER) return 'foreign'
  const frame = await read(HEAD_BYTES + length)
  if (frame.length < HEAD_BYTES + length) return 'cut'
  const [mark = '', json = ''] = frame.toString('utf8', HEAD_BYTES).split('\n')
  if (mark !== `${MARK}${FORMAT}`) return 'newer'
  try {
    return { header: JSON.parse(json) as Header, bytes: frame.length }
  } catch {
    return 'damaged'
  }
}
