import { inTurns } from '../turns.ts'

/** Bytes that are decoded in a millisecond or two. */
const PIECE = 2 ** 20

/** Undefined when they are no UTF-8. A byte order mark is taken off. */
export async function decodeUtf8(bytes: Buffer): Promise<string | undefined> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const pieces: string[] = []
  let at = 0
  try {
    await inTurns(() => {
      pieces.push(decoder.decode(bytes.subarray(at, at + PIECE), { stream: true }))
      at += PIECE
      return at < bytes.length
    })
    pieces.push(decoder.decode())
  } catch {
    return undefined
  }
  return pieces.join('')
}
