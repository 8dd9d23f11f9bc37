import { type Edit, edited } from '../edits.ts'
import type { Entry } from '../entry.ts'
import { faultOf } from '../entry-fault.ts'
import { FlatFile, type FlatItem } from '../flat-file.ts'
import type { Piece, WriteOptions, Writer } from '../format.ts'
import { patchWriter } from '../patch-writer.ts'
import { withPauses } from '../steps.ts'
import { storedKey } from '../stored-key.ts'
import { decodeText, encoderOf, lineEndOf } from '../text-file.ts'
import { type Property, scanProperties } from './scan.ts'
import { type Highest, highestOf, spelledValue } from './spell.ts'
import { linesOf } from './write.ts'

/** `highest` of a dialect that has one, whatever the file is like. */
export const patchProperties = (base: Uint8Array, { prune = false }: WriteOptions, highest?: Highest): Writer =>
  patchWriter((entries) => patched(base, entries, prune, highest))

type Item = Property & FlatItem

function* patched(
  base: Uint8Array,
  entries: ReadonlyMap<string, Entry>,
  prune: boolean,
  given?: Highest,
): Generator<Piece, void, void> {
  const decoded = yield* withPauses(decodeText(base, 'iso-8859-1'), '')
  const { text } = decoded
  const file = new FlatFile<Item>(text)
  for (const property of scanProperties(text)) {
    if (property) file.add(itemOf(property))
    else yield ''
  }
  const highest = given ?? (yield* withPauses(highestOf(decoded), ''))
  const lineEnd = lineEndOf(text)
  const encode = encoderOf(decoded)
  const edits = file.edits({
    entries,
    entryOf: (key) => entries.get(key),
    prune,
    lineEnd,
    changed: (item, entry) => changed(item, entry, highest),
    removed: (item) => removed(item),
    added: (entry, neighbour, isFirst) => added(text, entry, neighbour, isFirst, highest).join(lineEnd),
  })
  for (const piece of edited(text, edits)) yield encode(piece)
}

/** What cannot be stored is nothing, as it is when it is read. */
function itemOf(property: Property): Item {
  const key = storedKey(property.name)
  return { ...property, key, value: faultOf(key, property.value) ? '' : property.value }
}

function changed({ at, separator }: Item, { value }: Entry, highest: Highest): Edit {
  const missing = separator === '' ? '=' : ''
  return { ...at, text: missing + spelledValue(value, highest, separator + missing) }
}

/** A comment at the top of a file may well be about all of it, and stays. */
const removed = ({ from, line, to }: Item): Edit => ({ from: from === 0 ? line : from, to, text: '' })

/** What must not be taken for the comment of the first one, or for more of the text before it, ends with an empty line. */
function added(text: string, entry: Entry, neighbour: Item | undefined, isFirst: boolean, highest: Highest): string[] {
  const isApart = isFirst && (neighbour ? neighbour.isOpen : text.trim() !== '')
  const indent = neighbour && /^[ \t\f]*/.exec(text.slice(neighbour.line, neighbour.at.from))?.[0]
  const lines = linesOf(entry, highest, neighbour?.separator || '=', indent)
  return isApart ? ['', ...lines] : lines
}
