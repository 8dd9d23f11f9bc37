import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from '../src/db/sql.ts'
import { type Reader, receivedKey, streamsOf } from '../src/features/stream/test/reader.ts'
import { listen } from '../src/features/webhooks/test/receivers.ts'
import { tellIssues } from '../src/streams/issue-news.ts'
import { startWorkers } from '../src/workers.ts'
import { createApiKey, createScene, join } from './factories.ts'
import { atEnd, type Caller, startService, type TestService } from './harness.ts'
import { until } from './until.ts'

const config = { webhookAllowNetworks: '127.0.0.0/8', webhookRetryDelays: [0.05, 0.05, 0.05, 0.05] }
const one = await startService(config)
const other = await startService(config, one)
const instances = [one, other]
for (const { services } of instances) {
  const workers = startWorkers(services)
  atEnd(() => workers.close())
}
const streams = await Promise.all(instances.map(streamsOf))
const { owner, orgId, projectId } = await createScene(one)
const params = { projectId }
const KEY_STREAM = '/keys/events/stream'

const create = (service: TestService, key: string) => service.ok(owner, 'createKey', { params, body: { key } })

test('what is written through one instance is on the streams of both, in the same order, under the same ids', async () => {
  const path = `/projects/${projectId}/keys/events`
  const readers = await Promise.all(streams.map(({ open }) => open(owner, path)))
  await Promise.all(Array.from({ length: 40 }, (_, n) => create(n % 2 ? one : other, `key ${n}`)))
  await create(other, 'last')
  for (const reader of readers) await receivedKey(reader, 'last')
  const [first, second] = readers.map(({ events }) => events)
  assert.equal(first?.length, 41)
  assert.deepEqual(first, second)

  const waits: number[] = []
  for (const key of ['first', 'second', 'third', 'woken']) {
    const began = Date.now()
    await create(one, key)
    await receivedKey(readers[1] as Reader, key)
    waits.push(Date.now() - began)
  }
  // By polling, each is found a second after the one before it; only the first may come sooner.
  const quickest = Math.min(...waits.slice(1))
  assert.ok(quickest < 900, 'the other instance is woken up, and does not find it by polling')

  const resumed = await streams[0]?.open(owner, path, { 'last-event-id': second?.[20]?.id ?? '' })
  await receivedKey(resumed as Reader, 'woken')
  assert.deepEqual(resumed?.events.slice(0, 20), second?.slice(21, 41))
  for (const reader of [...readers, resumed]) reader?.close()
})

test('12.9, 12.16 comments and who is where are told by both instances, also to who comes later, until it is over', async () => {
  const path = `/projects/${projectId}/keys/events`
  const ada = await join(one, owner, orgId, 'translator')
  const { id: keyId } = await create(one, 'talked about')
  const readers = await Promise.all(streams.map(({ open }) => open(owner, path)))
  const body = { keyId, locale: 'de' }
  const [first, second] = instances.map((service) => () => service.ok(ada, 'putPresence', { params, body }))
  await first?.()
  const said = await other.ok(ada, 'createKeyComment', { params: { projectId, keyId }, body: { text: 'Why?' } })
  for (const { events } of readers) {
    await until('both to be told', () => events.length === 2)
    assert.partialDeepStrictEqual(events.find(({ event }) => event === 'presence')?.data, {
      ...body,
      userId: ada.userId,
    })
    assert.partialDeepStrictEqual(events.find(({ event }) => event === 'comment.created')?.data, said)
  }
  one.clock.advance(20_000)
  await second?.()
  for (const { events } of readers) await until('it to be told again', () => events.length === 3)
  one.clock.advance(20_000)
  readers.push(...(await Promise.all(streams.map(({ open }) => open(owner, path)))))
  for (const { events } of readers.slice(2)) {
    await until('those who came later to be told', () => events.length === 1)
    assert.partialDeepStrictEqual(events[0]?.data, body)
  }
  one.clock.advance(10_000)
  for (const { events } of readers) {
    await until('it to be over', () => events.at(-1)?.data['keyId'] === null)
    assert.partialDeepStrictEqual(events.at(-1)?.data, { userId: ada.userId, locale: null })
  }
  for (const reader of readers) reader.close()
})

test('qa issues.updated is told by both instances, whichever has heard of it first', async () => {
  const readers = await Promise.all(streams.map(({ open }) => open(owner, `/projects/${projectId}/keys/events`)))
  for (const [at, { db }] of instances.entries()) {
    const counts = { keyId: at + 1, locale: 'de', errors: 1, warnings: 2 }
    await tellIssues(db, projectId, [counts])
    for (const { events } of readers) {
      await until('both to be told', () => events.length === at + 1)
      assert.deepEqual(events[at], { id: undefined, event: 'issues.updated', data: { projectId, ...counts } })
    }
  }
  for (const reader of readers) reader.close()
})

