import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onThisMachine } from '../../../../../test/this-machine.ts'
import { until } from '../../../../../test/until.ts'
import { sql } from '../../../../db/sql.ts'
import { startWorkers } from '../../../../workers.ts'
import { receiver } from '../../test/receivers.ts'
import { createWebhookScene } from '../../test/webhook-scene.ts'

// Without delays there is one attempt, and a delivery that fails has failed for good.
const scene = await createWebhookScene({ webhookRetryDelays: [] })
const { service, owner, projectId, createHook, settled, readHook, readDelivery } = scene

const update = (id: number, body: object) => service.ok(owner, 'updateWebhook', { params: { id }, body })
const remove = (id: number) => service.ok(owner, 'deleteWebhook', { params: { id } })

/** Answers nobody until it is allowed to. */
async function hanging(until: Promise<void>): Promise<string> {
  return receiver(async (_, response) => {
    await until
    response.end()
  })
}

async function failDeliveries(id: number, count: number): Promise<void> {
  for (let at = 0; at < count; at++) await settled((await scene.test(id)).id, 'failed')
}

test('ten failed deliveries in a row switch a webhook off, and those who want to know are told', async () => {
  const watcher = await createHook(['webhook.disabled'])
  const stranger = await createHook(['key.created'])
  const { id, name, receiver } = await createHook(['key.created', 'webhook.disabled'], 500)
  await failDeliveries(id, 9)
  const nearly = await readHook(id)
  assert.deepEqual([nearly.isActive, nearly.consecutiveFailures, nearly.lastSuccessAt], [true, 9, null])
  await failDeliveries(id, 1)
  const off = await readHook(id)
  assert.deepEqual([off.isActive, off.consecutiveFailures], [false, 10])

  const data = { projectId, webhookId: id, name, reason: 'max_consecutive_failures' }
  await until('the others to be told', () => watcher.receiver.arrivals.length === 1)
  assert.deepEqual(watcher.receiver.arrivals[0]?.body.data, data)
  const [notice] = await scene.quiet(id)
  assert.deepEqual([notice?.event, notice?.status, notice?.attemptNumber], ['webhook.disabled', 'failed', 1])
  assert.deepEqual(receiver.arrivals.at(-1)?.body.data, data)
  assert.equal(receiver.arrivals.length, 11, 'one last delivery, in one attempt')
  assert.equal((await readHook(id)).consecutiveFailures, 10, 'which counts towards nothing')
  assert.deepEqual(await scene.listed(stranger.id), [])
  for (const { id } of [watcher, stranger]) await remove(id)
})

test('a success starts the count anew', async () => {
  const { id, receiver } = await createHook(['key.created'], 500)
  await failDeliveries(id, 9)
  receiver.status = 200
  await settled((await scene.test(id)).id, 'success')
  const { consecutiveFailures, lastSuccessAt } = await readHook(id)
  assert.deepEqual([consecutiveFailures, lastSuccessAt], [0, service.clock.now().toISOString()])
  receiver.status = 500
  await failDeliveries(id, 9)
  assert.equal((await readHook(id)).isActive, true)
  await remove(id)
})

test('ten that fail at the same time switch a webhook off once', async () => {
  const watcher = await createHook(['webhook.disabled'])
  const { id, receiver } = await createHook(['key.created'], 500)
  await Promise.all(Array.from({ length: 15 }, () => scene.test(id)))
  await until('it to be switched off', async () => !(await readHook(id)).isActive)
  await scene.quiet(id)
  await until('the others to be told', () => watcher.receiver.arrivals.length > 0)
  assert.equal((await scene.listed(watcher.id)).length, 1)
  assert.ok(receiver.arrivals.length >= 10)
  await remove(watcher.id)
})

test('switched off by hand it is told so itself, once, and others are too', async () => {
  const watcher = await createHook(['webhook.disabled'])
  const { id, name, receiver } = await createHook(['webhook.disabled'])
  const { isActive } = await update(id, { isActive: false })
  assert.equal(isActive, false)
  const data = { projectId, webhookId: id, name, reason: 'manual' }
  for (const each of [receiver, watcher.receiver]) {
    await until('the notice', () => each.arrivals.length === 1)
    assert.deepEqual(each.arrivals[0]?.body.data, data)
    assert.equal(each.forged, 0)
  }
  await update(id, { isActive: false })
  await update(id, { name: 'Still off' })
  assert.equal((await scene.quiet(id)).length, 1)
  assert.equal((await scene.quiet(watcher.id)).length, 1, 'what is off is not switched off again')
  await remove(watcher.id)
})

test('a notice that fails is not tried again and counts nothing', async () => {
  const { id, receiver } = await createHook(['webhook.disabled'], 500)
  await update(id, { isActive: false })
  const [notice] = await scene.quiet(id)
  assert.deepEqual([notice?.status, notice?.nextRetryAt, notice?.attemptNumber], ['failed', null, 1])
  assert.equal(receiver.arrivals.length, 1)
  const { consecutiveFailures, lastTriggeredAt } = await readHook(id)
  assert.deepEqual([consecutiveFailures, lastTriggeredAt], [0, null])
})

