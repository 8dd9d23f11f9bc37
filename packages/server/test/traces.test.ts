import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { startStandIn } from '../src/features/machine-translation/test/stand-ins.ts'
import { listen, rawReceiver } from '../src/features/webhooks/test/receivers.ts'
import { startCollector } from './collector.ts'
import { atEnd, createDatabase } from './harness.ts'
import { signal, startProcess } from './running-service.ts'
import { onThisMachine } from './this-machine.ts'
import { until } from './until.ts'

const SERVER = 2
const CLIENT = 3
const PROXY = '127.0.0.2'
const TRACE = '0af7651916cd43dd8448eb211c80319c'
const PARENT = 'b7ad6b7169203331'
const STOPPED_WITHIN_MS = 10_000

/** A service that tells of itself, with an account and a project. */
async function start(env: Record<string, string>) {
  const { host, user, database } = await createDatabase()
  const DATABASE_URL = `postgresql://${user}@localhost/${database}?host=${encodeURIComponent(host)}`
  const service = await startProcess({ DATABASE_URL, LOG_LEVEL: 'info', OTEL_BSP_SCHEDULE_DELAY: '100', ...env })
  atEnd(async () => void (await signal(service.child, 'SIGKILL')))
  let cookie = ''
  const send = async (method: string, path: string, body?: object, headers: Record<string, string> = {}) => {
    const asked = request(service.url + path, {
      method,
      agent: false,
      headers: { cookie, ...(body ? { 'content-type': 'application/json' } : {}), ...headers },
      ...('via' in headers ? { localAddress: PROXY } : {}),
    })
    asked.end(body && JSON.stringify(body))
    const [response] = (await once(asked, 'response')) as [IncomingMessage]
    const answer = await text(response)
    const id = String(response.headers['x-request-id'])
    cookie ||= response.headers['set-cookie']?.[0]?.split(';', 1)[0] ?? ''
    return { status: response.statusCode, id, body: answer === '' ? null : JSON.parse(answer) }
  }
  const person = { email: 'traced@example.com', password: 'correct horse battery', name: 'Traced' }
  const { organizations } = (await send('POST', '/v1/auth/register', person)).body
  const made = { name: 'Traced', sourceLocale: 'en', locales: ['de'] }
  const project = (await send('POST', `/v1/organizations/${organizations[0].id}/projects`, made)).body
  return { service, send, token: () => cookie.split('=')[1] ?? '', path: `/v1/projects/${project.id}` }
}

test('a request is told by its route, with its statements below it, and nothing of what people wrote', async () => {
  const collector = await startCollector()
  const { send, service, path, token } = await start({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-tenant=shop',
    OTEL_SERVICE_NAME: 'texts',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
  })
  const translations = { en: { value: 'A sentence of a customer', status: 'translated' } }
  const written = [
    await send('POST', `${path}/keys`, { key: 'name.of.a.key', translations }),
    await send('PUT', `${path}/keys/name.of.a.key`, { locale: 'de', value: 'Ein Satz' }),
  ]
  assert.deepEqual(
    written.map(({ status }) => status),
    [201, 200],
  )
  const { id } = await send('GET', `${path}/keys?search=sentence`)
  const byId = () => collector.spans.find(({ attributes }) => attributes['parlance.request.id'] === id)
  await until('the request to be told', byId)

  const span = byId()
  assert.ok(span)
  assert.equal(span.name, 'GET /v1/projects/:projectId/keys')
  assert.deepEqual([span.kind, span.parentId, span.hasFailed], [SERVER, '', false])
  assert.deepEqual(span.attributes, {
    'http.request.method': 'GET',
    'url.scheme': 'http',
    'http.route': '/v1/projects/:projectId/keys',
    'url.path': `${path}/keys`,
    'http.response.status_code': 200,
    'parlance.request.id': id,
  })
  const below = collector.spans.filter(({ parentId }) => parentId === span.spanId)
  assert.ok(
    below.some(({ attributes }) => attributes['db.query.summary'] === 'SELECT keys'),
    JSON.stringify(below),
  )
  for (const { kind, traceId, name, attributes } of below) {
    assert.deepEqual([kind, traceId, attributes['db.system.name']], [CLIENT, span.traceId, 'postgresql'])
    assert.equal(attributes['db.query.summary'], name)
  }
  const [put] = collector.named('PUT /v1/projects/:projectId/keys/:key')
  assert.equal(put?.attributes['url.path'], `${path}/keys/:key`)
  assert.equal(collector.headers['x-tenant'], 'shop')
  assert.partialDeepStrictEqual(collector.resource, {
    'service.name': 'texts',
    'deployment.environment.name': 'test',
  })
  for (const secret of ['sentence', 'Satz', 'name.of.a.key', 'traced@', 'correct horse', token()]) {
    assert.ok(!collector.sent.includes(secret), `"${secret}" was sent`)
  }
  const entry =
    service
      .lastWords()
      .split('\n')
      .find((line) => line.includes(id)) ?? '{}'
  assert.partialDeepStrictEqual(JSON.parse(entry), { msg: 'request', trace_id: span.traceId, span_id: span.spanId })
})

