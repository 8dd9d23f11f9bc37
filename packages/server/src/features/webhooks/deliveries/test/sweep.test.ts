import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cookieOf } from '../../../../../test/factories.ts'
import { nobody } from '../../../../../test/harness.ts'
import { until } from '../../../../../test/until.ts'
import { sql } from '../../../../db/sql.ts'
import { sweep } from '../../../../sweeper.ts'
import { createWebhookScene } from '../../test/webhook-scene.ts'
import { deliverySweeps } from '../sweep.ts'

const { service, owner, createHook, createKey, listed, quiet } = await createWebhookScene()
const DAY = 86_400_000
const told = async () =>
  (await service.services.db.one<{ count: number }>(sql`select count(*) as count from delivery_data`)).count

test('deliveries are kept for 90 days, or as long as is set, and what they told goes with the last of them', async () => {
  const [one, two] = [await createHook(['key.created']), await createHook(['key.created'])]
  await createKey()
  await quiet(one.id)
  await quiet(two.id)
  assert.equal(await told(), 1, 'told twice, kept once')
  service.clock.advance(89 * DAY)
  const { email, password } = owner
  owner.cookie = cookieOf(await service.call(nobody, 'login', { body: { email, password } }))
  await createKey()
  await quiet(one.id)
  await sweep(service.services, deliverySweeps)
  assert.equal((await listed(one.id)).length, 2)
  service.clock.advance(2 * DAY)
  await sweep(service.services, deliverySweeps)
  for (const { id } of [one, two]) assert.equal((await listed(id)).length, 1)
  assert.equal(await told(), 1)
  const config = { ...service.services.config, deliveriesKeepDays: 1 }
  await sweep({ ...service.services, config }, deliverySweeps)
  assert.deepEqual(await listed(one.id), [])
  assert.equal(await told(), 0)
})

test('what is still to be sent stays', async () => {
  const hook = await createHook(['key.created'], 500)
  await createKey()
  await until('the first attempt', async () => (await listed(hook.id)).some(({ status }) => status === 'retrying'))
  await service.services.db.run(
    sql`update deliveries set created_at = created_at - interval '200 days' where webhook_id = ${hook.id}`,
  )
  await sweep(service.services, deliverySweeps)
  assert.equal((await listed(hook.id)).length, 1)
  assert.equal(await told(), 1)
})
