import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { createServer, type IncomingMessage } from 'node:http'
import { describe, test } from 'node:test'
import { promisify } from 'node:util'
import { parseNetworks } from '../../../../networks.ts'
import {
  assertAnswered,
  assertFailed,
  canary,
  LIMIT_MS,
  listen,
  NETWORKS,
  PLENTY_MS,
  receiver,
  to,
} from '../../test/receivers.ts'
import { send } from '../send.ts'

describe('what is sent', () => {
  test('is the text to the byte, with its length and the promised headers', async () => {
    const seen: IncomingMessage[] = []
    const chunks: Buffer[] = []
    const url = await receiver(async (req, res) => {
      seen.push(req)
      for await (const chunk of req) chunks.push(chunk)
      res.writeHead(204).end()
    })
    const body = JSON.stringify({ text: 'Grüße 😀 \u2028' })
    const headers = { 'X-TMS-Event': 'key.created', 'content-type': 'text/plain' }
    const request = { url: `${url}hook/ä?q=1#part`, body, headers }
    const outcome = assertAnswered(await send(request, { timeoutMs: PLENTY_MS, networks: NETWORKS }))
    assert.equal(outcome.httpStatus, 204)
    assert.equal(outcome.responseBody, '')
    assert.ok(Number.isInteger(outcome.durationMs) && outcome.durationMs >= 0)
    assert.deepEqual(Buffer.concat(chunks), Buffer.from(body))
    assert.equal(seen[0]?.method, 'POST')
    assert.equal(seen[0]?.url, '/hook/%C3%A4?q=1')
    assert.deepEqual(seen[0]?.headers, {
      'x-tms-event': 'key.created',
      'content-type': 'application/json',
      'content-length': `${Buffer.byteLength(body)}`,
      'user-agent': 'TMS-Webhooks/1.0',
      host: new URL(url).host,
      connection: 'close',
    })
  })

  test('goes to the address that was checked, under the name that was given', async () => {
    const hosts: (string | undefined)[] = []
    const { port } = new URL(await receiver((req, res) => res.end(`${hosts.push(req.headers.host)}`)))
    assertAnswered(await to(`http://Hooks.example:${port}/`, { lookup: async () => [{ address: '127.0.0.1' }] }))
    assert.deepEqual(hosts, [`hooks.example:${port}`])
  })

  test('reaches an IPv6 address written into the URL', async (t) => {
    const port = await listen(
      createServer((_, res) => res.end('six')),
      '::1',
    ).catch(() => undefined)
    if (port === undefined) return t.skip('this machine has no IPv6')
    assert.equal(assertAnswered(await to(`http://[::1]:${port}/`)).responseBody, 'six')
  })

  test('tries the next checked address when the first does not listen', async () => {
    const { port } = new URL(await receiver((_, res) => res.end()))
    const lookup = async () => [{ address: '127.0.0.99' }, { address: '127.0.0.1' }]
    assertAnswered(await to(`http://two.example:${port}/`, { lookup }))
  })

  test('takes no way through a proxy of the environment', async () => {
    const proxy = await canary()
    const url = await receiver((_, res) => res.end('direct'))
    const program = `
      const { send } = await import(${JSON.stringify(import.meta.resolve('../send.ts'))})
      const { parseNetworks } = await import(${JSON.stringify(import.meta.resolve('../../../../networks.ts'))})
      const request = { url: ${JSON.stringify(url)}, body: '{}', headers: {} }
      console.log(JSON.stringify(await send(request, { timeoutMs: 10_000, networks: parseNetworks('127.0.0.1') })))`
    const names = ['HTTP_PROXY', 'http_proxy', 'HTTPS_PROXY', 'https_proxy', 'ALL_PROXY', 'all_proxy']
    const env = { ...process.env, NODE_USE_ENV_PROXY: '1', ...Object.fromEntries(names.map((n) => [n, proxy.url])) }
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program], { env })
    assert.equal(assertAnswered(JSON.parse(stdout)).responseBody, 'direct')
    assert.equal(proxy.heard.connections, 0)
  })
})

