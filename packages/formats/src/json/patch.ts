import { edited } from '../edits.ts'
import type { Entry } from '../entry.ts'
import type { Piece, WriteOptions, Writer } from '../format.ts'
import { patchWriter, pausing } from '../patch-writer.ts'
import { UnreadableFile } from '../remark.ts'
import { inTurns } from '../steps.ts'
import { nameOfKey } from '../stored-key.ts'
import { encoderOf } from '../text-file.ts'
import { draftEdits } from './draft-edits.ts'
import { JsonDraft, type NewMember, type Order } from './json-draft.ts'
import { type Encodings, type JsonFile, readJsonFile } from './json-file.ts'
import { styleOf } from './json-style.ts'
import type { JsonNode } from './json-tree.ts'
import { type KeyPlaces, keyPlaces, type TextIn } from './key-places.ts'
import { NewNames } from './new-names.ts'
import { FAMILY } from './read.ts'

/** Texts that are compared in a millisecond or two. */
const STEP = 2_000

/** What a file is to say under a name. */
export interface WantedText {
  text: string
  /** Of which it is the text, or part of it. */
  key: string
  /** A name of the file that a new one stands behind. */
  after?: string
  /** What stands in a file that does not have it, where that is not the text under its name; undefined is nothing. */
  fresh?: () => NewMember | undefined
}

export interface Wanted {
  /** By name, in the order of names. */
  texts: ReadonlyMap<string, WantedText>
  /** Names that stay as they are. */
  untouched?: { has(name: string): boolean }
  /** Names that go, whether or not the file is pruned. */
  gone?: Iterable<string>
}

/** Brings a file of names and texts up to date. */
export const patchJson = (base: Uint8Array, options: WriteOptions): Writer =>
  patchTextsOf(base, options, 'utf-8', ({ value }) => value)

export const patchTextsOf = (
  base: Uint8Array,
  options: WriteOptions,
  encodings: Encodings,
  textOf: (entry: Entry) => string,
): Writer =>
  patchWriter(function* (entries) {
    const file = yield* pausing(readJsonFile(base, encodings))
    const places = yield* pausing(keyPlaces(file.root))
    const texts = new Map<string, WantedText>()
    for (const entry of inTurns(entries.values())) {
      if (!entry) {
        yield ''
        continue
      }
      const text = textOf(entry)
      texts.set(entry.key, { text, key: entry.key, ...freshName(entry, text) })
    }
    yield* patched(file, places, { texts }, options)
  })

/** A name that was too long to be stored is written as it was. */
export function freshName({ key, formatData }: Entry, text: string): Pick<WantedText, 'fresh'> {
  const name = formatData ? nameOfKey(key, formatData, FAMILY) : key
  return name === key ? {} : { fresh: () => [name, text] }
}

/** A nested file of ours is sorted by whole names: `a-` comes before what is in `a`. */
const byWholeName: Order = (name, isObject) => (isObject ? `${name}.` : name)

export function* patched(
  file: JsonFile,
  { first, again, holders }: KeyPlaces,
  { texts, untouched, gone = [] }: Wanted,
  options: WriteOptions & { textIn?: TextIn },
): Generator<Piece, void, void> {
  if (!file.root.members) throw new UnreadableFile('syntax_error', 'There is no object in the file')
  const style = yield* pausing(styleOf(file.text, file.root, standardStyle(options)))
  const draft = new JsonDraft(file, style, [(name) => name, byWholeName])
  const names = new NewNames(draft, options)
  let count = 0
  for (const [name, { text, key, after, fresh }] of texts) {
    if (++count % STEP === 0) yield ''
    const node = first.get(name)
    if (!node) {
      const member: NewMember | undefined = fresh ? fresh() : [name, text]
      const behind = after === undefined ? undefined : first.get(after)
      if (member && !names.add(...member, behind)) tellNoPlace(key, member[0], options)
      continue
    }
    for (const one of [node, ...(again.get(name) ?? [])])
      if (one.text !== text || one.type === 'null') setText(draft, one, text)
  }
  names.finish()
  const remove = (name: string) => {
    for (const node of [first.get(name), ...(again.get(name) ?? [])]) if (node) draft.remove(holders.get(node) ?? node)
  }
  for (const name of gone) remove(name)
  if (options.prune)
    for (const name of first.keys()) {
      if (++count % STEP === 0) yield ''
      if (!texts.has(name) && !untouched?.has(name)) remove(name)
    }
  yield* written(draft)
}

export const standardStyle = ({ style }: Pick<WriteOptions, 'style'>, colon = ': ') =>
  style === 'pretty' ? { lineEnd: '\n', indent: '  ', colon } : { lineEnd: '\n', indent: undefined, colon: ':' }

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/

/** What is a number or a boolean in the file stays one, if it can. */
export function setText(draft: JsonDraft, node: JsonNode, text: string): void {
  const isBare =
    (node.type === 'number' && NUMBER.test(text)) || (node.type === 'boolean' && (text === 'true' || text === 'false'))
  if (isBare) draft.replaceRaw(node, text)
  else draft.replace(node, text)
}

export function tellNoPlace(key: string, name: string, { remark }: WriteOptions): void {
  const message = `Left out, because the file has other names below "${name}".`
  remark?.({ severity: 'warning', code: 'key_not_representable', key, message })
}

/** The file with all its changes. */
export function* written(draft: JsonDraft): Generator<Piece, void, void> {
  const encode = encoderOf(draft.file)
  for (const piece of edited(draft.file.text, draftEdits(draft))) yield encode(piece)
}
