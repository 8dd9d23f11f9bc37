import http, { type ClientRequest, type IncomingMessage } from 'node:http'
import https from 'node:https'
import type { LookupFunction } from 'node:net'
import type { Network } from '../../../networks.ts'
import { type Address, checkUrl, hostOf, type Lookup, resolveAllowed, systemLookup } from './address-guard.ts'
import { explain } from './explain-failure.ts'

/** Of an answer this much is kept, and no more is read. */
const RESPONSE_BYTES = 2000
/** A request that has left is with its receiver after this long, unless an answer shows it sooner. */
const ARRIVAL_MS = 50
/** Node's own limit, said here so that no flag of the process widens it. */
const HEADER_BYTES = 16_384

export interface WebhookRequest {
  url: string
  /** The text that was signed; its UTF-8 bytes are sent as they are. */
  body: string
  headers: Record<string, string>
}

export interface SendOptions {
  /** For everything together: names, connection, headers and body. */
  timeoutMs: number
  networks: readonly Network[]
  /** Cuts the attempt off. */
  signal?: AbortSignal
  lookup?: Lookup
  /** Asked when the address is known, and the last word before anything is sent; undefined is a no. */
  permit?: () => Promise<Permit | undefined>
}

export interface Permit {
  headers: Record<string, string>
  /** Told when the request is with the receiver, or never will be. */
  begun: () => void
}

type Result =
  /** Any status, 3xx too: redirects are not followed. */
  | { kind: 'answered'; httpStatus: number; responseBody: string }
  /** Never dialled, and not to be tried again. */
  | { kind: 'blocked'; message: string }
  | { kind: 'failed'; message: string }
  /** There was no permit: nothing was sent. */
  | { kind: 'withdrawn' }
  /** Before its end, by who asked for it. Nobody knows what the receiver made of it. */
  | { kind: 'cut off' }

export type Outcome = Result & { durationMs: number }

/** Makes one attempt. Whatever the receiver does is an outcome; nothing is thrown. */
export async function send(request: WebhookRequest, options: SendOptions): Promise<Outcome> {
  const started = performance.now()
  const result = await withinLimit(options, (signal) => attempt(request, options, signal))
  return { ...result, durationMs: Math.round(performance.now() - started) }
}

async function withinLimit(
  { timeoutMs, signal }: SendOptions,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const limit = new AbortController()
  const { promise: early, resolve } = Promise.withResolvers<Result>()
  const end = (result: Result) => {
    resolve(result)
    limit.abort()
  }
  const late = `No complete answer within ${timeoutMs / 1000} seconds.`
  const timer = setTimeout(() => end({ kind: 'failed', message: late }), timeoutMs)
  const cutOff = () => end({ kind: 'cut off' })
  signal?.addEventListener('abort', cutOff)
  try {
    return await Promise.race([work(limit.signal), early])
  } catch (error) {
    return { kind: 'failed', message: explain(error) }
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', cutOff)
  }
}

async function attempt(request: WebhookRequest, options: SendOptions, signal: AbortSignal): Promise<Result> {
  const checked = checkUrl(request.url)
  if (checked.kind === 'blocked') return checked
  const resolved = await resolveAllowed(checked.url, options.lookup ?? systemLookup, options.networks)
  if (resolved.kind === 'blocked') return resolved
  if (resolved.kind === 'unresolved') return { kind: 'failed', message: resolved.message }
  // A resolver cannot be interrupted. When it comes back too late, the attempt is over and nothing may be sent.
  signal.throwIfAborted()
  const permit = options.permit ? await options.permit() : { headers: {}, begun: () => {} }
  if (!permit) return { kind: 'withdrawn' }
  try {
    signal.throwIfAborted()
    const headers = { ...request.headers, ...permit.headers }
    return await exchange(open(checked.url, resolved.addresses, { ...request, headers }, signal), request.body, permit)
  } finally {
    permit.begun()
  }
}

async function exchange(call: ClientRequest, body: string, { begun }: Permit): Promise<Result> {
  try {
    call.on('finish', () => setTimeout(begun, ARRIVAL_MS))
    const response = await answerTo(call, body)
    begun()
    return { kind: 'answered', httpStatus: response.statusCode ?? 0, responseBody: await readBeginning(response) }
  } finally {
    call.destroy()
  }
}

function open(url: URL, addresses: readonly Address[], { body, headers }: WebhookRequest, signal: AbortSignal) {
  const secure = url.protocol === 'https:'
  const options: https.RequestOptions = {
    method: 'POST',
    // A fresh agent: no connection that was opened under an older check, and no proxy from the environment.
    agent: false,
    lookup: pinnedTo(addresses),
    signal,
    maxHeaderSize: HEADER_BYTES,
    headers: {
      ...headers,
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(body),
      'User-Agent': 'TMS-Webhooks/1.0',
    },
  }
  if (!secure) return http.request(url, options)
  // Said here so that NODE_TLS_REJECT_UNAUTHORIZED cannot unsay it. A name in TLS has no dot at its end.
  return https.request(url, { ...options, rejectUnauthorized: true, ...serverName(hostOf(url)) })
}

function serverName(host: string) {
  return host.endsWith('.') ? { servername: host.slice(0, -1) } : {}
}

/** The only addresses this request can reach. All were checked, so Node may race them when one does not answer. */
function pinnedTo(addresses: readonly Address[]): LookupFunction {
  return (_hostname, { all }, done) => {
    const [first] = addresses
    if (all) done(null, [...addresses])
    else done(null, first?.address ?? '', first?.family)
  }
}

function answerTo(call: ClientRequest, body: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    call.on('response', (response) => {
      // Before anybody waits for the body: a fault in the same packet as the headers must be neither lost nor thrown.
      response.on('error', () => {})
      resolve(response)
    })
    // Stays for the whole life of the request: an error after the answer must not end the process.
    call.on('error', reject)
    // For what ends with neither, such as an offer to switch protocols.
    call.on('close', () => reject(Object.assign(new Error('closed'), { code: 'ECONNRESET' })))
    call.end(body)
  })
}

async function readBeginning(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    size += chunk.length
    if (size >= RESPONSE_BYTES) break
  }
  return beginning(Buffer.concat(chunks))
}

/** As text of at most so many bytes, without a half character at its end. */
function beginning(bytes: Buffer): string {
  const kept = bytes.subarray(0, RESPONSE_BYTES)
  const text = new TextDecoder().decode(kept, { stream: kept.length === RESPONSE_BYTES })
  // PostgreSQL holds no U+0000 in a text.
  return cut(text.replaceAll('\0', '\uFFFD'))
}

/** Bytes that are no UTF-8 became three each, so the text may have outgrown the limit again. */
function cut(text: string): string {
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(RESPONSE_BYTES))
  return text.slice(0, read)
}
