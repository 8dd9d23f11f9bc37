import { didYouMean } from '../flags/nearest.ts'

/** As much of JSON Schema as the configuration is described with. */
interface Schema {
  type?: string | readonly string[]
  enum?: readonly string[]
  minimum?: number
  properties?: Readonly<Record<string, Schema>>
  required?: readonly string[]
  additionalProperties?: boolean | Schema
  items?: Schema
}

/** What is wrong first, in a sentence; undefined: nothing. */
export function faultOf(value: unknown, schema: Schema, place = ''): string | undefined {
  const name = place === '' ? 'The configuration' : place
  if (schema.enum && !schema.enum.includes(value as string)) {
    const meant = typeof value === 'string' ? didYouMean(value, schema.enum) : ''
    return `${name} is one of ${schema.enum.join(', ')}, not ${JSON.stringify(value)}.${meant}`
  }
  const types = [schema.type ?? []].flat()
  if (types.length > 0 && !types.some((type) => isOf(value, type)))
    return `${name} must be ${types.map(spoken).join(' or ')}.`
  if (schema.minimum !== undefined && Number(value) < schema.minimum)
    return `${name} must be ${schema.minimum} or more.`
  if (Array.isArray(value)) return faultOfItems(value, schema, place)
  return typeof value === 'object' && value !== null ? faultOfMembers(value, schema, place) : undefined
}

function faultOfItems(items: readonly unknown[], schema: Schema, place: string): string | undefined {
  for (const [at, item] of items.entries()) {
    const fault = schema.items && faultOf(item, schema.items, `${place}[${at}]`)
    if (fault) return fault
  }
  return undefined
}

function faultOfMembers(value: object, schema: Schema, place: string): string | undefined {
  const { properties = {}, additionalProperties: others, required = [] } = schema
  const missing = required.find((name) => !Object.hasOwn(value, name))
  if (missing !== undefined) return `${place === '' ? '' : `${place}.`}${missing} is missing.`
  for (const [name, member] of Object.entries(value)) {
    const path = place === '' ? name : `${place}.${name}`
    const known = Object.hasOwn(properties, name) ? properties[name] : others
    if (known === false) return `${path} is unknown.${didYouMean(name, Object.keys(properties))}`
    const fault = typeof known === 'object' ? faultOf(member, known, path) : undefined
    if (fault) return fault
  }
  return undefined
}

function isOf(value: unknown, type: string): boolean {
  if (type === 'array') return Array.isArray(value)
  if (type === 'integer') return Number.isSafeInteger(value)
  if (type === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value)
  return typeof value === type
}

const spoken = (type: string) => (/^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`)
