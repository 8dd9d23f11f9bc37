import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ReadEventsOptions, readEvents, type StreamMessage, StreamRefusedError } from '../src/index.ts'
import { change, hang, open, openAndBreak, openAndEnd, refuse, streamServer } from './stream-server.ts'

const soon = { retryMs: 1, maxBackOffMs: 2 }

/** The first `count` messages: their names, and what comes with an id by that. */
async function take(count: number, options: ReadEventsOptions): Promise<string[]> {
  const taken: string[] = []
  if (count === 0) return taken
  for await (const message of readEvents({ ...soon, ...options })) {
    taken.push('id' in message ? message.id : message.event)
    if (taken.length === count) break
  }
  return taken
}

const refusedWith = async (options: ReadEventsOptions) => {
  const error = await take(1, options).then(
    () => assert.fail('it was not refused'),
    (thrown) => thrown,
  )
  assert.ok(error instanceof StreamRefusedError, String(error))
  return error
}

test('events come typed and in order; what the connection says about itself does not', async () => {
  const heartbeat = 'event: heartbeat\ndata: {"projectId":1}\n\n'
  const { baseUrl } = await streamServer(
    open(`event: connected\ndata: {"projectId":1,"events":[]}\n\n: hello\n\n${change(1)}${heartbeat}${change(2)}`),
  )
  const messages: StreamMessage[] = []
  for await (const message of readEvents({ baseUrl })) {
    messages.push(message)
    if (messages.length === 3) break
  }
  const told = (id: number) => ({ event: 'key.created', id: `${id}`, data: { projectId: 1, keyId: id } })
  assert.deepEqual(messages, [{ event: 'reset' }, told(1), told(2)])
})

test('12.16 presence comes without an id, and the stream goes on after the last change', async () => {
  const presence = 'event: presence\ndata: {"projectId":1,"userId":2,"name":"Ada","keyId":3,"locale":"de"}\n\n'
  const { baseUrl, connections } = await streamServer(openAndEnd(change(1) + presence), open(change(2)))
  const messages: StreamMessage[] = []
  for await (const message of readEvents({ ...soon, baseUrl, lastEventId: '0' })) {
    messages.push(message)
    if (messages.length === 3) break
  }
  const data = { projectId: 1, userId: 2, name: 'Ada', keyId: 3, locale: 'de' }
  assert.deepEqual(messages[1], { event: 'presence', data })
  assert.equal(connections[1]?.headers['last-event-id'], '1')
})

test('qa issues.updated comes without an id as well', async () => {
  const data = { projectId: 1, keyId: 3, locale: 'de', errors: 1, warnings: 0 }
  const { baseUrl } = await streamServer(open(`${change(1)}event: issues.updated\ndata: ${JSON.stringify(data)}\n\n`))
  const messages: StreamMessage[] = []
  for await (const message of readEvents({ ...soon, baseUrl, lastEventId: '0' })) {
    messages.push(message)
    if (messages.length === 2) break
  }
  assert.deepEqual(messages[1], { event: 'issues.updated', data })
})

test('terms.updated comes without an id, too', async () => {
  const { baseUrl } = await streamServer(open(`event: terms.updated\ndata: {"projectId":1}\n\n`))
  for await (const message of readEvents({ ...soon, baseUrl, lastEventId: '0' })) {
    assert.deepEqual(message, { event: 'terms.updated', data: { projectId: 1 } })
    break
  }
})

test('an end, a break and a refusal that may pass are overcome, each time after the last whole event', async () => {
  const { baseUrl, connections } = await streamServer(
    openAndEnd(change(1)),
    openAndBreak(change(2) + change(3)),
    refuse(503, '{"code":"SERVICE_UNAVAILABLE"}'),
    refuse(429, '{"code":"RATE_LIMIT_EXCEEDED"}'),
    refuse(502, '<html>', 'text/html'),
    ({ response }) => response.destroy(),
    open(change(4)),
  )
  const waits: unknown[] = []
  const onRetry: ReadEventsOptions['onRetry'] = ({ cause }) => waits.push(cause)
  assert.deepEqual(await take(5, { baseUrl, onRetry }), ['reset', '1', '2', '3', '4'])
  assert.deepEqual(
    connections.map(({ headers }) => headers['last-event-id']),
    [undefined, '1', '3', '3', '3', '3', '3'],
  )
  assert.equal(waits[0], undefined, 'an end is no failure')
  for (const [at, status] of [503, 429, 502].entries())
    assert.equal((waits[at + 2] as { status: number }).status, status)
  assert.ok(waits[1] instanceof Error && waits[5] instanceof Error)
})

test('a server that is not there yet is waited for', async () => {
  const { baseUrl } = await streamServer(open(change(1)))
  let calls = 0
  const late: typeof fetch = (...request) =>
    ++calls < 4 ? Promise.reject(new TypeError('fetch failed')) : fetch(...request)
  assert.deepEqual(await take(2, { baseUrl, fetch: late }), ['reset', '1'])
  assert.equal(calls, 4)
})

test('begun at an id there is no reset, and the id is sent', async () => {
  const { baseUrl, connections } = await streamServer(open(change(6)))
  assert.deepEqual(await take(1, { baseUrl, lastEventId: '5' }), ['6'])
  assert.equal(connections[0]?.headers['last-event-id'], '5')
})

test('a reset is told, also again when the connection is lost before the first new id', async () => {
  const reset = 'event: reset\ndata: {"projectId":1}\n\n'
  const { baseUrl, connections } = await streamServer(openAndEnd(reset), openAndEnd(reset + change(8)), open(change(9)))
  assert.deepEqual(await take(4, { baseUrl, lastEventId: '5' }), ['reset', 'reset', '8', '9'])
  assert.deepEqual(
    connections.map(({ headers }) => headers['last-event-id']),
    ['5', '5', '8'],
  )
})