test('a trace is gone on with where a proxy that is trusted hands it on; of any other it is told where it came from', async () => {
  const collector = await startCollector()
  const env = {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    TRUST_PROXY: `${PROXY}/32`,
    OTEL_TRACES_SAMPLER: 'parentbased_always_on',
  }
  const { send } = await start(env)
  const sampled = { traceparent: `00-${TRACE}-${PARENT}-01` }
  const ids = [
    await send('GET', '/v1/instance', undefined, { ...sampled, via: 'proxy' }),
    await send('GET', '/v1/instance', undefined, sampled),
    await send('GET', '/v1/instance', undefined, { traceparent: `00-${TRACE}-${PARENT}-00` }),
    await send('GET', '/v1/instance', undefined, { traceparent: 'nonsense' }),
  ].map(({ id }) => id)
  // Nobody is told of what whoever began the trace did not choose.
  await send('GET', '/v1/instance', undefined, { traceparent: `00-${'1'.repeat(32)}-${PARENT}-00`, via: 'proxy' })
  const found = () =>
    ids.map((id) => collector.spans.find(({ attributes }) => attributes['parlance.request.id'] === id))
  await until('the requests to be told', () => found().every(Boolean))
  const [trusted, stranger, unsampled, nonsense] = found()
  assert.deepEqual([trusted?.traceId, trusted?.parentId, trusted?.links], [TRACE, PARENT, []])
  for (const span of [stranger, unsampled]) {
    assert.notEqual(span?.traceId, TRACE)
    assert.deepEqual([span?.parentId, span?.links], ['', [`${TRACE} ${PARENT}`]])
  }
  assert.deepEqual([nonsense?.parentId, nonsense?.links], ['', []])
  assert.ok(!collector.spans.some(({ traceId }) => traceId === '1'.repeat(32)))
})

test('deliveries, jobs and what they call are told, and whoever is called learns of no trace', async () => {
  const collector = await startCollector()
  const provider = await startStandIn('libretranslate')
  const { url: MT_URL = '' } = provider.config
  const arrived: IncomingHttpHeaders[] = []
  const server = createServer((incoming, response) => {
    arrived.push(incoming.headers)
    response.writeHead(500).end()
  })
  const port = await listen(server)
  const { send, path } = await start({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    WEBHOOK_ALLOW_NETWORKS: '127.0.0.0/8',
    MT_PROVIDER: 'libretranslate',
    MT_URL,
  })
  const hook = { name: 'Hook', url: `http://127.0.0.1:${port}/a-secret-path`, events: ['key.created'] }
  const { id } = (await send('POST', `${path}/webhooks`, hook)).body
  const key = (
    await send('POST', `${path}/keys`, {
      key: 'greeting',
      translations: { en: { value: 'Hello', status: 'translated' } },
    })
  ).body
  const asked = { keyIds: [key.id], targetLocaleCodes: ['de'] }
  const translated = await send('POST', `${path}/keys/batch/machine-translate`, asked)
  assert.equal(translated.status, 202, JSON.stringify([key, translated.body]))
  const spanTo = (place: string | number) =>
    collector.named('POST').find(({ attributes }) => attributes['server.port'] === Number(place))
  const isTold = () => spanTo(port) && spanTo(new URL(MT_URL).port) && collector.named('job machine_translation')[0]
  await until('all of it to be told', isTold)

  const delivery = spanTo(port)
  assert.partialDeepStrictEqual(delivery, { kind: CLIENT, parentId: '', hasFailed: true })
  assert.partialDeepStrictEqual(delivery?.attributes, {
    'http.request.method': 'POST',
    'server.address': '127.0.0.1',
    'http.response.status_code': 500,
    'error.type': '500',
    'parlance.webhook.id': id,
  })
  const [job] = collector.named('job machine_translation')
  const call = spanTo(new URL(MT_URL).port)
  assert.deepEqual([call?.traceId, call?.parentId, call?.hasFailed], [job?.traceId, job?.spanId, false])
  assert.ok(
    collector.spans.some(({ parentId, attributes }) => parentId === job?.spanId && attributes['db.system.name']),
  )
  assert.ok(!collector.sent.includes('secret-path'))
  assert.deepEqual(
    arrived.filter((headers) => 'traceparent' in headers),
    [],
  )
})

