import { type FormatId, MEBIBYTE, type Syntax } from '@parlance/contract'
import { type Format, formatOf, formats, formatsByName, isArchive, pickFormat, WARNINGS_PATH } from '@parlance/formats'
import { Fault, fault } from '../../../http/errors.ts'
import { readZip, ZipError, type ZipMember } from '../../../zip/reader.ts'
import type { Remark } from '../session.ts'
import type { Detection } from './detect.ts'
import { noTexts, type Room, readTexts, type Texts, Unreadable } from './read-texts.ts'
import { optionsFor, type SentOptions } from './sent-options.ts'
import { splitFile } from './split-file.ts'

const ZIP_LIMITS = { files: 500, ratio: 100, totalSize: 200 * MEBIBYTE }

/** What is sent with a file, and, with an archive, holds for all its files. */
export interface Said {
  syntax?: Syntax | null
  /** Of an archive: for those of its files that have one of its extensions. */
  format?: FormatId
  placeholders?: 'keep' | 'convert'
}

export interface ReadFile {
  /** No other file of the request has it, unless this one is invalid. */
  filename: string
  texts: Texts
  detection: Detection
  /** Undefined: nothing of it was read. */
  format: Format | undefined
  options: Record<string, string | boolean>
  said: Said
}

/** Where a file belongs by its path. */
export type Detect = (path: string, format: Format) => Detection

/** A file before anybody looks where its texts belong. */
interface Content {
  path: string
  texts: Texts
  format?: Format | undefined
  /** Why it is left out. */
  warning?: string
}

export interface Found extends ReadFile {
  /** The archive it came in. */
  within?: string
  warning?: string
}

interface Asked {
  /** What is left of what a request may bring. */
  room: Room
  fileSize: number
  said: Said
  options: SentOptions
  detect: Detect
  sourceLocale: string
}

/** What macOS puts beside a file into an archive. */
const IS_APPLE_DOUBLE = /(^|\/)\._[^/]*$/
const IS_ARCHIVE_NAME = /\.zip$/i
const IMPORTED = [...new Set(formats.flatMap(({ extensions }) => [...extensions]))].join(', ').toUpperCase()
const NOT_IMPORTED = `Only ${IMPORTED} files are imported`

/** The formats that were there first refuse the whole request where their files do not parse. */
const refusesRequest = (format: Format) => format.extensions[0] === 'json'

/** Reads the files of one upload: one file, or those of an archive. */
export class UploadReader {
  /** That were used. */
  readonly formats = new Set<Format>()
  readonly #asked: Asked
  readonly #said: Said

  constructor(asked: Asked) {
    this.#asked = asked
    this.#said = asked.said
  }

  async *files(filename: string, bytes: Buffer): AsyncGenerator<Found, void, void> {
    if (!isArchive(bytes) || pickFormat(filename, bytes)) {
      yield* await this.#single(filename, bytes)
      return
    }
    for (const member of await membersOf(bytes, this.#asked.fileSize))
      for (const found of await this.#ofMember(member)) yield { ...found, within: filename }
  }

  async #single(filename: string, bytes: Buffer): Promise<Found[]> {
    const format = this.#said.format ? formatOf(this.#said.format) : pickFormat(filename, bytes)
    if (!format) {
      const [usual] = formatsByName(filename)
      if (!usual || refusesRequest(usual)) throw fault('fileTypeNotAllowed')
      return this.#placed({ path: filename, texts: noTexts(noFormat(usual)) })
    }
    // A format that reads archives is told what is in them by their directory, which may lie.
    if (isArchive(bytes)) await membersOf(bytes, ZIP_LIMITS.totalSize)
    const texts = await this.#read(filename, format, bytes)
    if (texts instanceof Unreadable && refusesRequest(format)) throw fault('invalidFileStructure')
    return this.#placed({ path: filename, format, texts: texts instanceof Unreadable ? texts.texts : texts })
  }

  async #ofMember(member: ZipMember): Promise<Found[]> {
    const { path, texts, warning, format } = await this.#member(member)
    // U+0000 in a name is a problem of its own, and cannot be stored.
    const stored = path.replaceAll('\0', '\ufffd')
    if (warning === undefined) return this.#placed({ path: stored, texts, format })
    return [{ ...this.#file(stored, format), texts, detection: NOWHERE, warning }]
  }

  async #member({ path, problem, read }: ZipMember): Promise<Content> {
    const leftOut = (warning: string) => ({ path, texts: noTexts(), warning })
    const candidates = IS_APPLE_DOUBLE.test(path) ? [] : formatsByName(path)
    const [usual] = candidates
    const mayBe = usual !== undefined || (IS_ARCHIVE_NAME.test(path) && !IS_APPLE_DOUBLE.test(path))
    if (!mayBe && !problem) return leftOut(NOT_IMPORTED)
    if (problem || !read) return { path, texts: noTexts({ message: problem ?? '' }) }
    try {
      const bytes = await read()
      // What an export says about its own files. A list is none of texts, and under this name nobody means one.
      if (path === WARNINGS_PATH && isList(bytes)) return leftOut('What an export warned of is not imported')
      const format = this.#formatOf(candidates) ?? pickFormat(path, bytes)
      if (format) return { path, format, texts: textsOf(await this.#read(path, format, bytes)) }
      if (!usual || !refusesRequest(usual)) return leftOut(usual ? noFormat(usual).message : NOT_IMPORTED)
      return { path, texts: noTexts(noFormat(usual)) }
    } catch (error) {
      if (error instanceof ZipError) throw refusalOf(error)
      if (error instanceof Fault) throw error
      return { path, texts: noTexts({ message: 'The file is damaged' }) }
    }
  }

  /** The one that was said, if a file can be of it by its name. */
  #formatOf(candidates: readonly Format[]): Format | undefined {
    return candidates.find(({ id }) => id === this.#said.format)
  }

  #read(path: string, format: Format, bytes: Buffer): Promise<Texts | Unreadable> {
    this.formats.add(format)
    const { detect, sourceLocale, room } = this.#asked
    const { locale } = detect(path, format)
    const options = { options: optionsFor(format, this.#asked.options), sourceLocale }
    return readTexts(format, bytes, room, locale === null ? options : { ...options, locale })
  }

  async #placed({ path, texts, format }: Content): Promise<Found[]> {
    const detection = this.#asked.detect(path, format ?? ANY_FORMAT)
    if (!format) return [{ ...this.#file(path, format), texts, detection }]
    // Such a file is in no language: with an export come those of namespaces that have no texts yet.
    if (format.isMultiLocale && texts.entries.length === 0 && texts.errors.length === 0)
      return [{ ...this.#file(path, format), texts, detection, warning: 'There are no texts in the file' }]
    const parts = await splitFile(path, texts, format, detection)
    return parts.map((part) => ({ ...this.#file(path, format), ...part }))
  }

  #file(filename: string, format: Format | undefined): Omit<ReadFile, 'texts' | 'detection'> {
    return { filename, format, options: format ? optionsFor(format, this.#asked.options) : {}, said: this.#said }
  }
}

/** Of a file that is of no format, the name alone is looked at, as that of any other. */
const [ANY_FORMAT] = formats
const NOWHERE: Detection = { locale: null, namespace: '', confidence: 0 }

const textsOf = (texts: Texts | Unreadable) => (texts instanceof Unreadable ? texts.texts : texts)

const noFormat = ({ name }: Format): Remark => ({ code: 'syntax_error', message: `The file is no ${name}` })

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

const isList = (bytes: Buffer) => /^\s*\[/.test(bytes.toString('latin1', 0, 64))
