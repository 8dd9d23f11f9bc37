import { join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { fault } from '../../http/errors.ts'
import type { Services } from '../../services.ts'
import { parseAddress, spellings } from './file-address.ts'
import { chooseEncoding, isKnown } from './negotiate.ts'
import { Publications, type PublishedFile } from './publications.ts'
import { PublishedBytes } from './published-bytes.ts'

const PREFIX = '/cdn/'

/** Any page may read published files, and learn which version it got. */
const CORS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'ETag, Content-Length',
  'cross-origin-resource-policy': 'cross-origin',
}

const CACHED = {
  'cache-control': 'public, max-age=60, stale-while-revalidate=600',
  vary: 'Accept-Encoding',
}

const PREFLIGHT = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, HEAD, OPTIONS',
  'access-control-allow-headers': '*',
  'access-control-max-age': '86400',
}

/** Published files, open to everybody. They carry no version of the API: their address is part of what is published. */
export function registerCdn(app: FastifyInstance, { db, log, config }: Services): void {
  const publications = new Publications(db, log)
  const published = new PublishedBytes(db, join(config.dataDir, 'cdn'))

  app.options(`${PREFIX}*`, async (_request, reply) => reply.status(204).headers(PREFLIGHT).send())

  app.get(`${PREFIX}*`, async (request, reply) => {
    reply.headers(CORS)
    const file = await find(publications, request)
    if (!file) throw fault('notFound')
    return send(published, file, request, reply)
  })
}

async function find(publications: Publications, request: FastifyRequest): Promise<PublishedFile | undefined> {
  const [path = ''] = request.raw.url?.split('?', 1) ?? []
  const address = parseAddress(path.slice(PREFIX.length))
  if (!address) return undefined
  const publication = await publications.current(address.token)
  if (!publication) return undefined
  for (const spelling of spellings(address)) {
    const file = publication.files.get(spelling)
    if (file) return file
  }
  return undefined
}

async function send(published: PublishedBytes, file: PublishedFile, request: FastifyRequest, reply: FastifyReply) {
  const encoding = chooseEncoding(request.headers['accept-encoding'], (name) => name in file)
  const chosen = file[encoding]
  if (!chosen) throw fault('notFound')
  const headers = { ...CACHED, etag: chosen.etag }
  if (isKnown(request.headers['if-none-match'], chosen.etag)) return reply.status(304).headers(headers).send()
  const bytes = await published.read(chosen.hash)
  // Only for one who was on the way for longer than replaced files are kept.
  if (!bytes) throw fault('unavailable')
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.headers(headers).type('application/json; charset=utf-8').send(bytes)
}
