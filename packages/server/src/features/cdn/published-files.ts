import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { type Answered, pathOf } from '../../http/answered.ts'
import { chooseEncoding, type Encoding, isKnown } from '../../http/negotiate.ts'
import { PAGE_HEADERS } from '../../http/page-policy.ts'
import type { Services } from '../../services.ts'
import { type Asked, AskedPaths } from './file-address.ts'
import { contentType, type Publication, Publications, type PublishedFile } from './publications.ts'
import { PublishedBytes } from './published-bytes.ts'

export const PREFIX = '/cdn/'
export const ROUTE = `${PREFIX}*`

/** Any page may read published files, and learn which version it got. */
export const CORS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'ETag, Content-Length',
  'cross-origin-resource-policy': 'cross-origin',
}

const CACHED = {
  'cache-control': 'public, max-age=60, stale-while-revalidate=600',
  vary: 'Accept-Encoding',
}

/** The published files of all projects as requests ask for them. */
export class PublishedFiles {
  readonly #paths = new AskedPaths()
  readonly #publications: Publications
  readonly #bytes: PublishedBytes

  constructor({ db, log, config }: Services) {
    this.#publications = new Publications(db, log)
    this.#bytes = new PublishedBytes(db, join(config.dataDir, 'cdn'))
  }

  /** Undefined when there is no such file. */
  async find(url: string): Promise<PublishedFile | undefined> {
    const asked = this.#askedBy(url)
    return asked && fileIn(await this.#publications.current(asked.token), asked)
  }

  /** Undefined when they were cleaned up. */
  read = (hash: string) => this.#bytes.read(hash)

  /**
   * True when it did: what is published is known for now, and the bytes are at hand. That is almost every request for a file,
   * and what the framework does for a route takes longer than this. Everything else goes its usual way.
   */
  answerAtOnce(request: IncomingMessage, response: ServerResponse, note: (answered: Answered) => void): boolean {
    const { method, url = '', headers } = request
    if (method !== 'GET' || !url.startsWith(PREFIX)) return false
    if (headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined) return false
    const began = performance.now()
    const asked = this.#askedBy(url)
    const file = asked && fileIn(this.#publications.known(asked.token), asked)
    if (!file) return false
    const answer = headOf(file, headers)
    const bytes = answer?.status === 200 ? this.#bytes.kept(answer.hash) : undefined
    if (!answer || (answer.status === 200 && !bytes)) return false
    const id = randomUUID()
    response.writeHead(answer.status, {
      ...CORS,
      ...answer.headers,
      ...(bytes && { 'content-length': bytes.length }),
      'x-request-id': id,
      ...PAGE_HEADERS,
    })
    response.once('close', () => {
      note({ id, method, path: pathOf(url), route: ROUTE, status: answer.status, ms: performance.now() - began })
    })
    response.end(bytes)
    return true
  }

  #askedBy(url: string): Asked | undefined {
    return this.#paths.read(pathOf(url).slice(PREFIX.length))
  }
}

function fileIn(publication: Publication | undefined, { names }: Asked): PublishedFile | undefined {
  if (!publication) return undefined
  for (const name of names) {
    const file = publication.files.get(name)
    if (file) return file
  }
  return undefined
}

/** Whether the client has the file already, and the head of the answer; undefined when there are no bytes it would take. */
export function headOf(file: PublishedFile, headers: IncomingMessage['headers']) {
  const encoding = chooseEncoding(headers['accept-encoding'], (name) => name in file)
  const chosen = file[encoding]
  if (!chosen) return undefined
  const { hash, etag } = chosen
  if (isKnown(headers['if-none-match'], etag)) return { status: 304, hash, headers: { ...CACHED, etag } }
  return {
    status: 200,
    hash,
    headers: { ...CACHED, etag, ...encodingOf(encoding), 'content-type': contentType(file.mediaType) },
  }
}

const encodingOf = (encoding: Encoding) => (encoding === 'identity' ? {} : { 'content-encoding': encoding })