test('what is due to a webhook that is off fails without an attempt, and says so', async () => {
  const { id, receiver } = await createHook(['key.created'], 500)
  await failDeliveries(id, 1)
  const [failed] = await scene.listed(id)
  await update(id, { isActive: false })
  const before = await readHook(id)
  const { id: tested } = await scene.test(id)
  const delivery = await settled(tested, 'failed')
  assert.match(delivery.errorMessage ?? '', /not active/)
  assert.deepEqual([delivery.httpStatus, delivery.attemptNumber, delivery.nextRetryAt], [null, 1, null])
  assert.equal(delivery.sentAt, null, 'nothing was sent')
  for (let times = 0; times < 2; times++) {
    const asked = await service.ok(owner, 'retryDelivery', { params: { id: failed?.id ?? 0 } })
    assert.equal(asked.attemptNumber, 1)
    const retried = await settled(failed?.id ?? 0, 'failed')
    assert.match(retried.errorMessage ?? '', /not active/)
    assert.deepEqual([retried.sentAt, retried.attemptNumber], [null, 1], 'without an attempt there is no number for it')
  }
  assert.equal(receiver.arrivals.length, 1)
  const { consecutiveFailures, lastTriggeredAt } = await readHook(id)
  assert.deepEqual(
    { consecutiveFailures, lastTriggeredAt },
    { consecutiveFailures: before.consecutiveFailures, lastTriggeredAt: before.lastTriggeredAt },
  )
})

test('14.10 a delivery counts once among the failures in a row, however often it fails again', async () => {
  const { id } = await createHook(['key.created'], 500)
  await failDeliveries(id, 9)
  const [last] = await scene.listed(id)
  for (let attempt = 2; attempt <= 4; attempt++) {
    await service.ok(owner, 'retryDelivery', { params: { id: last?.id ?? 0 } })
    await settled(last?.id ?? 0, 'failed', attempt)
  }
  const { isActive, consecutiveFailures, lastTriggeredAt } = await readHook(id)
  assert.deepEqual([isActive, consecutiveFailures], [true, 9])
  assert.equal(lastTriggeredAt, service.clock.now().toISOString())
  await failDeliveries(id, 1)
  assert.equal((await readHook(id)).isActive, false)
})

test('14.10 one that failed without an attempt counts when it fails with one', async () => {
  const { id } = await createHook(['key.created'], 500)
  await update(id, { isActive: false })
  const { id: deliveryId } = await scene.test(id)
  await settled(deliveryId, 'failed', 1)
  await update(id, { isActive: true })
  assert.equal((await readHook(id)).consecutiveFailures, 0)
  await service.ok(owner, 'retryDelivery', { params: { id: deliveryId } })
  await settled(deliveryId, 'failed', 2)
  assert.equal((await readHook(id)).consecutiveFailures, 1)
  await remove(id)
})

test('switched on again it hears of new events only, with a clean record', async () => {
  const { id, receiver } = await createHook(['key.created'], 500)
  await failDeliveries(id, 10)
  assert.equal((await readHook(id)).isActive, false)
  await scene.createKey()
  receiver.status = 200
  const { isActive, consecutiveFailures } = await update(id, { isActive: true })
  assert.deepEqual([isActive, consecutiveFailures], [true, 0])
  const { key } = await scene.createKey()
  await until('the new key', () => receiver.arrivals.length === 11)
  const told = receiver.arrivals.at(-1)?.body
  assert.ok(told?.event === 'key.created')
  assert.equal(told.data.key, key)
  assert.equal((await scene.quiet(id)).length, 11)
})

test('nothing is sent after DELETE has answered', async () => {
  const { id, receiver } = await createHook(['key.created', 'webhook.disabled'])
  const told = await scene.test(id)
  await settled(told.id, 'success')
  // A receiver that takes its time leaves a backlog: so many attempts to one webhook are under way at once.
  const { promise, resolve } = Promise.withResolvers<void>()
  receiver.answersAfter = promise
  await Promise.all(Array.from({ length: 30 }, () => scene.createKey()))
  await until('attempts to be under way', () => receiver.arrivals.length === 1 + 20)
  await remove(id)
  resolve()
  // The queue is taken webhook by webhook, in the order of their ids: when the later one is told, the first had its turn.
  const later = await createHook(['key.created'])
  for (let told = 1; told <= 2; told++) {
    await scene.createKey()
    await until('the later one to be told', () => later.receiver.arrivals.length === told)
  }
  await remove(later.id)
  assert.equal(receiver.arrivals.length, 1 + 20)
  const left = await service.db.rows(sql`select 1 from deliveries where webhook_id = ${id} and due_at is not null`)
  assert.deepEqual(left, [])
  await service.refused(owner, 'getWebhook', { params: { id } }, 'webhookNotFound')
  await service.refused(owner, 'getDelivery', { params: { id: told.id } }, 'deliveryNotFound')
  await service.refused(owner, 'retryDelivery', { params: { id: told.id } }, 'deliveryNotFound')
})

