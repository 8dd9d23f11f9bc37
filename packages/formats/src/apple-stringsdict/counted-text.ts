import type { Entry } from '../entry.ts'
import {
  endOfBranch,
  endOfQuoted,
  formsOf,
  type PluralForms,
  pluralForms,
  pluralMessage,
  unquoted,
} from '../plural-message.ts'
import { isXmlText } from '../xml/escape-xml.ts'
import { appleDataOf } from './apple-data.ts'
import { type FormatPart, formatText, hasVariable, readFormat } from './format-text.ts'

/** Forms by their number in a text; plain text has the syntax of Apple. */
export type CountedPart = string | PluralForms

/** In the value of each text that has counted parts. */
export const SIGN = 'plural'

/**
 * A text of which at least one part depends on a count, in the order of its parts; undefined for any other text, which
 * needs no dictionary. Ordinals are none: Apple has no forms for them.
 */
export function countedParts(entry: Pick<Entry, 'value' | 'isPlural' | 'syntax'>): CountedPart[] | undefined {
  const { value, isPlural, syntax } = entry
  if (!value.includes(SIGN)) return undefined
  const whole = isPlural ? formsOf(entry) : undefined
  const parts = whole ? [whole] : syntax === 'apple' ? partsOf(value) : undefined
  const counted = parts?.filter((part) => typeof part !== 'string') ?? []
  const isSaid = parts && counted.length > 0 && counted.every(isSayable) && areAlike(counted) && isLegible(parts)
  return isSaid ? parts : undefined
}

/** What stands in a dictionary instead of among the other texts. */
export function isCounted(entry: Entry): boolean {
  const parts = countedParts(entry)
  if (!parts || (!entry.isPlural && appleDataOf(entry).isText)) return false
  return isXmlText(entry.value) && isXmlText(entry.key)
}

const RESERVED = /^NSString|@/
const isSayable = ({ type, argument, branches }: PluralForms) =>
  type === 'cardinal' && !RESERVED.test(argument) && ![...branches.values()].some(hasVariable)

/** Whether the text around is found again as it was: what stands before a variable may take it for its own. */
function isLegible(parts: readonly CountedPart[]): boolean {
  const read = readFormat(formatText(parts, new Map()))
  return read.length === parts.length && parts.every((part, at) => nameIn(part) === nameIn(read[at]))
}

const nameIn = (part: FormatPart | undefined) => (typeof part === 'object' ? part.argument : undefined)

/** One argument has one dictionary, however often it is counted. */
function areAlike(counted: readonly PluralForms[]): boolean {
  const known = new Map<string, string>()
  return counted.every((forms) => {
    const message = pluralMessage(forms)
    const other = known.get(forms.argument)
    known.set(forms.argument, message)
    return other === undefined || other === message
  })
}

function partsOf(message: string): CountedPart[] | undefined {
  const parts: CountedPart[] = []
  let from = 0
  for (let at = 0; at < message.length; at++) {
    const character = message[at]
    if (character === "'") at = behindApostrophe(message, at)
    if (character !== '{') continue
    const end = endOfBranch(message, at + 1)
    const forms = end === undefined ? undefined : pluralForms(message.slice(at, end + 1))
    if (!forms || end === undefined) return undefined
    if (at > from) parts.push(unquoted(message.slice(from, at)))
    parts.push({
      ...forms,
      branches: new Map(Array.from(forms.branches, ([branch, text]) => [branch, unquoted(text)])),
    })
    from = end + 1
    at = end
  }
  if (from < message.length) parts.push(unquoted(message.slice(from)))
  return parts
}

function behindApostrophe(message: string, at: number): number {
  const next = message[at + 1]
  if (next === "'") return at + 1
  return next === '{' || next === '}' ? endOfQuoted(message, at + 1) : at
}

/** The value of a text: one ICU message, in which everything else is literal. */
export const countedMessage = (parts: readonly CountedPart[]) =>
  parts.map((part) => (typeof part === 'string' ? quotedText(part) : pluralMessage(part))).join('')

/** Outside of plurals ICU takes `#` for itself. */
const quotedText = (text: string) =>
  text.replaceAll(/[{}']+/g, (run) => {
    const doubled = run.replaceAll("'", "''")
    return /[{}]/.test(run) ? `'${doubled}'` : doubled
  })
