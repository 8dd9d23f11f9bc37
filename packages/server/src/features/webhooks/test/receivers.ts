import assert from 'node:assert/strict'
import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, createServer as createRawServer, type Server, type Socket } from 'node:net'
import { after } from 'node:test'
import { parseNetworks } from '../../../networks.ts'
import type { Lookup } from '../sending/address-guard.ts'
import { type Outcome, send } from '../sending/send.ts'

/** The receivers of these tests live on this machine. */
export const NETWORKS = parseNetworks('127.0.0.0/8, ::1/128')
/** For receivers that never come to an end. Those that do get more, since a busy machine is no fault. */
export const LIMIT_MS = 300
export const PLENTY_MS = 10_000

const servers: Server[] = []
const sockets = new Set<Socket>()
after(() => {
  for (const server of servers) server.close()
  for (const socket of sockets) socket.destroy()
})

export async function listen(server: Server, host = '127.0.0.1'): Promise<number> {
  servers.push(server)
  server.on('connection', (socket: Socket) => {
    sockets.add(socket.on('error', () => {}).on('close', () => sockets.delete(socket)))
  })
  await new Promise<void>((resolve, reject) => server.on('error', reject).listen(0, host, resolve))
  return (server.address() as AddressInfo).port
}

/** A receiver that speaks HTTP. */
export async function receiver(listener: RequestListener): Promise<string> {
  return `http://127.0.0.1:${await listen(createServer(listener))}/`
}

/** A receiver that does to its socket what it likes, once the request has begun to arrive. */
export async function rawReceiver(act: (socket: Socket) => void): Promise<string> {
  const server = createRawServer((socket) => socket.once('data', () => act(socket)))
  return `http://127.0.0.1:${await listen(server)}/`
}

/** A receiver that should hear nothing. */
export async function canary() {
  const heard = { connections: 0 }
  const port = await listen(createRawServer(() => heard.connections++))
  return { heard, port, url: `http://127.0.0.1:${port}/` }
}

export function to(url: string, options: { lookup?: Lookup; timeoutMs?: number } = {}): Promise<Outcome> {
  return send({ url, body: '{}', headers: {} }, { timeoutMs: PLENTY_MS, networks: NETWORKS, ...options })
}

export function assertAnswered(outcome: Outcome) {
  return outcome.kind === 'answered' ? outcome : assert.fail(JSON.stringify(outcome))
}

/** Also that the message says nothing of addresses and of the inside of this program. */
export function assertFailed(outcome: Outcome, message: RegExp): void {
  assert.ok(outcome.kind === 'failed', JSON.stringify(outcome))
  assert.match(outcome.message, message)
  assert.doesNotMatch(outcome.message, /127\.0\.0|::1|\.ts|node:|\n/)
}
