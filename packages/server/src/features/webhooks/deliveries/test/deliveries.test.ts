import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { until } from '../../../../../test/until.ts'
import { sql } from '../../../../db/sql.ts'
import { assertAbout, createWebhookScene } from '../../test/webhook-scene.ts'

const scene = await createWebhookScene()
const { service, owner, createHook, settled, readDelivery, readHook } = scene
const MINUTES = [1, 5, 15, 60]

const retry = (id: number) => service.ok(owner, 'retryDelivery', { params: { id } })
const retryRefused = (id: number) => service.refused(owner, 'retryDelivery', { params: { id } }, 'retryNotAllowed')

/** Lets the time pass until the next attempt is due, and no longer; what is due is found by polling, or sooner. */
async function waitForRetry(id: number): Promise<void> {
  const { nextRetryAt } = await readDelivery(id)
  service.clock.advance(Date.parse(nextRetryAt ?? '') - service.clock.now().getTime())
  service.services.wakeUps.deliveries.call()
}

/** Through all five attempts. */
async function fail(id: number): Promise<void> {
  for (let attempt = 1; attempt < 5; attempt++) {
    await settled(id, 'retrying', attempt)
    await waitForRetry(id)
  }
  await settled(id, 'failed', 5)
}

test('a test delivery is answered as pending, arrives signed and named, and is told as a success', async () => {
  const { id, receiver } = await createHook(['key.created'])
  const answer = await service.call(owner, 'testWebhook', { params: { id } })
  assert.equal(answer.status, 202)
  const { id: deliveryId, uuid, payload, createdAt, ...rest } = answer.body as Awaited<ReturnType<typeof readDelivery>>
  assert.deepEqual(rest, {
    webhookId: id,
    event: 'webhook.test',
    status: 'pending',
    httpStatus: null,
    attemptNumber: 1,
    responseBody: null,
    errorMessage: null,
    durationMs: null,
    sentAt: null,
    completedAt: null,
    nextRetryAt: null,
  })
  assert.match(uuid, /^del_[0-9a-f]+$/)
  const { durationMs, ...told } = await settled(deliveryId, 'success')
  const now = service.clock.now().toISOString()
  const result = { httpStatus: 200, responseBody: 'thanks', sentAt: now, completedAt: now, status: 'success' }
  const { durationMs: _, ...before } = rest
  assert.deepEqual(told, { ...before, id: deliveryId, uuid, payload, createdAt, ...result })
  assert.ok(Number.isInteger(durationMs))

  const [arrival] = receiver.arrivals
  assert.ok(arrival && receiver.arrivals.length === 1 && receiver.forged === 0)
  assert.equal(arrival.method, 'POST')
  assert.deepEqual(arrival.body, payload, 'the payload is the body as sent')
  assert.deepEqual(Object.keys(arrival.body).sort(), ['data', 'deliveryId', 'event', 'timestamp'])
  assert.ok(arrival.body.event === 'webhook.test')
  assert.equal(typeof arrival.body.data.message, 'string')
  assert.equal(arrival.body.timestamp, createdAt)
  assert.equal(arrival.body.deliveryId, uuid)
  assert.match(String(arrival.headers['x-tms-signature']), /^t=\d+,v1=[0-9a-f]{64}$/)
  assert.equal(arrival.headers['x-tms-event'], 'webhook.test')
  assert.equal(arrival.headers['x-tms-delivery-id'], uuid)
  assert.equal(arrival.headers['user-agent'], 'TMS-Webhooks/1.0')
  assert.match(String(arrival.headers['content-type']), /^application\/json\b/)
  const { lastTriggeredAt, lastSuccessAt } = await readHook(id)
  assert.deepEqual([lastTriggeredAt, lastSuccessAt], [now, now])
})