describe('what is not sent', () => {
  const blocked = async (url: string, addresses: string[] = [], networks = '') => {
    const lookup = async () => addresses.map((address) => ({ address }))
    const options = { timeoutMs: LIMIT_MS, networks: parseNetworks(networks), lookup }
    const outcome = await send({ url, body: '{}', headers: {} }, options)
    assert.equal(outcome.kind, 'blocked', `${url} ${addresses}`)
    assert.ok(outcome.kind === 'blocked' && !/127|::1|10\.0/.test(outcome.message))
    assert.ok(Number.isInteger(outcome.durationMs))
  }

  test('goes to no address of this machine in any spelling, as an address or behind a name', async () => {
    const { heard, port } = await canary()
    const literals = ['127.0.0.1', '127.1', '2130706433', '0', '[::1]', '[::ffff:127.0.0.1]', '[64:ff9b::127.0.0.1]']
    for (const host of literals) await blocked(`http://${host}:${port}/`)
    for (const address of ['127.0.0.1', '0.0.0.0', '::1', '::', '::ffff:127.0.0.1', '::127.0.0.1']) {
      await blocked(`http://a.example:${port}/`, [address])
      await blocked(`https://a.example:${port}/`, [address])
    }
    assert.equal(heard.connections, 0)
  })

  test('goes nowhere when one of several addresses is refused', async () => {
    const { heard, port } = await canary()
    for (let run = 0; run < 50; run++) {
      await blocked(`http://a.example:${port}/`, ['127.0.0.1', '10.0.0.1'], '127.0.0.1')
      await blocked(`http://a.example:${port}/`, ['::1', '127.0.0.1'], '127.0.0.1')
    }
    assert.equal(heard.connections, 0)
  })

  test('goes to no other scheme, and carries no credentials', async () => {
    const { heard, port } = await canary()
    for (const url of [`ftp://127.0.0.1:${port}/`, `http://me:pass@127.0.0.1:${port}/`, 'file:///etc/passwd', '']) {
      await blocked(url, [], '0.0.0.0/0')
    }
    assert.equal(heard.connections, 0)
  })

  test('cannot be led elsewhere by a second look-up: there is only one', async () => {
    const [trap, port] = [
      await canary(),
      await listen(
        createServer((_, res) => res.end('good')),
        '127.0.0.2',
      ),
    ]
    const asked: string[] = []
    // Allowed when it is checked, and another address from then on.
    const lookup = async (name: string) => [{ address: asked.push(name) === 1 ? '127.0.0.2' : '127.0.0.1' }]
    const options = { timeoutMs: PLENTY_MS, networks: parseNetworks('127.0.0.2'), lookup }
    const attempt = () => send({ url: `http://rebind.example:${port}/`, body: '{}', headers: {} }, options)
    assert.equal(assertAnswered(await attempt()).responseBody, 'good')
    assert.deepEqual(asked, ['rebind.example'])
    // And the next attempt asks again, instead of trusting the last one.
    assert.equal((await attempt()).kind, 'blocked')
    assert.equal(trap.heard.connections, 0)
  })

  test('does not follow a redirect, which is an answer like any other', async () => {
    const trap = await canary()
    for (const status of [301, 302, 303, 307, 308]) {
      const url = await receiver((_, res) => res.writeHead(status, { Location: trap.url }).end('moved'))
      const { httpStatus, responseBody } = assertAnswered(await to(url))
      assert.deepEqual([httpStatus, responseBody], [status, 'moved'])
    }
    assert.equal(trap.heard.connections, 0)
  })
})

describe('a host that cannot be reached', () => {
  test('is a failure when the name has no answer, so that it is tried again', async () => {
    const lookup = () => Promise.reject(Object.assign(new Error('queryA ENOTFOUND'), { code: 'ENOTFOUND' }))
    assertFailed(await to('http://a.example/', { lookup }), /^The host name could not be resolved\.$/)
    assertFailed(await to('http://a.example/', { lookup: async () => [] }), /could not be resolved/)
  })

  test('is a failure within the limit when the resolver is silent, and nothing is sent when it wakes up', async () => {
    let requests = 0
    const url = await receiver((_, res) => res.end(`${++requests}`))
    const { promise, resolve } = Promise.withResolvers<{ address: string }[]>()
    const { port } = new URL(url)
    const outcome = await to(`http://a.example:${port}/`, { lookup: () => promise, timeoutMs: LIMIT_MS })
    assertFailed(outcome, /^No complete answer within 0\.3 seconds\.$/)
    resolve([{ address: '127.0.0.1' }])
    // What the late answer had set off would arrive before this, which starts after it.
    await new Promise((done) => setImmediate(done))
    assert.equal(assertAnswered(await to(url)).responseBody, '1')
  })

  test('is a failure when nobody listens', async () => {
    const server = createServer()
    const port = await listen(server)
    await new Promise((done) => server.close(done))
    assertFailed(await to(`http://127.0.0.1:${port}/`), /^The connection was refused\.$/)
    assertFailed(await to(`http://a.example:${port}/`, { lookup: async () => [{ address: '127.0.0.1' }] }), /refused/)
  })

  test('is a failure when the request cannot even be written', async () => {
    const request = { url: 'http://127.0.0.1/', body: '{}', headers: { 'X-TMS-Event': 'a\r\nb: c' } }
    assertFailed(await send(request, { timeoutMs: LIMIT_MS, networks: NETWORKS }), /could not be completed/)
  })
})
