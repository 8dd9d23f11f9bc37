import { lineEndOf } from '../text-file.ts'
import type { JsonNode } from './json-tree.ts'

/** How a file is laid out and spelled, so that what is new in it looks like what is old. */
export interface JsonStyle {
  lineEnd: string
  /** Of each level. Undefined: all stands in one line. */
  indent: string | undefined
  colon: string
  /** With its quotation marks. */
  quote: (text: string) => string
}

const PIECE = 2 ** 20

/** Looks at all of a text, in steps of a few milliseconds. */
export function* styleOf(text: string, root: JsonNode, standard: Omit<JsonStyle, 'quote'>): Generator<void, JsonStyle> {
  const escapes = new Escapes()
  for (let at = 0; at < text.length; at += PIECE) {
    escapes.look(text.slice(at, at + PIECE))
    yield
  }
  const quote = (value: string) => escapes.quote(value)
  const first = root.members?.[0]
  if (!first) return { ...standard, lineEnd: lineEndOf(text), quote }
  const before = lastLine(text.slice(root.from + 1, first.start))
  const colon = root.type === 'object' ? text.slice(first.nameTo, first.from) : standard.colon
  const indent = /[\r\n]/.test(before) ? before.replace(/^\r?\n|^\r/, '') : undefined
  return { lineEnd: lineEndOf(text), indent, colon: /[\r\n]/.test(colon) ? standard.colon : colon, quote }
}

/** Of blank characters, those from the last line break on; where there is none, all. */
export function lastLine(blank: string): string {
  const end = Math.max(blank.lastIndexOf('\n'), blank.lastIndexOf('\r'))
  if (end < 0) return blank
  return blank.slice(end > 0 && blank[end] === '\n' && blank[end - 1] === '\r' ? end - 1 : end)
}

const BEYOND_ASCII = /[\u0080-\uffff]/
const ESCAPED_BEYOND_ASCII = /\\u(?:00[89a-f]|0[1-9a-f]|[1-9a-f])/i
const ESCAPED_MARKUP = /\\u00(?:3c|3e|26)/i
const UPPER_CASE = /\\u[0-9]*[A-F]/

/**
 * What programs escape without need: Python all that is not ASCII, PHP slashes too, Go what HTML is made of. A file in
 * which none of it stands plainly was written so and goes on so.
 */
class Escapes {
  #isPlain = false
  #isEscaped = false
  #hasSlash = false
  #hasEscapedSlash = false
  #hasMarkup = false
  #hasEscapedMarkup = false
  #isUpperCase = false

  look(piece: string): void {
    this.#isPlain ||= BEYOND_ASCII.test(piece)
    this.#hasSlash ||= /[^\\]\//.test(piece)
    this.#hasMarkup ||= /[<>&]/.test(piece)
    this.#hasEscapedSlash ||= piece.includes('\\/')
    if (!piece.includes('\\u')) return
    this.#isEscaped ||= ESCAPED_BEYOND_ASCII.test(piece)
    this.#hasEscapedMarkup ||= ESCAPED_MARKUP.test(piece)
    this.#isUpperCase ||= UPPER_CASE.test(piece)
  }

  quote(text: string): string {
    let quoted = JSON.stringify(text)
    if (this.#hasEscapedSlash && !this.#hasSlash) quoted = quoted.replaceAll('/', '\\/')
    if (this.#hasEscapedMarkup && !this.#hasMarkup) quoted = quoted.replaceAll(/[<>&]/g, (one) => this.#escape(one))
    if (this.#isEscaped && !this.#isPlain) quoted = quoted.replaceAll(/[\u0080-\uffff]/g, (one) => this.#escape(one))
    return quoted
  }

  #escape(unit: string): string {
    const code = unit.charCodeAt(0).toString(16).padStart(4, '0')
    return `\\u${this.#isUpperCase ? code.toUpperCase() : code}`
  }
}

/** Something to be written: a Map is an object whose names come in that order. */
export type NewValue = unknown

/** A value as the file would spell it, on lines of their own where `indent`, that of its own line, is given. */
export function spelled(value: NewValue, style: JsonStyle, indent: string | undefined): string {
  if (typeof value === 'string') return style.quote(value)
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const isList = Array.isArray(value)
  const members = isList ? value.map((member) => ['', member] as const) : membersOf(value)
  const [open, close] = isList ? '[]' : '{}'
  if (members.length === 0) return `${open}${close}`
  const inner = indent === undefined || style.indent === undefined ? undefined : indent + style.indent
  const texts = members.map(([name, member]) =>
    isList ? spelled(member, style, inner) : memberText(name, member, style, inner),
  )
  if (inner === undefined) return `${open}${texts.join(style.colon.endsWith(' ') ? ', ' : ',')}${close}`
  const { lineEnd } = style
  return `${open}${lineEnd}${inner}${texts.join(`,${lineEnd}${inner}`)}${lineEnd}${indent}${close}`
}

export const memberText = (name: string, value: NewValue, style: JsonStyle, indent: string | undefined) =>
  `${style.quote(name)}${style.colon}${spelled(value, style, indent)}`

const membersOf = (value: object): [string, NewValue][] =>
  value instanceof Map ? [...(value as Map<string, NewValue>)] : Object.entries(value)
