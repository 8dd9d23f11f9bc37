import { COLUMNS, type SentRow } from './columns.ts'
import { writeCsv } from './csv.ts'

/** Of a CSV file; as Base64 it is a third longer, and the service takes 1 MiB. */
const CSV_BYTES = 700_000
/** Of JSON, of which the service takes 10 MiB. */
const JSON_BYTES = 4_000_000

/** A piece of a file that the service takes at once. */
export interface Part<Content> {
  content: Content
  /** How many rows or concepts it has. */
  size: number
  /** Which row of the file the service means when it speaks of one of the part. */
  rowOf: (row: number) => number
}

const ID = COLUMNS.indexOf('concept_id')
const LOCALE = COLUMNS.indexOf('locale_code')

/** The rows of each concept by themselves: by their id, or else by order, where the language of the first row begins one. */
function conceptsOf(rows: readonly SentRow[]): SentRow[][] {
  const concepts: SentRow[][] = []
  const byId = new Map<string, SentRow[]>()
  const first = rows[0]?.cells[LOCALE]
  let current: SentRow[] | undefined
  for (const row of rows) {
    const id = row.cells[ID] ?? ''
    const known = id === '' ? undefined : byId.get(id)
    if (known) current = known
    else if (!current || id !== '' || row.cells[LOCALE] === first) {
      current = []
      concepts.push(current)
      if (id !== '') byId.set(id, current)
    }
    current.push(row)
  }
  return concepts
}

const encoder = new TextEncoder()
const bytesOf = (text: string) => encoder.encode(text).length

/** Puts things together until they are large enough. One that is larger alone stays alone. */
function* packed<T>(things: readonly T[], sizeOf: (thing: T) => number, most: number): Generator<T[]> {
  let pack: T[] = []
  let size = 0
  for (const thing of things) {
    const more = sizeOf(thing)
    if (pack.length > 0 && size + more > most) {
      yield pack
      pack = []
      size = 0
    }
    pack.push(thing)
    size += more
  }
  if (pack.length > 0) yield pack
}

/** CSV in pieces that hold whole concepts, so that a file of any length can be sent. */
export function csvParts(rows: readonly SentRow[], most = CSV_BYTES): Part<string>[] {
  const written = conceptsOf(rows).map((concept) => ({ concept, text: writeCsv(concept.map(({ cells }) => cells)) }))
  return Array.from(
    packed(written, ({ text }) => bytesOf(text), most),
    (pack) => {
      const sent = pack.flatMap(({ concept }) => concept)
      return {
        content: writeCsv([COLUMNS]) + pack.map(({ text }) => text).join(''),
        size: sent.length,
        rowOf: (row) => sent[row - 1]?.from ?? 0,
      }
    },
  )
}

export function jsonParts<Concept>(concepts: readonly Concept[], most = JSON_BYTES): Part<Concept[]>[] {
  let before = 0
  return Array.from(
    packed(concepts, (concept) => bytesOf(JSON.stringify(concept)), most),
    (content) => {
      const start = before
      before += content.length
      return { content, size: content.length, rowOf: (row) => start + row }
    },
  )
}
