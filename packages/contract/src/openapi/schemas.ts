import type { TSchema } from 'typebox'
import { things, words, wordsInPlace } from './vocabulary/index.ts'

export type Json = Record<string, unknown>

/** What a schema of the contract may hold, as far as it is written anew for the document. */
interface Parts {
  description?: string
  format?: string
  type?: string
  enum?: unknown[]
  properties?: Record<string, TSchema>
  items?: TSchema
  additionalProperties?: TSchema | boolean
  propertyNames?: TSchema
  anyOf?: TSchema[]
  /** Keeps a malformed branch of a union from passing as another one; no client has to know. */
  not?: unknown
  'x-name'?: string
}

/** The component or operation in which a field stands, then the fields around it. */
export type Owner = readonly [string, ...string[]]

/** Formats of our own, which no client knows: what they refuse is told in words. */
const OWN_FORMATS = ['text', 'locale']

/**
 * The schemas of the document. TypeBox's are JSON Schema already; on their way here those with a name become components,
 * each field gets its description, and what is for the service alone is left out.
 */
export class Schemas {
  readonly components: Record<string, Json> = {}

  tell(schema: TSchema, owner: Owner): Json {
    const { 'x-name': name, ...own } = schema as Parts
    if (name === undefined) return this.#spell(own, owner)
    this.components[name] ??= this.#component(name, own)
    return { $ref: `#/components/schemas/${name}` }
  }

  #component(name: string, own: Parts): Json {
    const told = this.#spell(own, [name])
    const description = own.description ?? things[name]
    return { ...(description === undefined ? {} : { description }), ...told }
  }

  #spell(schema: Parts, owner: Owner): Json {
    const { properties, items, additionalProperties: members, propertyNames, anyOf, not: _, ...rest } = schema
    const told: Json = Object.fromEntries(
      Object.entries(rest).filter(
        ([name, value]) => !name.startsWith('x-') && !(name === 'format' && OWN_FORMATS.includes(value as string)),
      ),
    )
    if (schema.enum?.every((value) => typeof value === 'string')) told['type'] = 'string'
    if (properties) told['properties'] = this.fields(properties, owner)
    if (items) told['items'] = this.tell(items, owner)
    if (members !== undefined)
      told['additionalProperties'] = typeof members === 'boolean' ? members : this.tell(members, owner)
    if (propertyNames) told['propertyNames'] = this.tell(propertyNames, owner)
    if (anyOf) told['anyOf'] = anyOf.map((branch) => this.tell(branch, owner))
    return told
  }

  fields(properties: Record<string, TSchema>, owner: Owner): Record<string, Json> {
    return Object.fromEntries(
      Object.entries(properties).map(([name, field]) => {
        const description = descriptionOf(name, field, owner)
        return [name, { ...this.tell(field, [...owner, name]), ...(description === undefined ? {} : { description }) }]
      }),
    )
  }
}

/** What a field says of itself, else what its name means there, else what it means everywhere. */
export function descriptionOf(name: string, field: TSchema, owner: Owner): string | undefined {
  const places = [owner.join('.'), owner.at(-1), owner[0]]
  const inPlace = places.map((place) => wordsInPlace[`${place}.${name}`]).find((word) => word !== undefined)
  return saidBy(field) ?? inPlace ?? words[name]
}

/** Of what may be null, the other branch says it. */
const saidBy = ({ description, anyOf }: Parts): string | undefined =>
  description ?? anyOf?.map((branch) => (branch as Parts).description).find((told) => told !== undefined)
