import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Client, type ClientOptions, ParlanceError, ParlanceNetworkError, type Retry } from '../src/index.ts'
import { type Act, clientOf, json } from './answering-service.ts'

const params = { projectId: 1 }
/** Asked to come back at once, so that no test waits. */
const atOnce = { 'retry-after': '0' }
const refuse = (status: number, code?: string) => json(status, { code }, atOnce)
const breakOff: Act = (response) => response.destroy()

/** What is told of each retry, besides what arrived. */
async function toldClientOf(acts: Act | Act[], options: Partial<ClientOptions> = {}) {
  const told: Retry[] = []
  const made = await clientOf(acts, { retries: 3, onRetry: (retry) => told.push(retry), ...options })
  return { ...made, told }
}

describe('what fails in passing is tried again', () => {
  const passing: [string, Act][] = [
    ...[408, 425, 429, 502, 503, 504].map((status): [string, Act] => [String(status), refuse(status)]),
    ['409 TRANSACTION_CONFLICT', refuse(409, 'TRANSACTION_CONFLICT')],
  ]
  for (const [name, act] of passing) {
    test(`${name}, until it succeeds`, async () => {
      const { client, arrived, told } = await toldClientOf([act, act, json(200, { id: 1 })])
      assert.equal((await client.getProject({ params })).id, 1)
      assert.equal(arrived.length, 3)
      assert.deepEqual(
        told.map(({ route, retry, inMs }) => [route, retry, inMs]),
        [
          ['getProject', 1, 0],
          ['getProject', 2, 0],
        ],
      )
      assert.ok(told.every(({ cause }) => cause instanceof ParlanceError && String(cause.status) === name.slice(0, 3)))
    })
  }

  test('and a fault of the network, also amid an answer', async () => {
    const half: Act = (response) => {
      response.writeHead(200, { 'content-length': 100 }).write('{', () => response.destroy())
    }
    const { client, arrived, told } = await toldClientOf([breakOff, half, json(200, { id: 1 })])
    assert.equal((await client.getProject({ params })).id, 1)
    assert.equal(arrived.length, 3)
    assert.ok(told.every(({ cause }) => cause instanceof ParlanceNetworkError))
  })

  test('three times unless told otherwise, and the last failure is what is thrown', async () => {
    const { client, arrived } = await toldClientOf(refuse(503), {})
    await assert.rejects(client.getProject({ params }), { name: 'ParlanceError', status: 503, isRetryable: true })
    assert.equal(arrived.length, 4)
    const twice = await toldClientOf(refuse(503), { retries: 1 })
    await assert.rejects(twice.client.getProject({ params }), { status: 503 })
    assert.equal(twice.arrived.length, 2)
    const never = await toldClientOf(refuse(503), { retries: 0 })
    await assert.rejects(never.client.getProject({ params }), { status: 503 })
    assert.equal(never.arrived.length, 1)
  })

  test('but not what will be refused again', async () => {
    for (const status of [400, 401, 403, 404, 409, 413, 422, 500]) {
      const { client, arrived } = await toldClientOf(refuse(status))
      await assert.rejects(client.getProject({ params }), { status })
      assert.equal(arrived.length, 1, String(status))
    }
  })
})

describe('a write', () => {
  const imported = (options: { idempotencyKey?: string }) => (client: Client) =>
    client.commitCliImport({ params, body: { namespaces: {}, options: { conflictResolution: 'fail', ...options } } })
  const writes: [name: string, isSafe: boolean, (client: Client) => Promise<unknown>][] = [
    ['that puts', true, (client) => client.pushKey({ body: { key: 'a' } })],
    ['that deletes', true, (client) => client.deleteKey({ params: { projectId: 1, keyId: 2 } })],
    ['by POST', false, (client) => client.createKey({ params, body: { key: 'a' } })],
    ['by PATCH', false, (client) => client.updateProject({ params, body: { name: 'a' } })],
    ['that imports', false, imported({})],
    ['that imports with a key of its own', true, imported({ idempotencyKey: 'once' })],
    ['in name only, which reads by POST,', true, (client) => client.exportKeys({ params, body: {} })],
  ]
  for (const [name, isSafe, send] of writes) {
    test(`${name} is ${isSafe ? '' : 'not '}tried again when nobody knows whether it was done`, async () => {
      for (const act of [breakOff, refuse(503), refuse(408)]) {
        const { client, arrived } = await toldClientOf([act, json(200, {})])
        const outcome = await send(client).catch((error) => error)
        assert.equal(outcome instanceof Error, !isSafe)
        assert.equal(arrived.length, isSafe ? 2 : 1)
      }
    })

    test(`${name} is tried again when it surely was not done`, async () => {
      for (const act of [refuse(429), refuse(409, 'TRANSACTION_CONFLICT')]) {
        const { client, arrived } = await toldClientOf([act, json(200, {})])
        await send(client)
        const [first, second] = arrived
        assert.deepEqual([arrived.length, second?.body], [2, first?.body])
      }
    })
  }
})

