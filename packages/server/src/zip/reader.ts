import { constants, crc32, inflateRaw } from 'node:zlib'
import yauzl, { type Entry, type ZipFile } from 'yauzl'

export interface ZipLimits {
  files: number
  /** What the files expand to, against the bytes of the archive. */
  ratio: number
  totalSize: number
  fileSize: number
}

export type ZipFault = 'unreadable' | 'tooManyFiles' | 'bomb' | 'tooLarge'

/** The archive as a whole is refused. */
export class ZipError extends Error {
  override name = 'ZipError'
  readonly fault: ZipFault

  constructor(fault: ZipFault) {
    super(fault)
    this.fault = fault
  }
}

export interface ZipMember {
  path: string
  /** Why it cannot be taken, if it cannot. */
  problem?: string
  /** Undefined for members with a problem. */
  read?: () => Promise<Buffer>
}

const SYMLINK = 0o120000
const FILE_TYPE = 0o170000
const ENCRYPTED = 1
const STORED = 0
const DEFLATED = 8

/**
 * The files of an archive, none of them inflated yet: count, ratio and size are checked by what the directory says, in
 * this order, and no file may inflate to more than was said there.
 */
export async function readZip(bytes: Buffer, limits: ZipLimits): Promise<ZipMember[]> {
  const entries = await readDirectory(bytes, limits)
  const total = entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0)
  if (total > limits.ratio * bytes.length) throw new ZipError('bomb')
  if (total > limits.totalSize) throw new ZipError('tooLarge')
  if (entries.some(({ uncompressedSize }) => uncompressedSize > limits.fileSize)) throw new ZipError('tooLarge')
  const seen = new Set<string>()
  return entries.map((entry) => {
    const problem = problemOf(entry, seen.has(entry.path))
    seen.add(entry.path)
    return problem ? { path: entry.path, problem } : { path: entry.path, read: () => inflate(bytes, entry) }
  })
}

interface DirectoryEntry {
  path: string
  uncompressedSize: number
  entry: Entry
  zip: ZipFile
}

/** Folders are no files, but an archive of nothing but folders has an end too. */
const MAX_FOLDERS = 10_000

async function readDirectory(bytes: Buffer, limits: ZipLimits): Promise<DirectoryEntry[]> {
  const found: DirectoryEntry[] = []
  let folders = 0
  try {
    const zip = await yauzl.fromBufferPromise(bytes, { decodeStrings: false, lazyEntries: true, autoClose: false })
    if (zip.entryCount > limits.files + MAX_FOLDERS) throw new ZipError('tooManyFiles')
    for await (const entry of zip.eachEntry()) {
      const path = pathOf(entry)
      if (path.endsWith('/')) folders++
      else found.push({ path, uncompressedSize: entry.uncompressedSize, entry, zip })
      if (found.length > limits.files || folders > MAX_FOLDERS) throw new ZipError('tooManyFiles')
    }
    const untold = countUntold(bytes, (zip as unknown as { readEntryCursor: number }).readEntryCursor)
    if (untold > 0) throw new ZipError(found.length + untold > limits.files ? 'tooManyFiles' : 'unreadable')
  } catch (error) {
    throw error instanceof ZipError ? error : new ZipError('unreadable')
  }
  return found
}

const DIRECTORY_HEADER = 0x02014b50
const DIRECTORY_HEADER_SIZE = 46

/** Entries after the last one that the end of the archive tells of. */
function countUntold(bytes: Buffer, from: number): number {
  let count = 0
  let at = from
  while (at + DIRECTORY_HEADER_SIZE <= bytes.length && bytes.readUInt32LE(at) === DIRECTORY_HEADER) {
    count++
    at +=
      DIRECTORY_HEADER_SIZE + bytes.readUInt16LE(at + 28) + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
  }
  return count
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Some archives are written with backslashes, and old ones in the character set of their system. */
const pathOf = (entry: Entry) => decodeName(entry.fileName as unknown as Buffer).replaceAll('\\', '/')

function decodeName(name: Buffer): string {
  try {
    return utf8.decode(name)
  } catch {
    return name.toString('latin1')
  }
}

function problemOf({ path, entry }: DirectoryEntry, isSecond: boolean): string | undefined {
  const mode = entry.externalFileAttributes >>> 16
  if (isSecond) return 'The archive has two files of this name'
  if (path.startsWith('/') || /^[A-Za-z]:/.test(path)) return 'The name is an absolute path'
  if (path.split('/').includes('..')) return 'The name leads out of the archive'
  if (path === '' || path.includes('\0')) return 'The name is no name of a file'
  if ((mode & FILE_TYPE) === SYMLINK) return 'The file is a link'
  if (entry.generalPurposeBitFlag & ENCRYPTED) return 'The file is encrypted'
  if (entry.compressionMethod !== STORED && entry.compressionMethod !== DEFLATED)
    return 'The file is compressed in an unusual way'
  return undefined
}

/** A file that cannot be read is an Error; one that is more than its directory says refuses the archive. */
async function inflate(bytes: Buffer, { entry, zip }: DirectoryEntry): Promise<Buffer> {
  const start = await new Promise<number>((resolve, reject) =>
    zip.readLocalFileHeader(entry, { minimal: true }, (error, header) =>
      error ? reject(error) : resolve(header?.fileDataStart ?? 0),
    ),
  )
  const packed = bytes.subarray(start, start + entry.compressedSize)
  const content = entry.compressionMethod === STORED ? packed : await inflated(packed, entry.uncompressedSize)
  if (content.length > entry.uncompressedSize) throw new ZipError('bomb')
  if (content.length < entry.uncompressedSize || crc32(content) !== entry.crc32) throw new Error('The file is damaged')
  return content
}

function inflated(packed: Buffer, size: number): Promise<Buffer> {
  // One byte more than promised is enough to know. In one piece: in the usual ones of 16 KB, ten megabytes of blanks
  // took 45 ms, of which the inflating itself is 6.
  const room = size + 1
  const chunkSize = Math.max(room, constants.Z_MIN_CHUNK)
  const options = { maxOutputLength: room, chunkSize, finishFlush: constants.Z_SYNC_FLUSH }
  return new Promise((resolve, reject) =>
    inflateRaw(packed, options, (error, content) => {
      if (!error) resolve(content)
      else if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') reject(new ZipError('bomb'))
      else reject(error)
    }),
  )
}
