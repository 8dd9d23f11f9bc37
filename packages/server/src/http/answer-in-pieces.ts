import { Readable } from 'node:stream'
import { setImmediate as othersTurn } from 'node:timers/promises'
import type { FastifyReply } from 'fastify'
import { jsonPieces } from '../json/pieces.ts'

/** Where bodies may be large, answers may: they tell of each text that was sent. */
export async function answerInPieces(reply: FastifyReply, payload: object): Promise<Buffer | Readable> {
  const pieces = await jsonPieces(payload)
  reply.type('application/json; charset=utf-8')
  if (pieces.length === 1) return pieces[0] as Buffer
  reply.header(
    'content-length',
    pieces.reduce((sum, { length }) => sum + length, 0),
  )
  return Readable.from(oneByOne(pieces), { objectMode: false })
}

/** A reader on the same machine takes megabytes without a pause. */
async function* oneByOne(pieces: readonly Buffer[]): AsyncGenerator<Buffer, void, void> {
  for (const piece of pieces) {
    yield piece
    await othersTurn()
  }
}
