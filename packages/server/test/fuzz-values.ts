import { ODD, ODD_ENDINGS, RAW } from './fuzz-oddities.ts'

/** Chance that can be repeated: the same seed gives the same values (mulberry32). */
export class Dice {
  #state: number

  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  #next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  below = (limit: number) => Math.floor(this.#next() * limit)
  chance = (share: number) => this.#next() < share
  pick = <T>(list: readonly T[]): T => list[this.below(list.length)] as T
}

export interface Schema {
  type?: string
  enum?: unknown[]
  const?: unknown
  format?: string
  anyOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: Schema
  propertyNames?: Schema
  items?: Schema
  minItems?: number
  maxItems?: number
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
}

/** What the service is known to hold under a field's name, and how often to use it: requests should reach deep. */
export type Known = (field: string) => { values: readonly unknown[]; share: number }

const TEXTS = [
  'greeting',
  'a.b',
  'Hallo Welt',
  'مرحبا بالعالم',
  '𝒳😀👩‍👩‍👧',
  '__proto__',
  'constructor',
  "'; drop table keys; --",
  '%_\\',
  '{n, plural, other {#}}',
  'a/b?c#d%',
  '\u202Edlrow',
  'e\u0301',
]
const LOCALES = ['en', 'de', 'fr', 'it', 'en_us', 'PT-br', 'zh-Hant-TW', 'sr-Latn']

/** A value as the schema wants it, with a liking for its edges. */
export function valid(schema: Schema, field: string, dice: Dice, known: Known): unknown {
  const { values, share } = known(field)
  const isNew = schema.type === 'array' || (schema.format === 'email' && dice.chance(0.7))
  if (values.length > 0 && !isNew && dice.chance(share)) return dice.pick(values)
  if ('const' in schema) return schema.const
  if (schema.enum) return dice.pick(schema.enum)
  if (schema.anyOf) return valid(dice.pick(schema.anyOf), field, dice, known)
  switch (schema.type) {
    case 'string':
      return validText(schema, dice)
    case 'integer':
    case 'number':
      return validNumber(schema, dice)
    case 'boolean':
      return dice.chance(0.5)
    case 'null':
      return null
    case 'array':
      return Array.from({ length: Math.max(schema.minItems ?? 0, dice.below(4)) }, () =>
        valid(schema.items ?? {}, field, dice, known),
      )
    case 'object':
      return validObject(schema, dice, known)
    default:
      return dice.pick([null, 1, 'x', [], {}])
  }
}

function validText({ format, minLength = 0, maxLength = 50 }: Schema, dice: Dice): string {
  if (format === 'locale') return dice.pick(LOCALES)
  if (format === 'email') return `fuzz${dice.below(1e9)}@example.com`
  if (format === 'date-time') return new Date(Date.UTC(2099, 0) + dice.below(1e9)).toISOString()
  const unit = dice.pick(['x', '😀', 'ü'])
  if (dice.chance(0.05)) return unit.repeat(maxLength)
  if (dice.chance(0.1)) return unit.repeat(minLength)
  const text = dice.chance(0.5) ? `${dice.pick(TEXTS)} ${dice.below(1000)}` : dice.pick(TEXTS)
  return Array.from(text.padEnd(minLength, '.')).slice(0, maxLength).join('')
}

function validNumber({ type, minimum = -1000, maximum = 1000 }: Schema, dice: Dice): number {
  if (dice.chance(0.2)) return dice.pick([minimum, maximum])
  const number = minimum + dice.below(Math.min(maximum - minimum, 50) + 1)
  return type === 'number' && dice.chance(0.5) ? Math.min(maximum, number + 0.5) : number
}

function validObject(schema: Schema, dice: Dice, known: Known) {
  const { properties = {}, required = [], additionalProperties, propertyNames } = schema
  const entries = Object.entries(properties)
    .filter(([name]) => required.includes(name) || dice.chance(0.5))
    .map(([name, part]) => [name, valid(part, name, dice, known)])
  if (additionalProperties) {
    for (let count = dice.below(4); count > 0; count--)
      entries.push([mapName(propertyNames, dice, known), valid(additionalProperties, '', dice, known)])
  }
  return Object.fromEntries(entries) as Record<string, unknown>
}

/** Maps of the API go by locale more than by anything else, unless their names are given. */
const mapName = (names: Schema | undefined, dice: Dice, known: Known) =>
  String(dice.pick(names?.enum ?? (dice.chance(0.95) ? known('locale').values : LOCALES)))

/** The value with one place of it made odd: replaced, left out, or added to. */
export function corrupt(value: unknown, dice: Dice): unknown {
  if (typeof value === 'string' && dice.chance(0.7)) return value + dice.pick(ODD_ENDINGS)
  if (typeof value !== 'object' || value === null || dice.chance(0.1)) return dice.pick(ODD)
  const copy = structuredClone(value) as Record<string, unknown>
  const names = Object.keys(copy)
  const name = names.length > 0 ? dice.pick(names) : ''
  if (names.length === 0 || dice.chance(0.1))
    return withField(copy, dice.pick(['__proto__', 'constructor', '\0', '\ud800', 'id']), dice.pick(ODD))
  if (dice.chance(0.2)) delete copy[name]
  else withField(copy, name, dice.chance(0.6) ? corrupt(copy[name], dice) : dice.pick(ODD))
  return copy
}

/** Not an assignment, which would take `__proto__` for something else. */
const withField = (target: Record<string, unknown>, name: string, value: unknown) =>
  Object.defineProperty(target, name, { value, enumerable: true, configurable: true, writable: true })

export const toJson = (value: unknown) =>
  (JSON.stringify(value) ?? 'null').replaceAll(/"(@[a-z ]+@)"/g, (whole, name) => RAW[name] ?? whole)