describe('the wait before a retry', () => {
  /** Aborts instead of waiting, and says how long it would have been. */
  async function waitAfter(act: Act, retry = 1): Promise<number> {
    const stop = new AbortController()
    const waits: number[] = []
    const acts = [...Array.from({ length: retry - 1 }, () => refuse(503)), act]
    const onRetry = ({ inMs, retry: count }: Retry) => {
      waits.push(inMs)
      if (count === retry) stop.abort()
    }
    const { client } = await clientOf(acts, { retries: 9, onRetry })
    await assert.rejects(client.getProject({ params, signal: stop.signal }), { name: 'AbortError' })
    return waits.at(-1) ?? assert.fail('nothing was tried again')
  }

  test('is half a second, doubles up to four, and is never quite the same', async () => {
    for (const [at, standard] of [500, 1000, 2000, 4000, 4000].entries()) {
      const waits = await Promise.all(Array.from({ length: 8 }, () => waitAfter(json(503, {}), at + 1)))
      for (const wait of waits) assert.ok(wait >= standard * 0.8 && wait <= standard * 1.2, `${wait} for ${standard}`)
      assert.ok(new Set(waits).size > 1)
    }
  })

  test('is what the service asks for, in seconds or until a time', async () => {
    assert.equal(await waitAfter(json(429, {}, { 'retry-after': '7' })), 7000)
    const soon = new Date(Date.now() + 60_000).toUTCString()
    const wait = await waitAfter(json(503, {}, { 'retry-after': soon }))
    assert.ok(wait > 50_000 && wait <= 60_000, String(wait))
    assert.equal(await waitAfter(json(503, {}, { 'retry-after': 'Wed, 21 Oct 2015 07:28:00 GMT' })), 0)
    for (const nonsense of ['soon', '-5', '']) {
      assert.ok((await waitAfter(json(503, {}, { 'retry-after': nonsense }))) >= 400, nonsense)
    }
  })

  test('really takes as long', async () => {
    const { client, arrived } = await toldClientOf([json(503, {}, { 'retry-after': '1' }), json(200, {})])
    await client.getProject({ params })
    const [first, second] = arrived.map(({ at }) => at)
    assert.ok((second ?? 0) - (first ?? 0) >= 995)
  })

  test('of days is not begun: the refusal is told, with how long it asked for', async () => {
    const { client, arrived } = await toldClientOf(json(503, {}, { 'retry-after': '864000' }))
    await assert.rejects(client.getProject({ params }), { status: 503, retryAfterMs: 864_000_000 })
    assert.equal(arrived.length, 1)
  })

  test('ends with the signal, and nothing is sent after it', async () => {
    const stop = new AbortController()
    const reason = new Error('enough')
    const onRetry = () => void setImmediate(() => stop.abort(reason))
    const { client, arrived } = await toldClientOf(json(503, {}, { 'retry-after': '60' }), { onRetry })
    await assert.rejects(client.getProject({ params, signal: stop.signal }), reason)
    assert.equal(arrived.length, 1)
  })
})

describe('a service that does not answer in time', () => {
  const silence: Act = () => {}

  test('is a fault of the network, tried again like others', async () => {
    const { client, arrived } = await toldClientOf([silence, json(200, { id: 1 })], { timeoutMs: 50 })
    assert.equal((await client.getProject({ params })).id, 1)
    assert.equal(arrived.length, 2)
    const never = await clientOf(silence, { timeoutMs: 50 })
    await assert.rejects(never.client.getProject({ params }), (error) => {
      assert.ok(error instanceof ParlanceNetworkError && error.cause instanceof DOMException)
      return error.cause.name === 'TimeoutError'
    })
  })

  test('is one that stops amid its answer, too', async () => {
    const stuck: Act = (response) => void response.writeHead(200, { 'content-length': 100 }).write('{')
    const { client } = await clientOf(stuck, { timeoutMs: 50 })
    await assert.rejects(client.getProject({ params }), ParlanceNetworkError)
  })

  test('may take any time to send a file it has begun, and Infinity is any time at all', async () => {
    const slow: Act = (response) => {
      response.writeHead(200).write('a')
      setTimeout(() => response.end('b'), 300)
    }
    const { client } = await clientOf(slow, { timeoutMs: 100 })
    const file = await client.exportKeys({ params, body: {} })
    assert.equal(await file.text(), 'ab')
    const patient = await clientOf(json(200, { id: 1 }), { timeoutMs: Number.POSITIVE_INFINITY })
    assert.equal((await patient.client.getProject({ params })).id, 1)
  })
})

test('a file is broken off with its signal after it has begun', async () => {
  const { client } = await clientOf((response) => void response.writeHead(200).write('a'))
  const stop = new AbortController()
  const file = await client.exportKeys({ params, body: {}, signal: stop.signal })
  const read = file.text()
  stop.abort(new Error('enough'))
  await assert.rejects(read, /enough/)
})

test('what was aborted beforehand is not sent', async () => {
  const { client, arrived } = await toldClientOf(json(200, {}))
  await assert.rejects(client.getProject({ params, signal: AbortSignal.abort(new Error('no')) }), /no/)
  assert.equal(arrived.length, 0)
})