test('five attempts, about 1, 5, 15 and 60 minutes after each failure, with the same bytes newly signed', async () => {
  const { id, receiver } = await createHook(['key.created'], 500)
  receiver.text = 'no'
  const { id: deliveryId, uuid } = await scene.test(id)
  for (const [at, minutes] of MINUTES.entries()) {
    const delivery = await settled(deliveryId, 'retrying', at + 1)
    assert.equal(delivery.httpStatus, 500)
    assert.equal(delivery.responseBody, 'no')
    assert.match(delivery.errorMessage ?? '', /500/)
    assert.equal(delivery.completedAt, null)
    const failedAt = receiver.arrivals.at(-1)?.at ?? 0
    assertAbout(Date.parse(delivery.nextRetryAt ?? '') - failedAt, minutes * 60_000)
    await retryRefused(deliveryId)
    await waitForRetry(deliveryId)
    if (at === 0) assert.equal((await readHook(id)).consecutiveFailures, 0, 'what is to be retried counts nothing')
  }
  const { nextRetryAt, completedAt } = await settled(deliveryId, 'failed', 5)
  assert.equal(nextRetryAt, null)
  assert.equal(completedAt, service.clock.now().toISOString())
  assert.equal((await readHook(id)).consecutiveFailures, 1)

  const { arrivals } = receiver
  assert.equal(arrivals.length, 5)
  assert.equal(new Set(arrivals.map(({ raw }) => raw)).size, 1)
  assert.deepEqual(new Set(arrivals.map(({ headers }) => headers['x-tms-delivery-id'])), new Set([uuid]))
  assert.equal(new Set(arrivals.map(({ headers }) => headers['x-tms-signature'])).size, 5)

  service.clock.advance(7 * 24 * 3_600_000)
  const marker = await scene.test(id)
  await settled(marker.id, 'retrying', 1)
  assert.equal(arrivals.length, 6, 'of the failed delivery there is no sixth attempt')
})

test('a webhook can ask for Standard Webhooks: the id stays the same over attempts, each is signed anew', async () => {
  const { id, receiver } = await createHook(['key.created'], 500)
  const update = (body: object) => service.ok(owner, 'updateWebhook', { params: { id }, body })
  assert.equal((await update({ signature: 'standard' })).signature, 'standard')
  const { id: deliveryId, uuid } = await scene.test(id)
  await fail(deliveryId)
  receiver.status = 200
  await retry(deliveryId)
  await settled(deliveryId, 'success', 6)
  assert.equal(receiver.arrivals.length, 6)
  const library = new Webhook(receiver.secret)
  for (const { headers, raw, at } of receiver.arrivals) {
    const seconds = Number(headers['webhook-timestamp'])
    assert.equal(headers['webhook-id'], uuid)
    assert.equal(headers['webhook-signature'], library.sign(uuid, new Date(seconds * 1000), raw))
    assert.ok(Math.abs(seconds * 1000 - at) <= 2_000)
    assert.equal(headers['x-tms-signature'], undefined)
    assert.deepEqual([headers['x-tms-event'], headers['x-tms-delivery-id']], ['webhook.test', uuid])
  }
  const scheduled = receiver.arrivals.slice(0, 5)
  assert.equal(new Set(scheduled.map(({ headers }) => headers['webhook-signature'])).size, 5)
  await update({ signature: 'tms' })
  await settled((await scene.test(id)).id, 'success')
  const { headers } = receiver.arrivals.at(-1) ?? assert.fail('Nothing came')
  assert.ok(headers['x-tms-signature'] && !('webhook-signature' in headers))
})

test('a failed delivery is retried by hand: one attempt each, without a schedule, until it succeeds', async () => {
  const { id, receiver } = await createHook(['key.created'], 503)
  const { id: deliveryId } = await scene.test(id)
  await fail(deliveryId)

  const again = await retry(deliveryId)
  assert.deepEqual(
    [again.status, again.attemptNumber, again.httpStatus, again.errorMessage, again.completedAt, again.sentAt],
    ['pending', 6, null, null, null, null],
  )
  assert.equal((await settled(deliveryId, 'failed', 6)).nextRetryAt, null)
  assert.equal((await readHook(id)).consecutiveFailures, 1, 'a delivery counts once')
  receiver.status = 204
  await retry(deliveryId)
  const { httpStatus, errorMessage } = await settled(deliveryId, 'success', 7)
  assert.deepEqual([httpStatus, errorMessage], [204, null])
  assert.equal((await readHook(id)).consecutiveFailures, 0)
  await retryRefused(deliveryId)
  assert.equal(receiver.arrivals.length, 7)
  assert.equal(new Set(receiver.arrivals.map(({ raw }) => raw)).size, 1)
})

