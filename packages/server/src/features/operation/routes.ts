import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import { openapi } from '@parlance/contract'
import type { FastifyInstance } from 'fastify'
import packageJson from '../../../package.json' with { type: 'json' }
import { sql } from '../../db/sql.ts'
import { fault } from '../../http/errors.ts'
import type { Services } from '../../services.ts'
import type { Metrics } from './metrics.ts'

const HEALTH_TIMEOUT_MS = 2_000

/** What operators ask a running service. These routes carry no version: they belong to the process, not to the API. */
export async function registerOperation(
  app: FastifyInstance,
  services: Services,
  { registry }: Metrics,
): Promise<void> {
  const document = openapi({ version: packageJson.version, url: services.config.publicUrl })

  app.get('/health', async () => {
    await withTimeout(services.db.row(sql`select 1 as up`), HEALTH_TIMEOUT_MS)
    return { status: 'ok' }
  })
  app.get('/metrics', async (_request, reply) => {
    reply.type(registry.contentType)
    return registry.metrics()
  })
  app.get('/openapi.json', async () => document)
  app.get('/', async (_request, reply) => reply.redirect('/docs'))

  await app.register(swagger, {
    mode: 'static',
    specification: { document: document as never },
  })
  await app.register(swaggerUi, { routePrefix: '/docs', uiConfig: { docExpansion: 'list', deepLinking: true } })
}

async function withTimeout<T>(work: Promise<T>, ms: number): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(fault('unavailable')), ms)
  try {
    return await Promise.race([work, promise])
  } catch {
    throw fault('unavailable')
  } finally {
    clearTimeout(timer)
  }
}
