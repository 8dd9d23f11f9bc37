import type { FastifyInstance } from 'fastify'
import { fault } from '../../http/errors.ts'
import { CORS, headOf, type PublishedFiles, ROUTE } from './published-files.ts'

const PREFLIGHT = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, HEAD, OPTIONS',
  'access-control-allow-headers': '*',
  'access-control-max-age': '86400',
}

/**
 * Published files, open to everybody. They carry no version of the API: their address is part of what is published. Most
 * are sent before a request comes here; see `answerAtOnce`.
 */
export function registerCdn(app: FastifyInstance, published: PublishedFiles): void {
  app.options(ROUTE, (_request, reply) => {
    reply.status(204).headers(PREFLIGHT).send()
  })

  app.get(ROUTE, async (request, reply) => {
    reply.headers(CORS)
    const file = await published.find(request.raw.url ?? '')
    const head = file && headOf(file, request.headers)
    if (!head) throw fault('notFound')
    const { status, hash, headers } = head
    if (status === 304) {
      reply.status(status).headers(headers)
      return undefined
    }
    const bytes = await published.read(hash)
    // Only for one who was on the way for longer than replaced files are kept.
    if (!bytes) throw fault('unavailable')
    reply.headers(headers)
    return bytes
  })
}
