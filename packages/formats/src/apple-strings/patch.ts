import { countedParts, isCounted } from '../apple-stringsdict/counted-text.ts'
import { patchStringsdict } from '../apple-stringsdict/patch.ts'
import { type Edit, edited } from '../edits.ts'
import type { Entry } from '../entry.ts'
import { faultOf } from '../entry-fault.ts'
import { FlatFile, type FlatItem } from '../flat-file.ts'
import type { Piece, WriteOptions, Writer } from '../format.ts'
import { patchWriter } from '../patch-writer.ts'
import { withPauses } from '../steps.ts'
import { storedKey } from '../stored-key.ts'
import { decodeText, encoderOf, lineEndOf } from '../text-file.ts'
import { indentOf } from '../xml/layout.ts'
import { NewEntry } from './new-entry.ts'
import { assertNotBinary, isXml } from './read.ts'
import { nameIn, valueIn } from './read-strings.ts'
import { type StringsItem, scanStrings } from './scan.ts'
import { type Spelling, spelled, spellingOf } from './spelling.ts'

/** Takes all texts of a language for either of its files: each knows which of them are its own. */
export function patchApple(base: Uint8Array, options: WriteOptions): Writer {
  if (isXml(base)) return patchStringsdict(base, options)
  return patchWriter((entries) => patched(base, entries, options.prune ?? false))
}

interface Item extends FlatItem {
  spelled: StringsItem
}

const STEP = 1_000

function* patched(base: Uint8Array, entries: ReadonlyMap<string, Entry>, prune: boolean): Generator<Piece, void, void> {
  assertNotBinary(base)
  const decoded = yield* withPauses(decodeText(base), '')
  const { text } = decoded
  const { file, first, others } = yield* withPauses(itemsOf(text), '')
  const elsewhere = yield* withPauses(countedIn(entries), '')
  const newEntry = new NewEntry(text, first, yield* withPauses(spellingOf(text), ''))
  const lineEnd = lineEndOf(text)
  const edits = file.edits({
    entries,
    entryOf: (key) => entries.get(key),
    prune,
    lineEnd,
    changed: (item, entry) =>
      elsewhere.has(entry.key) && !isLikeCounted(item) ? undefined : changed(item, entry, newEntry.spelling),
    removed: (item) => removed(text, item),
    added: (entry, neighbour) =>
      elsewhere.has(entry.key) || others.has(entry.key) ? undefined : newEntry.lines(entry, neighbour).join(lineEnd),
  })
  const encode = encoderOf(decoded)
  for (const piece of edited(text, edits)) yield encode(piece)
}

interface Items {
  file: FlatFile<Item>
  first: Item | undefined
  /** Names of what is no text. It is left alone. */
  others: Set<string>
}

function* itemsOf(text: string): Generator<void, Items, void> {
  const found: Items = { file: new FlatFile(text), first: undefined, others: new Set() }
  const steps = scanStrings(text)
  for (let looked = 0; ; looked++) {
    const { done, value } = steps.next()
    if (done) {
      found.file.end = value
      return found
    }
    if (value?.kind === 'other') found.others.add(storedKey(nameIn(text, value)))
    else if (value) {
      const item = itemOf(text, value)
      found.first ??= item
      found.file.add(item)
    }
    if (!value || looked % STEP === 0) yield
  }
}

/** What cannot be stored is nothing, as it is when it is read. */
function itemOf(text: string, spelled: StringsItem): Item {
  const key = storedKey(nameIn(text, spelled))
  const value = valueIn(text, spelled)
  return { spelled, key, value: faultOf(key, value) ? '' : value, from: spelled.from, to: spelled.to }
}

/** Of the entries, those whose forms stand in the file beside this one. */
function* countedIn(entries: ReadonlyMap<string, Entry>): Generator<void, Set<string>, void> {
  const counted = new Set<string>()
  let looked = 0
  for (const entry of entries.values()) {
    if (isCounted(entry)) counted.add(entry.key)
    if (++looked % STEP === 0) yield
  }
  return counted
}

const isLikeCounted = ({ value }: Item) => countedParts({ value, syntax: 'apple' }) !== undefined

function changed({ spelled: { kind, value } }: Item, entry: Entry, spelling: Spelling): Edit {
  const text = spelled(entry.value, value.quote, spelling)
  return { from: value.from, to: value.to, text: kind === 'short' ? ` = ${text}` : text }
}

/** A comment at the top of a file may well be about all of it, and stays. */
function removed(text: string, { from, to, spelled: { name } }: Item): Edit {
  const line = name.from - (indentOf(text, name.from)?.length ?? 0)
  return { from: from === 0 ? line : from, to, text: '' }
}