/** Asks all at once, in turn at the two instances, and tells who got a stream. */
async function openAtOnce(callers: Caller[]): Promise<Reader[]> {
  const asked = callers.map((caller, at) => streams[at % 2]?.open(caller, KEY_STREAM).catch(refusal))
  const answers = await Promise.all(asked)
  return answers.filter((answer) => answer !== undefined)
}

function refusal(error: Error): undefined {
  assert.match(error.message, /answered 429: .*RATE_LIMIT_EXCEEDED/)
}

test('the caps of open streams hold over both instances, and a closed one makes room at either', async () => {
  const creators = await Promise.all(Array.from({ length: 6 }, () => join(one, owner, orgId, 'admin')))
  const keys: Caller[] = []
  for (const creator of creators) keys.push(await createApiKey(one, creator, projectId, ['translations:read']))
  const ofOne = await openAtOnce(Array.from({ length: 14 }, () => keys[0] as Caller))
  assert.equal(ofOne.length, 10, 'per creator')
  const open = await openAtOnce(Array.from({ length: 50 }, (_, n) => keys[1 + (n % 5)] as Caller))
  assert.equal(open.length, 40, 'per project')
  assert.equal((await openAtOnce([owner, ...keys].slice(1))).length, 0)
  open[0]?.close()
  ofOne[0]?.close()
  const again: Reader[] = []
  await until('room for two more', async () => {
    again.push(...(await openAtOnce([...keys, ...keys.toReversed()])))
    return again.length >= 2
  })
  assert.equal(again.length, 2)
  for (const reader of [...ofOne, ...open, ...again]) reader.close()
})

/** A receiver that takes a moment for each request and knows which it is serving. */
async function slowReceiver(answer: (seen: number) => number) {
  const serving = new Map<string, number>()
  const seen = new Map<string, number>()
  let overlaps = 0
  const server = createServer(async (request, response) => {
    const { deliveryId } = JSON.parse(await text(request)) as { deliveryId: string }
    serving.set(deliveryId, (serving.get(deliveryId) ?? 0) + 1)
    if (serving.get(deliveryId) !== 1) overlaps++
    seen.set(deliveryId, (seen.get(deliveryId) ?? 0) + 1)
    await sleep(Math.random() * 20)
    serving.set(deliveryId, 0)
    response.writeHead(answer(seen.get(deliveryId) ?? 0)).end()
  })
  const url = `http://127.0.0.1:${await listen(server)}/`
  return { url, seen, overlaps: () => overlaps }
}

test('a delivery is never attempted twice at once, and as often as its schedule says', async () => {
  const receiver = await slowReceiver((attempt) => (attempt < 3 ? 500 : 204))
  const body = { name: 'Hook', url: receiver.url, events: ['key.created'] }
  const { id } = await one.ok(owner, 'createWebhook', { params, body })
  await Promise.all(Array.from({ length: 120 }, (_, n) => create(n % 2 ? one : other, `told ${n}`)))
  const stats = () => other.ok(owner, 'getWebhookStats', { params: { id } })
  await until('all to be delivered', async () => {
    // The times of the retries come from a clock that stands still.
    one.clock.advance(60)
    return (await stats()).successful === 120
  })
  assert.deepEqual([receiver.overlaps(), receiver.seen.size], [0, 120])
  for (const attempts of receiver.seen.values()) assert.equal(attempts, 3)
  const { deliveries } = await one.ok(owner, 'listDeliveries', { params: { id }, query: { limit: 100 } })
  for (const { attemptNumber, status } of deliveries) assert.deepEqual([attemptNumber, status], [3, 'success'])
  await one.ok(owner, 'deleteWebhook', { params: { id } })
})

test('after DELETE has answered at one instance, no attempt begins at either', async () => {
  for (let round = 0; round < 10; round++) {
    const signedAt: number[] = []
    const server = createServer((request, response) => {
      signedAt.push(Number(/^t=(\d+)/.exec(String(request.headers['x-tms-signature']))?.[1]))
      response.end()
    })
    const body = { name: 'Hook', url: `http://127.0.0.1:${await listen(server)}/`, events: ['key.created'] }
    const { id } = await one.ok(owner, 'createWebhook', { params, body })
    const instanceOf = (n: number) => (n % 2 ? one : other)
    const tests = Array.from({ length: 40 }, (_, n) => instanceOf(n).call(owner, 'testWebhook', { params: { id } }))
    await until('the first to arrive', () => signedAt.length > round)
    await instanceOf(round).ok(owner, 'deleteWebhook', { params: { id } })
    const deletedAt = one.clock.now().getTime() / 1000
    // What begins from now on is signed with another time.
    one.clock.advance(10_000)
    await Promise.all(tests)
    await until('the queue to be empty', async () => (await one.db.rows(left(id))).length === 0)
    assert.deepEqual(
      signedAt.filter((seconds) => seconds > deletedAt),
      [],
    )
  }
})

const left = (id: number) => sql`select 1 from deliveries where webhook_id = ${id} and due_at is not null`
