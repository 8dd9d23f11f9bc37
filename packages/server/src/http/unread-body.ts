import type { IncomingMessage } from 'node:http'

/** What is longer, or takes longer, nobody sends by mistake: its connection is closed in the middle. */
const LONGEST = 100 * 2 ** 20
const PATIENCE_MS = 5_000
/** Who announces a body and sends nothing of it waits for the answer: it comes after this. */
const SILENCE_MS = 500

/** A stand-in for a request, as tests inject it, knows nothing about being complete. */
export const isComplete = ({ headers, complete }: IncomingMessage) =>
  complete !== false || (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined)

/**
 * Reads what a client is still sending and throws it away. Many clients send the whole body before they read: an answer
 * that closes the connection earlier is one they never see, only a broken pipe.
 */
export async function letArrive(request: IncomingMessage): Promise<void> {
  if (isComplete(request) || Number(request.headers['content-length'] ?? 0) > LONGEST) return
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, PATIENCE_MS)
  const silence = setTimeout(resolve, SILENCE_MS)
  let left = LONGEST
  const count = (chunk: Buffer) => {
    silence.refresh()
    left -= chunk.length
    if (left < 0) resolve()
  }
  request.on('data', count).once('end', resolve).once('close', resolve)
  await promise
  clearTimeout(timer)
  clearTimeout(silence)
  request.off('data', count)
}
