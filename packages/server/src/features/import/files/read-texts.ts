import { type Entry, type Format, type Remark, UnreadableFile } from '@parlance/formats'
import { eachInTurns, inTurns } from '../../../turns.ts'

/** What is wrong, or was changed, at one name of a file; no name is the whole file. */
export interface Noticed {
  key: string
  message: string
}

/** What a file holds. */
export interface Texts {
  /** Each key once. Of a text that has an error, only the key is of any use. */
  entries: Entry[]
  errors: Noticed[]
  warnings: Noticed[]
}

/** From when on reading further is no use: ten megabytes may hold five million names, or brackets and nothing else. */
export interface Room {
  keys: number
  /** Texts, objects and lists. */
  values: number
}

/** A file that is wrong from top to bottom need not be told line by line. */
const MAX_NOTICED = 1_000

export const noTexts = (...errors: string[]): Texts => ({
  entries: [],
  errors: errors.map((message) => ({ key: '', message })),
  warnings: [],
})

/** Undefined when it is none of its format. What it reads is taken from the room, and some steps after that it ends. */
export async function readTexts(format: Format, bytes: Buffer, room: Room): Promise<Texts | undefined> {
  const texts = noTexts()
  const parts = format.read(bytes, {
    remark: (remark) => notice(remark.severity === 'error' ? texts.errors : texts.warnings, remark),
  })
  let values = 0
  try {
    await inTurns(() => {
      const part = parts.next()
      if (part.done) return false
      for (const entry of part.value.entries) texts.entries.push(entry)
      values += part.value.nodes
      return texts.entries.length <= room.keys && values <= room.values
    })
  } catch (error) {
    if (error instanceof UnreadableFile) return undefined
    throw error
  }
  room.values -= values
  return compact(texts, bytes.length)
}

function notice(list: Noticed[], { key = '', message }: Remark): void {
  if (list.length < MAX_NOTICED) list.push({ key, message })
  else if (list.length === MAX_NOTICED) list.push({ key: '', message: 'There are more' })
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
  return { entries, errors: copyOf(texts.errors), warnings: copyOf(texts.warnings) }
}

const copyOf = <T>(value: T): T => JSON.parse(JSON.stringify(value))
