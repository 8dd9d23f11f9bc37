// The contract as types alone, under the names by which the SDK's own types ask for it. A test compares what the compiler
// makes of both, route by route.
import {
  contract,
  type Entry,
  isNumericParam,
  keyStreamEvents,
  paramNames,
  passingEvents,
  streamEvents,
  webhookEvents,
} from '../../packages/contract/src/index.ts'
import { literal, type Schema, typeOf } from './schema-types.ts'

const routes = (Object.values(contract) as Entry[]).map(routeOf)

function routeOf({ name, method, path, summary, query, body, responses }: Entry): string {
  const params = paramNames(path).map((param) => `${param}: ${isNumericParam(param) ? 'number' : 'string'}`)
  const answers = Object.entries(responses).map(([status, schema]) => `${status}: ${schema ? typeOf(schema) : 'void'}`)
  return `  /** ${summary} */
  ${name}: {
    method: ${literal(method)}
    path: ${literal(path)}
    params: { ${params.join('; ')} }
    query: ${query ? typeOf(query) : 'Record<string, never>'}
    body: ${body ? typeOf(body) : 'undefined'}
    responses: { ${answers.join('; ')} }
  }
`
}

const streamed = (fields: Record<string, Schema>) =>
  typeOf({ type: 'object', properties: { projectId: { type: 'integer' }, ...fields }, required: requiredOf(fields) })

/** TypeBox marks what may be left out at its schema, where no JSON shows it. */
const requiredOf = (fields: Record<string, Schema>) => [
  'projectId',
  ...Object.keys(fields).filter((name) => !Object.hasOwn(fields[name] ?? {}, '~optional')),
]

/** What a schema is here is what it is as JSON; what TypeBox knows of it besides is of no use. */
const byEvent = <T>(events: object, write: (payload: T) => string) =>
  (Object.entries(events) as [string, T][])
    .map(([event, payload]) => `  ${literal(event)}: ${write(payload)}\n`)
    .join('')

export const contractTypes = `// Written from the contract of the service.

/** An answer that is a file or a stream. */
export interface RawBody {
  readonly 'x-media-types': readonly string[]
}

export interface Contract {
${routes.join('')}}
export type RouteName = keyof Contract

interface Route {
  params: object
  query: object
  body: unknown
  responses: object
}
export type Params<R extends Route> = R['params']
export type Query<R extends Route> = R['query']
export type Body<R extends Route> = R['body']
export type Responses<R extends Route> = {
  [Status in keyof R['responses']]: { status: Status; body: R['responses'][Status] }
}[keyof R['responses']]

interface StreamPayloads {
${byEvent<Record<string, Schema>>(streamEvents, streamed)}}
export type StreamEvent = keyof StreamPayloads
export type StreamPayload<E extends StreamEvent> = StreamPayloads[E]
export type KeyStreamEvent = ${keyStreamEvents.map(literal).join(' | ')}

interface PassingPayloads {
${byEvent<Record<string, Schema>>(passingEvents, streamed)}}
export type PassingEvent = keyof PassingPayloads
export type PassingPayload<E extends PassingEvent> = PassingPayloads[E]

interface WebhookPayloads {
${byEvent<{ data: Schema }>(webhookEvents, ({ data }) => typeOf(data))}}
export type WebhookEvent = keyof WebhookPayloads
export type WebhookMessage<E extends WebhookEvent = WebhookEvent> = {
  [Name in E]: {
    event: Name
    timestamp: string
    /** The same on every attempt: what was seen under this name already need not be done again. */
    deliveryId: string
    data: WebhookPayloads[Name]
  }
}[E]
`
