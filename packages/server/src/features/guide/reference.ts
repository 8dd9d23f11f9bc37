import { openapi } from '@parlance/contract/openapi'
import packageJson from '../../../package.json' with { type: 'json' }

/** A schema of the document, as far as the guide shows it. */
export interface Schema {
  $ref?: string
  description?: string
  type?: string
  format?: string
  enum?: readonly unknown[]
  const?: unknown
  default?: unknown
  pattern?: string
  properties?: Record<string, Schema>
  required?: readonly string[]
  items?: Schema
  additionalProperties?: Schema | boolean
  anyOf?: readonly Schema[]
  allOf?: readonly Schema[]
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
}

export interface Parameter {
  name: string
  in: string
  required: boolean
  description: string
  schema: Schema
}

type Content = Record<string, { schema: Schema; example?: unknown }>

export interface Answer {
  $ref?: string
  description: string
  headers?: Record<string, { description: string }>
  content?: Content
}

export interface Operation {
  operationId: string
  tags: readonly string[]
  summary: string
  description: string
  security: readonly Record<string, unknown>[]
  parameters: readonly Parameter[]
  requestBody?: { content: Content }
  responses: Record<string, Answer>
}

/** An operation with its address. */
export interface Route extends Operation {
  method: string
  path: string
}

export interface Chapter {
  name: string
  description: string
  routes: Route[]
}

interface Document {
  info: { version: string; description: string }
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  webhooks: Record<string, { post: Operation }>
  components: { schemas: Record<string, Schema>; responses: Record<string, Answer> }
}

/** The OpenAPI document in the shape in which the guide looks things up. */
export interface Reference extends Omit<Document, 'tags' | 'paths'> {
  chapters: Chapter[]
  routes: ReadonlyMap<string, Route>
}

let reference: Reference | undefined

/** Put together when somebody first looks. */
export function theReference(): Reference {
  reference ??= read(openapi({ version: packageJson.version, url: '/' }) as unknown as Document)
  return reference
}

function read({ tags, paths, ...rest }: Document): Reference {
  const routes = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ ...operation, method: method.toUpperCase(), path })),
  )
  return {
    ...rest,
    chapters: tags.map((tag) => ({ ...tag, routes: routes.filter(({ tags: own }) => own.includes(tag.name)) })),
    routes: new Map(routes.map((route) => [route.operationId, route])),
  }
}

export const nameOf = ($ref: string) => $ref.split('/').at(-1) ?? ''

/** What a schema refers to, or the schema itself. */
export const resolved = ({ components }: Reference, schema: Schema): Schema =>
  schema.$ref === undefined ? schema : (components.schemas[nameOf(schema.$ref)] ?? {})
