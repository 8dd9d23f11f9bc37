import { randomUUID } from 'node:crypto'
import cookie from '@fastify/cookie'
import { contract, type Entry } from '@parlance/contract'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { accountEndpoints } from './features/accounts/routes.ts'
import { activityEndpoints } from './features/activity/routes.ts'
import { batchEndpoints } from './features/batch/routes.ts'
import { cdnEndpoints } from './features/cdn/routes.ts'
import { registerCdn } from './features/cdn/serve-files.ts'
import { commentEndpoints } from './features/comments/routes.ts'
import { contextEndpoints } from './features/context/routes.ts'
import { exportEndpoints } from './features/export/routes.ts'
import { glossaryEndpoints } from './features/glossary/routes.ts'
import { importEndpoints } from './features/import/routes.ts'
import { keyEndpoints } from './features/keys/routes.ts'
import { machineTranslationEndpoints } from './features/machine-translation/routes.ts'
import { loadedTextsOf } from './features/memories/index.ts'
import { memoryEndpoints } from './features/memories/routes.ts'
import { registerOperation } from './features/operation/routes.ts'
import { organizationEndpoints } from './features/organizations/routes.ts'
import { projectEndpoints } from './features/projects/routes.ts'
import { openStreamsOf } from './features/stream/open-streams.ts'
import { streamEndpoints } from './features/stream/routes.ts'
import { translationEndpoints } from './features/translations/routes.ts'
import { webhookEndpoints } from './features/webhooks/routes.ts'
import { takeIn } from './http/body.ts'
import { answerClientError, answerError, fault } from './http/errors.ts'
import { type Implementation, mount } from './http/implement.ts'
import { letArrive } from './http/unread-body.ts'
import type { Services } from './services.ts'

/** A key name has at most 768 code points, that is 1,536 UTF-16 units. */
const MAX_PARAM_LENGTH = 2048

export async function buildApp(services: Services): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: services.log,
    logController: new LogController({ disableRequestLogging: true }),
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
  app.addContentTypeParser('*', takeIn)
  app.setSerializerCompiler(() => JSON.stringify)
  app.setErrorHandler(answerError)
  app.setNotFoundHandler(() => {
    throw fault('routeNotFound')
  })
  app.decorateRequest('access', undefined)
  app.decorateRequest('now')
  app.addHook('onSend', async (request, reply) => {
    reply.headers({ 'x-request-id': request.id, 'x-content-type-options': 'nosniff' })
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'private, no-store')
    // A connection that its client keeps open for the next request would keep a stopping process waiting.
    if (!app.server.listening) reply.header('connection', 'close')
    await letArrive(request.raw)
  })
  app.addHook('onResponse', async (request, reply) => {
    // The path without its query, where texts people search for would end up in the log.
    const path = request.url.split('?', 1)[0]
    const ms = Math.round(reply.elapsedTime * 10) / 10
    request.log.info({ method: request.method, path, status: reply.statusCode, ms }, 'request')
  })

  // Before the server waits for its connections: streams would keep it waiting for ever.
  app.addHook('preClose', async () => openStreamsOf(services).close())

  app.addHook('onClose', async () => loadedTextsOf(services).close())

  await registerOperation(app, services)
  registerCdn(app, services)
  const implementations = [
    ...accountEndpoints,
    ...organizationEndpoints,
    ...projectEndpoints,
    ...keyEndpoints,
    ...translationEndpoints,
    ...batchEndpoints,
    ...exportEndpoints,
    ...importEndpoints,
    ...commentEndpoints,
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
