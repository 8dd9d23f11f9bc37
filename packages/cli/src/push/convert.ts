import { type MessagePart, placeholdersIn, readMessage } from '@parlance/checks'
import { argumentsOf, isPluralMessage, type Remark } from '@parlance/formats'
import { groupedBy } from '../texts/grouped-by.ts'
import { isIcu, isKnownAsIcu, type Known, metaOf, sourceOf, storedOf } from './known.ts'
import { type LocalText, storedValue } from './local-texts.ts'
import { isAsked, isTurned, readAsItStands, readKey, type Said } from './read-key.ts'
import { type Again, writtenAgain } from './written-again.ts'

/** Whether a text may be another in its file than the one that it was pulled from. */
export const mayBeSpelled = ({ entry: { syntax } }: LocalText) => (syntax ?? 'icu') !== 'icu'

/**
 * Texts of files as the service has them, or would. One that pull would write just so is the one that it has, however the
 * file spells it. Others are turned into ICU messages where that was asked for, and where the project has their key as such:
 * otherwise they would come back in a syntax that those of other languages are not in. A key is turned as a whole, in all
 * languages that are sent, or stays as it is; so do keys that the project has in another syntax.
 */
export function convertPlaceholders(
  texts: readonly LocalText[],
  known: Known,
  remark: (text: LocalText, remark: Remark) => void,
): LocalText[] {
  const keys = keysOf(texts, known)
  const said = new Map(keys.flatMap((together) => [...readKey(together, known)]))
  const again = new TextsAgain(texts, said, known)
  const replaced = new Map<LocalText, LocalText>()
  for (const text of texts) if (!said.has(text) && again.has(text)) replaced.set(text, asStored(text, known))
  for (const together of keys) {
    const turned = turnedKey(together, said, again, known)
    if (turned) for (const [at, text] of together.entries()) replaced.set(text, turned[at] ?? text)
    else for (const text of together) remark(text, keptWhole(text))
  }
  return texts.map((text) => replaced.get(text) ?? text)
}

const keptWhole = ({ entry: { key } }: LocalText): Remark => ({
  severity: 'warning',
  code: 'value_not_convertible',
  key,
  message:
    'ICU cannot say the placeholders of this key, or the project has it in another syntax, so they stay as they are.',
})

/** Texts of keys that are to be ICU messages, or are. */
function keysOf(texts: readonly LocalText[], known: Known): LocalText[][] {
  const those = texts.filter((text) => mayBeSpelled(text) && (isAsked(text.place.set) || isKnownAsIcu(text, known)))
  return [...groupedBy(those, ({ place, entry }) => `${place.namespace}\0${entry.key}`).values()]
}

/** What pull would write of the texts that the service has, where a file is not read as just these. */
class TextsAgain {
  readonly #found = new Map<LocalText, Again>()

  constructor(texts: readonly LocalText[], said: ReadonlyMap<LocalText, Said | undefined>, known: Known) {
    const doubtful = texts.filter((text) => {
      const value = storedValue(text.entry)
      const stored = storedOf(text, known)
      // Where nobody has translated it, a file may be filled with the source text.
      const isFilled = value !== text.entry.value
      return stored !== undefined && !isFilled && (said.has(text) ? said.get(text)?.value : value) !== stored
    })
    for (const [place, own] of groupedBy(doubtful, (text) => text.place)) {
      const find = writtenAgain(
        place,
        own.map(({ locale, entry: { key } }) => ({ locale, key })),
        known,
      )
      for (const text of own) {
        const again = find({ locale: text.locale, key: text.entry.key })
        if (again) this.#found.set(text, again)
      }
    }
  }

  /** Whether a file says what pull would write. */
  has(text: LocalText): boolean {
    const { value, isPlural = false } = text.entry
    const again = this.#found.get(text)
    return again !== undefined && again.value === value && again.isPlural === isPlural
  }

