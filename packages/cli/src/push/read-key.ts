import { asItStands, isConvertible, toIcu } from '@parlance/formats'
import { tokensOf } from '../texts/entries-of.ts'
import type { FileSet } from '../texts/file-set.ts'
import { isIcu, isKnownAsIcu, type Known, metaOf, sourceOf, storedOf } from './known.ts'
import { type LocalText, storedValue } from './local-texts.ts'

/** A text of a file in ICU. */
export interface Said {
  value: string
  /** How its arguments are spelled there. */
  tokens: Readonly<Record<string, string>>
}

export const isAsked = ({ entry }: FileSet) => entry.placeholders === 'convert'

/** Whether pull turns ICU messages into the syntax of its files. */
export const isTurned = (set: FileSet) =>
  isAsked(set) || (set.entry.placeholders === undefined && set.format.converts === true)

/** What the texts of a key say in ICU, in all languages that are sent; undefined: ICU has no words for it. */
export function readKey(together: readonly LocalText[], known: Known): Map<LocalText, Said | undefined> {
  const [first] = together
  if (!first || !isIcu(metaOf(first, known))) return new Map(together.map((text) => [text, undefined]))
  const { sourceLocale } = known
  const stored = sourceOf(first, known)
  const ofFile = together.find(({ locale }) => locale === sourceLocale)
  const from = stored === undefined ? {} : namedBy(stored, ofFile, known)
  const own = ofFile && read(ofFile, from, known)
  // That of a new key names the arguments of the other languages.
  const ofOthers = stored === undefined && own ? { source: own.value } : from
  return new Map(together.map((text) => [text, text === ofFile ? own : read(text, ofOthers, known)]))
}

/**
 * The text that the project has names the arguments, in their order. Files that were sent with another order, and not pulled
 * since, have the numbers of before: those are the ones by which they still say the same.
 */
function namedBy(source: string, ofFile: LocalText | undefined, known: Known): From {
  if (!ofFile || read(ofFile, { source }, known)?.value === source) return { source }
  const tokens = tokensOf(metaOf(ofFile, known)?.formatData ?? {})
  const sourceArguments: string[] = []
  for (const [number, spelled] of Object.entries(read(ofFile, {}, known)?.tokens ?? {})) {
    const name = Object.keys(tokens).find((one) => tokens[one] === spelled)
    if (name !== undefined && /^\d+$/.test(number)) sourceArguments[Number(number)] = name
  }
  return read(ofFile, { sourceArguments }, known)?.value === source ? { sourceArguments } : { source }
}

type From = Parameters<typeof toIcu>[1]

function read(text: LocalText, from: From, known: Known): Said | undefined {
  const { entry, place } = text
  const { syntax } = entry
  if (!isTurned(place.set)) return readAsItStands(text, known)
  if (!syntax || !isConvertible(syntax)) return undefined
  const value = storedValue(entry)
  if (value === '') return { value, tokens: {} }
  // What nobody has as a message yet may have been written by anything.
  const turn = (isKnownAsIcu(text, known) && place.format.toIcu) || toIcu
  return turn({ ...entry, value }, from)
}

/** Of a file that messages of ICU were left in. */
export const readAsItStands = (text: LocalText, known: Known): Said => ({
  value: asItStands({ ...text.entry, value: storedValue(text.entry) }, storedOf(text, known) ?? sourceOf(text, known)),
  tokens: {},
})