test('of retries at once, each that is accepted makes one attempt', async () => {
  const { id, receiver } = await createHook(['key.created'], 500)
  const { id: deliveryId } = await scene.test(id)
  await fail(deliveryId)
  const request = { params: { id: deliveryId } }
  const answers = await Promise.all([1, 2, 3].map(() => service.call(owner, 'retryDelivery', request)))
  const accepted = answers.filter(({ status }) => status === 200).length
  assert.ok(accepted >= 1)
  await settled(deliveryId, 'failed', 5 + accepted)
  assert.equal(receiver.arrivals.length, 5 + accepted)
})

test('an attempt whose process died is made again, under the same number and without a sixth', async () => {
  const { id, receiver } = await createHook(['key.created'], 500)
  const { id: deliveryId } = await scene.test(id)
  for (let attempt = 1; attempt < 5; attempt++) {
    await settled(deliveryId, 'retrying', attempt)
    if (attempt < 4) await waitForRetry(deliveryId)
  }
  // As a process leaves it that took the fifth attempt and came no further.
  const lease = new Date(service.clock.now().getTime() + 30_000)
  await service.db.run(sql`
    update deliveries set attempt = 5, due_at = ${lease}, sent_at = ${service.clock.now()}, http_status = null,
                          response_body = null, error_message = null, duration_ms = null
    where id = ${deliveryId}`)
  assert.equal((await readDelivery(deliveryId)).nextRetryAt, null)
  service.clock.advance(30_000)
  assert.equal((await settled(deliveryId, 'failed')).attemptNumber, 5)
  assert.equal(receiver.arrivals.length, 5)
})

test('a delivery that waits for a webhook switched off meanwhile fails, with no attempt more', async () => {
  const { id, receiver } = await createHook(['key.created'], 500)
  const { id: deliveryId } = await scene.test(id)
  const { sentAt } = await settled(deliveryId, 'retrying', 1)
  await service.ok(owner, 'updateWebhook', { params: { id }, body: { isActive: false } })
  await waitForRetry(deliveryId)
  const delivery = await settled(deliveryId, 'failed')
  assert.deepEqual([delivery.attemptNumber, delivery.sentAt], [1, sentAt], 'those of the last attempt made')
  assert.match(delivery.errorMessage ?? '', /not active/)
  assert.equal(receiver.arrivals.length, 1)
})

test('a delivery that waits is signed with the secret of the moment it is sent', async () => {
  const { id, receiver } = await createHook(['key.created'], 500)
  const { id: deliveryId } = await scene.test(id)
  await settled(deliveryId, 'retrying', 1)
  const regenerate = () => service.ok(owner, 'regenerateSecret', { params: { id } })
  const old = receiver.secret
  receiver.secret = (await regenerate()).secret
  receiver.status = 200
  await waitForRetry(deliveryId)
  await settled(deliveryId, 'success', 2)
  assert.equal(receiver.forged, 0)
  assert.notEqual(receiver.secret, old)

  receiver.secret = old
  await settled((await scene.test(id)).id, 'success')
  assert.equal(receiver.forged, 1, 'the old secret is worth nothing')
})

test('a redirect is a failure, and is not followed; long answers are cut to 2000 bytes', async () => {
  const { id, receiver } = await createHook(['key.created'], 302)
  receiver.text = 'é'.repeat(3000)
  const delivery = await settled((await scene.test(id)).id, 'retrying', 1)
  assert.equal(delivery.httpStatus, 302)
  assert.ok(Buffer.byteLength(delivery.responseBody ?? '') <= 2000)
  assert.match(delivery.responseBody ?? '', /^é+$/)
})

test('a receiver that is not there is tried again, and that hinders no other', async () => {
  const { id } = await createHook(['key.created'])
  await service.ok(owner, 'updateWebhook', { params: { id }, body: { url: 'http://127.0.0.1:1/' } })
  const { id: deliveryId } = await scene.test(id)
  const delivery = await settled(deliveryId, 'retrying', 1)
  assert.deepEqual([delivery.httpStatus, delivery.responseBody], [null, null])
  assert.doesNotMatch(delivery.errorMessage ?? '', /127\.0|ECONN/)
  const healthy = await createHook(['key.created'])
  await scene.test(healthy.id)
  await until('the healthy one', () => healthy.receiver.arrivals.length === 1)
})
