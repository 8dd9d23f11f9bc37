import type { ServerResponse } from 'node:http'
import {
  type Body,
  changesHeader,
  type Entry,
  effectOf,
  isNumericParam,
  limits,
  onlyStatus,
  type Params,
  paramNames,
  placeOf,
  type Query,
  type ResponseBody,
  type Responses,
} from '@parlance/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { TSchema } from 'typebox'
import type { Author } from './changes/author.ts'
import { changesMadeBy } from './changes/record.ts'
import { type AccessOf, type AnyAccess, assertCredential, assertPermissionOf, grantAccess } from './http/access.ts'
import { answerInPieces } from './http/answer-in-pieces.ts'
import { isLarge, readBody, readLargeBody } from './http/body.ts'
import type { BodyRoom } from './http/body-room.ts'
import { type Credential, readCredential, touchCredential } from './http/credentials.ts'
import { fault, wrongField } from './http/errors.ts'
import { ownerOf } from './http/places.ts'
import { readQuery } from './http/query.ts'
import { type Received, receive, receiveLarge } from './http/received.ts'
import { setSessionCookie } from './http/session-cookie.ts'
import { assertValid } from './http/validation.ts'
import type { Services } from './services.ts'

/** What a handler is called with: all of it checked against the contract. */
export interface Call<E extends Entry> {
  access: AccessOf<E>
  params: Params<E>
  query: Query<E>
  body: Received<Body<E>>
  /** The time of the request, taken once. */
  now: Date
  request: FastifyRequest
  reply: FastifyReply
}

/** An answer with another than the usual status of its route. */
export class Answer<Status, Payload> {
  readonly status: Status
  readonly body: Payload

  constructor(status: Status, body: Payload) {
    this.status = status
    this.body = body
  }
}

export const answer = <Status, Payload>(status: Status, body: Payload) => new Answer(status, body)

type Result<E extends Entry> = ResponseBody<E> | (Responses<E> & Answer<unknown, unknown>)
type Handler<E extends Entry> = (services: Services, call: Call<E>) => Promise<Result<E>>

/**
 * The refusal of a route that is closed for the time being, for everybody or for this caller. It comes where a missing
 * permission would, before anything of the body is read.
 */
type Gate<E extends Entry> = (services: Services, access: AccessOf<E>) => Promise<void>

export interface Implementation {
  entry: Entry
  handle: (services: Services, call: Call<Entry>) => Promise<unknown>
  gate: ((services: Services, access: AnyAccess) => Promise<void>) | undefined
}

/** Ties a handler to its entry of the contract; everything around the handler follows from the entry. */
export const implement = <E extends Entry>(entry: E, handle: Handler<E>, gate?: Gate<E>): Implementation => ({
  entry,
  handle: handle as unknown as Implementation['handle'],
  gate: gate as Implementation['gate'],
})

const PREFIXES = ['/v1', '/api/v1']
const DEFAULT_BODY_LIMIT = 2 ** 20

declare module 'fastify' {
  interface FastifyRequest {
    access: AnyAccess
    now: Date
    /** For what is kept until the answer has gone out. */
    answering: ServerResponse
    /** Undefined for a short body, which takes none. */
    room: BodyRoom | undefined
  }
}

/** An implementation with what each of its requests needs, worked out once. */
interface Route extends Implementation {
  params: { name: string; isNumeric: boolean }[]
  isWrite: boolean
  /** Whoever succeeds has written something in an organization. */
  isNoted: boolean
  /** Where lists of any length are sent, answers may be as long. */
  answersAtLength: boolean
  /** Its answers name the changes that were made. */
  tellsChanges: boolean
  /** Undefined where the handler says which. */
  status: number | undefined
}

export function mount(app: FastifyInstance, services: Services, implementation: Implementation): void {
  const { entry } = implementation
  if (!entry.access) throw new Error(`${entry.method} ${entry.path} declares no access rule`)
  const route: Route = {
    ...implementation,
    params: paramNames(entry.path).map((name) => ({ name, isNumeric: isNumericParam(name) })),
    isWrite: effectOf(entry) === 'write',
    isNoted: effectOf(entry) !== 'read' && placeOf(entry.access) !== undefined,
    answersAtLength: entry.bodyLimit !== undefined && entry.bodyLimit !== limits.valuesBody,
    tellsChanges: entry.headers === changesHeader,
    status: onlyStatus(entry),
  }
  for (const prefix of PREFIXES) {
    app.route({
      method: entry.method,
      url: prefix + entry.path.replaceAll(/\{(\w+)\}/g, ':$1'),
      bodyLimit: entry.bodyLimit ?? DEFAULT_BODY_LIMIT,
      config: { entry },
      // Before the body is read: a stranger cannot make the service take in megabytes.
      onRequest: async (request, reply) => {
        await admit(services, route, request, reply)
        if (route.gate) await route.gate(services, request.access)
      },
      handler: (request, reply) => {
        const work = run(services, route, request, reply)
        return request.room ? request.room.keepDuring(work) : work
      },
    })
  }
}

