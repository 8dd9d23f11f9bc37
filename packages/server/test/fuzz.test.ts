import assert from 'node:assert/strict'
import { Agent, request as httpRequest, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { contract, type Entry, errors, type RouteName, scopeNames } from '@parlance/contract'
import { sql } from '../src/db/sql.ts'
import { checkNow } from '../src/features/checks/test/check-now.ts'
import { assertAnswer, readAnswer } from './answers.ts'
import { createApiKey, createScene, join, register } from './factories.ts'
import { Inventory } from './fuzz-inventory.ts'
import { type FuzzScene, generate, type Sent } from './fuzz-requests.ts'
import { Dice } from './fuzz-values.ts'
import { nobody, startService } from './harness.ts'

const REQUESTS = Number(process.env['FUZZ_REQUESTS'] ?? (process.env['PARLANCE_TEST_FULL'] === '1' ? 100_000 : 3_000))
const SEED = Number(process.env['FUZZ_SEED'] ?? Date.now() % 2 ** 32)
const DEADLINE_MS = 5_000
/** Time goes on between requests, or what is allowed so many times a minute would soon be refused for good. */
const PACE_MS = 300
const FAILURES_SHOWN = 20

const service = await startService({ webhookAllowNetworks: '127.0.0.0/8' })
// Tells which route answered, whatever the address was meant for.
service.app.addHook('onSend', async (request, reply) => {
  const { entry } = request.routeOptions.config as { entry?: Entry }
  if (entry) reply.header('x-route', entry.name)
})
await service.app.listen({ port: 0, host: '127.0.0.1' })
const { port } = service.app.server.address() as AddressInfo
const agent = new Agent({ keepAlive: true })
after(() => agent.destroy())

const TMX =
  '<tmx><header srclang="en"/><body><tu><tuv lang="en"><seg>a</seg></tuv><tuv lang="de"><seg>b</seg></tuv></tu></body></tmx>'

const MESSAGES = Buffer.from('{"greeting":"Hallo","a":{"b":"{n, plural, other {#}}"}}')

async function createFuzzScene(): Promise<FuzzScene> {
  // The first account administers the instance; as an outsider here, it cannot make the organization read-only.
  const outsider = await register(service)
  const { owner, orgId, projectId, project } = await createScene(service)
  const developer = await join(service, owner, orgId, 'developer')
  const translator = await join(service, owner, orgId, 'translator', ['fr'])
  const viewer = await join(service, owner, orgId, 'viewer')
  const keys = [
    await createApiKey(service, owner, projectId, scopeNames),
    await createApiKey(service, owner, projectId, ['translations:read']),
  ]
  const inventory = new Inventory()
  for (const person of [outsider, owner, developer, translator, viewer]) {
    const { sessions } = await service.ok(person, 'listSessions')
    for (const { id } of sessions) inventory.keep('/auth/sessions', 'sessionId', id)
  }
  inventory.keep('/organizations', 'orgId', orgId)
  inventory.keep('/projects', 'projectId', projectId)
  for (const { userId } of [owner, developer, translator, viewer])
    inventory.keep(`/organizations/${orgId}/members`, 'userId', userId)
  for (const { userId } of [outsider, owner, developer, translator, viewer])
    inventory.keep('/instance/users', 'userId', userId)
  for (const { apiKeyId } of keys) inventory.keep(`/projects/${projectId}/api-keys`, 'apiKeyId', apiKeyId)
  for (const code of ['en', 'de']) inventory.keep(`/projects/${projectId}/locales`, 'code', code)
  inventory.keep(`/projects/${projectId}/keys/import/progress`, 'trackingId', 'track')
  const { sourceLocaleId } = project
  const memory = await service.ok(owner, 'createMemory', { params: { orgId }, body: { name: 'All', sourceLocaleId } })
  inventory.keep('/tms', 'tmId', memory.id)
  const translations = { en: { value: 'Hello', status: 'translated' } }
  for (const body of [{ key: 'greeting', translations }, { key: 'a.b' }, { key: '😀', namespace: 'common' }]) {
    const created = await service.ok(owner, 'createKey', { params: { projectId }, body })
    inventory.learn(contract.createKey, `/projects/${projectId}/keys`, created)
  }
  const lacking = { en: { value: 'Wait 30 days', status: 'translated' }, de: { value: 'Warte', status: 'translated' } }
  await service.ok(owner, 'createKey', { params: { projectId }, body: { key: 'wait', translations: lacking } })
  await checkNow(service.services, projectId)
  const { issues } = await service.ok(owner, 'listIssues', { params: { projectId } })
  inventory.learn(contract.listIssues, `/projects/${projectId}/issues`, { issues })
  return {
    inventory,
    keys,
    actors: [owner, owner, owner, owner, owner, developer, translator, viewer, outsider, ...keys, nobody],
    given: {
      email: [owner.email],
      password: [owner.password],
      currentPassword: [owner.password],
      locale: ['en', 'de', 'fr', 'FR'],
      namespace: ['default', 'default', 'default', 'default', 'common', '__proto__'],
      localeId: project.locales.map(({ id }) => id),
      localeCode: ['en', 'de', 'de', 'fr', 'fr', 'xx'],
      sourceLocaleId: [project.sourceLocaleId],
      targetLocaleId: project.locales.map(({ id }) => id),
      content: [
        '',
        Buffer.from('locale_code,term\nen,cart\nde,Korb').toString('base64'),
        '<tbx/>',
        ...[TMX, TMX, TMX],
        ...[MESSAGES, MESSAGES, MESSAGES].map((file) => file.toString('base64')),
      ],
      size: [MESSAGES.length],
      filename: ['de.json', 'common/fr.json'],
      progressTrackingId: ['track', 'another'],
      fromId: [1, 2, 5, 10],
      toId: [5, 10, 20, 40],
      ids: issues.map(({ id }) => id),
      url: ['http://127.0.0.1:9/hook'],
      events: ['key.created', 'key.deleted', 'namespace.created'],
    },
  }
}

/** Nothing is sent here, and only what failed can be tried again. */
const failDeliveries = () =>
  service.db.run(sql`update deliveries set status = 'failed', due_at = null where status = 'pending'`)

/** What one answer tells for the next request to use. */
const HANDED_ON = [
  { name: 'token', pattern: /"inviteToken":"(.+?)"/ },
  { name: 'validationId', pattern: /"validationId":"(.+?)"/ },
]

interface Answered {
  status: number
  route: RouteName | undefined
  type: string
  body: string
  /** Names no route: an open stream passes by the hook above. */
  isStream: boolean
  isFile: boolean
}

/** One request over a real connection. A stream is left as soon as it has begun. */
async function send({ method, url, headers, body }: Sent): Promise<Answered> {
  const signal = AbortSignal.timeout(DEADLINE_MS)
  const request = httpRequest({ port, host: '127.0.0.1', agent, method, path: url, headers, signal })
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request.on('response', resolve).on('error', reject)
    if (headers['content-length'] === undefined) request.end(body)
    // More is announced than comes: the service must not wait for it before it refuses.
    else request.flushHeaders()
  })
  const isStream = response.headers['content-type']?.startsWith('text/event-stream') === true
  const answered = {
    status: response.statusCode ?? 0,
    route: response.headers['x-route'] as RouteName | undefined,
    type: response.headers['content-type'] ?? '',
    body: isStream ? '' : await text(response),
    isStream,
    isFile: response.headers['content-disposition'] !== undefined,
  }
  if (isStream || headers['content-length'] !== undefined) request.destroy()
  return answered
}

