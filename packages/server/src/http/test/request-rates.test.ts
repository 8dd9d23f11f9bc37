import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { describe, test } from 'node:test'
import { createApiKey, createScene } from '../../../test/factories.ts'
import { type Caller, credentials, nobody, startService } from '../../../test/harness.ts'
import { envelope } from '../errors.ts'

const PER_CREDENTIAL = 30
const PER_ADDRESS = 6
const service = await startService({ rateLimit: { perCredential: PER_CREDENTIAL, perAddress: PER_ADDRESS } })

let hosts = 0
/** An address that nobody has used yet. */
const freshAddress = () => `198.51.100.${++hosts}`

const ask = (caller: Caller, address: string, url = '/v1/auth/session') =>
  service.app.inject({ url, remoteAddress: address, headers: credentials(caller) })

const statusesOf = async (count: number, work: () => Promise<{ statusCode: number }>) => {
  const statuses: number[] = []
  for (let sent = 0; sent < count; sent++) statuses.push((await work()).statusCode)
  return statuses
}
const times = (count: number, status: number) => Array.from({ length: count }, () => status)

describe('who comes without a credential', () => {
  test('may ask so often a minute from one address, and is told how often still and when to come back', async () => {
    const address = freshAddress()
    const first = await ask(nobody, address)
    const told = ({ headers }: typeof first) =>
      ['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset', 'retry-after'].map((name) => headers[name])
    assert.equal(first.statusCode, 401)
    assert.deepEqual(told(first), [PER_ADDRESS, PER_ADDRESS - 1, 10, undefined].map(text))
    await statusesOf(PER_ADDRESS - 1, () => ask(nobody, address))
    const refused = await ask(nobody, address)
    assert.deepEqual({ status: refused.statusCode, body: refused.json() }, envelope('tooManyRequests'))
    assert.deepEqual(told(refused), [PER_ADDRESS, 0, 60, 10].map(text))
    service.clock.advance(9_999)
    assert.equal((await ask(nobody, address)).statusCode, 429)
    service.clock.advance(1)
    assert.deepEqual(await statusesOf(2, () => ask(nobody, address)), [401, 429])
    assert.equal((await ask(nobody, freshAddress())).statusCode, 401)
  })

  test('gets their requests back at the same pace after the clock was put back', async () => {
    const address = freshAddress()
    await statusesOf(PER_ADDRESS, () => ask(nobody, address))
    service.clock.advance(-3_600_000)
    assert.equal((await ask(nobody, address)).statusCode, 429)
    service.clock.advance(10_000)
    assert.deepEqual(await statusesOf(2, () => ask(nobody, address)), [401, 429])
    service.clock.advance(3_600_000)
  })

  test('is one with all others of a /64 of IPv6', async () => {
    const statuses = await statusesOf(PER_ADDRESS + 1, () => ask(nobody, `2001:db8:0:1::${(++hosts).toString(16)}`))
    assert.deepEqual(statuses, [...times(PER_ADDRESS, 401), 429])
    assert.equal((await ask(nobody, '2001:db8:0:2::1')).statusCode, 401)
    const address = freshAddress()
    const mapped = await statusesOf(PER_ADDRESS, () => ask(nobody, `::ffff:${address}`))
    assert.deepEqual([...mapped, (await ask(nobody, address)).statusCode], [...times(PER_ADDRESS, 401), 429])
  })

  test('counts on every page, and not for published files, health and metrics', async () => {
    const address = freshAddress()
    for (const url of ['/health', '/health/', '/metrics?x=1', '/cdn/none/en.json']) {
      const answers = await statusesOf(PER_ADDRESS * 2, () => ask(nobody, address, url))
      assert.ok(!answers.includes(429), url)
    }
    const pages = ['/openapi.json', '/docs/', '/v1/nothing', '/nothing', '/healthy', '/api/v1/auth/session']
    for (const url of pages) assert.notEqual((await ask(nobody, address, url)).statusCode, 429, url)
    for (const url of pages) assert.equal((await ask(nobody, address, url)).statusCode, 429, url)
  })
})

