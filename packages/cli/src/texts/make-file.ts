import { readFile } from 'node:fs/promises'
import { type Entry, type Piece, type Remark, UnreadableFile, type WriteOptions, type Writer } from '@parlance/formats'
import { besideOf, type Place } from './places.ts'
import { optionsFor, readBytes } from './read-place.ts'
import { replaceFile } from './replace-file.ts'

export interface Making {
  sourceLocale: string
  /** In files of all languages: which of them. */
  locales: readonly string[]
  isRewritten: boolean
  isPruned: boolean
  /** What would be written is only compared. */
  isDry: boolean
}

export interface Made {
  state: 'written' | 'unchanged' | 'would_write'
  added: number
  changed: number
  removed: number
}

/** Brings a file up to date with the texts of a project, or makes it; one that says the same already is not touched. */
export async function makeFile(
  place: Place,
  entries: readonly Entry[],
  making: Making,
  remark: (remark: Remark) => void,
): Promise<Made> {
  const old = await readFile(place.absolute).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  const made = bytesOf(place, entries, old, making, remark)
  if (old && Buffer.compare(old, made) === 0) return { state: 'unchanged', added: 0, changed: 0, removed: 0 }
  const difference = differenceOf(place, old, made, making.sourceLocale)
  if (making.isDry) return { state: 'would_write', ...difference }
  replaceFile(place.absolute, made)
  return { state: 'written', ...difference }
}

function bytesOf(
  place: Place,
  entries: readonly Entry[],
  old: Uint8Array | undefined,
  making: Making,
  remark: (remark: Remark) => void,
): Buffer {
  const { format } = place
  if (!old || making.isRewritten || !format.patch) return bytesOfNew(place, ownOf(place, entries), making, remark)
  try {
    return written(format.patch(old, { ...optionsOf(place, making, remark), prune: making.isPruned }), entries)
  } catch (error) {
    // Nothing to keep in a file without anything in it.
    if (error instanceof UnreadableFile && old.every((byte) => byte <= 0x20))
      return bytesOfNew(place, ownOf(place, entries), making, remark)
    throw error
  }
}

/** Of texts that stand in two files, those of one. A file that is patched knows itself which they are. */
function ownOf(place: Place, entries: readonly Entry[]): readonly Entry[] {
  const { companion } = place.set.format
  const isBeside = place.format === companion?.format
  if (!companion || !(isBeside || besideOf(place))) return entries
  return entries.filter((entry) => companion.holds(entry) === isBeside)
}

type Languages = Pick<Making, 'sourceLocale' | 'locales'>

/** Of a file that nothing is known of. */
export const bytesOfNew = (
  place: Place,
  entries: readonly Entry[],
  languages: Languages,
  remark: (remark: Remark) => void,
): Buffer => written(place.format.write(optionsOf(place, languages, remark)), entries)

const optionsOf = (
  { format, set: { entry }, locale, namespace }: Place,
  { sourceLocale, locales }: Languages,
  remark: (remark: Remark) => void,
): WriteOptions => ({
  locale: locale ?? locales[0] ?? sourceLocale,
  ...(format.isMultiLocale ? { locales } : {}),
  sourceLocale,
  namespace,
  structure: entry.structure ?? 'flat',
  style: entry.style ?? 'pretty',
  placeholders: entry.placeholders ?? (format.converts ? 'convert' : 'keep'),
  options: optionsFor(format, entry.options),
  remark,
})

function written(writer: Writer, entries: readonly Entry[]): Buffer {
  const pieces = [writer.add(entries), ...writer.end()]
  return Buffer.concat(pieces.map(bytes))
}

const bytes = (piece: Piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece)

function differenceOf(place: Place, old: Uint8Array | undefined, made: Uint8Array, sourceLocale: string) {
  const before = old ? textsOf(place, old, sourceLocale) : new Map<string, string>()
  const after = textsOf(place, made, sourceLocale)
  let added = 0
  let changed = 0
  for (const [name, value] of after) {
    const was = before.get(name)
    if (was === undefined) added++
    else if (was !== value) changed++
  }
  return { added, changed, removed: before.size + added - after.size }
}

const textsOf = (place: Place, content: Uint8Array, sourceLocale: string) =>
  new Map(
    readBytes(place, content, sourceLocale).entries.map(({ key, locale, value }) => [
      place.format.isMultiLocale ? `${locale}\0${key}` : key,
      value,
    ]),
  )
