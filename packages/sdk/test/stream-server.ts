import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'

interface Connection {
  path: string
  headers: IncomingHttpHeaders
  response: ServerResponse
}

type Act = (connection: Connection) => void

/** A service that does on its first connection the first thing of the list, and so on; the last one again and again. */
export async function streamServer(...acts: Act[]) {
  const connections: Connection[] = []
  const server = createServer((request, response) => {
    const connection = { path: request.url ?? '', headers: request.headers, response }
    const act = acts[Math.min(connections.push(connection), acts.length) - 1]
    act?.(connection)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  after(() => {
    server.close()
    server.closeAllConnections()
  })
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, connections }
}

export const open =
  (text: string): Act =>
  ({ response }) => {
    response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' })
    response.write(text)
  }

export const openAndEnd =
  (text: string): Act =>
  (connection) => {
    open(text)(connection)
    connection.response.end()
  }

/** Cuts the connection amid what it said. */
export const openAndBreak =
  (text: string): Act =>
  (connection) => {
    open(text)(connection)
    connection.response.write('id: 99\nevent: key.created\ndata: {"half', () => connection.response.destroy())
  }

export const refuse =
  (status: number, body: string, type = 'application/json'): Act =>
  ({ response }) =>
    response.writeHead(status, { 'content-type': type }).end(body)

export const hang: Act = () => {}

export const change = (id: number) => `id: ${id}\nevent: key.created\ndata: {"projectId":1,"keyId":${id}}\n\n`
