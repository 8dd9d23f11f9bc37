import type { FastifyRequest } from 'fastify'
import { JsonScanner, JsonTree } from '../formats/json-scanner.ts'
import { inTurns } from '../turns.ts'
import { fault } from './errors.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** From here on reading a body at once would keep everybody else waiting: 50 MB take half a second. */
export const LARGE = 2 ** 20
const PIECE = 2 ** 18
const EMPTY = Buffer.alloc(0)

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
  const raw = bytesOf(request)
  const tree = new JsonTree()
  try {
    const scanner = new JsonScanner(await decodeInTurns(raw), tree)
    await inTurns(() => scanner.advance())
  } catch {
    throw fault('invalidInput')
  }
  return tree.root
}

function textOf(request: FastifyRequest): string {
  const raw = bytesOf(request)
  try {
    return utf8.decode(raw)
  } catch {
    throw fault('invalidInput')
  }
}

async function decodeInTurns(raw: Buffer): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let [text, at] = ['', 0]
  await inTurns(() => {
    const piece = raw.subarray(at, at + PIECE)
    at += PIECE
    text += decoder.decode(piece, { stream: at < raw.length })
    return at < raw.length
  })
  return text
}

function bytesOf(request: FastifyRequest): Buffer {
  const raw = request.body as Buffer | undefined
  if (!raw || raw.length === 0) return EMPTY
  if (!/^application\/json\s*(;|$)/i.test(request.headers['content-type'] ?? '')) throw fault('invalidInput')
  return raw
}
