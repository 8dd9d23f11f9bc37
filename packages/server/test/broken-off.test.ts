import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { test } from 'node:test'
import { pino } from 'pino'
import { buildApp } from '../src/app.ts'
import { createScene } from './factories.ts'
import { atEnd, startService } from './harness.ts'
import { until } from './until.ts'

const service = await startService()
const { owner, projectId } = await createScene(service)

test('an upload that its client breaks off is told as that, and not as a fault of the database', async () => {
  const lines: { level: number; msg: string }[] = []
  const log = pino({ level: 'info' }, { write: (line) => void lines.push(JSON.parse(line)) })
  const app = await buildApp({ ...service.services, log })
  atEnd(() => app.close())
  const refused = Promise.withResolvers<void>()
  app.addHook('onError', async () => refused.resolve())
  await app.listen({ port: 0, host: '127.0.0.1' })
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  await once(socket, 'connect')
  const head = [
    `POST /v1/projects/${projectId}/keys/import/validate HTTP/1.1`,
    'Host: localhost',
    `Cookie: ${owner.cookie}`,
    'Content-Type: application/json',
    'Content-Length: 1000000',
    '',
    '{"files": [',
  ]
  const arrived = once(app.server, 'request')
  socket.write(head.join('\r\n'))
  const [request] = (await arrived) as [IncomingMessage]
  await until('the body to be read', () => request.listenerCount('data') > 0)
  socket.resetAndDestroy()
  await refused.promise
  // What is logged of a refusal is logged in the same turn.
  await new Promise(setImmediate)
  assert.deepEqual(
    lines.filter(({ level }) => level > 30).map(({ msg }) => msg),
    [],
  )
})
