import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { contract, type RouteName } from '@parlance/contract'
import type { Caller, TestService } from './harness.ts'
import { connectTo } from './raw-requests.ts'
import { until } from './until.ts'

interface Parked {
  params: Record<string, number>
  body: object
}

/** A request that was let in, and of whose body the last byte is still to come. What is returned sends it. */
export async function park(service: TestService, caller: Caller, name: RouteName, { params, body }: Parked) {
  const { method, path } = contract[name]
  const written = JSON.stringify(body)
  const socket = await connectTo(service)
  const head = [
    `${method} /v1${path.replaceAll(/\{(\w+)\}/g, (_, param) => String(params[param]))} HTTP/1.1`,
    'Host: localhost',
    caller.apiKey ? `Authorization: Bearer ${caller.apiKey}` : `Cookie: ${caller.cookie}`,
    'Content-Type: application/json',
    `Content-Length: ${written.length}`,
    'Connection: close',
  ]
  const arrived = once(service.app.server, 'request')
  socket.write([...head, '', written.slice(0, -1)].join('\r\n'))
  const [request] = (await arrived) as [IncomingMessage]
  await until('the body to be read', () => request.listenerCount('data') > 0)
  return async () => {
    socket.write(written.slice(-1))
    const answer = await text(socket)
    const [, status] = /^HTTP\/1\.1 (\d+)/.exec(answer) ?? []
    const { code } = JSON.parse(/\{.*\}/s.exec(answer)?.[0] ?? '{}') as { code?: string }
    return { status: Number(status), code }
  }
}
