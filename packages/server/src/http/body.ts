import type { FastifyRequest } from 'fastify'
import { JsonScanner, JsonTree } from '../formats/json-scanner.ts'
import { decodeUtf8 } from '../formats/utf8.ts'
import { inTurns } from '../turns.ts'
import { fault } from './errors.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** From here on reading a body at once would keep everybody else waiting: 50 MB take half a second. */
export const LARGE = 2 ** 20

export const isLarge = (request: FastifyRequest) => ((request.body as Buffer | undefined)?.length ?? 0) > LARGE

/** Parsed here and not by the framework, whose parser refuses `__proto__`, a name as good as any other. */
export function readBody(request: FastifyRequest): unknown {
  const bytes = bytesOf(request)
  try {
    return bytes.length === 0 ? {} : JSON.parse(utf8.decode(bytes))
  } catch {
    throw fault('invalidInput')
  }
}

export async function readLargeBody(request: FastifyRequest): Promise<unknown> {
  const tree = new JsonTree()
  const text = await decodeUtf8(bytesOf(request))
  if (text === undefined) throw fault('invalidInput')
  const scanner = new JsonScanner(text, tree)
  try {
    await inTurns(() => scanner.advance())
  } catch {
    throw fault('invalidInput')
  }
  return tree.root
}

function bytesOf(request: FastifyRequest): Buffer {
  const raw = (request.body as Buffer | undefined) ?? Buffer.alloc(0)
  if (raw.length === 0) return raw
  if (!/^application\/json\s*(;|$)/i.test(request.headers['content-type'] ?? '')) throw fault('invalidInput')
  return raw
}