test('lost before the first id, the next connection may have missed something, and says so', async () => {
  const { baseUrl } = await streamServer(openAndEnd(': nothing yet\n\n'), open(change(3)))
  assert.deepEqual(await take(3, { baseUrl }), ['reset', 'reset', '3'])
})

test('waits as long as the service asks, and longer while nothing gets through', async () => {
  const { baseUrl } = await streamServer(
    openAndEnd('retry: 40\n\n'),
    ...Array(6).fill(refuse(503, '')),
    open(change(1)),
  )
  const waits: number[] = []
  await take(2, {
    baseUrl,
    lastEventId: '0',
    maxBackOffMs: 100,
    onRetry: ({ inMs }) => waits.push(inMs),
    signal: enough(8, waits),
  })
  for (const wait of waits) assert.ok(wait >= 40 && wait <= 140, `waits: ${waits}`)
  assert.ok((waits[0] ?? 0) <= 80, 'the first wait is short')
  assert.ok(new Set(waits).size > 1, 'nobody comes back in step with the others')
})

function enough(count: number, waits: number[]): AbortSignal {
  const end = new AbortController()
  const timer = setInterval(() => {
    if (waits.length >= count - 1) end.abort()
  }, 5)
  end.signal.addEventListener('abort', () => clearInterval(timer))
  return end.signal
}

test('a connection that has gone silent is given up and opened again', async () => {
  const { baseUrl, connections } = await streamServer(open(change(1)), hang, open(change(2)))
  assert.deepEqual(await take(3, { baseUrl, silenceMs: 100 }), ['reset', '1', '2'])
  assert.deepEqual(connections[2]?.headers['last-event-id'], '1')
})

test('who takes their time with an event is not mistaken for silence', async ({ mock }) => {
  const { baseUrl, connections } = await streamServer(open(change(1)))
  mock.timers.enable({ apis: ['setTimeout'] })
  const onRetry: ReadEventsOptions['onRetry'] = ({ cause }) => assert.fail(`given up: ${cause}`)
  const ids: string[] = []
  for await (const message of readEvents({ baseUrl, lastEventId: '0', silenceMs: 50, onRetry })) {
    if ('id' in message && ids.push(message.id) === 2) break
    mock.timers.tick(100)
    connections[0]?.response.write(change(2))
  }
  assert.deepEqual(ids, ['1', '2'])
})

test('refusals that will not pass are thrown, with what the service said', async () => {
  for (const status of [400, 401, 403, 404, 410, 422]) {
    const { baseUrl, connections } = await streamServer(refuse(status, '{"code":"FORBIDDEN","message":"Not yours."}'))
    const error = await refusedWith({ baseUrl })
    assert.deepEqual([error.status, error.code, error.name], [status, 'FORBIDDEN', 'StreamRefusedError'])
    assert.match(error.message, new RegExp(`${status}.*Not yours`))
    assert.equal(connections.length, 1)
  }
  const { baseUrl } = await streamServer(refuse(200, '<html>welcome</html>', 'text/html'))
  assert.match((await refusedWith({ baseUrl })).message, /text\/html, not a stream/)
})

test('ends with its signal, before, while it waits for the service, for an event, or for the next try', async () => {
  const before = await streamServer(open(change(1)))
  assert.deepEqual(await take(9, { baseUrl: before.baseUrl, signal: AbortSignal.abort() }), [])
  assert.equal(before.connections.length, 0)
  for (const act of [hang, open(change(1)), openAndEnd(change(1)), refuse(503, '')]) {
    const { baseUrl, connections } = await streamServer(act)
    const taken = take(99, { baseUrl, lastEventId: '0', retryMs: 60_000, signal: AbortSignal.timeout(150) })
    assert.ok((await taken).length <= 1)
    assert.equal(connections.length, 1)
  }
})

test('who gives up when told of the next try does not wait for it', { timeout: 5_000 }, async () => {
  const { baseUrl } = await streamServer(refuse(503, ''))
  const end = new AbortController()
  assert.deepEqual(await take(9, { baseUrl, retryMs: 60_000, signal: end.signal, onRetry: () => end.abort() }), [])
})

test('who leaves the loop leaves the connection', async () => {
  const { baseUrl, connections } = await streamServer(open(change(1)))
  await take(2, { baseUrl })
  const { response } = connections[0] ?? assert.fail()
  if (!response.closed) await new Promise((resolve) => response.once('close', resolve))
})

test('the address, the filter and the key are those of the API', async () => {
  const { baseUrl, connections } = await streamServer(open(change(1)))
  await take(1, { baseUrl, apiKey: 'tms_x', events: ['key.created', 'key.deleted'] })
  await take(1, { baseUrl: new URL(`${baseUrl}/texts/`), projectId: 12 })
  await take(1, { baseUrl: `${baseUrl}/texts`, projectId: 12 })
  assert.deepEqual(
    connections.map(({ path, headers }) => [path, headers.authorization, headers.accept]),
    [
      ['/v1/keys/events/stream?events=key.created%2Ckey.deleted', 'Bearer tms_x', 'text/event-stream'],
      ['/texts/v1/projects/12/keys/events', undefined, 'text/event-stream'],
      ['/texts/v1/projects/12/keys/events', undefined, 'text/event-stream'],
    ],
  )
})

test('a key that no header can hold is an error, not a reason to try again', async () => {
  await assert.rejects(take(1, { baseUrl: 'http://127.0.0.1:1', apiKey: 'a\nb' }), TypeError)
  await assert.rejects(take(1, { baseUrl: 'nowhere' }), TypeError)
})
