import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startService } from '../../../../test/harness.ts'

const TOKEN = 'a-token-that-nobody-guesses'
const open = await startService({ metricsToken: TOKEN })
const closed = await startService({ metricsToken: undefined })

interface From {
  remoteAddress?: string
  headers?: Record<string, string>
}

async function ask(service: typeof open, from: From) {
  const { statusCode, body, headers } = await service.app.inject({ url: '/metrics', ...from })
  if (statusCode === 200) assert.match(String(headers['content-type']), /^text\/plain/)
  return statusCode === 200 ? 200 : { status: statusCode, body: JSON.parse(body) }
}

const refused = {
  status: 401,
  body: {
    code: 'AUTHENTICATION_REQUIRED',
    message: 'Metrics are open on the machine itself; elsewhere send METRICS_TOKEN as a bearer token.',
  },
}
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

describe('metrics', () => {
  test('are open on the machine itself', async () => {
    for (const remoteAddress of ['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1']) {
      assert.equal(await ask(closed, { remoteAddress }), 200)
      assert.equal(await ask(open, { remoteAddress, headers: bearer('wrong') }), 200)
    }
  })

  test('elsewhere are for those who send the token', async () => {
    const remoteAddress = '192.0.2.7'
    assert.equal(await ask(open, { remoteAddress, headers: bearer(TOKEN) }), 200)
  })

  test('elsewhere are refused without it, with another one, and where there is none', async () => {
    for (const remoteAddress of ['192.0.2.7', '10.0.0.1', '2001:db8::1', '::ffff:192.0.2.7']) {
      assert.deepEqual(await ask(open, { remoteAddress }), refused)
      assert.deepEqual(await ask(open, { remoteAddress, headers: bearer('wrong') }), refused)
      assert.deepEqual(await ask(closed, { remoteAddress, headers: bearer('undefined') }), refused)
    }
  })

  test('are not open to those for whom a proxy on the machine speaks', async () => {
    for (const name of ['x-forwarded-for', 'x-real-ip', 'forwarded', 'via'])
      assert.deepEqual(await ask(open, { headers: { [name]: '127.0.0.1' } }), refused)
  })
})