  /** Whether pull leaves the message as it is; undefined where there is none. */
  isKept = (text: LocalText): boolean | undefined => this.#found.get(text)?.isKept
}

/** Undefined: they stay as they are, because ICU cannot say one of them. */
function turnedKey(
  together: readonly LocalText[],
  said: ReadonlyMap<LocalText, Said | undefined>,
  again: TextsAgain,
  known: Known,
): LocalText[] | undefined {
  const same = together.map((text) => (again.has(text) ? asStored(text, known) : undefined))
  const isLeft = !together.some(({ place: { set } }) => isTurned(set))
  if (isLeft && !together.some((text) => isMessage(text, known))) return together.map((text, at) => same[at] ?? text)
  const ofSource = together.find(({ locale }) => locale === known.sourceLocale)
  const all = together.map((text, at) => {
    if (same[at]) return { value: storedOf(text, known) ?? '', tokens: {} }
    const isKept = again.isKept(text) ?? (ofSource && again.isKept(ofSource)) ?? false
    return isKept ? readAsItStands(text, known) : said.get(text)
  })
  if (!all.every((one) => one !== undefined)) return undefined
  const isNew = !together.some((text, at) => all[at]?.value === storedOf(text, known))
  if (isLeft && isNew && together.some((text, at) => isOfFile(text, all[at]?.value ?? ''))) return [...together]
  const tokens = Object.assign({}, ...all.map((one) => one.tokens).reverse())
  return together.map((text, at) => same[at] ?? turned(text, { value: all[at]?.value ?? '', tokens }, known))
}

/** Whether the service has something that is none of a text in any other syntax: other keys are whatever their files say. */
const isMessage = (text: LocalText, known: Known) =>
  [storedOf(text, known), sourceOf(text, known)].some(
    (stored) => stored && (argumentsOf(stored)?.length || isPluralMessage(stored)),
  )

/** Whoever puts placeholders of the file into a text, and none of ICU, means its key to be in that syntax. */
function isOfFile({ entry: { value, syntax } }: LocalText, inIcu: string): boolean {
  if (!syntax || syntax === 'icu' || placeholdersIn(value, syntax).length === 0) return false
  return !hasArguments(readMessage(inIcu) ?? [])
}

/** What a plural counts stands in every file with forms. */
const hasArguments = (parts: readonly MessagePart[]): boolean =>
  parts.some((part) => {
    if (part.kind !== 'choice') return part.kind !== 'text'
    return part.type === 'select' || part.branches.some((branch) => hasArguments(branch.parts))
  })

/** As it was pulled. */
function asStored(text: LocalText, known: Known): LocalText {
  const meta = metaOf(text, known)
  const value = storedOf(text, known) ?? ''
  return said(text, { value, ...(meta ? { isPlural: meta.isPlural } : {}), ...(isIcu(meta) ? { syntax: null } : {}) })
}

/** As an ICU message, with the spellings that its arguments have in files. */
function turned(text: LocalText, { value, tokens }: Said, known: Known): LocalText {
  const { formatData } = text.entry
  const data = Object.keys(tokens).length > 0 ? { ...formatData, tokens } : formatData
  const isPlural = hasPluralWithin(text, known) ? { isPlural: false } : {}
  return said(text, { value, syntax: null, ...isPlural, ...(data ? { formatData: data } : {}) })
}

const said = (text: LocalText, more: Partial<LocalText['entry']>): LocalText => ({
  ...text,
  entry: { ...text.entry, ...more },
})

/** A message with a plural somewhere in it is one from end to end in a file. That does not make its key one of plurals. */
function hasPluralWithin(text: LocalText, known: Known): boolean {
  if (!text.entry.isPlural || metaOf(text, known)?.isPlural !== false) return false
  const parts = readMessage(storedOf(text, known) ?? sourceOf(text, known) ?? '') ?? []
  return parts.some(({ kind }) => kind === 'choice')
}
