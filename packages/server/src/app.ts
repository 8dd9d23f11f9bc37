import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import cookie from '@fastify/cookie'
import { contract, type Entry } from '@parlance/contract'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { accountEndpoints } from './features/accounts/routes.ts'
import { activityEndpoints } from './features/activity/routes.ts'
import { auditEndpoints } from './features/audit/routes.ts'
import { batchEndpoints } from './features/batch/routes.ts'
import { PublishedFiles } from './features/cdn/published-files.ts'
import { cdnEndpoints } from './features/cdn/routes.ts'
import { registerCdn } from './features/cdn/serve-files.ts'
import { checkEndpoints } from './features/checks/routes.ts'
import { commentEndpoints } from './features/comments/routes.ts'
import { registerConsole } from './features/console/serve-console.ts'
import { contextEndpoints } from './features/context/routes.ts'
import { deploymentEndpoints } from './features/deployments/routes.ts'
import { exportEndpoints } from './features/export/routes.ts'
import { formatEndpoints } from './features/formats/routes.ts'
import { glossaryEndpoints } from './features/glossary/routes.ts'
import { registerGuide } from './features/guide/serve-guide.ts'
import { identityEndpoints } from './features/identities/routes.ts'
import { importEndpoints } from './features/import/routes.ts'
import { instanceEndpoints } from './features/instance/routes.ts'
import { keyEndpoints } from './features/keys/routes.ts'
import { machineTranslationEndpoints } from './features/machine-translation/routes.ts'
import { memoryEndpoints } from './features/memories/routes.ts'
import { createMetrics } from './features/operation/metrics.ts'
import { registerOperation } from './features/operation/routes.ts'
import { organizationEndpoints } from './features/organizations/routes.ts'
import { passkeyEndpoints } from './features/passkeys/routes.ts'
import { projectEndpoints } from './features/projects/routes.ts'
import { secondFactorEndpoints } from './features/second-factor/routes.ts'
import { streamEndpoints } from './features/stream/routes.ts'
import { translationEndpoints } from './features/translations/routes.ts'
import { userEndpoints } from './features/users/routes.ts'
import { webhookEndpoints } from './features/webhooks/routes.ts'
import { isTrusted } from './http/address.ts'
import { type Answered, loggedPath } from './http/answered.ts'
import { answerClientError, answerError, fault } from './http/errors.ts'
import { namesSeveralHosts, refuseSeveralHosts } from './http/host.ts'
import { PAGE_HEADERS } from './http/page-policy.ts'
import { rateHeaders } from './http/request-rates.ts'
import { endUnread, noteRequest } from './http/unread-answers.ts'
import { isComplete, letArrive } from './http/unread-body.ts'
import { type Implementation, mount } from './implement.ts'
import { parseNetworks } from './networks.ts'
import type { Services } from './services.ts'

/** Room for the longest name of a key, of which each code point may be two UTF-16 units. */
const MAX_PARAM_LENGTH = 2048