test('a stream is told as soon as it is open', async () => {
  const collector = await startCollector()
  const { send, service, path } = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url })
  const apiKey = (await send('POST', `${path}/api-keys`, { name: 'build', scopes: ['translations:read'] })).body.key
  const open = new AbortController()
  const headers = { authorization: `Bearer ${apiKey}` }
  const stream = await fetch(`${service.url}/v1/keys/events/stream`, { headers, signal: open.signal })
  assert.equal(stream.status, 200)
  await until('the stream to be told', () =>
    collector.spans.some(({ attributes }) => attributes['url.path'] === '/v1/keys/events/stream'),
  )
  open.abort()
})

test('what is left is sent when the service is stopped', async () => {
  const collector = await startCollector()
  const { send, service } = await start({
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${collector.url}/v1/traces`,
    OTEL_BSP_SCHEDULE_DELAY: '3600000',
  })
  const { id } = await send('GET', '/v1/instance')
  assert.equal(await signal(service.child, 'SIGTERM'), 0)
  assert.ok(collector.spans.some(({ attributes }) => attributes['parlance.request.id'] === id))
})

for (const [kind, endpoint] of [
  ['is not there', async () => 'http://127.0.0.1:9'],
  ['never answers', () => rawReceiver(() => {})],
] as const) {
  test(`a collector that ${kind} costs nobody anything: it is told once, and the service stops in time`, async () => {
    const { send, service } = await start({
      OTEL_EXPORTER_OTLP_ENDPOINT: await endpoint(),
      OTEL_EXPORTER_OTLP_TIMEOUT: '200',
      OTEL_BSP_MAX_QUEUE_SIZE: '20',
      LOG_LEVEL: 'warn',
    })
    const told = () =>
      service
        .lastWords()
        .split('\n')
        .filter((line) => line.includes('traces could not be sent'))
    for (let n = 0; n < 200; n++) assert.equal((await send('GET', '/v1/instance')).status, 200)
    await until('it to be told', () => told().length > 0)
    for (let n = 0; n < 200; n++) assert.equal((await send('GET', '/v1/instance')).status, 200)
    assert.equal(told().length, 1, service.lastWords())
    const asked = performance.now()
    assert.equal(await signal(service.child, 'SIGTERM'), 0, service.lastWords())
    assert.ok(performance.now() - asked < onThisMachine(STOPPED_WITHIN_MS))
  })
}

test('OTEL_SDK_DISABLED keeps all of it to itself', async () => {
  const collector = await startCollector()
  const { send, service } = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_SDK_DISABLED: 'true' })
  const { id } = await send('GET', '/v1/instance')
  assert.equal(await signal(service.child, 'SIGTERM'), 0)
  assert.deepEqual(collector.spans, [])
  const entry =
    service
      .lastWords()
      .split('\n')
      .find((line) => line.includes(id)) ?? '{}'
  assert.ok(!('trace_id' in JSON.parse(entry)))
})
