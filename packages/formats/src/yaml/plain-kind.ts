import type { ScalarType } from '../tree/outline.ts'

/**
 * What programs make of a plain scalar: those that know YAML 1.1, as Ruby's, or YAML 1.2. A symbol is one for Ruby alone,
 * `other` has a meaning to some readers, or as a name.
 */
export type PlainKind = 'text' | 'number' | 'boolean' | 'null' | 'date' | 'symbol' | 'other'

const MAY_BE_MORE = /^[-+.\d~=<:tfnyoe]/i
const NULL = /^(?:~|null)?$/i
const BOOLEAN = /^(?:y|n|yes|no|on|off|true|false)$/i
const DATE = /^\d{4}-\d\d?-\d\d?(?:[Tt\s]|$)/
const INTEGER = /^[-+]?(?:\d[\d_,]*|0b[01_,]+|0o[0-7_,]+|0x[\da-f_,]+)$/i
const FLOAT = /^[-+]?(?:\d[\d_,]*\.?[\d_]*|\.\d[\d_]*)(?:e[-+]?\d+)?$/i
const SEXAGESIMAL = /^[-+]?\d[\d_]*(?::[0-5]?\d)+(?:\.[\d_]*)?$/
const NO_NUMBER = /^[-+]?\.(?:inf|nan)$/i
/** With an exponent alone, `e0`, it is no number to some readers, and no text either. */
const OTHER = /^(?:<<|=|[-+]?\.[_.]*|[-+]?(?:\.[\d_]*)?e[-+]?\d+)$/i
/** Longer ones are texts to everybody. */
const LONGEST_NUMBER = 400

export function kindOfPlain(text: string): PlainKind {
  if (text !== '' && !MAY_BE_MORE.test(text)) return 'text'
  if (text.startsWith(':') && text.length > 1) return 'symbol'
  if (text.length > LONGEST_NUMBER) return 'text'
  if (NULL.test(text)) return 'null'
  if (BOOLEAN.test(text)) return 'boolean'
  if (OTHER.test(text)) return 'other'
  if (DATE.test(text)) return 'date'
  return [INTEGER, FLOAT, SEXAGESIMAL, NO_NUMBER].some((pattern) => pattern.test(text)) ? 'number' : 'text'
}

/** As it is read: `y` and `n` are texts to nearly everybody. */
export function typeOfPlain(text: string): ScalarType {
  const kind = kindOfPlain(text)
  if (kind === 'number' || kind === 'null') return kind
  return kind === 'boolean' && text.length > 1 ? kind : 'text'
}
