import { limits, type Status, type Syntax } from '@parlance/contract'
import { type Entry, type Format, isPluralMessage } from '@parlance/formats'

/** What is kept of what a file says about a text. */
export interface Details {
  description?: string
  characterLimit?: number
  isPlural?: true
  /** Where it is another than that of the file. */
  syntax?: Syntax
  /** Of texts: every other new one is to be reviewed, and an empty one is not translated. */
  status?: Status
  source?: string
  formatData?: Readonly<Record<string, unknown>>
}

export type DetailName = keyof Details

/** What the sender says of a whole file. */
interface Said {
  syntax?: Syntax | null
}

/** How an entry is written; null means ICU. What was said of a whole file counts for each of its texts. */
export const writtenIn = ({ syntax }: Pick<Entry, 'syntax'>, said: Said): Syntax | null => {
  const named = said.syntax === undefined ? (syntax ?? null) : said.syntax
  return named === 'icu' ? null : named
}

/** How most texts of a file are written. Who says `icu` gets keys that say so, too. */
export const syntaxOfFile = (format: Format | undefined, said: Said): Syntax | null =>
  said.syntax === 'icu' ? 'icu' : writtenIn({ syntax: format?.syntax ?? null }, said)

/** Undefined where nothing is said that a new key would not have by itself. */
export function detailsOf(entry: Entry, said: Said, ofFile: Syntax | null): Details | undefined {
  const { description, characterLimit, status, source, formatData, value } = entry
  const usual = ofFile === 'icu' ? null : ofFile
  const syntax = writtenIn(entry, said)
  const isPlural = entry.isPlural ?? isPluralMessage(value)
  const isUntranslated = status === 'not_translated' && storedValue(entry) !== ''
  if (
    !isPlural &&
    syntax === usual &&
    !description &&
    !characterLimit &&
    status !== 'translated' &&
    !isUntranslated &&
    !source &&
    !formatData
  )
    return undefined
  return {
    ...(description ? { description } : {}),
    ...(characterLimit ? { characterLimit } : {}),
    ...(isPlural ? { isPlural } : {}),
    ...(syntax === usual ? {} : { syntax: syntax ?? 'icu' }),
    ...((status === 'translated' && value !== '') || isUntranslated ? { status } : {}),
    ...(source ? { source } : {}),
    ...(formatData ? { formatData } : {}),
  }
}

export const detailNamesOf = (details: Details) => Object.keys(details) as DetailName[]

/** About as many bytes as are kept. */
export const sizeOf = ({ description = '', source = '', formatData }: Details) =>
  Buffer.byteLength(description) + Buffer.byteLength(source) + (formatData ? JSON.stringify(formatData).length : 0)

/** A file may fill a text that nobody has translated with that of the source language. */
export const storedValue = ({ value, status, source }: Entry) =>
  status === 'not_translated' && value === source ? '' : value

export const isTooLarge = (formatData: NonNullable<Entry['formatData']>) =>
  Buffer.byteLength(JSON.stringify(formatData)) > limits.formatData
