import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { createScene } from '../../../../../test/factories.ts'
import { atEnd, startService } from '../../../../../test/harness.ts'
import { until } from '../../../../../test/until.ts'
import { receiver } from '../../test/receivers.ts'
import { Deliverer } from '../deliver.ts'

const BACK_WITHIN_MS = 10_000

const service = await startService({ webhookAllowNetworks: '127.0.0.0/8' })
const { owner, projectId } = await createScene(service)
/** When it was said that ends of attempts could not be written down. */
const warnings: number[] = []
const log = Object.assign(Object.create(service.services.log), {
  warn(_details: object, message: string) {
    if (message.startsWith('ended deliveries')) warnings.push(performance.now())
  },
})
const deliverer = new Deliverer({ ...service.services, log })
atEnd(() => deliverer.close())

/** Nobody gets to the database until it is let in again. */
async function shutOut() {
  const { database, ...server } = service.db.connection as { host: string; user: string; database: string }
  const administration = new pg.Client({ ...server, database: 'postgres' })
  await administration.connect()
  await administration.query(`alter database ${database} with allow_connections false`)
  await administration.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [database])
  return async function letIn() {
    await administration.query(`alter database ${database} with allow_connections true`)
    await administration.end()
  }
}

test('what ended while the database was away is written down when it is back, and tried less and less often', async () => {
  const answered = Promise.withResolvers<void>()
  let arrivals = 0
  const url = await receiver(async (_, response) => {
    arrivals++
    await answered.promise
    response.end()
  })
  const body = { name: 'Hook', url, events: ['key.created'] }
  const { id } = await service.ok(owner, 'createWebhook', { params: { projectId }, body })
  const delivery = await service.ok(owner, 'testWebhook', { params: { id } })
  await until('the attempt', () => arrivals === 1)
  const letIn = await shutOut()
  answered.resolve()
  await until('six tries', () => warnings.length >= 6).finally(letIn)
  const [first = 0, , , , , sixth = 0] = warnings
  assert.ok(sixth - first > 1_000, `six tries in ${sixth - first} ms`)
  const status = async () => (await service.ok(owner, 'getDelivery', { params: { id: delivery.id } })).status
  await until('it to be written down', async () => (await status()) === 'success', BACK_WITHIN_MS)
  assert.equal(arrivals, 1)
})