/** Before a route is found, or while a body is read that its route may have no use for. */
const refusedByFrame = [errors.invalidInput, errors.bodyTooLarge, errors.urlTooLong, errors.headersTooLarge]
const isRefusedByFrame = (status: number, body: { code?: string } | undefined) =>
  refusedByFrame.some((shape) => shape.status === status && shape.code === body?.code)

function assertAnswered({ method }: Sent, { status, route, body, isStream }: Answered): void {
  assert.ok(status < 500, `answered ${status} ${body}`)
  if (isStream) assert.equal(status, 200)
  if (method === 'HEAD' || isStream) return
  const parsed = readAnswer(route && contract[route], status, Buffer.from(body)) as { code?: string } | undefined
  if (!route && isRefusedByFrame(status, parsed)) return
  if (route) assertAnswer(contract[route], status, parsed)
  else assert.equal(parsed?.code, errors.routeNotFound.code, `answered ${status} ${body}`)
}

test(`${REQUESTS} generated requests (FUZZ_SEED=${SEED})`, async (t) => {
  const scene = await createFuzzScene()
  const dice = new Dice(SEED)
  const failures: string[] = []
  const succeeded = new Map<string, number>()
  for (let number = 1; number <= REQUESTS && failures.length < FAILURES_SHOWN; number++) {
    const { entry, address, sent } = generate(dice, scene)
    try {
      const answered = await send(sent)
      assertAnswered(sent, answered)
      const route = answered.isStream ? entry.name : answered.route
      if (route && answered.status < 300) succeeded.set(route, (succeeded.get(route) ?? 0) + 1)
      if (answered.route === entry.name && !answered.isFile) scene.inventory.take(entry, address, answered)
      for (const { name, pattern } of HANDED_ON) {
        const [, value] = pattern.exec(answered.body) ?? []
        if (value) scene.given[name] = [value]
      }
      service.clock.advance(PACE_MS)
      if (number % 100 === 0) await failDeliveries()
    } catch (error) {
      failures.push(`request ${number}: ${show(sent)}\n  ${(error as Error).message}`)
    }
  }
  const successes = succeeded.values().reduce((sum, count) => sum + count, 0)
  const never = Object.keys(contract).filter((name) => !succeeded.has(name))
  t.diagnostic(
    `${Math.round((100 * successes) / REQUESTS)} % of the answers were 2xx; routes without any: ${never.join(', ') || 'none'}`,
  )
  assert.deepEqual(failures, [], `FUZZ_SEED=${SEED} repeats this`)
  assert.ok(successes > REQUESTS / 10, `only ${successes} of ${REQUESTS} requests succeeded`)
})

const show = ({ method, url, headers, body }: Sent) =>
  `${method} ${url.slice(0, 500)} ${JSON.stringify(headers).slice(0, 500)} ${String(body ?? '').slice(0, 1000)}`