test('nothing is sent for a project that was deleted', async () => {
  const body = { name: 'Short-lived', sourceLocale: 'en' }
  const project = await service.ok(owner, 'createProject', { params: { orgId: scene.orgId }, body })
  const { receiver } = await createHook(['key.created'])
  const params = { projectId: project.id }
  const hook = { name: 'Its hook', url: receiver.url, events: ['key.created', 'webhook.disabled'] }
  const { id } = await service.ok(owner, 'createWebhook', { params, body: hook })
  await service.ok(owner, 'deleteProject', { params })
  // As a retry that was due later than the project lived.
  await service.db.run(sql`
    insert into deliveries (uuid, webhook_id, event, body, status, created_at, due_at)
    values ('del_late', ${id}, 'key.created', '{}', 'pending', ${service.clock.now()}, ${service.clock.now()})`)
  const isEnded = () => service.db.row(sql`select 1 from deliveries where webhook_id = ${id} and status = 'failed'`)
  await until('it to be ended', isEnded)
  assert.deepEqual([receiver.arrivals.length, receiver.forged], [0, 0])
})

test('a blocked address ends a delivery at its first attempt, on every way to it', async () => {
  const { id } = await createHook(['key.created'])
  // The address was allowed when it was given; what it means has changed since.
  await service.db.run(sql`update webhooks set url = 'http://10.0.0.1/' where id = ${id}`)
  const { id: tested } = await scene.test(id)
  await scene.createKey()
  const first = await settled(tested, 'failed', 1)
  assert.deepEqual([first.httpStatus, first.responseBody, first.nextRetryAt], [null, null, null])
  await service.ok(owner, 'retryDelivery', { params: { id: tested } })
  await settled(tested, 'failed', 2)
  for (const { status } of await scene.quiet(id)) assert.equal(status, 'failed')
  assert.equal((await readHook(id)).consecutiveFailures, 2)
  assert.equal((await readDelivery(tested)).attemptNumber, 2)
})

test('a secret that cannot be read ends its delivery, and nothing else', async () => {
  const { id, receiver } = await createHook(['key.created'])
  await service.db.run(sql`update webhooks set secret = ${Buffer.from('sealed elsewhere')} where id = ${id}`)
  const delivery = await settled((await scene.test(id)).id, 'failed', 1)
  assert.match(delivery.errorMessage ?? '', /could not be prepared/)
  assert.deepEqual([receiver.forged, (await readHook(id)).consecutiveFailures], [0, 0])
  receiver.secret = (await service.ok(owner, 'regenerateSecret', { params: { id } })).secret
  await service.ok(owner, 'retryDelivery', { params: { id: delivery.id } })
  await settled(delivery.id, 'success', 2)
  await remove(id)
})

test('receivers that take their time hold up only themselves', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const slow = await Promise.all(Array.from({ length: 5 }, () => createHook(['key.created'])))
  for (const { receiver } of slow) receiver.answersAfter = promise
  const healthy = await createHook(['key.created'])
  const begun = Date.now()
  await Promise.all(Array.from({ length: 30 }, () => scene.createKey()))
  await until('the healthy one to hear all', () => healthy.receiver.arrivals.length === 30)
  const limit = onThisMachine(2000)
  assert.ok(Date.now() - begun < limit, `${Date.now() - begun} ms are more than ${limit}`)
  for (const { receiver } of slow) await until('its share', () => receiver.arrivals.length === 20)
  resolve()
  for (const { id, receiver } of [...slow, healthy]) {
    await until('the rest', () => receiver.arrivals.length === 30)
    for (const { status } of await scene.quiet(id)) assert.equal(status, 'success')
    await remove(id)
  }
})

test('fifty receivers that hang do not delay a healthy one by more than two seconds', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const url = await hanging(promise)
  const ids = await Promise.all(
    Array.from({ length: 50 }, async (_, n) => {
      const body = { name: `Hanging ${n}`, url, events: ['key.created'] }
      return (await service.ok(owner, 'createWebhook', { params: { projectId }, body })).id
    }),
  )
  const healthy = await createHook(['key.created'])
  for (let n = 0; n < 25; n++) await scene.createKey()
  const begun = Date.now()
  await until('the healthy one to hear all', () => healthy.receiver.arrivals.length === 25)
  const limit = onThisMachine(2000)
  assert.ok(Date.now() - begun < limit, `${Date.now() - begun} ms are more than ${limit}`)
  resolve()
  for (const id of [...ids, healthy.id]) await remove(id)
})

test('two engines side by side send each delivery once', async () => {
  const { id, receiver } = await createHook(['key.created'])
  const second = startWorkers({ ...service.services })
  try {
    await Promise.all(Array.from({ length: 60 }, () => scene.createKey()))
    await until('all to arrive', () => receiver.arrivals.length >= 60)
    await scene.quiet(id)
  } finally {
    await second.close()
  }
  assert.equal(receiver.arrivals.length, 60)
  assert.equal(new Set(receiver.arrivals.map(({ body }) => body.deliveryId)).size, 60)
})
