import type { Syntax } from '@parlance/contract/syntaxes'
import type { PluralForms } from '../plural-message.ts'
import type { Column } from './columns.ts'
import { countedOr } from './icu.ts'
import type { Places } from './positions.ts'
import { type Part, readText, type Token, undoubled } from './read.ts'
import { joined, type Message, MOST_PLACEHOLDERS, type Piece } from './text.ts'

/** What is known of the key in its source language. */
export interface Known {
  /** Its arguments; none for a new key. */
  places: Places
  /** What its plural counts. */
  counted?: string | undefined
}

interface Meaning {
  message: Message
  /** The first spelling of each argument. */
  tokens: ReadonlyMap<string, string>
}

/** What texts of another syntax say, all of them or none. A single text comes as the form `other` of no plural. */
export function meaningOf(
  forms: Pick<PluralForms, 'branches'> & Partial<PluralForms>,
  syntax: Exclude<Syntax, 'icu'>,
  column: Column,
  known: Known,
): Meaning | undefined {
  const texts = new Map<string, Part[]>()
  for (const [branch, text] of forms.branches) {
    const parts = readText(text, syntax, column)
    if (!parts) return undefined
    texts.set(branch, parts)
  }
  const found = [...texts.values()].flatMap((parts) => parts.filter((part) => typeof part !== 'string'))
  if (found.length > MOST_PLACEHOLDERS) return undefined
  const { argument, type = 'cardinal' } = forms
  const count = argument === undefined ? undefined : countOf(argument, found, column, known)
  if (!isClear(found, count)) return undefined
  const naming = new Naming(known.places, count, column)
  const pieces = new Map<string, Piece[]>()
  for (const [branch, parts] of texts) {
    const some = found.length === 0 ? parts.filter((part) => typeof part === 'string') : naming.pieces(parts)
    if (!some) return undefined
    pieces.set(branch, joined(some))
  }
  const plural = count && { plural: { argument: count.argument, type } }
  return { message: { ...plural, texts: pieces }, tokens: naming.tokens }
}

/** What a plural counts, and how its texts call it. */
interface Count {
  argument: string
  is(token: Token): boolean
}

/**
 * Most files do not say which argument they count, so `argument` may be a made-up name. Without a source to tell, it is
 * the placeholder of this name, or else the first whole number.
 */
function countOf(argument: string, found: readonly Token[], column: Column, { places, counted }: Known): Count {
  const nameOf = ({ name, position = 0 }: Token) => name ?? places.at(position)
  const isCalledSo = (token: Token) => token.style === 'count' || token.name === argument
  const known = counted ?? (places.has(argument) ? argument : undefined)
  if (known !== undefined) {
    const is = (token: Token) =>
      token.style === 'count' || nameOf(token) === known || (column.counted !== undefined && isCalledSo(token))
    return { argument: known, is }
  }
  const is = found.some(isCalledSo) ? isCalledSo : firstNumber(found)
  const position = found.find(is)?.position
  const others = new Set(found.filter((token) => !is(token)).map(nameOf))
  const free =
    position === undefined ? places.besides(others) : places.count < position ? undefined : places.at(position)
  const own = found.some(isCalledSo) ? undefined : found.find(is)?.name
  return { argument: free ?? own ?? argument, is }
}

function firstNumber(found: readonly Token[]): (token: Token) => boolean {
  const numbers = found.filter(({ style }) => style === 'number')
  const positions = numbers.flatMap(({ position }) => position ?? [])
  const names = new Set(numbers.flatMap(({ name }) => name ?? []))
  if (positions.length > 0) {
    const first = Math.min(...positions)
    return ({ position }) => position === first
  }
  return ({ name }) => name !== undefined && names.size === 1 && names.has(name)
}

/**
 * Without numbers, a branch that leaves the counted one out calls the next by its position: what is a number here and
 * a text there is two arguments. And where a syntax has a sign for what is counted, a position is something else.
 */
function isClear(found: readonly Token[], count: Count | undefined): boolean {
  if (!count) return found.every(({ style }) => style !== 'count')
  const own = found.filter(count.is)
  const signs = own.filter(({ style }) => style === 'count')
  if (signs.length > 0 && signs.length < own.length) return false
  const unnumbered = found.filter(({ position, isNumbered }) => position !== undefined && !isNumbered)
  const texts = new Set(unnumbered.filter(({ style }) => style === 'plain').map(({ position }) => position))
  return unnumbered.every(({ position, style }) => style === 'plain' || !texts.has(position))
}

class Naming {
  readonly tokens = new Map<string, string>()
  readonly #places: Places
  readonly #count: Count | undefined
  readonly #column: Column

  constructor(places: Places, count: Count | undefined, column: Column) {
    this.#places = places
    this.#count = count
    this.#column = column
  }

  pieces(parts: readonly Part[]): Piece[] | undefined {
    const pieces: Piece[] = []
    for (const part of parts) {
      const piece = typeof part === 'string' ? undoubled(part, this.#column) : this.#placeholder(part)
      if (piece === undefined) return undefined
      pieces.push(piece)
    }
    return pieces
  }

  #placeholder(token: Token): Piece | undefined {
    const argument = this.#count?.is(token)
      ? this.#count.argument
      : (token.name ?? this.#places.at(token.position ?? 0))
    if (argument === undefined) return undefined
    if (!this.tokens.has(argument)) this.tokens.set(argument, token.spelled)
    return countedOr({ argument, style: token.style }, this.#count?.argument)
  }
}
