// One tenant at their worst: goes on until the thread is ended, and minds no refusal.
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { HttpClient } from './http.ts'
import type { Noise, RudeTenant } from './noise.ts'

const { noise, tenant } = workerData as { noise: Noise; tenant: RudeTenant }

const SEARCHES = 8
const DOWNLOADS = 20
const BODIES = 20
const BODY_BYTES = 47_000_000
const GUESSES = 30
const WRITERS = 2
/** Of whoever was hung up on or refused. */
const PAUSE_MS = 20

const makers: Record<Noise, () => void> = {
  'searches of long texts': () => {
    const path = `/v1/tms/${tenant.memoryId}/search`
    for (let n = 0; n < SEARCHES; n++) {
      void ask('POST', path, (turn) => ({
        sourceText: tenant.longTexts[(n + turn * SEARCHES) % tenant.longTexts.length],
        targetLocaleId: tenant.targetLocaleId,
        minSimilarity: 50,
        maxResults: 20,
      }))
    }
  },
  'unread downloads': () => {
    for (let n = 0; n < DOWNLOADS; n++)
      void holdUp(`/v1/projects/${tenant.projectId}/keys/export`, '{"localeCodes":["en"]}')
  },
  'half-sent bodies': () => {
    for (let n = 0; n < BODIES; n++)
      void holdUp(`/v1/projects/${tenant.projectId}/keys/import/validate`, '{', BODY_BYTES)
  },
  'wrong passwords': () => {
    for (let n = 0; n < GUESSES; n++) {
      void ask('POST', '/v1/auth/login', (turn) => ({
        email: `guess${n}-${turn % 10}@example.com`,
        password: `wrong ${turn}`,
      }))
    }
  },
  '100 webhooks': () => {
    for (let n = 0; n < WRITERS; n++) {
      void ask('PUT', `/v1/projects/${tenant.toldProjectId}/keys/told`, (turn) => ({
        locale: 'en',
        value: `text ${n} ${turn}`,
      }))
    }
  },
}

makers[noise]()
// Long enough for all of it to be under way.
await sleep(1_000)
parentPort?.postMessage('begun')

async function ask(method: string, path: string, bodyOf: (turn: number) => object): Promise<void> {
  for (let turn = 0; ; ) {
    const client = await HttpClient.connect(tenant.port, `Cookie: ${tenant.cookie}`).catch(() => undefined)
    try {
      for (; client; turn++) {
        const { status } = await client.request(method, path, JSON.stringify(bodyOf(turn)))
        if (status >= 400) await sleep(PAUSE_MS)
      }
    } catch {
      // Hung up on: the next connection goes on.
    }
    await sleep(PAUSE_MS)
  }
}

/** Sends a request, of a longer one all but the last byte, and reads nothing; again whenever the connection ends. */
async function holdUp(path: string, begins: string, length = begins.length): Promise<void> {
  const piece = Buffer.alloc(2 ** 20, ' ')
  for (;;) {
    const socket = connect(tenant.port, '127.0.0.1').on('error', () => {})
    const closed = once(socket, 'close')
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: ${tenant.cookie}\r\nContent-Type: application/json\r\n`,
    )
    socket.write(`Content-Length: ${length}\r\n\r\n${begins}`)
    for (let left = length - begins.length - 1; left > 0 && !socket.destroyed; left -= piece.length) {
      if (!socket.write(piece.subarray(0, Math.min(piece.length, left))))
        await Promise.race([once(socket, 'drain'), closed])
    }
    await closed
    await sleep(PAUSE_MS)
  }
}
