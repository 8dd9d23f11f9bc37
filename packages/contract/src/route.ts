import type { Static, TSchema } from 'typebox'
import { type Access, isForApiKeys, placeOf, takesSessions } from './access.ts'
import { errors, type Situation } from './errors.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** A JSON answer has a schema, an empty one is `null`. */
export type Answer = TSchema | null

interface Definition {
  method: Method
  /** Without the version prefix; `{name}` is a parameter, a positive integer when the name is or ends with "id". */
  path: string
  summary: string
  access: Access
  query?: TSchema
  body?: TSchema
  /** Where there is one answer, a handler just returns its body; where there are several, it says which. */
  responses: Partial<Record<200 | 201 | 202 | 204, Answer>>
  /** Of its own, that come with each success. */
  headers?: Readonly<Record<string, TSchema>>
  /** Whoever has the answer already is told so with 304. */
  isConditional?: true
  /** Refusals of this route beyond those that its access rule and fields bring with them. */
  errors?: readonly Situation[]
  /**
   * Whether a read-only organization still allows it. Left out: GET reads, DELETE deletes, everything else writes.
   * `always` is for routes that such an organization needs, or needs in part: they look at it themselves.
   */
  effect?: 'read' | 'write' | 'delete' | 'always'
  /** Bytes; 1 MiB when left out. */
  bodyLimit?: number
  /** The refusal of a body over the limit, where it is not the usual one. */
  bodyTooLarge?: Situation
}

export interface Entry extends Definition {
  name: string
  feature: string
}

/** Of routes whose answer is a file that is written as it is read. */
export const downloadErrors = ['tooManyDownloads', 'busyWithDownloads'] as const satisfies Situation[]

/** Adds to each route its name, which is its operationId, its file and its method in clients. */
export function routes<const T extends Record<string, Definition>>(feature: string, definitions: T) {
  return Object.fromEntries(
    Object.entries(definitions).map(([name, definition]) => [name, { ...definition, name, feature }]),
  ) as { [K in keyof T]: T[K] & { name: K; feature: string } }
}

export const effectOf = (entry: Entry) =>
  entry.effect ?? (entry.method === 'GET' ? 'read' : entry.method === 'DELETE' ? 'delete' : 'write')

/** A path parameter is a number when its name is, or ends with, "id"; ids that are opaque text are the exceptions. */
const textIds = ['trackingId', 'validationId', 'issueId'] as const
type TextId = (typeof textIds)[number]
export const isNumericParam = (name: string) => /(^id|Id)$/.test(name) && !(textIds as readonly string[]).includes(name)

export const paramNames = (path: string) => Array.from(path.matchAll(/\{(\w+)\}/g), (match) => match[1] as string)

type ParamName<Path> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | ParamName<Rest> : never
export type Params<E extends Entry> = {
  [Name in ParamName<E['path']>]: Name extends TextId ? string : Name extends 'id' | `${string}Id` ? number : string
}
export type Query<E extends Entry> = E['query'] extends TSchema ? Static<E['query']> : Record<string, never>
export type Body<E extends Entry> = E['body'] extends TSchema ? Static<E['body']> : undefined
// biome-ignore lint/suspicious/noConfusingVoidType: a handler without a body may end without a return
type Payload<A> = A extends TSchema ? Static<A> : void
export type Responses<E extends Entry> = {
  [Status in keyof E['responses']]: { status: Status; body: Payload<E['responses'][Status]> }
}[keyof E['responses']]
export type ResponseBody<E extends Entry> = Payload<E['responses'][keyof E['responses']]>

/** The status of a route that succeeds in one way; undefined where there are several. */
export function onlyStatus(entry: Entry): number | undefined {
  const [status, ...others] = Object.keys(entry.responses).map(Number)
  return others.length === 0 ? status : undefined
}

/** Every refusal a caller of the route can meet, those of its access rule and its fields included. */
export function situationsOf(entry: Entry): Situation[] {
  const { access } = entry
  const place = placeOf(access)
  const found = new Set<Situation>(['internal', 'unavailable', 'tooManyRequests', ...(entry.errors ?? [])])
  if (access.on !== 'anyone') found.add('authenticationRequired')
  if (access.on === 'user') found.add(access.apiKey)
  if (place?.param) found.add(place.apiKey).add(place.missing)
  if (isForApiKeys(access)) found.add('apiKeyRequired')
  if ('permission' in access && access.permission) found.add('missingPermission')
  if ('unrestricted' in access) found.add('restrictedToLocales')
  if (entry.method !== 'GET' && takesSessions(access)) {
    found.add('crossOrigin').add('foreignHost').add('wrongCsrfToken')
  }
  // Also where no body is asked for: one may be sent all the same.
  if (entry.method !== 'GET') {
    found.add('invalidInput').add(entry.bodyTooLarge ?? 'bodyTooLarge')
    if (entry.body) found.add('bodyNotJson').add('bodyOfOtherType')
    found.add('requestTimeout').add('tooManyBodies').add('busyWithBodies')
  }
  if (entry.body) found.add('fieldRequired').add('fieldTooLong').add('fieldTooShort')
  if (entry.body || entry.query || paramNames(entry.path).length > 0) found.add('validationError')
  if (entry.query) found.add('fieldRequired').add('fieldTooLong').add('fieldTooShort')
  if (effectOf(entry) === 'write' && place) found.add('readOnly')
  if (effectOf(entry) !== 'read') found.add('transactionConflict')
  return [...found].sort((a, b) => errors[a].status - errors[b].status)
}
