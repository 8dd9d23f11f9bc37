import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Of requests that were sent before the last one was answered. Each of them is under way already, and its answer waits. */
const MOST_AHEAD = 16

const newest = Symbol('the newest answer')
const ahead = Symbol('requests ahead of their turn')

interface Connection extends Socket {
  [newest]?: ServerResponse
  [ahead]?: number
}

/**
 * Ends connections whose client takes nothing of an answer for a while: it would lie in memory for as long as they like. An
 * answer that is still being worked on has all the time it needs.
 */
export function endUnread(server: Server, ms: number): void {
  server.timeout = ms
  server.on('timeout', (socket: Connection) => {
    const answer = socket[newest]
    const isIdle = answer?.writableFinished === true
    if (socket.writableLength > 0 || isIdle) socket.destroy()
  })
}

/** False when a client asked far ahead of the answers: its connection is ended. */
export function noteRequest(request: IncomingMessage, response: ServerResponse): boolean {
  const socket: Connection = request.socket
  socket[newest] = response
  // Whoever waits for each answer has the connection to themselves.
  if (response.socket) return true
  socket[ahead] = (socket[ahead] ?? 0) + 1
  response.once('close', () => {
    socket[ahead] = (socket[ahead] ?? 1) - 1
  })
  if (socket[ahead] <= MOST_AHEAD) return true
  socket.destroy()
  return false
}
