import type { Socket } from 'node:net'
import { type Entry, type ErrorShape, errors, type Situation } from '@parlance/contract'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { isUnavailable } from '../db/pool.ts'
import { ConflictError } from '../db/transaction.ts'
import { QueueFullError } from '../text-index/engine/errors.ts'

/** A refusal from the catalogue. Thrown anywhere in a request, it becomes the answer. */
export class Fault extends Error {
  override name = 'Fault'
  readonly situation: Situation
  readonly meta: Record<string, unknown> | undefined
  /** For situations whose sentence goes on with it; of what is wrong with a field, the whole sentence. */
  readonly detail: string | undefined
  /** In seconds, where this case knows better than the catalogue. */
  retryAfter: number | undefined

  constructor(situation: Situation, meta?: Record<string, unknown>, detail?: string) {
    super(situation)
    this.situation = situation
    this.meta = meta
    this.detail = detail
  }
}

/** What only the handler of a route can know of a field. */
export const wrongField = (field: string, message: string) => new Fault('validationError', { field }, message)

export const fault = (situation: Situation, meta?: Record<string, unknown>, detail?: string) =>
  new Fault(situation, meta, detail)

/** A refusal that passes by itself, and of which it is known when. */
export const faultFor = (seconds: number, situation: Situation) =>
  Object.assign(new Fault(situation), { retryAfter: seconds })

export function envelope(situation: Situation, meta?: Record<string, unknown>, detail?: string) {
  const { status, code, message }: ErrorShape = errors[situation]
  return {
    status,
    body: {
      ...(code === undefined ? {} : { code }),
      ...(message === undefined ? {} : { message: detail === undefined ? message : `${message} ${detail}` }),
      ...(meta === undefined ? {} : { meta }),
      ...(status === 422 ? { errors: [{ field: meta?.['field'] ?? 'body', message: detail }] } : {}),
    },
  }
}

/** The only place that turns an error into an answer. What nobody foresaw is logged whole and told by number only. */
export function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { situation, meta, detail, retryAfter } = classify(error, request)
  if (situation === 'internal') request.log.error({ reqId: request.id, err: error }, 'unexpected fault')
  if (situation === 'unavailable') request.log.warn({ reqId: request.id, err: error }, 'the database did not answer')
  const { status, body } = envelope(situation, situation === 'internal' ? { requestId: request.id } : meta, detail)
  const seconds = secondsUntilRetry(situation, retryAfter)
  if (seconds !== undefined) reply.header('retry-after', seconds)
  return reply.status(status).headers({ 'cache-control': 'private, no-store' }).send(body)
}

/** Whole seconds, and never none: who comes back at once would be refused again. */
function secondsUntilRetry(situation: Situation, known: number | undefined): number | undefined {
  const { retryAfter }: ErrorShape = errors[situation]
  return retryAfter === undefined ? undefined : Math.max(1, Math.ceil(known ?? retryAfter))
}

interface Refusal {
  situation: Situation
  meta?: Record<string, unknown> | undefined
  detail?: string | undefined
  retryAfter?: number | undefined
}

function classify(error: FastifyError, request: FastifyRequest): Refusal {
  if (error instanceof Fault) return error
  if (error instanceof ConflictError) return { situation: 'transactionConflict' }
  // What has a status is about the request itself: an upload that was broken off looks like a lost connection.
  if (error.statusCode === undefined && isUnavailable(error)) return { situation: 'unavailable' }
  if (error instanceof QueueFullError) return { situation: 'tooManySearches' }
  switch (error.statusCode) {
    case 413:
      return { situation: entryOf(request)?.bodyTooLarge ?? 'bodyTooLarge' }
    case 414:
      return { situation: 'urlTooLong' }
    default:
      // What the framework refuses before our code is asked: bad escapes in the address, bad lengths, odd media types.
      return { situation: error.statusCode && error.statusCode < 500 ? 'invalidInput' : 'internal' }
  }
}

const entryOf = (request: FastifyRequest) => (request.routeOptions.config as { entry?: Entry }).entry

/** For what is not HTTP: there is no request object yet, only a socket. */
export function answerClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const situation =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? 'headersTooLarge'
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? 'requestTimeout'
        : 'invalidInput'
  const { status, body } = envelope(situation)
  const text = JSON.stringify(body)
  socket.end(
    `HTTP/1.1 ${status} Refused\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}\r\nConnection: close\r\n\r\n${text}`,
  )
}