export async function buildApp(services: Services): Promise<FastifyInstance> {
  const metrics = createMetrics(services)
  const note = (answered: Answered, request: IncomingMessage) => {
    metrics.observe(answered)
    services.tracing.answered(request, answered)
    const { id: reqId, method, path, status, ms } = answered
    // Whoever looks whether all is well asks every few seconds, for good.
    const level = path === '/health' && status === 200 ? 'debug' : 'info'
    const traced = services.tracing.logged(request)
    services.log[level]({ reqId, ...traced, method, path, status, ms: Math.round(ms * 10) / 10 }, 'request')
  }
  const published = new PublishedFiles(services)

  const app = Fastify({
    serverFactory: (handle, options) => {
      const server: Server = createServer((request, response) => {
        if (!noteRequest(request, response)) return
        if (namesSeveralHosts(request)) return refuseSeveralHosts(response)
        services.tracing.request(request, response, () => {
          const answerAtOnce = () => published.answerAtOnce(request, response, (answered) => note(answered, request))
          if (!server.listening || !answerAtOnce()) handle(request, response)
        })
      })
      endUnread(server, services.config.unreadTimeoutMs)
      const { keepAliveTimeout, requestTimeout } = options as Pick<Server, 'keepAliveTimeout' | 'requestTimeout'>
      return Object.assign(server, { keepAliveTimeout, requestTimeout })
    },
    trustProxy: services.config.trustProxy === '' ? false : isTrusted(parseNetworks(services.config.trustProxy)),
    loggerInstance: services.log,
    logController: new LogController({ disableRequestLogging: true }),
    // A logger of its own for each request took longer than what is logged of it: who logs names the request.
    childLoggerFactory: (logger) => logger,
    // Node draws these for many requests at once; a few random bytes for each were a twentieth of a small answer.
    genReqId: () => randomUUID(),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: MAX_PARAM_LENGTH },
    frameworkErrors: answerError,
    clientErrorHandler: answerClientError,
    return503OnClosing: false,
    forceCloseConnections: 'idle',
  })

  await app.register(cookie)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', services.bodies.takeIn)
  app.setSerializerCompiler(() => JSON.stringify)
  app.setErrorHandler(answerError)
  const site = registerConsole(app)
  app.setNotFoundHandler((request, reply) => {
    if (!site.sendInstead(request, reply)) throw fault('routeNotFound')
  })
  app.decorateRequest('access', undefined)
  app.decorateRequest('now')
  app.decorateRequest('bucket', undefined)
  app.decorateRequest('answering')
  app.decorateRequest('room', undefined)
  app.addHook('onRequest', (request, reply, done) => {
    request.now = services.clock.now()
    request.answering = reply.raw
    services.traffic.arrived()
    done(services.rates.count(request))
  })
  app.addHook('onSend', (request, reply, _payload, done) => {
    const policy = reply.getHeader('content-security-policy')
    reply.header('x-request-id', request.id).headers(PAGE_HEADERS).headers(rateHeaders(request))
    if (policy !== undefined) reply.header('content-security-policy', policy)
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'private, no-store')
    // A connection that its client keeps open for the next request would keep a stopping process waiting.
    if (!app.server.listening) reply.header('connection', 'close')
    if (isComplete(request.raw)) return done()
    void letArrive(request.raw).then(() => {
      // What is still to come belongs to this request: the connection cannot carry another one.
      if (!isComplete(request.raw)) reply.header('connection', 'close')
      done()
    })
  })
  app.addHook('onError', (_request, _reply, error, done) => {
    services.writes.note(error)
    done()
  })
  app.addHook('onResponse', ({ id, method, url, routeOptions, raw }, { statusCode: status, elapsedTime: ms }, done) => {
    note({ id, method, path: loggedPath(url, routeOptions.url), route: routeOptions.url ?? 'unknown', status, ms }, raw)
    done()
  })

  // Before the server waits for its connections: streams would keep it waiting for ever.
  app.addHook('preClose', async () => services.streams.close())

  app.addHook('onClose', async () => services.texts.close())

  registerOperation(app, services, metrics)
  registerGuide(app, services)
  registerCdn(app, published)
  const implementations = [
    ...instanceEndpoints,
    ...accountEndpoints,
    ...identityEndpoints,
    ...secondFactorEndpoints,
    ...passkeyEndpoints,
    ...userEndpoints,
    ...organizationEndpoints,
    ...auditEndpoints,
    ...projectEndpoints,
    ...keyEndpoints,
    ...deploymentEndpoints,
    ...translationEndpoints,
    ...batchEndpoints,
    ...formatEndpoints,
    ...exportEndpoints,
    ...importEndpoints,
    ...commentEndpoints,
    ...checkEndpoints,
    ...contextEndpoints,
    ...activityEndpoints,
    ...glossaryEndpoints,
    ...streamEndpoints,
    ...webhookEndpoints,
    ...cdnEndpoints,
    ...memoryEndpoints,
    ...machineTranslationEndpoints,
  ]
  assertComplete(implementations)
  for (const implementation of implementations) mount(app, services, implementation)
  return app
}

function assertComplete(implementations: Implementation[]): void {
  const done = new Set(implementations.map(({ entry }) => entry.name))
  const missing = (Object.values(contract) as Entry[]).filter(({ name }) => !done.has(name))
  if (missing.length > 0) throw new Error(`Not implemented: ${missing.map(({ name }) => name).join(', ')}`)
}
