import assert from 'node:assert/strict'
import { on, once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { after, describe, test } from 'node:test'
import { createScene, type Person } from '../../../test/factories.ts'
import { startService } from '../../../test/harness.ts'
import { onThisMachine } from '../../../test/this-machine.ts'
import { until } from '../../../test/until.ts'
import { sql } from '../../db/sql.ts'
import { type Transaction, transaction } from '../../db/transaction.ts'

const MB = 2 ** 20
const TIMEOUT_MS = 1_500

const service = await startService({ bodyTimeoutMs: TIMEOUT_MS })
const port = await portOf(service)
const anna = await createScene(service)
const bert = await createScene(service)
/** A busy machine may work longer on a body than the other service lets anybody wait. */
const patient = await startService()
const patientPort = await portOf(patient)

const sockets: Socket[] = []
after(() => {
  for (const socket of sockets) socket.destroy()
})

type Scene = typeof anna

async function portOf({ app }: typeof service): Promise<number> {
  await app.listen({ port: 0, host: '127.0.0.1' })
  return (app.server.address() as AddressInfo).port
}

/** Begins a request with the head alone, from one address of this machine or another. */
async function begin(
  path: string,
  { cookie }: Person,
  length: number | 'chunked',
  at = port,
  localAddress = '127.0.0.1',
): Promise<Socket> {
  const socket = connect({ port: at, host: '127.0.0.1', localAddress }).on('error', () => {})
  sockets.push(socket)
  await once(socket, 'connect')
  const framing = length === 'chunked' ? 'Transfer-Encoding: chunked' : `Content-Length: ${length}`
  socket.write(`POST ${path} HTTP/1.1\r\nHost: localhost\r\nCookie: ${cookie}\r\n`)
  socket.write(`Content-Type: application/json\r\n${framing}\r\n\r\n`)
  return socket
}

const importOf = ({ owner, projectId }: Scene, length: number | 'chunked', at = port, from?: string) =>
  begin(`/v1/projects/${projectId}/keys/import/validate`, owner, length, at, from)

/** A body of an import that is as long as one likes and holds nothing. */
const bodyOf = (length: number) => Buffer.from(`{"files":[]}${' '.repeat(length - 12)}`)

/** Connections do not end with the answer. */
async function answerOf(socket: Socket) {
  let received = ''
  for await (const [chunk] of on(socket, 'data') as AsyncIterable<[Buffer]>) {
    received += chunk.toString('latin1')
    const [head = '', body = ''] = received.split('\r\n\r\n')
    if (body.length < Number(/^content-length: (\d+)$/im.exec(head)?.[1])) continue
    const [, retryAfter] = /^retry-after: (\d+)$/im.exec(head) ?? []
    return { status: Number(head.split(' ')[1]), code: (JSON.parse(body) as { code?: string }).code, retryAfter }
  }
  return assert.fail()
}

const statusOf = async (socket: Socket) => (await answerOf(socket)).status

describe('a body that does not come to its end', () => {
  test('is refused when it stands still, and its connection is closed', async () => {
    for (const length of [1_000, 5 * MB]) {
      const socket = await importOf(anna, length)
      socket.write(bodyOf(length).subarray(0, -1))
      const closed = once(socket, 'close')
      assert.deepEqual(await answerOf(socket), { status: 408, code: 'INVALID_INPUT', retryAfter: undefined })
      await closed
    }
  })

  test('is refused when it only drips, though it never stands still', async () => {
    const socket = await importOf(anna, 5 * MB)
    const dripping = setInterval(() => socket.write(' '), 50)
    const { status } = await answerOf(socket)
    clearInterval(dripping)
    assert.equal(status, 408)
  })

  test('breaks off without a trace', async () => {
    const socket = await importOf(anna, 5 * MB)
    socket.write(bodyOf(MB))
    socket.destroy()
    const next = await importOf(anna, 45 * MB)
    next.write(bodyOf(45 * MB))
    assert.equal(await statusOf(next), 200)
  })
})

test('a body in thousands of tiny pieces is the same body', async () => {
  const { owner, projectId } = anna
  const body = JSON.stringify({
    key: 'pieces',
    translations: { en: { value: '🦜é'.repeat(1_000), status: 'translated' } },
  })
  const socket = await begin(`/v1/projects/${projectId}/keys`, owner, 'chunked')
  const pieces = Array.from(Buffer.from(body), (byte) => `1\r\n${String.fromCharCode(byte)}\r\n`)
  socket.write(Buffer.from(`${pieces.join('')}0\r\n\r\n`, 'latin1'))
  assert.equal(await statusOf(socket), 201)
  const { data } = await service.ok(owner, 'listKeys', { params: { projectId }, query: { search: 'pieces' } })
  assert.equal(data[0]?.translations['en']?.value, '🦜é'.repeat(1_000))
})

describe('while somebody holds back the end of a large body', () => {
  const hold = async (who = anna, at = port, from?: string) => {
    const socket = await importOf(who, 40 * MB, at, from)
    const moving = setInterval(() => socket.write(' '.repeat(100_000)), 100)
    socket.once('close', () => clearInterval(moving))
    socket.write(bodyOf(20 * MB))
    await until('it to be on its way', () => socket.bytesWritten > 20 * MB && socket.writableLength < MB)
    return socket
  }

  test('another large one of theirs waits, and is refused with a time to come back', async () => {
    const socket = await hold()
    const second = await importOf(anna, 20 * MB)
    second.write(bodyOf(20 * MB))
    const { status, code, retryAfter } = await answerOf(second)
    assert.deepEqual([status, code, retryAfter], [429, 'RATE_LIMIT_EXCEEDED', '10'])
    socket.destroy()
  })

  test('small ones pass, and so do large ones of other people', async () => {
    const socket = await hold()
    const { owner, projectId } = anna
    await service.ok(owner, 'createKey', { params: { projectId }, body: { key: 'meanwhile' } })
    const theirs = await importOf(bert, 20 * MB)
    theirs.write(bodyOf(20 * MB))
    assert.equal(await statusOf(theirs), 200)
    socket.destroy()
  })

  test('one of values does not wait behind those of files that wait for each other', async () => {
    const [carl, dora] = [await createScene(patient), await createScene(patient)]
    // From addresses of their own: one address may take less than two of these bodies.
    const held = [
      await hold(await createScene(patient), patientPort, '127.0.0.2'),
      await hold(await createScene(patient), patientPort, '127.0.0.3'),
    ]
    const arrived = once(patient.app.server, 'request') as Promise<[IncomingMessage]>
    const waiting = await importOf(carl, 40 * MB, patientPort, '127.0.0.4')
    waiting.write(bodyOf(40 * MB))
    const [body] = await arrived
    // Whoever waits for room is not read from.
    await until('it to wait', () => body.isPaused())
    const values = await importOf(dora, 5 * MB, patientPort, '127.0.0.5')
    values.write(bodyOf(5 * MB))
    const first = await Promise.race([statusOf(values), statusOf(waiting).then((status) => `${status} for the files`)])
    assert.equal(first, 200)
    assert.ok(body.isPaused(), 'those of files wait for each other still')
    for (const socket of [...held, waiting]) socket.destroy()
  })

  test('the next one has its turn as soon as the first is answered', async () => {
    const scene = await createScene(patient)
    const first = await importOf(scene, 40 * MB, patientPort)
    first.write(bodyOf(40 * MB).subarray(0, -1))
    await until('it to be on its way', () => first.writableLength === 0)
    const second = await importOf(scene, 40 * MB, patientPort)
    second.write(bodyOf(40 * MB))
    first.write(' ')
    assert.deepEqual(await Promise.all([statusOf(first), statusOf(second)]), [200, 200])
  })
})

describe('while a body is worked on', async () => {
  // 40 MB may take a busy machine more than the patience of the first service, and the next has to wait for it to end.
  const calm = await startService({ bodyTimeoutMs: onThisMachine(5_000) })
  const calmPort = await portOf(calm)
  const emma = await createScene(calm)
  const text = '{"title":"Shop"}'
  const file = { filename: 'en.json', content: Buffer.from(text).toString('base64'), size: text.length }
  const body = JSON.stringify({ files: [file] })

  const untilItWaits = (tx: Transaction) =>
    until(
      'it to be worked on',
      () =>
        // Not pg_stat_activity: a transaction sees no connection there that was opened after it first looked.
        tx.row(sql`select 1 from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))`),
      // 40 MB are read in many small turns, and a busy machine has long pauses between them.
      40_000,
    )

  /** Of another large one of the same person, in which there is nothing. */
  const statusOfNext = async () => {
    const next = await importOf(emma, 40 * MB, calmPort)
    next.write(' '.repeat(40 * MB))
    return statusOf(next)
  }

  test('who hangs up after the last byte has no room for more until what they sent is worked through', async () => {
    const left = new Promise((resolve) => calm.app.server.once('request', (_, answer) => answer.once('close', resolve)))
    await transaction(calm.db, async (tx) => {
      await tx.run(sql`lock table keys in access exclusive mode`)
      const first = await importOf(emma, 40 * MB, calmPort)
      first.write(body + ' '.repeat(40 * MB - body.length))
      await untilItWaits(tx)
      first.destroy()
      await left
      assert.equal(await statusOfNext(), 429)
    })
    assert.equal(await statusOfNext(), 400)
  })

  test('one that came in chunks takes no more room than it is long', async () => {
    await transaction(calm.db, async (tx) => {
      await tx.run(sql`lock table keys in access exclusive mode`)
      const first = await importOf(emma, 'chunked', calmPort)
      const sent = body + ' '.repeat(MB)
      first.write(`${sent.length.toString(16)}\r\n${sent}\r\n0\r\n\r\n`)
      await untilItWaits(tx)
      assert.equal(await statusOfNext(), 400)
    })
  })
})

test('one address sends at most 250 bodies at a time, however short they are', async () => {
  const scene = await createScene(patient)
  const path = `/v1/projects/${scene.projectId}/keys`
  const under = await Promise.all(Array.from({ length: 260 }, () => begin(path, scene.owner, 1_000, patientPort)))
  const refused = await Promise.any(under.map(answerOf))
  assert.deepEqual([refused.status, refused.code], [429, 'RATE_LIMIT_EXCEEDED'])
  for (const socket of under) socket.destroy()
  await until('one more to pass', async () => {
    const next = await begin(path, scene.owner, 1_000, patientPort)
    next.write('{"key":"next"}'.padEnd(1_000))
    return (await statusOf(next)) === 201
  })
})

test('the rate of imports is asked for before anything of the body is read', async () => {
  const { owner, projectId } = bert
  await service.db.run(sql`
    insert into import_rates (project_id, actor_type, actor_id, tokens, at)
    values (${projectId}, 'user', ${owner.userId}, 0, ${service.clock.now()})
    on conflict (project_id, actor_type, actor_id) do update set tokens = 0`)
  const before = process.memoryUsage().arrayBuffers
  for (const step of ['validate', 'revalidate', 'commit']) {
    const socket = await begin(`/v1/projects/${projectId}/keys/import/${step}`, owner, 40 * MB)
    assert.deepEqual(await answerOf(socket), { status: 429, code: 'RATE_LIMIT_EXCEEDED', retryAfter: '3' })
  }
  assert.ok(process.memoryUsage().arrayBuffers - before < MB)
})

test('who asks far ahead of the answers is hung up on', async () => {
  const socket = connect(port, '127.0.0.1').on('error', () => {})
  sockets.push(socket)
  await once(socket, 'connect')
  const request = `GET /v1/auth/session HTTP/1.1\r\nHost: localhost\r\nCookie: ${anna.owner.cookie}\r\n\r\n`
  socket.write(request.repeat(10))
  let answers = 0
  socket.on('data', (chunk: Buffer) => {
    answers += chunk.toString('latin1').split('HTTP/1.1 200').length - 1
  })
  await until('ten answers', () => answers === 10)
  socket.write(request.repeat(300))
  await once(socket, 'close')
  assert.ok(answers < 310)
})
