import type { FastifyRequest } from 'fastify'
import { JsonScanner, JsonTree } from '../formats/json-scanner.ts'
import { inTurns } from '../turns.ts'
import { fault } from './errors.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** From here on reading a body at once would keep everybody else waiting: 50 MB take half a second. */
export const LARGE = 2 ** 20

export const isLarge = (request: FastifyRequest) => ((request.body as Buffer | undefined)?.length ?? 0) > LARGE

/** Parsed here and not by the framework, whose parser refuses `__proto__`, a name as good as any other. */
export function readBody(request: FastifyRequest): unknown {
  const text = textOf(request)
  try {
    return text === '' ? {} : JSON.parse(text)
  } catch {
    throw fault('invalidInput')
  }
}

export async function readLargeBody(request: FastifyRequest): Promise<unknown> {
  const tree = new JsonTree()
  const scanner = new JsonScanner(textOf(request), tree)
  try {
    await inTurns(() => scanner.advance())
  } catch {
    throw fault('invalidInput')
  }
  return tree.root
}

function textOf(request: FastifyRequest): string {
  const raw = request.body as Buffer | undefined
  if (!raw || raw.length === 0) return ''
  if (!/^application\/json\s*(;|$)/i.test(request.headers['content-type'] ?? '')) throw fault('invalidInput')
  try {
    return utf8.decode(raw)
  } catch {
    throw fault('invalidInput')
  }
}
