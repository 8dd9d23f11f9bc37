import { isConvertible, type Remark, toIcu } from '@parlance/formats'
import { tokensOf } from '../texts/entries-of.ts'
import type { FileSet } from '../texts/file-set.ts'
import type { KeyMeta, Values } from '../texts/values.ts'
import { type LocalText, storedValue } from './local-texts.ts'

interface Known {
  /** Of the project: what is said of its keys, and their source texts. */
  base: Values
  sourceLocale: string
}

/** Whether a text is turned, or would be if the project has its key as an ICU message. */
export const mayBeConverted = ({ place: { set }, entry: { syntax } }: LocalText) =>
  syntax !== undefined && syntax !== null && syntax !== 'icu' && (isAsked(set) || isUnsaid(set))

const isAsked = ({ entry }: FileSet) => entry.placeholders === 'convert'
const isUnsaid = ({ entry, format }: FileSet) => entry.placeholders === undefined && format.converts === true

/**
 * Turns texts of files for which that was asked into ICU messages. Where nothing was said, and the format writes ICU messages in
 * its own way all the same, it is done for keys that the project has as such: otherwise what was pulled would come back as
 * another text, in a syntax that those of other languages are not in. A key is turned as a whole, in all languages that are
 * sent, or stays as it is; so do keys that the project has in another syntax.
 */
export function convertPlaceholders(
  texts: readonly LocalText[],
  known: Known,
  remark: (text: LocalText, remark: Remark) => void,
): LocalText[] {
  const byKey = new Map<string, LocalText[]>()
  for (const text of texts) {
    const { place, entry } = text
    if (!mayBeConverted(text)) continue
    const meta = metaOf(text, known)
    if (!isAsked(place.set) && (!meta || (meta.syntax ?? 'icu') !== 'icu')) continue
    const name = `${place.namespace}\0${entry.key}`
    byKey.set(name, [...(byKey.get(name) ?? []), text])
  }
  const replaced = new Map<LocalText, LocalText>()
  for (const together of byKey.values()) {
    const converted = convertKey(together, known)
    for (const [at, text] of together.entries()) {
      if (converted) replaced.set(text, converted[at] ?? text)
      else remark(text, { severity: 'warning', code: 'value_not_convertible', key: text.entry.key, message: KEPT })
    }
  }
  return texts.map((text) => replaced.get(text) ?? text)
}

const KEPT =
  'ICU cannot say the placeholders of this key, or the project has it in another syntax, so they stay as they are.'

const metaOf = ({ place, entry }: LocalText, { base }: Known): KeyMeta | undefined =>
  at(at(base.keys, place.namespace), entry.key)

function storedSource({ place, entry }: LocalText, { base, sourceLocale }: Known): string | undefined {
  return at(at(at(base.texts, place.namespace), sourceLocale), entry.key)
}

/** Names may be anything, also what every object has. */
const at = <T>(record: Readonly<Record<string, T>> | undefined, name: string): T | undefined =>
  record && Object.hasOwn(record, name) ? record[name] : undefined

function convertKey(together: readonly LocalText[], known: Known): LocalText[] | undefined {
  const [first] = together
  if (!first || (metaOf(first, known)?.syntax ?? 'icu') !== 'icu') return undefined
  const { sourceLocale } = known
  const stored = storedSource(first, known) || undefined
  const ofFile = together.find(({ locale }) => locale === sourceLocale)
  const from = stored === undefined ? {} : namedBy(stored, ofFile, tokensOf(metaOf(first, known)?.formatData ?? {}))
  const own = ofFile && converted(ofFile, from)
  // That of a new key names the arguments of the other languages.
  const ofOthers = stored === undefined && own ? { source: own.value } : from
  const all = together.map((text) => (text === ofFile ? own : converted(text, ofOthers)))
  if (!all.every((one) => one !== undefined)) return undefined
  const tokens = Object.assign({}, ...all.map((one) => one.tokens).reverse())
  return together.map((text, at) => {
    const { formatData, ...rest } = text.entry
    const data = Object.keys(tokens).length > 0 ? { ...formatData, tokens } : formatData
    const said = {
      ...rest,
      value: all[at]?.value ?? text.entry.value,
      syntax: null,
      ...(data ? { formatData: data } : {}),
    }
    return { ...text, entry: said }
  })
}

/**
 * The text that the project has names the arguments, in their order. Files that were sent with another order, and not pulled
 * since, have the numbers of before: those are the ones by which they still say the same.
 */
function namedBy(source: string, ofFile: LocalText | undefined, tokens: Readonly<Record<string, string>>): From {
  if (!ofFile || converted(ofFile, { source })?.value === source) return { source }
  const sourceArguments: string[] = []
  for (const [number, spelled] of Object.entries(converted(ofFile, {})?.tokens ?? {})) {
    const name = Object.keys(tokens).find((one) => tokens[one] === spelled)
    if (name !== undefined && /^\d+$/.test(number)) sourceArguments[Number(number)] = name
  }
  return converted(ofFile, { sourceArguments })?.value === source ? { sourceArguments } : { source }
}

type From = Parameters<typeof toIcu>[1]

function converted({ entry }: LocalText, from: From) {
  const { syntax } = entry
  if (!syntax || !isConvertible(syntax)) return undefined
  const value = storedValue(entry)
  if (value === '') return { value, tokens: {} }
  return toIcu({ ...entry, value }, from)
}
