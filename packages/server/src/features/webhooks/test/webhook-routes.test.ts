import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createApiKey, createScene, join, register } from '../../../../test/factories.ts'
import { type Caller, startService } from '../../../../test/harness.ts'
import { sql } from '../../../db/sql.ts'

// Nothing is sent here: no worker runs.
const service = await startService()
const { owner, orgId, projectId } = await createScene(service)
const inProject = { params: { projectId } }
const hook = { name: 'Build', url: 'https://93.184.216.34:8443/hook/s3cret?x=1', events: ['key.created'] }

const create = (body: object = {}) => service.ok(owner, 'createWebhook', { ...inProject, body: { ...hook, ...body } })
const update = (id: number, body: object) => service.ok(owner, 'updateWebhook', { params: { id }, body })
const get = (id: number) => service.ok(owner, 'getWebhook', { params: { id } })

test('a webhook is created, read, listed, changed and deleted; its secret is shown when it is made', async () => {
  const now = service.clock.now().toISOString()
  const answer = await service.call(owner, 'createWebhook', { ...inProject, body: hook })
  assert.equal(answer.status, 201)
  const { id, uuid, secret, ...made } = answer.body as Awaited<ReturnType<typeof create>>
  assert.match(uuid, /^wh_[0-9a-f]+$/)
  assert.match(secret, /^whsec_.+$/)
  assert.ok(Buffer.from(secret.slice(6), 'base64url').length >= 32)
  const times = { lastTriggeredAt: null, lastSuccessAt: null, createdAt: now, updatedAt: now }
  const rest = { organizationId: orgId, projectId, consecutiveFailures: 0, createdBy: owner.userId, ...times }
  assert.deepEqual(made, { ...hook, isActive: true, signature: 'tms', ...rest })
  assert.deepEqual(await get(id), { id, uuid, ...made })

  const { id: second } = await create({ isActive: false })
  const listed = await service.ok(owner, 'listWebhooks', inProject)
  assert.deepEqual(
    listed.map((each) => [each.id, each.isActive, 'secret' in each]),
    [
      [id, true, false],
      [second, false, false],
    ],
  )
  service.clock.advance(1000)
  const changes = { name: 'Release', url: 'http://93.184.216.34/', events: ['key.deleted', 'webhook.test'] }
  const changed = await update(id, changes)
  assert.deepEqual(changed, { id, uuid, ...made, ...changes, updatedAt: service.clock.now().toISOString() })
  assert.deepEqual(await get(id), changed)

  const { secret: fresh, ...more } = await service.ok(owner, 'regenerateSecret', { params: { id } })
  assert.deepEqual(more, {})
  assert.match(fresh, /^whsec_/)
  assert.notEqual(fresh, secret)

  const deleted = await service.call(owner, 'deleteWebhook', { params: { id } })
  assert.deepEqual([deleted.status, deleted.body], [204, undefined])
  await service.refused(owner, 'getWebhook', { params: { id } }, 'webhookNotFound')
  await service.refused(owner, 'deleteWebhook', { params: { id } }, 'webhookNotFound')
  await service.refused(owner, 'regenerateSecret', { params: { id } }, 'webhookNotFound')
  assert.deepEqual(
    (await service.ok(owner, 'listWebhooks', inProject)).map((each) => each.id),
    [second],
  )
})

test('secrets are not in the database', async () => {
  const { id, secret } = await create()
  const row = await service.db.row<{ secret: Buffer }>(sql`select secret from webhooks where id = ${id}`)
  assert.ok(row && !row.secret.includes(secret) && !row.secret.includes(secret.slice(6)))
})

test('of two regenerations at once exactly one secret is valid', async () => {
  const { id } = await create()
  const answers = await Promise.all([1, 2].map(() => service.ok(owner, 'regenerateSecret', { params: { id } })))
  const row = await service.db.row<{ secret: Buffer }>(sql`select secret from webhooks where id = ${id}`)
  assert.ok(row)
  const kept = service.services.secrets.open(row.secret)
  assert.equal(answers.filter(({ secret }) => secret === kept).length, 1)
})

