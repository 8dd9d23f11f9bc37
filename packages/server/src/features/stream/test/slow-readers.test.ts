import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { test } from 'node:test'
import { createScene } from '../../../../test/factories.ts'
import { startService } from '../../../../test/harness.ts'
import { lockWaiters } from '../../../../test/lock-waiters.ts'
import { until } from '../../../../test/until.ts'
import { sql } from '../../../db/sql.ts'
import { transaction } from '../../../db/transaction.ts'
import { receivedKey, streamsOf } from './reader.ts'

const service = await startService()
const streams = await streamsOf(service)
const { owner, projectId } = await createScene(service)
const path = `/projects/${projectId}/keys/events`
const STUCK = 12
const MIB = 1_048_576
const value = { value: 'é'.repeat(65_536), status: 'translated' }
const LONG = { en: value, de: value, fr: value }

const connections: Socket[] = []
service.app.server.on('connection', (socket: Socket) => connections.push(socket))
/** Of one connection, as the service holds it. */
const mostUnread = () => Math.max(...connections.map(({ writableLength }) => writableLength))

/** Asks for a stream and never reads a byte of it. */
async function openStuck(query = ''): Promise<Socket> {
  const { hostname, port } = new URL(streams.base)
  const socket = connect(Number(port), hostname).on('error', () => {})
  await once(socket, 'connect')
  socket.write(`GET /v1${path}${query} HTTP/1.1\r\nHost: x\r\nCookie: ${owner.cookie}\r\n\r\n`)
  return socket
}

const create = (key: string, translations = {}) =>
  service.ok(owner, 'createKey', { params: { projectId }, body: { key, translations } })

const takenSeats = async () =>
  (await service.db.row<{ count: number }>(sql`select count(*) as count from open_streams`))?.count

test('who stops reading is cut off at 1 MiB, delays nobody, and loses nothing', async () => {
  const healthy = await streams.open(owner, path)
  await create('first')
  await receivedKey(healthy, 'first')
  const stuck = await Promise.all(Array.from({ length: STUCK }, () => openStuck()))
  await until('the streams to be open', async () => (await takenSeats()) === 1 + STUCK)
  let unread = 0
  for (let n = 0; (await takenSeats()) !== 1; n++) {
    assert.ok(n < 100, 'they are still served')
    await create(`long ${n}`, LONG)
    await receivedKey(healthy, `long ${n}`)
    unread = Math.max(unread, mostUnread())
  }
  assert.ok(unread > MIB / 4 && unread <= MIB, `${unread} bytes were kept for one reader`)
  assert.ok(!healthy.isEnded)

  const resumed = await streams.open(owner, path, { 'last-event-id': healthy.events[0]?.id ?? '' })
  await until('the rest', () => resumed.events.length >= healthy.events.length - 1)
  assert.deepEqual(resumed.events, healthy.events.slice(1))
  for (const socket of stuck) socket.destroy()
  for (const reader of [healthy, resumed]) reader.close()
})

test('of a long history no more is read than the reader takes', async () => {
  const stuck = await openStuck('?lastEventId=1')
  await create('last')
  await until('the stream to be open', async () => (await takenSeats()) === 1)
  await until('its buffers to be full', () => mostUnread() > 0)
  assert.ok(mostUnread() < MIB / 2, `${mostUnread()} bytes are kept for one reader`)
  stuck.destroy()
})

test('who leaves while the stream is being opened keeps no seat', async () => {
  await until('the streams before to be gone', async () => (await takenSeats()) === 0)
  const turn = sql`hashtextextended('parlance streams of user ' || ${owner.userId}::bigint, 0)`
  await transaction(service.db, async (tx) => {
    await tx.run(sql`select pg_advisory_xact_lock(${turn})`)
    const left = new Promise((resolve) =>
      service.app.server.once('request', (_, answer) => answer.once('close', resolve)),
    )
    const socket = await openStuck()
    await until('it to wait for its turn', () => lockWaiters(service.db))
    socket.destroy()
    await left
  })
  // It takes its turn after the one who left.
  const next = await streams.open(owner, path)
  await until('the next to be alone', async () => (await takenSeats()) === 1)
  next.close()
})
