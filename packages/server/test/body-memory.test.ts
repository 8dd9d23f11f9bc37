import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createClient } from '@parlance/sdk'
import { killAll, startProcess } from './running-service.ts'

const MB = 2 ** 20
const BODIES = 20
const LENGTH = 47_000_000
const MOST_MB = 100
const PIECE = Buffer.alloc(MB, ' ')

const dataDir = mkdtempSync(join(tmpdir(), 'parlance-bodies-'))
const sockets: Socket[] = []
after(async () => {
  for (const socket of sockets) socket.destroy()
  await killAll(dataDir)
  rmSync(dataDir, { recursive: true, force: true })
})

const service = await startProcess({ DATA_DIR: dataDir, REGISTRATION: 'open' })
const { port } = new URL(service.url)

/** The most that the process ever had in memory. */
const peak = () =>
  Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${service.child.pid}/status`, 'utf8'))?.[1]) / 1024

async function createProject(email: string) {
  const body = { email, password: 'correct horse battery', name: 'Anna' }
  const answer = await fetch(`${service.url}/v1/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const cookie = answer.headers.getSetCookie()[0]?.split(';', 1)[0] ?? ''
  const { organizations } = (await answer.json()) as { organizations: { id: number }[] }
  const signedIn: typeof fetch = (url, init) => fetch(url, { ...init, headers: { ...init?.headers, cookie } })
  const client = createClient({
    baseUrl: service.url,
    fetch: signedIn,
    retries: 0,
    timeoutMs: Number.POSITIVE_INFINITY,
  })
  const { id: projectId } = await client.createProject({
    params: { orgId: organizations[0]?.id ?? 0 },
    body: { name: 'Shop', sourceLocale: 'en' },
  })
  return { cookie, client, projectId }
}

/** Sends all of a body but its end, as far as the service takes it. */
async function sendAllButTheEnd(path: string, cookie: string): Promise<Socket> {
  const socket = connect(Number(port), '127.0.0.1').on('error', () => {})
  sockets.push(socket)
  await once(socket, 'connect')
  socket.write(`POST ${path} HTTP/1.1\r\nHost: localhost\r\nCookie: ${cookie}\r\nContent-Type: application/json\r\n`)
  socket.write(`Content-Length: ${LENGTH}\r\n\r\n`)
  const pump = async () => {
    for (let sent = 0; sent < LENGTH - 1; sent += PIECE.length) {
      if (!socket.write(PIECE.subarray(0, Math.min(PIECE.length, LENGTH - 1 - sent)))) await once(socket, 'drain')
    }
  }
  void pump()
  return socket
}

test('twenty bodies of 47 MB without their last byte take less than 100 MB, and others do not notice', async () => {
  const attacker = await createProject('attacker@example.com')
  const other = await createProject('other@example.com')
  const params = { projectId: other.projectId }
  await other.client.createKey({ params, body: { key: 'before' } })
  const before = peak()
  const path = `/v1/projects/${attacker.projectId}/keys/import/validate`
  const held = await Promise.all(Array.from({ length: BODIES }, () => sendAllButTheEnd(path, attacker.cookie)))
  await untilStill(held)
  const taken = held.reduce((sum, { bytesWritten, writableLength }) => sum + bytesWritten - writableLength, 0)
  assert.ok(taken > LENGTH - MB, `only ${taken} bytes were taken at all`)
  await other.client.createKey({ params, body: { key: 'meanwhile' } })
  const file = Buffer.from(JSON.stringify({ meanwhile: 'x'.repeat(5_000) })).toString('base64')
  const files = [{ filename: 'en.json', content: file, size: Buffer.from(file, 'base64').length }]
  const { summary } = await other.client.validateImport({ params, body: { files } })
  assert.equal(summary.totalKeys, 1)
  assert.ok(peak() - before < MOST_MB, `${Math.round(peak() - before)} MB more`)
})

/** Until nobody can send any more. */
async function untilStill(held: readonly Socket[]): Promise<void> {
  const progress = () => held.reduce((sum, { bytesWritten, writableLength }) => sum + bytesWritten - writableLength, 0)
  for (let last = -1; last !== progress(); ) {
    last = progress()
    await sleep(500)
  }
}
