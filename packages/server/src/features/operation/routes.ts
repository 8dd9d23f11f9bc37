import type { FastifyInstance } from 'fastify'
import { sql } from '../../db/sql.ts'
import { fault } from '../../http/errors.ts'
import type { Services } from '../../services.ts'
import { documentAt } from './document.ts'
import { assertMayMeasure } from './may-measure.ts'
import type { Metrics } from './metrics.ts'

const HEALTH_TIMEOUT_MS = 2_000

/** What operators ask a running service. These routes carry no version: they belong to the process, not to the API. */
export function registerOperation(app: FastifyInstance, services: Services, { registry }: Metrics): void {
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
    reply.type('application/json; charset=utf-8').send(await documentAt(services.address.originFor(raw))),
  )
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
