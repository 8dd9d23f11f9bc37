import { isUtf8 } from 'node:buffer'
import { setImmediate as othersTurn } from 'node:timers/promises'
import { limits, MEBIBYTE } from '@parlance/contract'
import { decodeUtf8 } from '@parlance/formats'
import { JsonReader, type JsonTexts, type Room } from '../../formats/json-reader.ts'
import { readZip, ZipError, type ZipMember } from '../../formats/zip-reader.ts'
import { fault } from '../../http/errors.ts'
import { eachInTurns, inTurns } from '../../turns.ts'

/** Texts, objects and lists in one request: no honest file has so many and still so few keys. */
const MAX_VALUES = 500_000
const ZIP_LIMITS = { files: 500, ratio: 100, totalSize: 200 * MEBIBYTE }

/** From here on a content takes some milliseconds. */
const LONG_CONTENT = MEBIBYTE

export interface Upload {
  filename: string
  content: string
  size: number
}

export interface ReadFile {
  /** No other file of the request has it, unless this one is invalid. */
  filename: string
  /** Its name where it was sent, which tells what it holds. */
  path: string
  texts: JsonTexts
}

/** What the request asks for, at most what the service takes. */
interface Limits {
  fileSize: number
  totalKeys: number
}

export interface Uploaded {
  files: ReadFile[]
  /** Limits that were crossed; what comes after is not read any more. */
  errors: { message: string }[]
  warnings: { filename: string; message: string }[]
}

/** Reads what was sent, archives included. Throws where the specification refuses the whole request. */
export async function readUploads(uploads: readonly Upload[], asked: Limits): Promise<Uploaded> {
  const result: Uploaded = { files: [], errors: [], warnings: [] }
  const decoded: { filename: string; bytes: Buffer }[] = []
  for (const upload of uploads) decoded.push({ filename: upload.filename, bytes: await decode(upload, asked.fileSize) })
  const names = new Set<string>()
  let keys = 0
  const room = { keys: limits.importKeys, values: MAX_VALUES }
  const add = (path: string, texts: JsonTexts, within: string | undefined) => {
    // Two archives may hold files of the same name; of two files sent under one name, which is meant cannot be told.
    const filename = names.has(path) && within !== undefined ? `${within}/${path}` : path
    if (names.has(filename)) texts.errors.push({ key: '', message: 'Two files of this name were sent' })
    names.add(filename)
    keys += texts.entries.size
    room.keys -= texts.entries.size
    result.files.push({ filename, path, texts })
  }
  for await (const { filename, within, texts, warning } of filesOf(decoded, asked.fileSize, room)) {
    if (warning !== undefined) {
      result.warnings.push({ filename, message: warning })
      continue
    }
    if (result.files.length === limits.importFiles) {
      result.errors.push({ message: `At most ${limits.importFiles} files, those in archives included` })
      break
    }
    add(filename, texts, within)
    if (keys > asked.totalKeys) {
      result.errors.push({ message: `At most ${asked.totalKeys} keys in all files together` })
      break
    }
    if (room.values < 0) {
      result.errors.push({ message: `At most ${MAX_VALUES} texts, objects and lists in all files together` })
      break
    }
  }
  return result
}

interface Found {
  filename: string
  /** The archive it came in. */
  within?: string
  texts: JsonTexts
  /** Why it is left out. */
  warning?: string
}

async function* filesOf(
  decoded: readonly { filename: string; bytes: Buffer }[],
  fileSize: number,
  room: Room,
): AsyncGenerator<Found, void, void> {
  for (const { filename, bytes } of decoded) {
    if (!isZip(bytes)) {
      if (!looksLikeJson(bytes)) throw fault('fileTypeNotAllowed')
      const texts = await readTexts(bytes, room)
      if (!texts) throw fault('invalidFileStructure')
      yield { filename, texts }
      continue
    }
    for (const member of await membersOf(bytes, fileSize))
      yield { ...(await readMember(member, room)), within: filename }
  }
}

async function membersOf(bytes: Buffer, fileSize: number): Promise<ZipMember[]> {
  try {
    return await readZip(bytes, { ...ZIP_LIMITS, fileSize })
  } catch (error) {
    throw refusalOf(error)
  }
}

const REFUSALS = {
  unreadable: 'invalidFileStructure',
  tooManyFiles: 'tooManyFilesInZip',
  bomb: 'zipBomb',
  tooLarge: 'fileTooLarge',
} as const

const refusalOf = (error: unknown) => (error instanceof ZipError ? fault(REFUSALS[error.fault]) : error)

async function readMember({ path, problem, read }: ZipMember, room: Room): Promise<Found> {
  const isOther = !/\.json$/i.test(path) || /(^|\/)\._[^/]*$/.test(path)
  if (isOther && !problem) return { filename: path, texts: nothing(), warning: 'Only JSON files are imported' }
  // U+0000 in a name is such a problem, and cannot be stored.
  if (problem || !read) return { filename: path.replaceAll('\0', '\ufffd'), texts: nothing(problem ?? '') }
  try {
    const bytes = await read()
    const texts = looksLikeJson(bytes) ? await readTexts(bytes, room) : undefined
    return { filename: path, texts: texts ?? nothing('The file is no JSON') }
  } catch (error) {
    if (error instanceof ZipError) throw refusalOf(error)
    return { filename: path, texts: nothing('The file is damaged') }
  }
}

const nothing = (...problems: string[]): JsonTexts => ({
  entries: new Map(),
  errors: problems.map((message) => ({ key: '', message })),
  warnings: [],
})

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

const isZip = (bytes: Buffer) =>
  bytes.length >= 4 && bytes[0] === 0x50 && bytes[1] === 0x4b && (bytes[2] === 3 || bytes[2] === 5)

/** In whatever encoding: that it is another than UTF-8 is found when it is read. */
function looksLikeJson(bytes: Buffer): boolean {
  const start = bytes.subarray(0, 4096).toString('latin1')
  return /^(\xef\xbb\xbf|\xff\xfe|\xfe\xff)?[\s\0]*[{[]/.test(start)
}

/** Undefined when it is no JSON. What it reads is taken from the room. */
async function readTexts(bytes: Buffer, room: Room): Promise<JsonTexts | undefined> {
  if (!isUtf8(bytes)) return undefined
  const reader = new JsonReader(decodeUtf8([bytes]), { ...room })
  try {
    await inTurns(() => reader.advance())
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
  room.values -= reader.values
  return compact(reader.texts, bytes.length)
}

/**
 * What is read from a text are slices of it, which keep all of it in memory: a word in each of many megabytes. Where
 * they are the smaller part, they are copied.
 */
async function compact({ entries, errors, warnings }: JsonTexts, size: number): Promise<JsonTexts> {
  let length = 0
  for (const [key, value] of entries) length += key.length + value.length
  if (2 * length >= size) return { entries, errors, warnings }
  const copied = new Map<string, string>()
  await eachInTurns(entries, (entry) => copied.set(...copyOf(entry)))
  return { entries: copied, errors: copyOf(errors), warnings: copyOf(warnings) }
}

const copyOf = <T>(value: T): T => JSON.parse(JSON.stringify(value))
