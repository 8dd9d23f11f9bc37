import { setImmediate as othersTurn } from 'node:timers/promises'
import { limits, MEBIBYTE, type Syntax } from '@parlance/contract'
import { formatOfContent, formats, formatsByName, WARNINGS_PATH } from '@parlance/formats'
import { Fault, fault } from '../../../http/errors.ts'
import { readZip, ZipError, type ZipMember } from '../../../zip/reader.ts'
import { noTexts, type Room, readTexts, type Texts } from './read-texts.ts'

/** Texts, objects and lists in one request: no honest file has so many and still so few keys. */
const MAX_VALUES = 500_000
const ZIP_LIMITS = { files: 500, ratio: 100, totalSize: 200 * MEBIBYTE }

/** From here on a content takes some milliseconds. */
const LONG_CONTENT = MEBIBYTE

export interface Upload {
  filename: string
  content: string
  size: number
  syntax?: Syntax | null
}

export interface ReadFile {
  /** No other file of the request has it, unless this one is invalid. */
  filename: string
  /** Its name where it was sent, which tells what it holds. */
  path: string
  texts: Texts
  /** As was said when it, or the archive around it, was sent. */
  syntax: Syntax | null
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
  const decoded: Decoded[] = []
  for (const [at, upload] of uploads.entries())
    decoded.push({ ...upload, bytes: await blaming(at, decode(upload, asked.fileSize)) })
  const names = new Set<string>()
  let keys = 0
  const room = { keys: limits.importKeys, values: MAX_VALUES }
  const add = ({ filename: path, texts, within, syntax }: Found) => {
    // Two archives may hold files of the same name; of two files sent under one name, which is meant cannot be told.
    const filename = names.has(path) && within !== undefined ? `${within}/${path}` : path
    if (names.has(filename)) texts.errors.push({ key: '', message: 'Two files of this name were sent' })
    names.add(filename)
    keys += texts.entries.length
    room.keys -= texts.entries.length
    result.files.push({ filename, path, texts, syntax })
  }
  for await (const found of filesOf(decoded, asked.fileSize, room)) {
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
  return result
}

interface Decoded extends Omit<Upload, 'content' | 'size'> {
  bytes: Buffer
}

interface Member {
  filename: string
  texts: Texts
  /** Why it is left out. */
  warning?: string
}

interface Found extends Member {
  /** The archive it came in. */
  within?: string
  syntax: Syntax | null
}

async function* filesOf(decoded: readonly Decoded[], fileSize: number, room: Room): AsyncGenerator<Found, void, void> {
  for (const [at, { filename, bytes, syntax = null }] of decoded.entries()) {
    if (!isZip(bytes)) {
      yield { filename, texts: await blaming(at, readSingle(filename, bytes, room)), syntax }
      continue
    }
    for (const member of await blaming(at, membersOf(bytes, fileSize)))
      yield { ...(await blaming(at, readMember(member, room))), within: filename, syntax }
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

async function readSingle(filename: string, bytes: Buffer, room: Room): Promise<Texts> {
  const format = formatOfContent(bytes, formatsByName(filename)) ?? formatOfContent(bytes)
  if (!format) throw fault('fileTypeNotAllowed')
  const texts = await readTexts(format, bytes, room)
  if (!texts) throw fault('invalidFileStructure')
  return texts
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

/** What macOS puts beside a file into an archive. */
const IS_APPLE_DOUBLE = /(^|\/)\._[^/]*$/
const IMPORTED = [...new Set(formats.flatMap(({ extensions }) => [...extensions]))].join(', ').toUpperCase()

async function readMember({ path, problem, read }: ZipMember, room: Room): Promise<Member> {
  const candidates = IS_APPLE_DOUBLE.test(path) ? [] : formatsByName(path)
  const [usual] = candidates
  if (!usual && !problem) return { filename: path, texts: noTexts(), warning: `Only ${IMPORTED} files are imported` }
  // U+0000 in a name is such a problem, and cannot be stored.
  if (problem || !read) return { filename: path.replaceAll('\0', '\ufffd'), texts: noTexts(problem ?? '') }
  try {
    const bytes = await read()
    // What an export says about its own files. A list is none of texts, and under this name nobody means one.
    if (path === WARNINGS_PATH && isList(bytes))
      return { filename: path, texts: noTexts(), warning: 'What an export warned of is not imported' }
    const format = formatOfContent(bytes, candidates)
    const texts = format && (await readTexts(format, bytes, room))
    return { filename: path, texts: texts ?? noTexts(`The file is no ${usual?.name}`) }
  } catch (error) {
    if (error instanceof ZipError) throw refusalOf(error)
    return { filename: path, texts: noTexts('The file is damaged') }
  }
}

const isList = (bytes: Buffer) => /^\s*\[/.test(bytes.toString('latin1', 0, 64))

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
