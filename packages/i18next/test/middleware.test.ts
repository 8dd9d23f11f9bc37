import assert from 'node:assert/strict'
import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { describe, test } from 'node:test'
import { createApiKey } from '../../server/test/factories.ts'
import { until } from '../../server/test/until.ts'
import { type DevOptions, devMiddleware } from '../src/dev/index.ts'
import { startCompanion, startScene } from './scene.ts'

const scene = await startScene()
await scene.createNamespace('a/b')
await scene.write('cart.title', { en: 'Your cart', de: 'Ihr Wagen' })
await scene.write('x', { en: 'X' }, 'a/b')
const { origin, dev } = await scene.companion({ allowedHosts: ['dev.example.com'] })

/** As no `fetch` would: with any Host and Origin. */
function ask(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; body: string; allows: unknown }>()
  const asking = request(`${origin}${path}`, { method, headers }, async (answer) => {
    const allows = answer.headers['access-control-allow-origin']
    resolve({ status: answer.statusCode ?? 0, body: await text(answer), allows })
  })
  asking.once('error', reject).end()
  return promise
}
const get = async (path: string) => {
  const response = await fetch(`${dev}/${path}`)
  return { status: response.status, body: (await response.json()) as unknown }
}

describe('resources', () => {
  test('are what would be published', async () => {
    assert.deepEqual(await get('resources/de/default'), { status: 200, body: { cart: { title: 'Ihr Wagen' } } })
    assert.deepEqual(await get('resources/en/a%2Fb'), { status: 200, body: { x: 'X' } })
  })

  test('without a namespace are those of the default one', async () => {
    const response = await fetch(`${dev}/resources/en`)
    assert.deepEqual(await response.json(), { cart: { title: 'Your cart' } })
    assert.equal(response.headers.get('x-parlance-namespace'), 'default')
    assert.equal(response.headers.get('cache-control'), 'no-store')
  })

  test('leave no trace in the history of the project', async () => {
    const { service, owner, projectId } = scene
    const params = { projectId }
    const query = { events: ['export.completed'] }
    const exports = async () => (await service.ok(owner, 'listActivity', { params, query })).activity
    assert.equal((await get('resources/en/default')).status, 200)
    assert.equal((await get('resources/en/a%2Fb')).status, 200)
    // An export is told after it was sent: one that is asked for later is in the history later.
    await service.ok(owner, 'exportKeys', { params, body: {} })
    await until('the export in the history', async () => (await exports()).length > 0)
    assert.equal((await exports()).length, 1)
  })

  test('follow the settings of publishing', async () => {
    const { service, owner, projectId: id } = scene
    const params = { projectId: id }
    await service.ok(owner, 'updateProject', { params, body: { cdn: { structure: 'flat', statuses: ['translated'] } } })
    await service.ok(owner, 'createKey', {
      params,
      body: { key: 'raw', translations: { en: { value: 'Raw', status: 'not_reviewed' } } },
    })
    const fresh = await scene.companion()
    const response = await fetch(`${fresh.dev}/resources/en/default`)
    assert.deepEqual(await response.json(), { 'cart.title': 'Your cart' })
  })

  test('of an unknown language or namespace are 404', async () => {
    assert.equal((await get('resources/xx/default')).status, 404)
    assert.equal((await get('resources/en/none')).status, 404)
    assert.equal((await get('resources/')).status, 404)
    assert.equal((await get('resources/en/a/b')).status, 404)
    assert.equal((await get('resources/%E0/x')).status, 400)
  })
})

