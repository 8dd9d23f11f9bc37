import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import type { TestService } from './harness.ts'

/** A connection to the service, which listens from now on. */
export async function connectTo({ app }: TestService): Promise<Socket> {
  if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' })
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  await once(socket, 'connect')
  return socket
}

/** What comes back for these very lines. */
export async function sendRaw(
  service: TestService,
  lines: readonly string[],
): Promise<{ status: number; body: string }> {
  const socket = await connectTo(service)
  socket.write([...lines, 'Connection: close', '', ''].join('\r\n'))
  const answer = await text(socket)
  const [, status] = /^HTTP\/1\.1 (\d+)/.exec(answer) ?? []
  return { status: Number(status), body: answer.slice(answer.indexOf('\r\n\r\n') + 4) }
}
