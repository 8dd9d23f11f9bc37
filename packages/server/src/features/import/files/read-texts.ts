import { limits } from '@parlance/contract'
import { type Entry, type Remark as FileRemark, type Format, type ReadOptions, UnreadableFile } from '@parlance/formats'
import { eachInTurns, inTurns } from '../../../turns.ts'
import { isTooLarge } from '../details/details.ts'
import type { Remark } from '../session.ts'

/** What a file holds. */
export interface Texts {
  /** Each key once, in a language and namespace. Of a text that has an error, only the key is of any use. */
  entries: Entry[]
  /** Some entries say in which language or namespace they are. */
  arePlaced: boolean
  errors: Remark[]
  warnings: Remark[]
}

/** From when on reading further is no use: ten megabytes may hold five million names, or brackets and nothing else. */
export interface Room {
  keys: number
  /** Texts, objects and lists. */
  values: number
}

/** A file that is wrong from top to bottom need not be told line by line. */
const MAX_NOTICED = 1_000

export const noTexts = (...errors: Remark[]): Texts => ({ entries: [], arePlaced: false, errors, warnings: [] })

/** The file is none of its format. */
export class Unreadable {
  readonly texts: Texts

  constructor(texts: Texts) {
    this.texts = texts
  }
}

/** What it reads is taken from the room, and some steps after that it ends. */
export async function readTexts(
  format: Format,
  bytes: Buffer,
  room: Room,
  options: Omit<ReadOptions, 'remark'>,
): Promise<Texts | Unreadable> {
  const texts = noTexts()
  const parts = format.read(bytes, {
    ...options,
    remark: (remark) => notice(remark.severity === 'error' ? texts.errors : texts.warnings, remark),
  })
  let values = 0
  try {
    await inTurns(() => {
      const part = parts.next()
      if (part.done) return false
      for (const entry of part.value.entries) {
        texts.entries.push(withFittingData(entry, texts.warnings))
        texts.arePlaced ||= entry.locale !== undefined || entry.namespace !== undefined
      }
      values += part.value.nodes
      return texts.entries.length <= room.keys && values <= room.values
    })
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    const { code, message, place } = error
    return new Unreadable(noTexts(...texts.errors, { code, message, ...place }))
  }
  room.values -= values
  return compact(texts, bytes.length)
}

/** What stands beside a text is left out where it cannot be stored: the text itself counts. */
function withFittingData(entry: Entry, warnings: Remark[]): Entry {
  const { source, formatData, ...rest } = entry
  if (source === undefined && !formatData) return entry
  const isFit = !formatData || !isTooLarge(formatData)
  const message = `What only files of this kind say about it is longer than ${limits.formatData} bytes and is left out`
  if (!isFit) notice(warnings, { severity: 'warning', code: 'format_data_too_large', key: entry.key, message })
  return {
    ...rest,
    ...(source !== undefined && isStorable(source) ? { source } : {}),
    ...(formatData && isFit && isStorable(JSON.stringify(formatData)) ? { formatData } : {}),
  }
}

/** Of a text, or of one as JSON. */
const isStorable = (text: string) => text.isWellFormed() && !UNSTORABLE.test(text)
const UNSTORABLE = /\0|(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/

export function notice(list: Remark[], { severity: _, ...remark }: FileRemark): void {
  if (list.length < MAX_NOTICED) list.push(remark)
  else if (list.length === MAX_NOTICED) list.push({ message: 'There are more' })
}

/**
 * What is read from a text are slices of it, which keep all of it in memory: a word in each of many megabytes. Where
 * they are the smaller part, they are copied.
 */
async function compact(texts: Texts, size: number): Promise<Texts> {
  let length = 0
  for (const { key, value } of texts.entries) length += key.length + value.length
  if (2 * length >= size) return texts
  const entries: Entry[] = []
  await eachInTurns(texts.entries, (entry) => entries.push(copyOf(entry)))
  return { ...texts, entries, errors: copyOf(texts.errors), warnings: copyOf(texts.warnings) }
}

const copyOf = <T>(value: T): T => JSON.parse(JSON.stringify(value))
