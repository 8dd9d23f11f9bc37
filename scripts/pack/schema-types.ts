// Writes schemas of the contract as the types they stand for, so that nobody who installs the SDK needs the library that
// the contract is written with.

/** A schema of JSON, as far as the contract uses it. */
export interface Schema {
  type?: string
  const?: unknown
  enum?: readonly unknown[]
  anyOf?: readonly Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  propertyNames?: Schema
  required?: readonly string[]
  additionalProperties?: boolean | Schema
  'x-media-types'?: readonly string[]
}

/** The type of a schema, on one line. What it says about lengths and numbers is left to the service. */
export function typeOf(schema: Schema): string {
  const { type } = schema
  if (schema['x-media-types']) return 'RawBody'
  if (schema.anyOf) return unionOf(schema.anyOf.map(typeOf))
  if (schema.enum) return unionOf(schema.enum.map(literal))
  if ('const' in schema) return literal(schema.const)
  if (type === 'object') return schema.properties ? objectOf(schema) : mapOf(schema)
  if (type === 'array') return arrayOf(typeOf(schema.items ?? {}))
  if (type === 'integer') return 'number'
  if (type !== undefined && SIMPLE.includes(type)) return type
  if (type === undefined) return 'unknown'
  throw new Error(`No type is known for ${JSON.stringify(schema)}`)
}

const SIMPLE = ['string', 'number', 'boolean', 'null']

function objectOf({ properties = {}, required = [] }: Schema): string {
  const members = Object.entries(properties).map(([name, schema]) => {
    const question = required.includes(name) ? '' : '?'
    return `${memberName(name)}${question}: ${typeOf(schema)}`
  })
  return members.length === 0 ? '{}' : `{ ${members.join('; ')} }`
}

/** An object whose names its sender chooses, freely or out of some. */
function mapOf({ additionalProperties, propertyNames }: Schema): string {
  const each = typeof additionalProperties === 'object' ? typeOf(additionalProperties) : 'unknown'
  return propertyNames?.enum ? `{ [Name in ${typeOf(propertyNames)}]?: ${each} }` : `Record<string, ${each}>`
}

const unionOf = (branches: string[]) => [...new Set(branches)].join(' | ')

const arrayOf = (item: string) => (item.includes(' | ') ? `(${item})[]` : `${item}[]`)

const memberName = (name: string) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : literal(name))

/** With the quotes of the whole project. */
export function literal(value: unknown): string {
  const json = JSON.stringify(value)
  return typeof value === 'string' ? `'${json.slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'` : json
}
