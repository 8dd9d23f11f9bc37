import { addressOf, type QueryValues } from './address.ts'
import type { Client } from './client-types.ts'
import { exchange } from './exchange.ts'
import { itemsOf } from './pages.ts'
import { type RetryOptions, withRetries } from './retries.ts'
import { routes } from './routes.ts'

export interface ClientOptions extends RetryOptions {
  /** Where the service is, such as https://texts.example.com. */
  baseUrl: string | URL
  /** Without one, the session of the browser counts. */
  apiKey?: string
  /** Of the session, for pages of another origin than the service's. */
  csrfToken?: string
  fetch?: typeof globalThis.fetch
  /**
   * How long one try may take, from its first byte to the end of its answer; of a file or a stream, to its beginning.
   * 30,000 unless said; Infinity for as long as it takes.
   */
  timeoutMs?: number
}

interface Request {
  params?: Record<string, string | number | boolean>
  query?: QueryValues
  body?: unknown
  signal?: AbortSignal
}

type Kind = 'raw' | 'several' | 'pages' | 'reads'
type Route = readonly [method: string, path: string, ...kinds: Kind[]]
type Method = (request?: Request) => Promise<unknown>

const TIMEOUT_MS = 30_000

/** A client with a method for each route of the service, by the names of its API documents. */
export function createClient(options: ClientOptions): Client {
  const client: Record<string, Method> = {}
  const pages: Record<string, (request?: Request) => AsyncGenerator<unknown, void, undefined>> = {}
  for (const [name, route] of Object.entries<Route>(routes)) {
    const method: Method = (request = {}) => call(options, name, route, request)
    client[name] = method
    if (route.includes('pages')) pages[name] = (request = {}) => itemsOf(method, request)
  }
  return { ...client, pages } as unknown as Client
}

async function call(options: ClientOptions, name: string, route: Route, request: Request): Promise<unknown> {
  const { fetch = globalThis.fetch, timeoutMs = TIMEOUT_MS } = options
  const [method, path, ...kinds] = route
  const { params = {}, query = {}, body, signal } = request
  const url = addressOf(options.baseUrl, path, params, query)
  const headers = headersOf(options, method, body)
  const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) }
  const kind = kinds.find((one) => one === 'raw' || one === 'several')
  const tried = { route: name, isRepeatable: isRepeatable(route, body), signal }
  return withRetries(options, tried, () => exchange({ fetch, url, init, kind, timeoutMs, signal }))
}

function headersOf({ apiKey, csrfToken }: ClientOptions, method: string, body: unknown): Record<string, string> {
  return {
    ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
    ...(csrfToken === undefined || method === 'GET' ? {} : { 'x-csrf-token': csrfToken }),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  }
}

/** Done twice it is as if done once: what only reads, what says how something is to be, an import that has a key. */
function isRepeatable([method, , ...kinds]: Route, body: unknown): boolean {
  if (['GET', 'PUT', 'DELETE'].includes(method) || kinds.includes('reads')) return true
  const { options } = Object(body) as { options?: { idempotencyKey?: unknown } }
  return options?.idempotencyKey !== undefined
}
