import { decodeUtf8 } from '@parlance/formats'
import type { FastifyRequest } from 'fastify'
import { readTree } from '../json/tree.ts'
import type { Chunks } from './arrival.ts'
import { fault } from './errors.ts'
import { faultInJson } from './json-fault.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** From here on reading a body at once would keep everybody else waiting: 50 MB take half a second. */
export const LARGE = 2 ** 20

export function isLarge(request: FastifyRequest): boolean {
  const chunks = request.body as Chunks | undefined
  return chunks !== undefined && chunks.reduce((sum, { length }) => sum + length, 0) > LARGE
}

/** Nothing was sent, which most routes take for an object without fields. */
export const isEmpty = (request: FastifyRequest) =>
  ((request.body as Chunks | undefined) ?? []).every(({ length }) => length === 0)

/** Parsed here and not by the framework, whose parser refuses `__proto__`, a name as good as any other. */
export function readBody(request: FastifyRequest): unknown {
  const text = readText(request)
  try {
    return JSON.parse(text)
  } catch {
    throw notJson(faultInJson(text))
  }
}

const notJson = (why: string) => fault('bodyNotJson', undefined, why)

/** The letters of a body that is no large one. None at all mean an object without fields. */
export function readText(request: FastifyRequest): string {
  const bytes = Buffer.concat(chunksOf(request))
  try {
    return bytes.length === 0 ? '{}' : utf8.decode(bytes)
  } catch {
    throw notJson('it is not in UTF-8.')
  }
}

export async function readLargeBody(request: FastifyRequest): Promise<unknown> {
  const text = decodeUtf8(chunksOf(request))
  request.body = undefined
  try {
    return await readTree(text)
  } catch (error) {
    const { message } = error as Error
    throw notJson(`${message.charAt(0).toLowerCase()}${message.slice(1)}.`)
  }
}

function chunksOf(request: FastifyRequest): readonly Buffer[] {
  const chunks = (request.body as Chunks | undefined) ?? []
  const type = request.headers['content-type']
  const isJson = /^application\/json\s*(;|$)/i.test(type ?? '')
  if (!isJson && chunks.some(({ length }) => length > 0))
    throw fault('bodyOfOtherType', undefined, type ? `It came as \`${type.slice(0, 100)}\`.` : 'It came without one.')
  return chunks
}
