import { Ajv, type ValidateFunction } from 'ajv'
import type { TSchema } from 'typebox'
import { canonicalLocale } from '../locale.ts'
import type { AnySchema, Path } from './any-schema.ts'
import { type Fault, fault } from './errors.ts'
import {
  nothingSentSentence,
  requiredSentence,
  tooLongSentence,
  tooShortSentence,
  wrongSentence,
} from './field-sentences.ts'

const ajv = new Ajv({
  // Formats below and the annotations x-advice, x-name, x-short, x-wide and x-whole are ours; TypeBox writes nothing else that Ajv would not know.
  strict: false,
  formats: {
    text: isText,
    email: (value: string) => /^[^\s@]+@[^\s@]+$/.test(value) && value.isWellFormed() && !value.includes('\0'),
    locale: (value: string) => canonicalLocale(value) !== undefined,
    'date-time': isDateTime,
  },
})

/** Neither PostgreSQL nor UTF-8 can hold U+0000 or a lone surrogate. */
function isText(value: string): boolean {
  return value.isWellFormed() && !value.includes('\0')
}

const DATE_TIME = /^(\d{4})-(\d\d)-(\d\d)T([01]\d|2[0-3]):\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)$/i

/** Date.parse alone would take 30 February for 2 March. */
function isDateTime(value: string): boolean {
  const [, year, month, day] = DATE_TIME.exec(value)?.map(Number) ?? []
  if (year === undefined || month === undefined || day === undefined || Number.isNaN(Date.parse(value))) return false
  return day <= new Date(Date.UTC(year, month, 0)).getUTCDate() && new Date(value).getUTCFullYear() <= 9999
}

// Compiled at first use: compiling all routes at once would cost a start about a second.
const compiled = new WeakMap<object, ValidateFunction>()
export function validator(schema: object): ValidateFunction {
  let validate = compiled.get(schema)
  if (!validate) {
    validate = ajv.compile(schema)
    compiled.set(schema, validate)
  }
  return validate
}

/** Throws the refusal of the first field that fails, in the order in which the contract lists the fields. */
export function assertValid(schema: TSchema, value: unknown): void {
  if (isMissingAll(schema, value)) throw nothingSent(schema)
  const validate = validator(schema)
  if (!validate(value)) throw firstFailure(schema, value, []) ?? wrong(schema, value, [])
}

/** Of the fields that a body must have at least one of, it has none; what nobody asked for does not count. */
export const isMissingAll = ({ minProperties, properties = {} }: AnySchema, value: unknown) =>
  minProperties === 1 && isObject(value) && !Object.keys(properties).some((name) => Object.hasOwn(value, name))

export const nothingSent = (schema: AnySchema) => fault('nothingSent', undefined, nothingSentSentence(schema))

const UNDER_MINIMUM = {
  FIELD_REQUIRED: 'fieldRequired',
  FIELD_TOO_SHORT: 'fieldTooShort',
  VALIDATION_ERROR: 'validationError',
} as const

/** Names the field, and says what to do about it. */
export const refusal = (
  situation: 'fieldRequired' | 'fieldTooLong' | 'fieldTooShort' | 'validationError',
  path: Path,
  message: string,
) => fault(situation, { field: path.length === 0 ? 'body' : path.join('.') }, message)

export const missing = (schema: AnySchema, path: Path) => refusal('fieldRequired', path, requiredSentence(schema, path))

export const wrong = (schema: AnySchema, value: unknown, path: Path) =>
  refusal('validationError', path, wrongSentence(schema, value, path))

const tooLong = (schema: AnySchema, value: string, path: Path) =>
  refusal('fieldTooLong', path, tooLongSentence(schema, value, path))

/**
 * Ajv checks `required` before any property and reports in its own order, so it only answers yes or no. On a no this
 * walk finds the field that a reader of the documentation would find first.
 */
export function firstFailure(schema: AnySchema, value: unknown, path: Path): Fault | undefined {
  // By any count: to count the characters of 50 MB takes 100 ms.
  if (typeof value === 'string' && value.length > 2 * (schema.maxLength ?? Number.POSITIVE_INFINITY))
    return tooLong(schema, value, path)
  const validate = validator(schema)
  if (validate(value)) return undefined
  if (schema['x-whole']) return refusal('validationError', path, failureWithin(schema, value, path).detail ?? '')
  return failureWithin(schema, value, path)
}