describe('whoever asks', () => {
  const path = '/__parlance/resources/en/default'

  test('must know this server by a local name, or by one that is allowed', async () => {
    for (const host of ['localhost', 'localhost:4401', '127.0.0.1:1', '[::1]:80', 'app.localhost', 'dev.example.com:3'])
      assert.equal((await ask(path, { host })).status, 200, host)
    for (const host of ['evil.example', 'localhost.evil.example', '10.0.0.1', 'x.dev.example.com', 'a b'])
      assert.equal((await ask(path, { host })).status, 403, host)
  })

  test('must be of this origin, or of one that is allowed', async () => {
    const host = 'localhost:5173'
    assert.equal((await ask(path, { host, origin: `http://${host}` })).status, 200)
    const allowed = 'https://dev.example.com'
    assert.deepEqual((await ask(path, { host, origin: allowed })).allows, allowed)
    for (const other of ['http://evil.example', 'http://localhost:9', 'null', 'http://localhost.evil.example:5173']) {
      const { status, allows } = await ask(path, { host, origin: other })
      assert.deepEqual([status, allows], [403, undefined], other)
      assert.equal((await ask('/__parlance/missing', { host, origin: other }, 'POST')).status, 403)
      assert.equal((await ask('/__parlance/missing', { host, origin: other }, 'OPTIONS')).status, 403)
    }
    assert.equal((await ask(path, { host, 'sec-fetch-site': 'cross-site' })).status, 403)
  })

  test('for anything else gets it from the application', async () => {
    for (const other of ['/', '/__parlances', '/x/__parlance/events'])
      assert.equal((await ask(other, { host: 'evil.example' })).body, 'the application')
  })

  test('is told what there is', async () => {
    assert.equal((await ask('/__parlance/none')).status, 404)
    assert.equal((await ask('/__parlance/missing')).status, 405)
    assert.equal((await ask('/__parlance/constructor')).status, 404)
  })

  test('never sees the key', async () => {
    const { body } = await ask(path)
    assert.ok(!body.includes(scene.apiKey))
  })
})

test('with NODE_ENV=production it does not start', (t) => {
  const before = process.env['NODE_ENV']
  t.after(() => {
    if (before === undefined) delete process.env['NODE_ENV']
    else process.env['NODE_ENV'] = before
  })
  process.env['NODE_ENV'] = 'production'
  assert.throws(() => devMiddleware({ baseUrl: scene.url, apiKey: scene.apiKey }), /NODE_ENV=production/)
})

test('without an address or a key it says what it needs', () => {
  for (const env of [{ baseUrl: scene.url }, { apiKey: scene.apiKey }])
    assert.throws(() => devMiddleware(env as DevOptions), /PARLANCE_URL and PARLANCE_API_KEY/)
})

test('a format that i18next does not understand is told once', async (t) => {
  const warn = t.mock.method(console, 'warn', () => {})
  const params = { projectId: scene.projectId }
  const publish = (format: 'json' | 'i18next-v4') =>
    scene.service.ok(scene.owner, 'updateProject', { params, body: { cdn: { format } } })
  await publish('json')
  const fresh = await scene.companion()
  for (let turn = 0; turn < 2; turn++) assert.equal((await fetch(`${fresh.dev}/resources/en/default`)).status, 200)
  await publish('i18next-v4')
  assert.equal(warn.mock.callCount(), 1)
  assert.match(String(warn.mock.calls[0]?.arguments[0]), /publishes json.*i18next-v4/)
})

test('a service that is not there is a bad gateway, a key that does not hold a refusal; the terminal tells why, once', async (t) => {
  const warn = t.mock.method(console, 'warn', () => {})
  const away = await startCompanion({ baseUrl: 'http://127.0.0.1:9', apiKey: 'x' })
  assert.equal((await fetch(`${away.dev}/resources/en`)).status, 502)
  assert.equal((await fetch(`${away.dev}/events`)).status, 502)
  const wrong = await scene.companion({ apiKey: 'wrong' })
  assert.equal((await fetch(`${wrong.dev}/resources/en`)).status, 401)
  assert.equal((await fetch(`${wrong.dev}/events`)).status, 401)
  const { apiKey } = await createApiKey(scene.service, scene.owner, scene.projectId, ['translations:read'])
  const reading = await scene.companion({ apiKey })
  const observations = { method: 'POST', body: JSON.stringify({ observations: [{ key: 'x' }] }) }
  assert.equal((await fetch(`${reading.dev}/observations`, observations)).status, 403)
  assert.equal((await fetch(`${reading.dev}/observations`, { method: 'POST', body: '{' })).status, 400)
  const told = warn.mock.calls.map(({ arguments: [message] }) => String(message))
  assert.equal(told.length, 3, told.join('\n'))
  assert.match(told[0] ?? '', /http:\/\/127\.0\.0\.1:9 cannot be reached/)
  assert.match(told[1] ?? '', /does not know the API key/)
  assert.match(told[2] ?? '', /may not do this.*It lacks/)
})

test('observations are passed on', async () => {
  const send = (body: string) => fetch(`${dev}/observations`, { method: 'POST', body })
  const observations = [{ namespace: 'default', key: 'cart.title', uiType: 'heading' }, { key: 'no.such' }]
  const answer = await send(JSON.stringify({ observations }))
  assert.equal(answer.status, 202)
  assert.deepEqual(await answer.json(), { accepted: 1, unknown: 1 })
  assert.equal((await send('{')).status, 400)
  assert.equal((await send('{}')).status, 422)
})