test('fields are checked by their form, on create and on update', async () => {
  const { id } = await create()
  const refused = async (body: object, code: 'fieldTooShort' | 'fieldTooLong' | 'validationError', field: string) => {
    const whole = { ...hook, ...body }
    await service.refused(owner, 'createWebhook', { ...inProject, body: whole }, code, { field })
    await service.refused(owner, 'updateWebhook', { params: { id }, body }, code, { field })
  }
  await refused({ name: '' }, 'fieldTooShort', 'name')
  await refused({ name: 'x'.repeat(256) }, 'fieldTooLong', 'name')
  await refused({ name: 5 }, 'validationError', 'name')
  await refused({ url: '' }, 'fieldTooShort', 'url')
  await refused({ url: `https://93.184.216.34/${'x'.repeat(2048)}` }, 'fieldTooLong', 'url')
  for (const url of ['ftp://93.184.216.34/', 'https://', 'file:///etc/passwd', '93.184.216.34', ' https://a.b']) {
    await refused({ url }, 'validationError', 'url')
  }
  await refused({ events: 'key.created' }, 'validationError', 'events')
  await refused({ events: ['key.exploded'] }, 'validationError', 'events.0')
  await refused({ events: ['key.created', 'translation.upserted'] }, 'validationError', 'events.1')
  await refused({ signature: 'v1' }, 'validationError', 'signature')
  await refused({ isActive: 'yes' }, 'validationError', 'isActive')
  await refused({ events: [] }, 'validationError', 'events')
  for (const field of ['name', 'url', 'events']) {
    const body = { ...hook, [field]: undefined }
    await service.refused(owner, 'createWebhook', { ...inProject, body }, 'fieldRequired', { field })
  }
  await create({ name: 'x'.repeat(255), events: ['key.created', 'key.created'] })
  const { events } = await create({ events: ['key.created', 'key.created'] })
  assert.deepEqual(events, ['key.created'])
  for (const bad of ['0', '-1', 'x', '1.5']) {
    const params = { id: bad as unknown as number }
    await service.refused(owner, 'getWebhook', { params }, 'validationError', { field: 'id' })
    await service.refused(owner, 'getDelivery', { params }, 'validationError', { field: 'id' })
  }
})

test('then by the rules: no private addresses, no credentials', async () => {
  const { id } = await create()
  const urls = [
    'http://127.0.0.1/',
    'http://[::1]/',
    'http://10.1.2.3/',
    'http://169.254.169.254/latest',
    'http://0x7f.1/',
  ]
  for (const url of [...urls, 'https://me:pw@93.184.216.34/', 'http://localhost/', 'http://nowhere.invalid/']) {
    await service.refused(owner, 'createWebhook', { ...inProject, body: { ...hook, url } }, 'webhookUrlNotAllowed')
    await service.refused(owner, 'updateWebhook', { params: { id }, body: { url } }, 'webhookUrlNotAllowed')
  }
  assert.equal((await get(id)).url, hook.url)
})

test('who may not change a webhook sees where it goes, but not the path', async () => {
  const { id } = await create()
  const looking = await createApiKey(service, owner, projectId, [], ['webhook.view'])
  const creating = await createApiKey(service, owner, projectId, [], ['webhook.create'])
  const editing = await createApiKey(service, owner, projectId, [], ['webhook.edit'])
  const origin = 'https://93.184.216.34:8443'
  assert.equal((await service.ok(looking, 'getWebhook', { params: { id } })).url, origin)
  for (const { url } of await service.ok(looking, 'listWebhooks', inProject)) assert.match(url, /^https?:\/\/[^/]+$/)
  assert.equal((await service.ok(creating, 'createWebhook', { ...inProject, body: hook })).url, origin)
  const body = { name: 'Mine' }
  assert.equal((await service.ok(editing, 'updateWebhook', { params: { id }, body })).url, hook.url)
})

test('webhooks and deliveries of others are not there, whoever asks', async () => {
  const { id } = await create()
  const { id: deliveryId } = await service.ok(owner, 'testWebhook', { params: { id } })
  const body = { name: 'Sister', sourceLocale: 'en' }
  const sister = await service.ok(owner, 'createProject', { params: { orgId }, body })
  const all = ['webhook.view', 'webhook.create', 'webhook.edit', 'webhook.delete'] as const
  const foreign = await createApiKey(service, owner, sister.id, [], [...all])
  for (const caller of [await register(service), foreign]) {
    for (const route of ['getWebhook', 'deleteWebhook', 'testWebhook', 'listDeliveries', 'getWebhookStats'] as const) {
      await service.refused(caller, route, { params: { id } }, 'webhookNotFound')
    }
    await service.refused(caller, 'updateWebhook', { params: { id }, body: { name: 'x' } }, 'webhookNotFound')
    await service.refused(caller, 'getDelivery', { params: { id: deliveryId } }, 'deliveryNotFound')
    await service.refused(caller, 'retryDelivery', { params: { id: deliveryId } }, 'deliveryNotFound')
  }
  await service.refused(owner, 'getWebhook', { params: { id: 999_999 } }, 'webhookNotFound')
  await service.refused(owner, 'getDelivery', { params: { id: 999_999 } }, 'deliveryNotFound')
  await service.refused(owner, 'retryDelivery', { params: { id: deliveryId } }, 'retryNotAllowed')
})

