import assert from 'node:assert/strict'
import { createServer, type Socket } from 'node:net'
import { describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { assertAnswered, assertFailed, LIMIT_MS, listen, rawReceiver, receiver, to } from '../../test/receivers.ts'
import type { Outcome } from '../send.ts'

const OK = 'HTTP/1.1 200 OK\r\n'
/** What a busy machine may add to the limit. */
const SLACK_MS = 2000

function assertTooLate(outcome: Outcome): void {
  assertFailed(outcome, /^No complete answer within 0\.3 seconds\.$/)
  assert.ok(outcome.durationMs >= LIMIT_MS - 5 && outcome.durationMs < LIMIT_MS + SLACK_MS, `${outcome.durationMs} ms`)
}

const assertCutOff = (outcome: Outcome) =>
  assertFailed(outcome, /^The connection was closed before the answer was complete\.$/)

/** Writes for as long as anybody listens, and no faster than they do. Resolves to the bytes it got rid of. */
function pour(socket: Socket, piece: string | Buffer): Promise<number> {
  const more = () => {
    while (!socket.destroyed && socket.write(piece));
  }
  socket.on('drain', more)
  more()
  return new Promise((resolve) => socket.on('close', () => resolve(socket.bytesWritten)))
}

/** One byte at a time, each in time and all together never done. */
function drip(socket: Socket, text: string): void {
  let at = 0
  const timer = setInterval(() => socket.write(text[at++ % text.length] ?? ''), 20)
  socket.on('close', () => clearInterval(timer))
}

/** Sends to a receiver that does to its socket what it likes, and waits until no connection to it is left. */
async function hungUp(act: (socket: Socket) => void, timeoutMs?: number): Promise<Outcome> {
  const server = createServer((socket) => socket.once('data', () => act(socket)))
  const url = `http://127.0.0.1:${await listen(server)}/`
  const outcome = await to(url, timeoutMs === undefined ? {} : { timeoutMs })
  await new Promise((done) => server.close(done))
  return outcome
}

describe('a receiver that takes its time', { concurrency: true }, () => {
  test('never answers', async () => assertTooLate(await hungUp(() => {}, LIMIT_MS)))

  test('sends its headers byte by byte', async () => {
    assertTooLate(await hungUp((socket) => drip(socket, `${OK}X-Slow: ${'x'.repeat(1000)}`), LIMIT_MS))
  })

  test('sends its body byte by byte', async () => {
    const act = (socket: Socket) => {
      socket.write(`${OK}\r\n`)
      drip(socket, 'x')
    }
    assertTooLate(await hungUp(act, LIMIT_MS))
  })

  test('answers with headers and then says nothing more', async () => {
    assertTooLate(await hungUp((socket) => socket.write(`${OK}Content-Length: 5\r\n\r\n`), LIMIT_MS))
  })

  test('sends interim answers without end', async () => {
    assertTooLate(await hungUp((socket) => drip(socket, 'HTTP/1.1 100 Continue\r\n\r\n'), LIMIT_MS))
  })
})

describe('a receiver that sends too much', () => {
  for (const [kind, headers, piece] of [
    ['plain', '', 'y'.repeat(65_536)],
    ['chunked', 'Transfer-Encoding: chunked\r\n', `10000\r\n${'y'.repeat(65_536)}\r\n`],
  ] as const) {
    test(`has answered when enough of its endless ${kind} body is read`, async () => {
      let sent = Promise.resolve(0)
      const outcome = await hungUp((socket) => {
        socket.write(`${OK}${headers}\r\n`)
        sent = pour(socket, piece)
      })
      const { httpStatus, responseBody } = assertAnswered(outcome)
      assert.deepEqual([httpStatus, responseBody], [200, 'y'.repeat(2000)])
      // What the buffers of the system and one read take; the rest was never accepted.
      assert.ok((await sent) < 20_000_000, `${await sent} bytes`)
    })
  }

  test('fails on 10 MB of one header', async () => {
    const flood = (socket: Socket) => {
      socket.write(`${OK}X-Long: `)
      socket.write('x'.repeat(10_000_000))
    }
    assertFailed(await hungUp(flood), /^The headers of the answer were too long\.$/)
  })

  test('fails on headers without end', async () => {
    const flood = (socket: Socket) => {
      socket.write(OK)
      void pour(socket, `X-More: ${'x'.repeat(100)}\r\n`.repeat(100))
    }
    assertFailed(await hungUp(flood), /^The headers of the answer were too long\.$/)
  })

  test('fails on trailers and on chunk extensions without end', async () => {
    for (const start of ['0\r\n', '1;']) {
      const flood = (socket: Socket) => {
        socket.write(`${OK}Transfer-Encoding: chunked\r\n\r\n${start}`)
        void pour(socket, start === '0\r\n' ? `X-More: ${'x'.repeat(1000)}\r\n` : 'x'.repeat(65_536))
      }
      assertCutOff(await hungUp(flood))
    }
  })

  test('has its packed body kept packed', async () => {
    const bomb = gzipSync(Buffer.alloc(20_000_000), { level: 9 })
    const url = await receiver((_, res) => res.writeHead(200, { 'Content-Encoding': 'gzip' }).end(bomb))
    const { responseBody } = assertAnswered(await to(url))
    assert.ok(responseBody.startsWith('\x1f\uFFFD\b'), JSON.stringify(responseBody.slice(0, 10)))
    assert.ok(Buffer.byteLength(responseBody) <= 2000)
  })
})

describe('the kept text', () => {
  const kept = async (body: string | Buffer) => assertAnswered(await to(await receiver((_, res) => res.end(body))))

  test('is whole when it is short', async () => {
    for (const body of ['', '{"ok":true}', 'Grüße 😀', 'x'.repeat(1999), 'x'.repeat(2000)]) {
      assert.equal((await kept(body)).responseBody, body)
    }
  })

  test('is cut before a character that does not fit', async () => {
    for (let before = 1996; before <= 2000; before++) {
      const { responseBody } = await kept(`${'x'.repeat(before)}😀😀`)
      assert.equal(responseBody, `${'x'.repeat(before)}${before === 1996 ? '😀' : ''}`)
    }
  })

  test('is cut in the same way when the receiver stops inside of a character', async () => {
    const act = (socket: Socket) => socket.write(Buffer.from(`${OK}\r\n${'x'.repeat(1998)}😀`).subarray(0, -2))
    assert.equal(assertAnswered(await hungUp(act)).responseBody, 'x'.repeat(1998))
  })

  test('has at most 2,000 bytes and no U+0000, also when the body is no text', async () => {
    const { responseBody } = await kept(Buffer.from([...Array(1500).fill(0xff), ...Array(1500).fill(0)]))
    assert.equal(responseBody, '\uFFFD'.repeat(666))
    assert.equal((await kept('a\0b')).responseBody, 'a\uFFFDb')
    assert.ok((await kept('\xff'.repeat(5000))).responseBody.isWellFormed())
  })

  test('is told for every status', async () => {
    for (const status of [200, 201, 299, 400, 404, 410, 429, 500, 503, 599]) {
      const { httpStatus, responseBody } = assertAnswered(
        await to(await receiver((_, res) => res.writeHead(status).end('why'))),
      )
      assert.deepEqual([httpStatus, responseBody], [status, 'why'])
    }
  })
})

describe('a receiver that breaks off', () => {
  test('before it answers, by closing and by a reset', async () => {
    assertCutOff(await to(await rawReceiver((socket) => socket.end())))
    assertCutOff(await to(await rawReceiver((socket) => socket.resetAndDestroy())))
  })

  test('inside of its headers', async () => {
    assertCutOff(await to(await rawReceiver((socket) => socket.end(`${OK}X-Half`))))
  })

  test('inside of its body, by closing and by a reset, in one packet and in two', async () => {
    const head = `${OK}Content-Length: 100\r\n\r\n`
    assertCutOff(await to(await rawReceiver((socket) => socket.end(`${head}half`))))
    assertCutOff(await to(await rawReceiver((socket) => socket.write(`${head}half`, () => socket.resetAndDestroy()))))
    const inTwo = (socket: Socket) => socket.write(head, () => socket.write('half', () => socket.resetAndDestroy()))
    assertCutOff(await to(await rawReceiver(inTwo)))
  })

  test('by speaking something else than HTTP', async () => {
    for (const answer of [
      'SSH-2.0-OpenSSH_9.6\r\n',
      '\0\0\0\0',
      `${OK}Content-Length: x\r\n\r\n`,
      `${OK}Bad Header\r\n\r\n`,
    ]) {
      assertFailed(await hungUp((socket) => socket.write(answer)), /^The answer was not valid HTTP\.$/)
    }
  })

  test('with a fault in the same packet as its headers', async () => {
    const act = (socket: Socket) => socket.write(`${OK}Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\nnonsense\r\n`)
    assertCutOff(await hungUp(act))
  })

  test('by offering another protocol', async () => {
    const act = (socket: Socket) => socket.write('HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n')
    assertCutOff(await hungUp(act))
  })
})
