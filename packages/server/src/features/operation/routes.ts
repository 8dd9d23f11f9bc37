import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import { openapi } from '@parlance/contract'
import type { FastifyInstance } from 'fastify'
import packageJson from '../../../package.json' with { type: 'json' }
import { sql } from '../../db/sql.ts'
import { fault } from '../../http/errors.ts'
import { PAGE_POLICY } from '../../http/page-policy.ts'
import type { Services } from '../../services.ts'
import { documentAt } from './document.ts'
import { assertMayMeasure } from './may-measure.ts'
import type { Metrics } from './metrics.ts'

const HEALTH_TIMEOUT_MS = 2_000

/** The guide brings its own scripts and pictures, writes styles into its elements, and asks this service alone. */
const GUIDE_POLICY = [
  PAGE_POLICY,
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
].join('; ')

/** What operators ask a running service. These routes carry no version: they belong to the process, not to the API. */
export async function registerOperation(
  app: FastifyInstance,
  services: Services,
  { registry }: Metrics,
): Promise<void> {
  // Wherever the guide is opened, it asks where it came from.
  const document = openapi({ version: packageJson.version, url: '/' })

  app.get('/health', async () => {
    await withTimeout(services.db.row(sql`select 1 as up`), HEALTH_TIMEOUT_MS)
    const trouble = services.writes.trouble()
    if (trouble) throw fault('cannotWrite', { reason: trouble })
    return { status: 'ok' }
  })
  app.get('/metrics', async (request, reply) => {
    assertMayMeasure(request.raw, services.config.metricsToken)
    reply.type(registry.contentType)
    return registry.metrics()
  })
  app.get('/openapi.json', async ({ raw }, reply) =>
    reply.type('application/json; charset=utf-8').send(documentAt(services.address.originFor(raw))),
  )

  await app.register(swagger, {
    mode: 'static',
    specification: { document: document as never },
  })
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    uiConfig: { docExpansion: 'list', deepLinking: true },
    staticCSP: GUIDE_POLICY,
  })
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
