import assert from 'node:assert/strict'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { verifyWebhook } from '@parlance/sdk'
import { listen } from '../src/features/webhooks/test/receivers.ts'
import { CrashScene } from './crash-scene.ts'
import { assertDelivery } from './described.ts'
import { Dice } from './fuzz-values.ts'
import { until } from './until.ts'

const FULL = process.env['PARLANCE_TEST_FULL'] === '1'
const EVENTS = FULL ? 1_000 : 40
const KILLS = FULL ? 10 : 2
const WEBHOOKS = FULL ? 3 : 2
const SEED = Number(process.env['CRASH_SEED'] ?? Date.now() % 2 ** 32)
const WRITERS = 8
const LONGEST_LIFE_MS = 1_200
const ENDED_WITHIN_MS = 120_000
const SETTINGS = {
  WEBHOOK_TIMEOUT: '1',
  WEBHOOK_RETRY_DELAYS: '0.1,0.1,0.2,0.2',
  WEBHOOK_ALLOW_NETWORKS: '127.0.0.0/8',
}

type Answer = (response: ServerResponse) => void

const answers: Record<string, Answer> = {
  '200': (response) => response.end('thanks'),
  '500': (response) => response.writeHead(500).end('no'),
  '301': (response) => response.writeHead(301, { location: '/elsewhere' }).end(),
  hang: () => {},
  reset: (response) => response.socket?.resetAndDestroy(),
  drip: (response) => {
    // The sender may be gone already; then nobody tells of its end.
    const timer = setInterval(() => response.write('.'), 50).unref()
    response.on('close', () => clearInterval(timer))
  },
}
const KINDS = [...Array<string>(6).fill('200'), '500', '301', 'hang', 'reset', 'drip']

interface Arrival {
  deliveryId: string
  answered: string
  raw: string
}

/** Answers each request in another way, and keeps what it was sent. */
async function receiver(dice: Dice) {
  const arrivals: Arrival[] = []
  const faults: string[] = []
  const found = { url: '', secret: '', id: 0, arrivals, faults }
  const take = async (request: IncomingMessage, response: ServerResponse) => {
    const raw = await buffer(request)
    const message = await verifyWebhook(found.secret, String(request.headers['x-tms-signature']), raw)
    assertDelivery(message)
    const { deliveryId } = message
    if (request.url !== '/hook') faults.push(`${deliveryId} went to ${request.url}`)
    const answered = dice.pick(KINDS)
    arrivals.push({ deliveryId, answered, raw: raw.toString() })
    answers[answered]?.(response)
  }
  const server = createServer((request, response) => {
    // A request that its killed sender did not finish is none.
    take(request, response).catch((error) => error.code !== 'ECONNRESET' && faults.push(String(error)))
  })
  found.url = `http://127.0.0.1:${await listen(server)}/hook`
  return found
}

interface Delivery {
  uuid: string
  status: string
  attemptNumber: number
  payload: { deliveryId: string; data: { key: string } }
}

async function deliveriesOf(scene: CrashScene, webhookId: number): Promise<Delivery[]> {
  const all: Delivery[] = []
  for (let cursor = ''; ; ) {
    const path = `/v1/webhooks/${webhookId}/deliveries?limit=100${cursor}`
    const page = await scene.ok<{ deliveries: Delivery[]; nextCursor: string | null }>('GET', path)
    all.push(...page.deliveries)
    if (page.nextCursor === null) return all
    cursor = `&cursor=${encodeURIComponent(page.nextCursor)}`
  }
}

test(`${EVENTS} events to hostile receivers while the service is killed ${KILLS} times (CRASH_SEED=${SEED})`, async (t) => {
  const dice = new Dice(SEED)
  const scene = await CrashScene.begin({ env: SETTINGS })
  const path = `/v1/projects/${scene.projectId}`
  const receivers = await Promise.all(Array.from({ length: WEBHOOKS }, () => receiver(new Dice(dice.below(2 ** 32)))))
  for (const each of receivers) {
    const body = { name: 'Hook', url: each.url, events: ['key.created'] }
    Object.assign(each, await scene.ok<{ id: number; secret: string }>('POST', `${path}/webhooks`, body), {
      url: each.url,
    })
  }
  let asked = 0
  const write = async () => {
    while (asked < EVENTS) {
      const key = `key ${++asked}`
      // Without an answer it may be done or not; asked again until it is there.
      while (![201, 400].includes((await scene.call('POST', `${path}/keys`, { key }))?.status ?? 0)) await sleep(20)
    }
  }
  const writing = Promise.all(Array.from({ length: WRITERS }, write))
  for (let kill = 0; kill < KILLS; kill++) {
    await sleep(dice.below(LONGEST_LIFE_MS))
    await scene.crash()
    await scene.restart()
  }
  await writing

  const isDone = async () => {
    for (const { id } of receivers) {
      const { total, successful, failed } = await scene.ok<Record<string, number>>('GET', `/v1/webhooks/${id}/stats`)
      if (total !== EVENTS || Number(successful) + Number(failed) !== EVENTS) return false
    }
    return true
  }
  await until('every delivery to end', isDone, ENDED_WITHIN_MS)
  let [attempts, given] = [0, 0]
  for (const { id, arrivals, faults } of receivers) {
    assert.deepEqual(faults, [])
    const ofDelivery = Map.groupBy(arrivals, ({ deliveryId }) => deliveryId)
    const deliveries = await deliveriesOf(scene, id)
    assert.equal(new Set(deliveries.map(({ payload }) => payload.data.key)).size, EVENTS, 'one for each event')
    assert.equal(new Set(deliveries.map(({ uuid }) => uuid)).size, EVENTS)
    for (const { uuid, payload, status, attemptNumber } of deliveries) {
      const arrived = ofDelivery.get(uuid) ?? []
      const answered = arrived.map((arrival) => arrival.answered)
      assert.equal(payload.deliveryId, uuid)
      assert.ok(arrived.length >= attemptNumber, `${uuid}: ${attemptNumber} attempts, and ${answered} arrived`)
      assert.equal(new Set(arrived.map(({ raw }) => raw)).size, 1, `${uuid} came with different bodies`)
      if (status === 'success') assert.ok(answered.includes('200'), `${uuid} is no success: ${answered}`)
      else assert.deepEqual([status, attemptNumber], ['failed', 5], uuid)
      if (status === 'failed') given++
    }
    attempts += arrivals.length
  }
  t.diagnostic(
    `${EVENTS} events × ${WEBHOOKS} webhooks, ${KILLS} kills, ${attempts} attempts, ${given} failed for good`,
  )
  assert.ok(attempts > EVENTS * WEBHOOKS)
})
