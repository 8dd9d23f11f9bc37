import type { Client } from './client-types.ts'
import { ParlanceError, ParlanceNetworkError, refusalOf } from './errors.ts'
import { routes } from './routes.ts'

export interface ClientOptions {
  /** Where the service is, such as https://texts.example.com. */
  baseUrl: string | URL
  /** Without one, the session of the browser counts. */
  apiKey?: string
  /** Of the session, for pages of another origin than the service's. */
  csrfToken?: string
  fetch?: typeof globalThis.fetch
}

type Value = string | number | boolean

interface Request {
  params?: Record<string, Value>
  query?: Record<string, Value | readonly Value[] | undefined>
  body?: unknown
  signal?: AbortSignal
}

type Route = readonly [method: string, path: string, kind?: 'raw' | 'several']

/** A client with a method for each route of the service, by the names of its API documents. */
export function createClient(options: ClientOptions): Client {
  const methods = Object.entries<Route>(routes).map(([name, route]) => {
    const method = (request: Request = {}) => call(options, route, request)
    return [name, method] as const
  })
  return Object.fromEntries(methods) as unknown as Client
}

async function call(options: ClientOptions, [method, path, kind]: Route, request: Request): Promise<unknown> {
  const { fetch = globalThis.fetch, baseUrl } = options
  const { params = {}, query = {}, body, signal } = request
  const url = `${String(baseUrl).replace(/\/+$/, '')}/v1${filled(path, params)}${search(query)}`
  const sent = {
    method,
    headers: headersOf(options, method, body),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal ? { signal } : {}),
  }
  const response = await arriving(fetch(url, sent), signal)
  if (response.ok && kind === 'raw') return response
  const text = await arriving(response.text(), signal)
  if (!response.ok) throw new ParlanceError(response, refusalOf(text))
  const answer = text === '' ? undefined : read(response, text)
  return kind === 'several' ? { status: response.status, body: answer } : answer
}

function headersOf({ apiKey, csrfToken }: ClientOptions, method: string, body: unknown): Record<string, string> {
  return {
    ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
    ...(csrfToken === undefined || method === 'GET' ? {} : { 'x-csrf-token': csrfToken }),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  }
}

/** An abort is thrown as its reason: who aborts knows why, and it is no fault of the network. */
async function arriving<T>(awaited: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  try {
    return await awaited
  } catch (cause) {
    if (signal?.aborted) throw signal.reason
    throw new ParlanceNetworkError('The service did not answer, or not to the end', { cause })
  }
}

function read(response: Response, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    const type = response.headers.get('content-type') ?? 'of no type'
    throw new ParlanceError(response, { message: `The answer is ${type}, not JSON` })
  }
}

const filled = (path: string, params: Record<string, Value>) =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => segment(name, params[name]))

/**
 * What addresses cannot carry is refused here: a segment that is empty or made of dots, also of encoded ones, is taken
 * out of every address before it is sent, and what is left would be another route.
 */
function segment(name: string, value: Value | undefined): string {
  const text = String(value ?? '')
  if (/^\.{0,2}$/.test(text)) throw new TypeError(`No address can hold "${text}" as its ${name}`)
  return encodeURIComponent(text)
}

/** Lists are repeated. Inside of one, the service reads a comma as the end of a value unless a backslash is before it. */
function search(query: NonNullable<Request['query']>): string {
  const pairs = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (Array.isArray(value)) for (const item of value) pairs.append(name, String(item).replaceAll(/[\\,]/g, '\\$&'))
    else if (value !== undefined) pairs.append(name, String(value))
  }
  return String(pairs) === '' ? '' : `?${pairs}`
}
