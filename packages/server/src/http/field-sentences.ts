import type { AnySchema, Path } from './any-schema.ts'

/** What a field takes, and what came instead, for whoever has to mend the request. Texts that came are never repeated. */
export function requiredSentence(schema: AnySchema, path: Path): string {
  return `${nameOf(path)} is missing: it must be ${takes(schema)}.`
}

export function tooLongSentence({ maxLength = 0 }: AnySchema, value: string, path: Path): string {
  // To count the characters of 50 MB takes 100 ms.
  const sent = value.length > COUNTED ? 'far more' : `${Array.from(value).length}`
  return `${nameOf(path)} may have at most ${number(maxLength)} characters; ${sent} were sent.`
}

export function tooShortSentence({ minLength = 1 }: AnySchema, path: Path): string {
  return minLength === 1
    ? `${nameOf(path)} must not be empty.`
    : `${nameOf(path)} needs ${number(minLength)} characters.`
}

export function wrongSentence(schema: AnySchema, value: unknown, path: Path): string {
  const advice = schema['x-advice'] === undefined ? '' : ` ${schema['x-advice']}`
  return `${nameOf(path)} must be ${takes(schema)}; ${came(schema, value)}.${advice}`
}

export const crowdedSentence = (path: Path) => `${nameOf(path)} has more fields than it can have.`

export function nothingSentSentence({ properties = {} }: AnySchema): string {
  const names = Object.keys(properties)
  return `Send ${names.length > 1 ? 'at least one of ' : ''}${listed(names)}.`
}

const COUNTED = 1_000_000
const LISTED = 40

export const nameOf = (path: Path) => (path.length === 0 ? 'The body' : `\`${path.join('.')}\``)

const number = (value: number) => value.toLocaleString('en')
const listed = (values: readonly unknown[]) => values.map((value) => `\`${value}\``).join(', ')

function takes(schema: AnySchema): string {
  const { anyOf, enum: choices, const: only } = schema
  if (anyOf) return anyOf.map(takes).join(', or ')
  if (choices) return `one of ${listed(choices.slice(0, LISTED))}${choices.length > LISTED ? ', …' : ''}`
  if (only !== undefined) return `\`${only}\``
  switch (schema.type) {
    case 'null':
      return 'null'
    case 'boolean':
      return 'true or false'
    case 'integer':
      return `a whole number${range(schema.minimum, schema.maximum)}`
    case 'number':
      return `a number${range(schema.minimum, schema.maximum)}`
    case 'array':
      return `a list${count(schema.minItems, schema.maxItems)}`
    case 'string':
      return text(schema)
    default:
      return 'an object'
  }
}

const texts: Record<string, string> = {
  email: 'an email address, such as `ada@example.org`',
  locale: 'the code of a language (BCP 47), such as `de` or `pt-BR`',
  'date-time': 'a time, such as `2026-01-31T09:30:00Z`',
}

function text({ format = '', pattern, minLength, maxLength }: AnySchema): string {
  const said = texts[format]
  if (said) return said
  if (pattern) return `a text that matches \`${pattern}\``
  if (maxLength === undefined) return 'a text'
  const from = minLength === undefined ? 'at most' : `${number(minLength)} to`
  return `a text of ${from} ${number(maxLength)} characters`
}

/** Where JavaScript stops counting exactly is no limit that anybody has to be told. */
function range(minimum?: number, maximum?: number): string {
  const top = maximum === undefined || maximum >= Number.MAX_SAFE_INTEGER ? undefined : maximum
  if (minimum !== undefined && top !== undefined) return ` from ${number(minimum)} to ${number(top)}`
  if (minimum !== undefined) return `, ${number(minimum)} or more`
  return top === undefined ? '' : `, at most ${number(top)}`
}

function count(minItems?: number, maxItems?: number): string {
  if (minItems !== undefined && maxItems !== undefined) return ` of ${number(minItems)} to ${number(maxItems)}`
  if (minItems !== undefined) return ` of ${number(minItems)} or more`
  return maxItems === undefined ? '' : ` of at most ${number(maxItems)}`
}

const SHOWN = 50

/** Numbers and choices are told as they came; of a text, which may be a secret, only what is odd about it. */
function came(schema: AnySchema, value: unknown): string {
  const isOpen =
    schema.enum !== undefined || schema.format === 'locale' || schema.type === 'integer' || schema.type === 'number'
  if (typeof value === 'number' || typeof value === 'boolean') return `${value} came`
  if (value === null) return 'null came'
  if (Array.isArray(value)) return schema.type === 'array' ? `one of ${number(value.length)} came` : 'a list came'
  if (typeof value === 'object') return schema.type === 'object' ? 'it does not fit' : 'an object came'
  if (typeof value !== 'string') return 'nothing came'
  if (isOpen) return value.length > SHOWN ? 'a longer text came' : `\`${value}\` came`
  if (!value.isWellFormed()) return 'half of a surrogate pair stands in it'
  if (value.includes('\0')) return 'U+0000 stands in it'
  const takesText = [schema, ...(schema.anyOf ?? [])].some(({ type }) => type === 'string')
  return takesText ? 'another text came' : 'a text came'
}
