import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type IncomingMessage, request, type ServerResponse } from 'node:http'
import { json, text } from 'node:stream/consumers'
import { test } from 'node:test'
import { startStandIn } from '../src/features/machine-translation/test/stand-ins.ts'
import { receiver } from '../src/features/webhooks/test/receivers.ts'
import { CrashScene } from './crash-scene.ts'
import { onThisMachine } from './this-machine.ts'
import { until } from './until.ts'

const STOPPED_WITHIN_MS = 10_000
/** Well before the lease of an attempt would run out. */
const TAKEN_AGAIN_WITHIN_MS = 15_000

/** Keeps the ids of what arrives, and answers as it is told at the time. */
async function listener(answer: (response: ServerResponse) => void) {
  const found = { url: '', id: 0, arrivals: [] as string[], answer }
  found.url = await receiver(async (incoming, response) => {
    const { deliveryId } = (await json(incoming)) as { deliveryId: string }
    found.arrivals.push(deliveryId)
    found.answer(response)
  })
  return found
}

/** A request whose body is still to come; `finish` sends it. The service has begun to answer when this returns. */
async function beginRequest(scene: CrashScene, path: string, body: object) {
  const bytes = JSON.stringify(body)
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(bytes) }
  const call = request(scene.url + path, {
    method: 'POST',
    headers: { ...headers, cookie: scene.cookie, expect: '100-continue' },
  })
  const answered = once(call, 'response') as Promise<[IncomingMessage]>
  call.flushHeaders()
  await once(call, 'continue')
  return async function finish(): Promise<number | undefined> {
    call.end(bytes)
    const [response] = await answered
    await text(response)
    return response.statusCode
  }
}

interface Delivery {
  uuid: string
  status: string
  attemptNumber: number
}

test('SIGTERM while a receiver and a provider hang: nothing new is taken, all ends in time, and is made after it', async () => {
  const provider = await startStandIn('libretranslate')
  const released = Promise.withResolvers<void>()
  provider.meanwhile = () => released.promise
  const scene = await CrashScene.begin({
    database: 'own',
    env: {
      WEBHOOK_TIMEOUT: '30',
      WEBHOOK_RETRY_DELAYS: '1,1,1,1',
      WEBHOOK_ALLOW_NETWORKS: '127.0.0.0/8',
      MT_PROVIDER: 'libretranslate',
      MT_URL: provider.config.url ?? '',
    },
  })
  const path = `/v1/projects/${scene.projectId}`
  const cut = Promise.withResolvers<void>()
  const hanging = await listener((response) => response.on('close', () => cut.resolve()))
  const failing = await listener((response) => response.writeHead(500).end())
  for (const hook of [hanging, failing]) {
    const body = { name: 'Hook', url: hook.url, events: ['key.created'] }
    hook.id = (await scene.ok<{ id: number }>('POST', `${path}/webhooks`, body)).id
  }
  const deliveriesOf = async ({ id }: { id: number }) =>
    (await scene.ok<{ deliveries: Delivery[] }>('GET', `/v1/webhooks/${id}/deliveries`)).deliveries

  const translations = { en: { value: 'Hello', status: 'translated' } }
  const { id: keyId } = await scene.ok<{ id: number }>('POST', `${path}/keys`, { key: 'first', translations })
  const body = { keyIds: [keyId], targetLocaleCodes: ['de'] }
  const scheduled = await scene.ok<{ jobs: { jobId: number }[] }>('POST', `${path}/keys/batch/machine-translate`, body)
  const readJob = () =>
    scene.ok<{ status: string }>('GET', `${path}/machine-translation/jobs/${scheduled.jobs[0]?.jobId}`)
  await until('everybody to be asked', () => hanging.arrivals.length === 1 && provider.requests.length === 1)
  await until('the next attempt to be planned', async () => (await deliveriesOf(failing))[0]?.status === 'retrying')
  const finish = await beginRequest(scene, `${path}/keys`, { key: 'second' })

  const stopped = scene.stop()
  // By now the next attempt is due for seconds, and the request still keeps the process.
  await cut.promise
  assert.equal(failing.arrivals.length, 1, 'nothing new is begun')
  assert.equal(await finish(), 201)
  const { code, ms } = await stopped
  assert.equal(code, 0)
  assert.ok(ms < onThisMachine(STOPPED_WITHIN_MS), `it took ${ms} ms`)
  assert.deepEqual([hanging.arrivals.length, failing.arrivals.length, provider.requests.length], [1, 1, 1])

  hanging.answer = (response) => response.end()
  released.resolve()
  await scene.restart()
  const isMade = async () => (await deliveriesOf(hanging)).every(({ status }) => status === 'success')
  await until('what was cut off to be made', isMade, TAKEN_AGAIN_WITHIN_MS)
  const made = await deliveriesOf(hanging)
  assert.deepEqual(
    made.map(({ attemptNumber }) => attemptNumber),
    [1, 1],
    'the attempt that was cut off is the one that was made',
  )
  const [first] = hanging.arrivals
  assert.deepEqual(hanging.arrivals.toSorted(), [first, ...made.map(({ uuid }) => uuid)].toSorted())
  const hook = await scene.ok<{ consecutiveFailures: number }>('GET', `/v1/webhooks/${hanging.id}`)
  assert.equal(hook.consecutiveFailures, 0)
  await until('the planned attempt', () => failing.arrivals.filter((id) => id === failing.arrivals[0]).length > 1)
  await until('the job to be done', async () => (await readJob()).status === 'completed')
})
