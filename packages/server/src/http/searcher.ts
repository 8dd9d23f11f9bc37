import type { FastifyReply } from 'fastify'
import type { MemberAccess } from './access.ts'

/** Nobody is there to be answered any more. */
class ClientGoneError extends Error {
  override name = 'ClientGoneError'
  /** What is left of the answer goes nowhere; in the log it is no fault of the service. */
  readonly statusCode = 499
}

/** Who asks for something that takes long, with a signal that aborts when they leave before they are answered. */
export function searcherOf({ userId }: MemberAccess, { raw }: FastifyReply) {
  const gone = new AbortController()
  const leave = () => {
    if (!raw.writableFinished) gone.abort(new ClientGoneError('The client has left'))
  }
  if (raw.destroyed) leave()
  else raw.once('close', leave)
  return { owner: userId, signal: gone.signal }
}
