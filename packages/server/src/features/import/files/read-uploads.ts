import { setImmediate as othersTurn } from 'node:timers/promises'
import { limits, MEBIBYTE } from '@parlance/contract'
import { formatOf } from '@parlance/formats'
import { Fault, fault } from '../../../http/errors.ts'
import { keepApart } from './folders.ts'
import type { Room } from './read-texts.ts'
import { assertOptions, type SentOptions } from './sent-options.ts'
import { type Detect, type Found, type ReadFile, type Said, UploadReader } from './upload-reader.ts'

/** Texts, objects and lists in one request: no honest file has so many and still so few keys. */
const MAX_VALUES = 500_000

/** From here on a content takes some milliseconds. */
const LONG_CONTENT = MEBIBYTE

export interface Upload extends Said {
  filename: string
  content: string
  size: number
  formatOptions?: Iterable<[name: string, value: string | boolean]>
}

/** What the request asks for, at most what the service takes. */
interface Limits {
  fileSize: number
  totalKeys: number
}

/** The project that files are for. */
interface Places {
  detect: Detect
  sourceLocale: string
}

export interface Uploaded {
  files: ReadFile[]
  /** Limits that were crossed; what comes after is not read any more. */
  errors: { message: string }[]
  warnings: { filename: string; message: string }[]
}

/** Reads what was sent, archives included. Throws where the specification refuses the whole request. */
export async function readUploads(
  uploads: readonly Upload[],
  asked: Limits,
  { detect, sourceLocale }: Places,
): Promise<Uploaded> {
  const result: Uploaded = { files: [], errors: [], warnings: [] }
  const decoded: Decoded[] = []
  for (const [at, upload] of uploads.entries()) {
    const options = new Map(upload.formatOptions ?? [])
    if (upload.format) assertOptions(at, options, new Set([formatOf(upload.format)]))
    decoded.push({ ...upload, options, bytes: await blaming(at, decode(upload, asked.fileSize)) })
  }
  const names = new Set<string>()
  let keys = 0
  const room = { keys: limits.importKeys, values: MAX_VALUES }
  const add = ({ filename: path, within, ...file }: Omit<Found, 'warning'>) => {
    // Two archives may hold files of the same name; of two files sent under one name, which is meant cannot be told.
    const filename = names.has(path) && within !== undefined ? `${within}/${path}` : path
    if (names.has(filename)) file.texts.errors.push({ message: 'Two files of this name were sent' })
    names.add(filename)
    keys += file.texts.entries.length
    room.keys -= file.texts.entries.length
    result.files.push({ filename, ...file })
  }
  for await (const found of filesOf(decoded, { fileSize: asked.fileSize, room, detect, sourceLocale })) {
    if (found.warning !== undefined) {
      result.warnings.push({ filename: found.filename, message: found.warning })
      continue
    }
    if (result.files.length === limits.importFiles) {
      result.errors.push({ message: `At most ${limits.importFiles} files, those in archives included` })
      break
    }
    add(found)
    if (keys > asked.totalKeys) {
      result.errors.push({ message: `At most ${asked.totalKeys} keys in all files together` })
      break
    }
    if (room.values < 0) {
      result.errors.push({ message: `At most ${MAX_VALUES} texts, objects and lists in all files together` })
      break
    }
  }
  keepApart(result.files.map(({ detection }) => detection))
  return result
}

interface Decoded extends Said {
  filename: string
  bytes: Buffer
  options: SentOptions
}

async function* filesOf(
  decoded: readonly Decoded[],
  asked: Places & { fileSize: number; room: Room },
): AsyncGenerator<Found, void, void> {
  for (const [at, { filename, bytes, options, syntax, format, placeholders }] of decoded.entries()) {
    const said = {
      ...(syntax === undefined ? {} : { syntax }),
      ...(format === undefined ? {} : { format }),
      ...(placeholders === undefined ? {} : { placeholders }),
    }
    const reader = new UploadReader({ ...asked, said, options })
    const files = reader.files(filename, bytes)
    for (let next = await blaming(at, files.next()); !next.done; next = await blaming(at, files.next()))
      yield next.value
    assertOptions(at, options, reader.formats)
  }
}

/** A refusal of the whole request says which of its files it is for. */
async function blaming<T>(at: number, reading: Promise<T>): Promise<T> {
  try {
    return await reading
  } catch (error) {
    throw error instanceof Fault ? fault(error.situation, { field: `files.${at}` }) : error
  }
}

/** Base64 as the standard has it. The decoder skips what is none, which shows in the length. */
async function decode({ content, size }: Upload, fileSize: number): Promise<Buffer> {
  if (content.length > LONG_CONTENT) await othersTurn()
  if (/^\s*[{[]/.test(content)) throw fault('fileTypeNotAllowed')
  const padding = content.endsWith('==') ? 2 : content.endsWith('=') ? 1 : 0
  const length = (content.length / 4) * 3 - padding
  if (size > fileSize || length > fileSize) throw fault('fileTooLarge')
  // The first look at a long text put its pieces together, which is work enough for one turn.
  if (content.length > LONG_CONTENT) await othersTurn()
  if (content.length % 4 !== 0 || content.includes('-') || content.includes('_')) throw fault('invalidFileStructure')
  const bytes = Buffer.from(content, 'base64')
  if (bytes.length !== length || bytes.length !== size) throw fault('invalidFileStructure')
  return bytes
}
