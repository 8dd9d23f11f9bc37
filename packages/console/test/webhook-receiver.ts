import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { after } from 'node:test'

interface Received {
  headers: IncomingHttpHeaders
  body: Buffer
}

/** What webhooks are sent to: keeps what came, and answers as it is told to, when it is told to. */
export async function startReceiver() {
  const received: Received[] = []
  let status = 200
  let gate = Promise.withResolvers<void>()
  gate.resolve()
  const server = createServer(async (request, response) => {
    received.push({ headers: request.headers, body: await buffer(request) })
    await gate.promise
    response.statusCode = status
    response.end(status === 200 ? 'Thank you' : 'Not today')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  after(() => {
    gate.resolve()
    server.closeAllConnections()
    server.close()
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`,
    received,
    answerWith: (code: number) => {
      status = code
    },
    /** Answers only after `release`. */
    hold: () => {
      gate = Promise.withResolvers()
      return { release: () => gate.resolve() }
    },
  }
}