describe('a credential', () => {
  test('counts by itself, wherever it comes from, and costs its address nothing', async () => {
    const { owner } = await createScene(service)
    const address = freshAddress()
    const statuses = await statusesOf(PER_CREDENTIAL, () => ask(owner, address))
    const left = statuses.filter((status) => status === 200).length
    assert.ok(left > PER_ADDRESS && statuses.at(-1) === 429, `${statuses}`)
    const elsewhere = await ask(owner, freshAddress())
    assert.deepEqual([elsewhere.statusCode, elsewhere.headers['ratelimit-limit']], [429, String(PER_CREDENTIAL)])
    assert.deepEqual(await statusesOf(PER_ADDRESS + 1, () => ask(nobody, address)), [...times(PER_ADDRESS, 401), 429])
    service.clock.advance(60_000)
  })

  test('is not refused for what others ask without one at its address', async () => {
    const { owner, projectId } = await createScene(service)
    const unused = await createApiKey(service, owner, projectId, ['translations:read'])
    const address = freshAddress()
    assert.equal((await statusesOf(PER_ADDRESS + 1, () => ask(nobody, address))).at(-1), 429)
    assert.equal((await ask(unused, address, `/v1/projects/${projectId}/keys`)).statusCode, 200)
  })

  test('that is known is not refused for credentials that others make up at its address', async () => {
    const { owner } = await createScene(service)
    const address = freshAddress()
    assert.equal((await ask(owner, address)).statusCode, 200)
    for (let passed = 0; passed < 3; passed++) {
      service.clock.advance(5 * 60_000)
      const { owner: another } = await createScene(service)
      assert.equal((await ask(another, freshAddress())).statusCode, 200)
    }
    const invent = () => ask({ apiKey: `tms_${++hosts}` }, address)
    assert.equal((await statusesOf(PER_ADDRESS + 1, invent)).at(-1), 429)
    assert.equal((await ask(owner, address)).statusCode, 200)
  })

  test('that nobody was given, or that was taken away, counts for its address', async () => {
    const { owner, projectId } = await createScene(service)
    const address = freshAddress()
    const invented = await statusesOf(PER_ADDRESS + 1, () =>
      ask({ apiKey: `tms_${++hosts}` }, address, `/v1/projects/${projectId}`),
    )
    assert.deepEqual(invented, [...times(PER_ADDRESS, 401), 429])
    const key = await createApiKey(service, owner, projectId, ['translations:read'])
    const { apiKeyId } = key
    const page = `/v1/projects/${projectId}/keys`
    const home = freshAddress()
    assert.equal((await ask(key, home, page)).statusCode, 200)
    await service.ok(owner, 'deleteApiKey', { params: { projectId, apiKeyId } })
    assert.deepEqual(await statusesOf(PER_ADDRESS + 2, () => ask(key, home, page)), [
      ...times(PER_ADDRESS + 1, 401),
      429,
    ])
    service.clock.advance(60_000)
  })

  test('in another spelling of its header is the same', async () => {
    const { owner, projectId } = await createScene(service)
    const { apiKey } = await createApiKey(service, owner, projectId, ['translations:read'])
    const send = (scheme: string) =>
      service.app.inject({
        url: `/v1/projects/${projectId}/keys`,
        remoteAddress: freshAddress(),
        headers: { authorization: `${scheme} ${apiKey}` },
      })
    const remaining = []
    for (const scheme of ['Bearer', 'bearer', 'BEARER  '])
      remaining.push(Number((await send(scheme)).headers['ratelimit-remaining']))
    assert.deepEqual(
      remaining,
      [1, 2, 3].map((sent) => PER_CREDENTIAL - sent),
    )
  })
})

test('switched off, nobody is counted', async () => {
  const open = await startService({ rateLimit: null })
  const answer = await open.app.inject({ url: '/v1/auth/session' })
  assert.deepEqual([answer.statusCode, answer.headers['ratelimit-limit']], [401, undefined])
})

function text(value: string | number | undefined) {
  return value === undefined ? undefined : String(value)
}

test('an event stream tells how often its reader may still ask', async () => {
  const { owner, projectId } = await createScene(service)
  await service.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = service.app.server.address() as AddressInfo
  const reader = new AbortController()
  const { headers } = await fetch(`http://127.0.0.1:${port}/v1/projects/${projectId}/keys/events`, {
    headers: credentials(owner),
    signal: reader.signal,
  })
  reader.abort()
  assert.equal(headers.get('ratelimit-limit'), String(PER_CREDENTIAL))
  assert.ok(Number(headers.get('ratelimit-remaining')) < PER_CREDENTIAL)
})
