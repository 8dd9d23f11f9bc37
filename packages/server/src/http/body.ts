import { decodeUtf8 } from '@parlance/formats'
import { errorCodes, type FastifyRequest } from 'fastify'
import { readTree } from '../json/tree.ts'
import { fault } from './errors.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** From here on reading a body at once would keep everybody else waiting: 50 MB take half a second. */
export const LARGE = 2 ** 20

type Chunks = readonly Buffer[] | undefined

/**
 * Takes a body in as it comes. The framework would put it together first, which takes a millisecond for each megabyte,
 * most of it for memory that was not used before.
 */
export function takeIn(
  request: FastifyRequest,
  payload: NodeJS.ReadableStream,
  done: (error: Error | null, chunks?: Chunks) => void,
): void {
  const announced = Number(request.headers['content-length'])
  const { bodyLimit = 0 } = request.routeOptions
  if (announced > bodyLimit) {
    done(new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE())
    return
  }
  const chunks: Buffer[] = []
  let length = 0
  const finish = (error: Error | null) => {
    payload.off('data', take).off('end', end).off('error', fail)
    done(error, chunks)
  }
  const take = (chunk: Buffer) => {
    length += chunk.length
    if (length > bodyLimit) finish(new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE())
    else chunks.push(chunk)
  }
  const end = () => {
    const isWhole = Number.isNaN(announced) || announced === length
    finish(isWhole ? null : new errorCodes.FST_ERR_CTP_INVALID_CONTENT_LENGTH())
  }
  // Whoever breaks off has sent no body; that is no fault of the service.
  const fail = (error: Error) => finish(Object.assign(error, { statusCode: 400 }))
  payload.on('data', take).on('end', end).on('error', fail)
}

export function isLarge(request: FastifyRequest): boolean {
  const chunks = request.body as Chunks
  return chunks !== undefined && chunks.reduce((sum, { length }) => sum + length, 0) > LARGE
}

/** Parsed here and not by the framework, whose parser refuses `__proto__`, a name as good as any other. */
export function readBody(request: FastifyRequest): unknown {
  const bytes = Buffer.concat(chunksOf(request))
  try {
    return bytes.length === 0 ? {} : JSON.parse(utf8.decode(bytes))
  } catch {
    throw fault('invalidInput')
  }
}

export async function readLargeBody(request: FastifyRequest): Promise<unknown> {
  const text = decodeUtf8(chunksOf(request))
  request.body = undefined
  try {
    return await readTree(text)
  } catch {
    throw fault('invalidInput')
  }
}

function chunksOf(request: FastifyRequest): readonly Buffer[] {
  const chunks = (request.body as Chunks) ?? []
  const isJson = /^application\/json\s*(;|$)/i.test(request.headers['content-type'] ?? '')
  if (!isJson && chunks.some(({ length }) => length > 0)) throw fault('invalidInput')
  return chunks
}
