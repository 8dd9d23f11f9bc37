import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { after } from 'node:test'
import { type ClientOptions, createClient } from '../src/index.ts'

interface Arrived {
  at: number
  method: string | undefined
  url: string | undefined
  headers: IncomingMessage['headers']
  body: string
}

export type Act = (response: ServerResponse, request: IncomingMessage) => void

export const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): Act =>
  (response) =>
    void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))

/** A client of a service that keeps what it is asked, and answers it by the list; all the rest as the last of it. */
export async function clientOf(acts: Act | Act[], options: Partial<ClientOptions> = {}) {
  const arrived: Arrived[] = []
  const server = createServer(async (request, response) => {
    const { method, url, headers } = request
    const count = arrived.push({ at: performance.now(), method, url, headers, body: await text(request) })
    const list = [acts].flat()
    list[Math.min(count, list.length) - 1]?.(response, request)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  after(() => {
    server.close()
    server.closeAllConnections()
  })
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { baseUrl, arrived, client: createClient({ baseUrl, retries: 0, ...options }) }
}
