import type { Syntax } from '@parlance/contract/syntaxes'
import type { Entry } from '../entry.ts'
import { formsOf, pluralMessage } from '../plural-message.ts'
import { type Column, columnOf, WRITTEN_I18NEXT } from './columns.ts'
import { countedIn, countedOr, readIcu, writeIcu } from './icu.ts'
import { meaningOf } from './meaning.ts'
import { argumentsOf, Places } from './positions.ts'
import { sayings } from './say.ts'
import { hasPlaceholder, type Message } from './text.ts'

interface To {
  syntax: Syntax
  /** The value in the source language, in ICU; left out: the entry is in it. */
  source?: string
  /** How its arguments were spelled in the file that they came from, as `toIcu` gave them. */
  tokens?: Readonly<Record<string, string>>
}

/** Whether texts of a syntax are ever converted. */
export const isConvertible = (syntax: Syntax) => syntax === 'icu' || columnOf(syntax) !== undefined

/**
 * An entry in ICU as another syntax says it; undefined: it cannot, so the entry stays as it is. Nothing is given that
 * would not be read as the same message again. A value that holds a plural comes back as one, text around it in each
 * branch, whether its key is marked so or not.
 */
export function toSyntax(entry: Entry, { syntax, source, tokens }: To): Entry | undefined {
  if ((entry.syntax ?? 'icu') !== 'icu' || syntax === 'icu') return entry
  const column = columnOf(syntax)
  const message = column && readIcu(entry.value)
  const order = message && argumentsOf(source ?? entry.value)
  if (!order) return undefined
  if (!message.plural && !hasPlaceholder(message)) return untouched(entry, syntax, column)
  const places = new Places(order)
  const whole = entry.isPlural ? asPlural(message, source) : message
  for (const texts of sayings(whole, column, places, tokens)) {
    const { plural } = whole
    const counted = plural?.argument
    const forms = { ...(plural && { ...plural, argument: column.counted ?? plural.argument }), branches: texts }
    const meaning = meaningOf(forms, syntax, column, { places, counted })
    if (!meaning || !isSame(meaning.message, whole)) continue
    const { argument, type, branches } = forms
    if (argument === undefined || type === undefined) return { ...entry, value: texts.get('other') ?? '', syntax }
    return { ...entry, value: pluralMessage({ argument, type, branches }), isPlural: true, syntax }
  }
  return undefined
}

/** A text without placeholders says the same in all syntaxes, unless it has one in the other. */
function untouched(entry: Entry, syntax: Exclude<Syntax, 'icu'>, column: Column): Entry | undefined {
  const meaning = meaningOf({ branches: new Map([['other', entry.value]]) }, syntax, column, { places: new Places([]) })
  return meaning && !hasPlaceholder(meaning.message) ? { ...entry, syntax } : undefined
}

/** A language may need no forms at all where others have them. */
function asPlural(message: Message, source: string | undefined): Message {
  if (message.plural) return message
  const argument = (source === undefined ? undefined : countedIn(source)) ?? 'count'
  const pieces = message.texts.get('other') ?? []
  const counted = pieces.map((piece) => (typeof piece === 'string' ? piece : countedOr(piece, argument)))
  return { plural: { argument, type: 'cardinal' }, texts: new Map([['other', counted]]) }
}

const isSame = (one: Message, other: Message) => spelled(one) === spelled(other)
const spelled = ({ plural, texts }: Message) => JSON.stringify([plural?.argument, ...texts])

export interface From {
  /** Of the value in the source language, by `argumentsOf`; left out for a new key. */
  sourceArguments?: readonly string[]
  /** That value itself, in ICU: it also says which argument is counted. Takes the place of its arguments. */
  source?: string
}

interface InIcu {
  value: string
  tokens: Record<string, string>
}

/** A value of another syntax as ICU, with the spellings that its arguments had; undefined: it cannot be converted. */
export function toIcu(
  { value, isPlural = false, syntax }: Pick<Entry, 'value' | 'isPlural' | 'syntax'>,
  from: From,
): InIcu | undefined {
  if (!syntax || syntax === 'icu') return { value, tokens: {} }
  const column = columnOf(syntax)
  return column && inIcu({ value, isPlural, syntax }, from, column)
}

/**
 * What `i18next-v4` has written of an ICU message, as one again: that turns also texts without placeholders, and has
 * words for styles that other syntaxes have none for.
 */
export function icuOfI18next(entry: Pick<Entry, 'value' | 'isPlural'>, from: From): InIcu | undefined {
  return inIcu({ ...entry, syntax: 'i18next', isTurned: true }, from, WRITTEN_I18NEXT)
}

interface Other extends Pick<Entry, 'value' | 'isPlural'> {
  syntax: Exclude<Syntax, 'icu'>
  /** Also where it has no placeholders. */
  isTurned?: boolean
}

function inIcu(
  { value, isPlural = false, syntax, isTurned = false }: Other,
  { sourceArguments, source }: From,
  column: Column,
): InIcu | undefined {
  const forms = isPlural ? formsOf({ value, syntax }) : { branches: new Map([['other', value]]) }
  if (!forms) return undefined
  const places = new Places((source === undefined ? sourceArguments : argumentsOf(source)) ?? [])
  const counted = source === undefined ? undefined : countedIn(source)
  const meaning = meaningOf(forms, syntax, column, { places, counted })
  if (!meaning) return undefined
  const tokens = Object.fromEntries(meaning.tokens)
  const { message } = meaning
  const { plural } = message
  if (!plural) {
    const pieces = message.texts.get('other') ?? []
    return { value: isTurned || hasPlaceholder(message) ? writeIcu(pieces, undefined) : value, tokens }
  }
  const branches = new Map(Array.from(message.texts, ([branch, pieces]) => [branch, writeIcu(pieces, plural)]))
  return { value: pluralMessage({ ...plural, branches }, true), tokens }
}
