import { setImmediate as othersTurn } from 'node:timers/promises'
import { inTurns } from '../turns.ts'

/** Bytes that are decoded in a millisecond or two. */
const PIECE = 2 ** 20

/** Undefined when they are no UTF-8. A byte order mark is taken off. */
export async function decodeUtf8(bytes: Buffer): Promise<string | undefined> {
  try {
    return bytes.length <= PIECE ? strict().decode(bytes) : await decodeInPieces(bytes)
  } catch {
    return undefined
  }
}

const strict = () => new TextDecoder('utf-8', { fatal: true })

async function decodeInPieces(bytes: Buffer): Promise<string> {
  const decoder = strict()
  // Putting 50 MB together takes 40 ms, the bytes of a body before this as the text in here: each has a turn of its own.
  await othersTurn()
  const pieces: string[] = []
  let at = 0
  await inTurns(() => {
    pieces.push(decoder.decode(bytes.subarray(at, at + PIECE), { stream: true }))
    at += PIECE
    return at < bytes.length
  })
  pieces.push(decoder.decode())
  await othersTurn()
  const text = pieces.join('')
  await othersTurn()
  return text
}