test('deliveries are listed newest first, in pages, by status; and counted', async () => {
  const { id } = await create()
  const ids: number[] = []
  for (let at = 0; at < 25; at++) ids.unshift((await service.ok(owner, 'testWebhook', { params: { id } })).id)
  await service.db.run(sql`update deliveries set status = 'success' where id = any(${ids.slice(0, 4)}::bigint[])`)
  await service.db.run(sql`update deliveries set status = 'failed' where id = any(${ids.slice(4, 7)}::bigint[])`)
  await service.db.run(sql`update deliveries set status = 'retrying' where id = any(${ids.slice(7, 9)}::bigint[])`)
  const list = (query: object) => service.ok(owner, 'listDeliveries', { params: { id }, query: { ...query } })
  const first = await list({})
  assert.deepEqual([first.deliveries.length, first.hasMore, first.total], [20, true, 25])
  assert.match(first.nextCursor ?? '', /^[A-Za-z0-9+/]+={0,2}$/)
  await service.ok(owner, 'testWebhook', { params: { id } })
  const second = await list({ cursor: first.nextCursor })
  assert.deepEqual([second.hasMore, second.nextCursor, second.total], [false, null, 26])
  assert.deepEqual(
    [...first.deliveries, ...second.deliveries].map((each) => each.id),
    ids,
  )
  const succeeded = await list({ status: 'success', limit: 3 })
  assert.deepEqual(
    [succeeded.deliveries.map((each) => each.id), succeeded.total, succeeded.hasMore],
    [ids.slice(0, 3), 4, true],
  )
  assert.deepEqual((await list({ status: 'retrying' })).total, 2)
  assert.deepEqual(await service.ok(owner, 'getWebhookStats', { params: { id } }), {
    total: 26,
    successful: 4,
    failed: 3,
  })
  const request = (query: Record<string, unknown>) => ({ params: { id }, query })
  for (const [field, value] of Object.entries({ limit: 101, cursor: 'a-b', status: 'lost' })) {
    await service.refused(owner, 'listDeliveries', request({ [field]: value }), 'validationError', { field })
  }
  await service.refused(owner, 'listDeliveries', request({ cursor: 'abcd' }), 'invalidCursor')
  const elsewhere = request({ cursor: first.nextCursor, status: 'failed' })
  await service.refused(owner, 'listDeliveries', elsewhere, 'invalidCursor')
})

test('what was told is shown to those who may see it in the project', async () => {
  const { id } = await create({ events: ['translation.created', 'translation.batch_updated', 'key.created'] })
  const value = { value: 'Ja', status: 'translated' }
  for (const translations of [{ de: value }, { de: value, fr: value }]) {
    await service.ok(owner, 'createKey', { ...inProject, body: { key: `k${Object.keys(translations)}`, translations } })
  }
  await service.db.run(sql`update deliveries set response_body = 'thanks' where webhook_id = ${id}`)
  const german = await join(service, owner, orgId, 'developer', ['de'])
  const french = await join(service, owner, orgId, 'developer', ['fr'])
  const hooksOnly = await createApiKey(service, owner, projectId, [], ['webhook.view'])
  const reading = await createApiKey(service, owner, projectId, ['translations:read'], ['webhook.view'])
  const told = ['key.created', 'translation.created', 'key.created', 'translation.batch_updated']
  const expected: [Caller, boolean[]][] = [
    [owner, [true, true, true, true]],
    [reading, [true, true, true, true]],
    [german, [true, true, true, false]],
    [french, [true, false, true, false]],
    [hooksOnly, [false, false, false, false]],
  ]
  for (const [caller, visible] of expected) {
    const deliveries = (await service.ok(caller, 'listDeliveries', { params: { id } })).deliveries.reverse()
    assert.deepEqual(
      deliveries.map(({ event }) => event),
      told,
    )
    for (const [at, delivery] of deliveries.entries()) {
      const { payload, responseBody } = delivery
      assert.deepEqual([payload !== null, responseBody], visible[at] ? [true, 'thanks'] : [false, null])
      assert.deepEqual(await service.ok(caller, 'getDelivery', { params: { id: delivery.id } }), delivery)
    }
  }
})
