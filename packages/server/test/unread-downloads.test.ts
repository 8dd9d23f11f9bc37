import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { after, test } from 'node:test'
import { Snapshot } from '../src/db/snapshot.ts'
import { sql } from '../src/db/sql.ts'
import { buildFiles } from '../src/features/cdn/build-files.ts'
import { createScene, join, type Person } from './factories.ts'
import { credentials, startService } from './harness.ts'
import { until } from './until.ts'

// More than fits into what lies between the service and its reader.
const KEYS = 700
const CHARACTERS = 20_000
const UNREAD_MS = 4_500
const WHOLE = KEYS * CHARACTERS

const patient = await startService()
const impatient = await startService({ unreadTimeoutMs: UNREAD_MS })
type Service = typeof patient

const sockets: Socket[] = []
after(() => {
  for (const socket of sockets) socket.destroy()
})

for (const { app } of [patient, impatient]) await app.listen({ port: 0, host: '127.0.0.1' })

async function createLargeScene(service: Service) {
  const scene = await createScene(service)
  const { projectId, project } = scene
  await service.db.run(sql`
    with made as (
      insert into keys (project_id, namespace_id, name, created_by, created_at, updated_at)
      select ${projectId}, ${project.defaultNamespaceId}, 'key ' || n, ${scene.owner.userId}, now(), now()
      from generate_series(1, ${KEYS}) n
      returning id
    )
    insert into translations (project_id, key_id, locale_id, value, status, created_by, created_at, updated_at)
    select ${projectId}, id, ${project.sourceLocaleId}, repeat('x', ${CHARACTERS}), 'translated',
           ${scene.owner.userId}, now(), now()
    from made`)
  return scene
}

const portOf = ({ app }: Service) => (app.server.address() as AddressInfo).port

/** Asks for all values of a project and reads nothing. */
async function askAndNotRead(service: Service, { cookie }: Person, projectId: number): Promise<Socket> {
  const socket = connect(portOf(service), '127.0.0.1').on('error', () => {})
  sockets.push(socket)
  await once(socket, 'connect')
  const body = '{"localeCodes":["en"]}'
  const head = `Host: localhost\r\nCookie: ${cookie}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}`
  socket.write(`POST /v1/projects/${projectId}/keys/export HTTP/1.1\r\n${head}\r\n\r\n${body}`)
  return socket
}

async function exportAll(service: Service, caller: Person, projectId: number) {
  const answer = await fetch(`http://127.0.0.1:${portOf(service)}/v1/projects/${projectId}/keys/export`, {
    method: 'POST',
    headers: { ...credentials(caller), 'content-type': 'application/json' },
    body: '{"localeCodes":["en"]}',
  })
  return { status: answer.status, retryAfter: answer.headers.get('retry-after'), text: await answer.text() }
}

const busy = ({ db: { readers } }: Service) => readers.totalCount - readers.idleCount

test('exports that nobody reads leave room for other people and other organizations, and all of it for deploys', async () => {
  const first = await createLargeScene(patient)
  const second = await createLargeScene(patient)
  const third = await createLargeScene(patient)
  const colleague = await join(patient, first.owner, first.orgId, 'viewer')
  for (let n = 0; n < 5; n++) await askAndNotRead(patient, first.owner, first.projectId)
  await until('three of five to be served', () => busy(patient) === 3)
  assert.ok((await exportAll(patient, colleague, first.projectId)).text.length > WHOLE)

  for (let n = 0; n < 5; n++) await askAndNotRead(patient, colleague, first.projectId)
  await until('four of the organization to be served', () => busy(patient) === 4)
  const partner = await join(patient, second.owner, second.orgId, 'viewer')
  for (const reader of [second.owner, second.owner, partner]) await askAndNotRead(patient, reader, second.projectId)
  await until('seven to be served', () => busy(patient) === 7)
  assert.ok((await exportAll(patient, third.owner, third.projectId)).text.length > WHOLE)

  await askAndNotRead(patient, partner, second.projectId)
  await until('all to be served', () => busy(patient) === 8)
  const settings = {
    token: 'x',
    format: 'json',
    structure: 'flat',
    statuses: null,
    source: { id: 1, code: 'en' },
  } as const
  const snapshot = await Snapshot.open(patient.db, 'deployers')
  const built = await Array.fromAsync(buildFiles(snapshot, third.projectId, settings, () => true))
  snapshot.close()
  assert.equal(built.length, 3)
})

test('who has as many downloads under way as one may have waits, then is told to come back', async () => {
  const { owner, projectId } = await createLargeScene(impatient)
  const unread = await Promise.all([1, 2, 3].map(() => askAndNotRead(impatient, owner, projectId)))
  await until('three to be served', () => busy(impatient) === 3)
  const refused = await exportAll(impatient, owner, projectId)
  assert.deepEqual([refused.status, JSON.parse(refused.text).code], [429, 'RATE_LIMIT_EXCEEDED'])
  assert.match(refused.retryAfter ?? '', /^[1-9]\d*$/)
  const waiting = exportAll(impatient, owner, projectId)
  unread[0]?.destroy()
  assert.equal((await waiting).status, 200)
})

test('a download that nobody reads is broken off, so that nobody takes it for whole, and its connection is free', async () => {
  const { owner, projectId } = await createLargeScene(impatient)
  const socket = await askAndNotRead(impatient, owner, projectId)
  await until('it to be served', () => busy(impatient) > 0)
  await until('its connection to be free', () => busy(impatient) === 0)
  const received = await readRest(socket)
  assert.match(received, /^HTTP\/1.1 200 /)
  assert.ok(received.length < WHOLE && !received.endsWith('0\r\n\r\n'), `${received.length} bytes came`)
})

test('who waits while others hardly read gets the seat of the slowest, long before all of them have stood still too long', async () => {
  const scenes = [await createLargeScene(impatient), await createLargeScene(impatient)]
  const third = await createLargeScene(impatient)
  for (const { owner, orgId, projectId } of scenes) {
    const colleague = await join(impatient, owner, orgId, 'viewer')
    for (const reader of [owner, owner, colleague, colleague]) await askAndNotRead(impatient, reader, projectId)
  }
  await until('all seats to be taken', () => busy(impatient) === 8)
  const { status, text } = await exportAll(impatient, third.owner, third.projectId)
  assert.equal(status, 200)
  assert.ok(text.length > WHOLE)
  await until('all of them to be free', () => busy(impatient) === 0)
})

test('who reads slowly, but reads, gets all of it', async () => {
  const { owner, projectId } = await createLargeScene(impatient)
  const socket = await askAndNotRead(impatient, owner, projectId)
  let received = 0
  const began = performance.now()
  while (performance.now() - began < UNREAD_MS * 1.3) {
    received += (socket.read() as Buffer | null)?.length ?? 0
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  const rest = await readRest(socket)
  assert.ok(received + rest.length > WHOLE && rest.endsWith('0\r\n\r\n'), `${received} and ${rest.length} bytes came`)
})

async function readRest(socket: Socket): Promise<string> {
  const chunks: Buffer[] = []
  let tail = ''
  socket.on('data', (chunk: Buffer) => {
    chunks.push(chunk)
    tail = (tail + chunk.toString('latin1')).slice(-10)
  })
  await Promise.race([once(socket, 'close'), until('the end of the answer', () => tail.endsWith('0\r\n\r\n'), 20_000)])
  return Buffer.concat(chunks).toString('latin1')
}
