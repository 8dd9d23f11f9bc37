import type { Readable } from 'node:stream'
import type { Entry, ResponseBody } from '@parlance/contract'
import type { FastifyReply } from 'fastify'

/**
 * An answer that is JSON already, most often because the database wrote it. It is sent as it is: what never becomes an
 * object here costs this process, which is one for all requests, next to nothing.
 */
export function rawJson<E extends Entry>(entry: E, reply: FastifyReply, json: string): ResponseBody<E> {
  reply.type('application/json; charset=utf-8')
  return written(entry, json)
}

/** A body that its handler writes itself, at once or while it is sent. Types cannot see that it keeps to the contract. */
export const written = <E extends Entry>(_entry: E, body: string | Buffer | Readable) =>
  body as unknown as ResponseBody<E>