function failureWithin(schema: AnySchema, value: unknown, path: Path): Fault {
  if (schema.anyOf) return failureInUnion(schema, value, path)
  if (schema.properties && isObject(value)) return failureInObject(schema, value, path)
  if (schema.additionalProperties && isObject(value)) return failureInMap(schema, value, path)
  if (schema.items && Array.isArray(value)) return failureInArray(schema, schema.items, value, path)
  if (typeof value === 'string') {
    const keywords = new Set(validator(schema).errors?.map(({ keyword }) => keyword))
    if (keywords.has('maxLength')) return tooLong(schema, value, path)
    if (keywords.has('minLength')) {
      const situation = UNDER_MINIMUM[schema['x-short'] ?? 'VALIDATION_ERROR']
      return refusal(situation, path, tooShortSentence(schema, path))
    }
  }
  return wrong(schema, value, path)
}

function failureInUnion(schema: AnySchema, value: unknown, path: Path) {
  const meant = meantBranch(schema.anyOf ?? [], value)
  return (meant && firstFailure(meant, value, path)) ?? wrong(schema, value, path)
}

/** Of a union, the branch for values of this kind; of several objects, the one whose first field is there, or the first. */
export function meantBranch(branches: readonly AnySchema[], value: unknown): AnySchema | undefined {
  const kind = Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value
  const ofKind = branches.filter(({ type }) => type === kind)
  const isMeant = ({ required }: AnySchema) => isObject(value) && Object.hasOwn(value, required?.[0] ?? '')
  return ofKind.length > 1 ? (ofKind.find(isMeant) ?? ofKind[0]) : ofKind[0]
}

function failureInObject(schema: AnySchema, value: Record<string, unknown>, path: Path) {
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    const present = Object.hasOwn(value, name)
    if (!present && schema.required?.includes(name)) return missing(field, [...path, name])
    const failure = present && firstFailure(field, value[name], [...path, name])
    if (failure) return failure
  }
  return wrong(schema, value, path)
}

function failureInMap(schema: AnySchema, value: Record<string, unknown>, path: Path) {
  for (const [name, entry] of Object.entries(value)) {
    const failure =
      failureOfName(schema, name, path) ?? firstFailure(schema.additionalProperties ?? {}, entry, [...path, name])
    if (failure) return failure
  }
  return wrong(schema, value, path)
}

export const failureOfName = ({ propertyNames }: AnySchema, name: string, path: Path) =>
  propertyNames ? firstFailure(propertyNames, name, [...path, name]) : undefined

function failureInArray(schema: AnySchema, items: AnySchema, value: unknown[], path: Path) {
  const validate = validator(items)
  const at = value.findIndex((item) => !validate(item))
  return (at >= 0 && firstFailure(items, value[at], [...path, at])) || wrong(schema, value, path)
}

const ANY_TEXT: AnySchema = { type: 'string', format: 'text' }

interface Inside {
  value: unknown
  name: string | number
  within: Inside | undefined
}

/** Refuses texts that fields refuse, names included, anywhere in what no schema describes; however deep it goes. */
export function assertTexts(whole: unknown): void {
  const left: Inside[] = [{ value: whole, name: '', within: undefined }]
  for (let inside = left.pop(); inside; inside = left.pop()) {
    const { value, name } = inside
    const texts = [name, value].filter((part) => typeof part === 'string')
    if (!texts.every(isText))
      throw wrong(
        ANY_TEXT,
        texts.find((part) => !isText(part)),
        pathTo(inside),
      )
    // The first is looked at first.
    for (const [at, part] of partsOf(value).reverse()) left.push({ value: part, name: at, within: inside })
  }
}

function partsOf(value: unknown): [name: string | number, part: unknown][] {
  if (Array.isArray(value)) return [...value.entries()]
  return isObject(value) ? Object.entries(value) : []
}

function pathTo(inside: Inside): Path {
  const path: Path = []
  for (let at = inside; at.within; at = at.within) path.unshift(at.name)
  return path
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
