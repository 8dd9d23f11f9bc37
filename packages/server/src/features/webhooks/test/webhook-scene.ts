import assert from 'node:assert/strict'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { buffer } from 'node:stream/consumers'
import type { WebhookEvent, WebhookMessage } from '@parlance/contract'
import { verifyWebhook } from '@parlance/sdk'
import Stripe from 'stripe'
import { assertDelivery } from '../../../../test/described.ts'
import { createScene } from '../../../../test/factories.ts'
import { atEnd, type Caller, startService, type TestService } from '../../../../test/harness.ts'
import { until } from '../../../../test/until.ts'
import type { Config } from '../../../config.ts'
import { startWorkers } from '../../../workers.ts'
import { listen } from './receivers.ts'

const { webhooks } = new Stripe('sk_test_unused')

interface Arrival {
  method: string | undefined
  headers: IncomingHttpHeaders
  raw: string
  body: WebhookMessage
  /** By the clock of the service. */
  at: number
}

/**
 * Answers as told and keeps what arrives, provided that its signature is genuine to our package (and to Stripe's, whose
 * scheme X-TMS-Signature has), and that the contract describes it.
 */
async function recordingReceiver(clock: TestService['clock']) {
  const arrivals: Arrival[] = []
  const free = Promise.resolve()
  const receiver = { url: '', secret: '', status: 200, text: 'thanks', answersAfter: free, arrivals, forged: 0 }
  const server = createServer(async (request, response) => {
    const bytes = await buffer(request)
    const at = clock.now().getTime()
    const { method, headers } = request
    let fault: unknown
    try {
      const signature = headers['x-tms-signature']
      if (signature) webhooks.constructEvent(bytes, signature, receiver.secret, 2, undefined, Math.floor(at / 1000))
      const body = await verifyWebhook(receiver.secret, headers, bytes, { tolerance: 2, now: new Date(at) })
      assertDelivery(body)
      arrivals.push({ method, headers, raw: bytes.toString(), body, at })
    } catch (error) {
      receiver.forged++
      fault = error instanceof assert.AssertionError ? error : undefined
    }
    await receiver.answersAfter
    response.writeHead(receiver.status).end(receiver.text)
    // Fails the test that is running, and tells it more than that something is missing.
    if (fault) throw fault
  })
  receiver.url = `http://127.0.0.1:${await listen(server)}/hook?token=t0p`
  return receiver
}

/** A service that delivers, a project, and webhooks whose receivers live here. */
export async function createWebhookScene(overrides: Partial<Config> = {}) {
  const service = await startService({ webhookAllowNetworks: '127.0.0.0/8', ...overrides })
  const workers = startWorkers(service.services)
  atEnd(() => workers.close())
  const scene = await createScene(service)
  const { owner, projectId } = scene
  let made = 0

  const listed = async (id: number) =>
    (await service.ok(owner, 'listDeliveries', { params: { id }, query: { limit: 100 } })).deliveries
  const readDelivery = (id: number) => service.ok(owner, 'getDelivery', { params: { id } })

  return {
    ...scene,
    service,
    listed,
    readDelivery,
    readHook: (id: number) => service.ok(owner, 'getWebhook', { params: { id } }),
    async createHook(events: WebhookEvent[], status = 200, by: Caller = owner) {
      const receiver = await recordingReceiver(service.clock)
      const body = { name: `Hook ${++made}`, url: receiver.url, events }
      const { id, secret, name } = await service.ok(by, 'createWebhook', { params: { projectId }, body })
      return { id, name, receiver: Object.assign(receiver, { secret, status }) }
    },
    test: (id: number) => service.ok(owner, 'testWebhook', { params: { id } }),
    createKey: (fields: object = {}) =>
      service.ok(owner, 'createKey', { params: { projectId }, body: { key: `key ${++made}`, ...fields } }),
    /** Waits for a delivery to come to a state after an attempt. */
    async settled(id: number, status: string, attempt?: number) {
      const isThere = async () => {
        const { status: now, attemptNumber, nextRetryAt } = await readDelivery(id)
        if (now !== status || (now === 'retrying' && nextRetryAt === null)) return false
        return attempt === undefined || attemptNumber === attempt
      }
      await until(`delivery ${id} to be ${status}, attempt ${attempt}`, isThere)
      return readDelivery(id)
    },
    /** Waits until nothing more is under way to a webhook. What was recorded is queued in the same transaction. */
    async quiet(id: number) {
      await until('deliveries to end', async () => (await listed(id)).every(({ status }) => status !== 'pending'))
      return listed(id)
    },
  }
}

/** Times are compared as the delays the specification lists, give or take a tenth. */
export function assertAbout(milliseconds: number, expected: number): void {
  assert.ok(Math.abs(milliseconds - expected) <= expected / 10, `${milliseconds} ms is not about ${expected} ms`)
}
