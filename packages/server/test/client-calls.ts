import assert from 'node:assert/strict'
import { text } from 'node:stream/consumers'
import { type Body, type Entry, onlyStatus, type Params, paramNames, type Query, rawTypesOf } from '@parlance/contract'
import { type ClientOptions, createClient, ParlanceError, ParlanceNetworkError } from '@parlance/sdk'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { assertAnswer, assertType, readAnswer } from './answers.ts'

/** Who calls: a cookie, an API key, or nothing. */
export interface Caller {
  cookie?: string
  apiKey?: string
}

export const nobody: Caller = {}

export interface Request<E extends Entry> {
  params?: Params<E>
  query?: { [K in keyof Query<E>]?: unknown } & Record<string, unknown>
  // Tests send wrong bodies on purpose; a text goes as it is.
  body?: Body<E> | unknown
  headers?: Record<string, string>
}

export interface Answer {
  status: number
  body: unknown
  headers: Record<string, string | string[] | number | undefined>
}

interface Arrived extends Omit<Answer, 'body'> {
  bytes: Buffer
}

type Method = (request: object) => Promise<unknown>

const BASE = 'http://service'

/** One for all calls: it reads its options anew at each of them, and to make a client takes longer than most answers. */
const options: ClientOptions = { baseUrl: BASE, retries: 0, timeoutMs: Number.POSITIVE_INFINITY }
const client = createClient(options)

/**
 * Sends a request by its name with the SDK's client, whose connection leads right into the service. The answer is checked
 * against the contract, whatever its status, and so is what the client makes of it.
 */
export async function call(app: FastifyInstance, caller: Caller, entry: Entry, request: Request<Entry>) {
  let arrived: Arrived | undefined
  const fetch = async (url: string, init: { body?: string; headers: Record<string, string> }) => {
    arrived = await inject(app, entry, url.slice(BASE.length), {
      headers: { ...init.headers, ...(caller.cookie ? { cookie: caller.cookie } : {}), ...request.headers },
      body: typeof request.body === 'string' ? request.body : init.body,
    })
    return responseOf(arrived)
  }
  options.fetch = fetch as unknown as typeof globalThis.fetch
  if (caller.apiKey) options.apiKey = caller.apiKey
  else delete options.apiKey
  const method = client[entry.name as keyof typeof client] as Method
  const result = await method(requestOf(entry, request)).catch((error) => {
    if (error instanceof ParlanceError) return error
    // Only a fault of the service or of a test can break this connection.
    throw error instanceof ParlanceNetworkError ? error.cause : error
  })
  assert.ok(arrived, `${entry.name} was not sent`)
  const { status, headers } = arrived
  const body = result instanceof ParlanceError ? refusal(result, arrived) : await successOf(entry, result, status)
  assertAnswer(entry, status, body)
  assertType(entry, status, headers['content-type'])
  if (status === 429 || status === 503) assertRetryAfter(entry, headers)
  return { status, body, headers }
}

function assertRetryAfter({ name }: Entry, headers: Arrived['headers']): void {
  assert.match(String(headers['retry-after']), /^[1-9]\d*$/, `${name} does not say after how many seconds to ask again`)
}

/** What is missing in a path keeps its place, and a text need not be written as JSON to be replaced afterwards. */
function requestOf(entry: Entry, { params = {}, query = {}, body }: Request<Entry>): object {
  const missing = paramNames(entry.path).map((name) => [name, `{${name}}`])
  return {
    params: { ...Object.fromEntries(missing), ...params },
    query,
    ...(body === undefined ? {} : { body: typeof body === 'string' ? null : body }),
  }
}

async function inject(
  app: FastifyInstance,
  entry: Entry,
  url: string,
  { headers, body }: { headers: Record<string, string>; body: string | undefined },
): Promise<Arrived> {
  const isStream = rawTypesOf(entry.responses[200])?.includes('text/event-stream') === true
  const response = await app.inject({
    payloadAsStream: isStream,
    method: entry.method,
    url,
    headers,
    ...(body === undefined ? {} : { payload: body }),
  })
  const bytes = isStream ? await beginningOf(response) : response.rawPayload
  return { status: response.statusCode, headers: response.headers, bytes }
}

/** A stream has no end to wait for: its reader goes as soon as it is open. Refusals are read like others. */
async function beginningOf({ statusCode, stream, raw }: LightMyRequestResponse): Promise<Buffer> {
  if (statusCode !== 200) return Buffer.from(await text(stream()))
  raw.res.destroy()
  return Buffer.alloc(0)
}

function responseOf({ status, headers, bytes }: Arrived): Response {
  const pairs = Object.entries(headers).flatMap(([name, value]) =>
    [value ?? []].flat().map((item) => [name, String(item)] as [string, string]),
  )
  return new Response(status === 204 ? null : new Uint8Array(bytes), { status, headers: pairs })
}

async function successOf(entry: Entry, result: unknown, status: number): Promise<unknown> {
  assert.ok(status < 300, `${entry.name} answered ${status}, and the client took it for a success`)
  if (result instanceof Response) return readAnswer(entry, status, Buffer.from(await result.arrayBuffer()))
  if (onlyStatus(entry) !== undefined) return result
  const several = result as { status: number; body: unknown }
  assert.equal(several.status, status)
  return several.body
}

/** What the service said, all of which the client hands on. */
function refusal({ status, code, meta, requestId }: ParlanceError, arrived: Arrived): unknown {
  const body = JSON.parse(arrived.bytes.toString())
  const told = { status, code, meta, requestId }
  assert.deepEqual(told, {
    status: arrived.status,
    code: body.code,
    meta: body.meta,
    requestId: arrived.headers['x-request-id'],
  })
  return body
}

export function credentials({ cookie, apiKey }: Caller): Record<string, string> {
  return { ...(cookie ? { cookie } : {}), ...(apiKey ? { authorization: `Bearer ${apiKey}` } : {}) }
}