/** Authentication → kind of credential → path ids → visibility → permission. */
async function admit(services: Services, route: Route, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { entry } = route
  const { params, failure } = readParams(route, request.params as Record<string, string>)
  if (entry.access.on === 'anyone') {
    if (failure) throw failure
    request.params = params
    if (entry.access.session) await recognise(services, route, request, reply)
    return
  }
  const credential = await readCredential(services.db, request, ownerOf(entry.access, params), request.now)
  services.rates.recognize(request, credential !== undefined)
  assertCredential(entry, credential, request, services.address)
  if (failure) throw failure
  request.params = params
  request.access = grantAccess(entry, credential, request.now)
  await touch(services, credential, request, reply)
}

/** Who asks, where nobody has to say so: a session tells, and anything else counts as nothing. */
async function recognise(
  services: Services,
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const credential = await readCredential(services.db, request, ownerOf(route.entry.access, {}), request.now)
  if (credential) services.rates.recognize(request, true)
  if (credential?.kind !== 'session') return
  assertCredential(route.entry, credential, request, services.address)
  request.access = { session: credential, userId: credential.userId }
  await touch(services, credential, request, reply)
}

async function touch(services: Services, credential: Credential, { now }: FastifyRequest, reply: FastifyReply) {
  const expiresAt = await touchCredential(services.db, credential, now)
  if (expiresAt && credential.kind === 'session') {
    setSessionCookie(reply, services.config, credential.token, expiresAt, now)
  }
}

/** Ids become numbers. The failure is kept for its turn: who asks is settled first. */
function readParams(route: Route, raw: Record<string, string>) {
  const params: Record<string, string | number> = {}
  for (const { name, isNumeric } of route.params) {
    const text = raw[name] ?? ''
    const id = /^[1-9]\d{0,15}$/.test(text) ? Number(text) : Number.NaN
    const valid = isNumeric ? Number.isSafeInteger(id) : text.isWellFormed() && !text.includes('\0')
    if (!valid) return { params, failure: wrongField(name, pathSentence(name, isNumeric)) }
    params[name] = isNumeric ? id : text
  }
  return { params, failure: undefined }
}

const pathSentence = (name: string, isNumeric: boolean) =>
  isNumeric
    ? `\`${name}\` in the path must be a whole number from 1.`
    : `\`${name}\` in the path holds U+0000, or half of a surrogate pair.`

/**
 * Body → state → handler. What it resolves to is sent. Never the reply itself: awaited, that watches the connection until
 * the answer has gone out, which took a tenth of a small request.
 */
async function run(services: Services, route: Route, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const { entry } = route
  const query = entry.query ? readQuery(entry.query, request.query as Record<string, string>) : {}
  if (entry.query) assertValid(entry.query, query)
  const { access } = request
  const body = entry.body ? await readValid(entry, entry.body, request) : undefined
  if (route.isWrite && access && 'isReadOnly' in access && access.isReadOnly) throw fault('readOnly')
  const call = {
    access,
    params: request.params,
    query,
    body,
    now: request.now,
    request,
    reply,
  } as unknown as Call<Entry>
  const result = await route.handle(services, call)
  if (route.isNoted && access && 'organizationId' in access) await services.writers.note(access)
  // A stream has taken the connection over.
  if (reply.sent) return undefined
  if (route.tellsChanges && access && 'by' in access) tellChanges(reply, access.by)
  const { status, body: payload } = result instanceof Answer ? result : { status: route.status, body: result }
  if (status === undefined) throw new Error(`${entry.name} has several answers, and its handler did not say which`)
  reply.status(status as number)
  return payload !== undefined && route.answersAtLength ? answerInPieces(reply, payload as object) : payload
}

function tellChanges(reply: FastifyReply, by: Author): void {
  const range = changesMadeBy(by)
  if (range) reply.header('x-parlance-changes', `${range.fromId}-${range.toId}`)
}

/** A permission that its handler asks for late still comes before what is wrong with the body. */
async function readValid(entry: Entry, schema: TSchema, request: FastifyRequest): Promise<unknown> {
  try {
    if (isLarge(request)) return await receiveLarge(schema, await readLargeBody(request))
    return receive(schema, readBody(request))
  } catch (error) {
    assertPermissionOf(entry, request.access)
    throw error
  }
}
