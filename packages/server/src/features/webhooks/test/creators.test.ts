import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { WebhookEvent } from '@parlance/contract'
import { createApiKey, join, joinAgain } from '../../../../test/factories.ts'
import type { Caller } from '../../../../test/harness.ts'
import { until } from '../../../../test/until.ts'
import { sql } from '../../../db/sql.ts'
import { createWebhookScene } from './webhook-scene.ts'

const scene = await createWebhookScene({ webhookRetryDelays: [] })
const { service, owner, orgId, projectId, createHook, createKey, readHook, settled } = scene
const params = { projectId }
const text = (value: string) => ({ value, status: 'translated' })

const put = (key: string, locale: string, value: string) =>
  service.ok(owner, 'putValue', { params: { projectId, key }, body: { locale, value } })
const restrict = (userId: number, localeCodes: string[] | null) =>
  service.ok(owner, 'updateMember', { params: { orgId, userId }, body: { localeCodes } })
const remove = (userId: number) => service.ok(owner, 'deleteMember', { params: { orgId, userId } })
const change = (id: number, body: object, by: Caller = owner) =>
  service.ok(by, 'updateWebhook', { params: { id }, body })
const exported = (localeCodes?: string[]) =>
  service.ok(owner, 'exportKeys', { params, body: localeCodes ? { localeCodes } : {} })
const comment = (translationId: number, said: string) =>
  service.ok(owner, 'createComment', { params: { projectId, translationId }, body: { text: said } })

type Hook = Awaited<ReturnType<typeof createHook>>

/** What a webhook has heard, oldest first, once all of it has arrived. */
async function heard({ id, receiver }: Hook) {
  const deliveries = (await scene.quiet(id)).reverse()
  await until('all to arrive', () => receiver.arrivals.length === deliveries.length)
  assert.equal(receiver.forged, 0)
  return deliveries.map(({ uuid, event }) => {
    const arrived = receiver.arrivals.find(({ body }) => body.deliveryId === uuid)
    return [event, arrived?.body.data as Record<string, unknown>] as const
  })
}

const VALUES: WebhookEvent[] = ['translation.created', 'translation.updated', 'translation.batch_updated']

test('14.19 a webhook of a restricted member tells their languages alone, and what is about none', async () => {
  const german = await join(service, owner, orgId, 'developer', ['de'])
  const events: WebhookEvent[] = [
    ...VALUES,
    'key.created',
    'comment.created',
    'project.locale_added',
    'export.completed',
  ]
  const hook = await createHook(events, 200, german)
  const { id: keyId, key } = await createKey()
  const { id: inGerman } = await put(key, 'de', 'Ja')
  const { id: inFrench } = await put(key, 'fr', 'Oui')
  await put(key, 'fr', 'Ouais')
  await comment(inFrench, 'Trop long')
  const { id: commentId } = await comment(inGerman, 'Zu lang')
  await service.ok(owner, 'addProjectLocale', { params, body: { code: 'es' } })
  const both = await createKey({ translations: { de: text('Zwei'), fr: text('Deux') } })
  const hidden = await createKey({ translations: { en: text('Three'), fr: text('Trois') } })
  const witness = await createHook(['export.completed'])
  await exported(['fr'])
  await exported()
  await until('both exports to be told', () => witness.receiver.arrivals.length === 2)

  const told = await heard(hook)
  assert.deepEqual(
    told.map(([event]) => event),
    [
      'key.created',
      'translation.created',
      'comment.created',
      'key.created',
      'translation.batch_updated',
      'key.created',
      'export.completed',
    ],
  )
  const [, created, commented, , together, , download] = told.map(([, data]) => data)
  assert.partialDeepStrictEqual(created, { keyId, locale: 'de', value: 'Ja', previousValue: null })
  assert.partialDeepStrictEqual(commented, { commentId, locale: 'de', text: 'Zu lang' })
  const counted = { projectId, action: 'create', count: 2, keyIds: [both.id], localeCodes: ['de'] }
  assert.deepEqual(together, counted, 'counts are those of all languages')
  assert.partialDeepStrictEqual(download, { stats: { locales: ['de'] } })
  assert.ok(!JSON.stringify(told).includes('fr"'), `${hidden.id} was changed in languages that nobody here may see`)
})

test('14.19 it follows its creator at once: restricted, widened, restored', async () => {
  const member = await join(service, owner, orgId, 'developer')
  const hook = await createHook(VALUES, 200, member)
  const { key } = await createKey()
  const say = async (locale: string, value: string) => {
    await put(key, locale, value)
    // What still waits follows its creator, too.
    await scene.quiet(hook.id)
  }
  await say('fr', 'un')
  await restrict(member.userId, ['de'])
  await say('fr', 'deux')
  await say('de', 'zwei')
  await restrict(member.userId, ['fr'])
  await say('fr', 'trois')
  await restrict(member.userId, [])
  await say('fr', 'quatre')
  await restrict(member.userId, null)
  await say('fr', 'cinq')
  const values = (await heard(hook)).map(([, data]) => data['value'])
  assert.deepEqual(values, ['un', 'zwei', 'trois', 'cinq'])
})

test('14.20 several webhooks are told each its part of the same change', async () => {
  const hooks: Hook[] = []
  for (const localeCodes of [null, ['de'], ['fr'], ['de', 'fr'], ['it']]) {
    const member = await join(service, owner, orgId, 'developer', localeCodes)
    hooks.push(await createHook(['translation.batch_updated'], 200, member))
  }
  await createKey({ translations: { de: text('Ja'), en: text('Yes'), fr: text('Oui') } })
  const told = []
  for (const hook of hooks) told.push((await heard(hook)).map(([, data]) => data['localeCodes']))
  assert.deepEqual(told, [[['de', 'en', 'fr']], [['de']], [['fr']], [['de', 'fr']], []])
})

test('14.20 one made by an API key that may not read tells that values changed, and not what they are', async () => {
  const creating = await createApiKey(service, owner, projectId, [], ['webhook.create', 'webhook.edit'])
  const hook = await createHook([...VALUES, 'comment.created'], 200, creating)
  const { key } = await createKey()
  const { id } = await put(key, 'de', 'geheim')
  await put(key, 'de', 'streng geheim')
  const { id: commentId } = await comment(id, 'auch geheim')
  const told = await heard(hook)
  assert.partialDeepStrictEqual(
    told.map(([, data]) => data),
    [
      { locale: 'de', value: null, previousValue: null, status: 'not_reviewed' },
      { locale: 'de', value: null, previousValue: null, status: 'not_reviewed' },
      { commentId, locale: 'de', text: null },
    ],
  )
  assert.ok(hook.receiver.arrivals.every(({ raw }) => !raw.includes('geheim')))

  const reading = await createApiKey(service, owner, projectId, ['translations:read'], ['webhook.edit'])
  for (const [by, value] of [
    [owner, 'offen'],
    [creating, null],
    [reading, 'wieder offen'],
  ] as const) {
    assert.equal((await change(hook.id, {}, by)).createdBy, owner.userId)
    await put(key, 'de', value ?? 'wieder geheim')
    assert.equal((await heard(hook)).at(-1)?.[1]['value'], value)
  }
})

test('14.19 when its creator leaves it is switched off, told so, and what waits is not sent', async () => {
  const leaving = await join(service, owner, orgId, 'developer')
  const watcher = await createHook(['webhook.disabled'])
  const hook = await createHook(['key.created', 'webhook.disabled'], 500, leaving)
  await createKey()
  const [waiting] = await scene.quiet(hook.id)
  await remove(leaving.userId)

  const off = await readHook(hook.id)
  assert.deepEqual([off.isActive, off.createdBy], [false, leaving.userId])
  const data = { projectId, webhookId: hook.id, name: hook.name, reason: 'creator_left' }
  assert.deepEqual(await heard(watcher), [['webhook.disabled', data]])
  assert.deepEqual((await heard(hook)).at(-1), ['webhook.disabled', data], 'and it is the last to know')
  await createKey()
  assert.equal((await scene.quiet(hook.id)).length, 2)
  await service.ok(owner, 'retryDelivery', { params: { id: waiting?.id ?? 0 } })
  assert.match((await settled(waiting?.id ?? 0, 'failed')).errorMessage ?? '', /not active/)
  const { activity } = await service.ok(owner, 'listActivity', { params, query: { limit: 100 } })
  const recorded = activity.find(({ event, after }) => {
    const disabled = after as { webhookId?: number } | null
    return event === 'webhook.disabled' && disabled?.webhookId === hook.id
  })
  assert.equal(recorded?.actor.id, owner.userId)

  await joinAgain(service, owner, orgId, leaving, 'developer')
  assert.equal((await readHook(hook.id)).isActive, false, 'it does not come back with its creator')
  hook.receiver.status = 200
  const before = hook.receiver.arrivals.length
  const taken = await change(hook.id, { isActive: true })
  assert.deepEqual([taken.isActive, taken.createdBy], [true, owner.userId])
  await createKey()
  await until('it to hear again', () => hook.receiver.arrivals.length === before + 1)
  await remove(leaving.userId)
  assert.equal((await readHook(hook.id)).isActive, true, 'it is no longer theirs')
})

test('webhooks in all projects of the organization end, those in others do not', async () => {
  const leaving = await join(service, owner, orgId, 'developer')
  const elsewhere = await service.ok(leaving, 'createOrganization', { body: { name: 'Their own' } })
  const createProject = async (at: number) =>
    (await service.ok(leaving, 'createProject', { params: { orgId: at }, body: { name: 'P', sourceLocale: 'en' } })).id
  const body = { name: 'Hook', url: 'http://127.0.0.1:1/', events: ['key.created'] }
  const hooks = []
  for (const at of [await createProject(orgId), await createProject(orgId), await createProject(elsewhere.id)]) {
    hooks.push((await service.ok(leaving, 'createWebhook', { params: { projectId: at }, body })).id)
  }
  await remove(leaving.userId)
  const [first, second, theirs] = hooks
  for (const id of [first, second]) assert.equal((await readHook(id ?? 0)).isActive, false)
  assert.equal((await service.ok(leaving, 'getWebhook', { params: { id: theirs ?? 0 } })).isActive, true)
})

test('who takes one over gets nothing that was queued for somebody who could see more', async () => {
  const german = await join(service, owner, orgId, 'developer', ['de'])
  const hook = await createHook(VALUES, 500)
  const { key } = await createKey()
  await put(key, 'fr', 'secret')
  await put(key, 'de', 'offen')
  const [inGerman, inFrench] = await scene.quiet(hook.id)
  const seen = hook.receiver.arrivals.length
  assert.equal((await change(hook.id, {}, german)).createdBy, german.userId)
  const retry = async (id = 0, by: Caller = german) => {
    const { attemptNumber } = await service.ok(by, 'retryDelivery', { params: { id } })
    const ended = await settled(id, 'failed')
    assert.equal(attemptNumber, ended.attemptNumber, '14.10 it does not grow without an attempt, not even for a moment')
    return ended
  }
  const refused = await retry(inFrench?.id)
  assert.match(refused.errorMessage ?? '', /may not see/)
  assert.deepEqual([refused.attemptNumber, hook.receiver.arrivals.length], [1, seen])
  await retry(inGerman?.id)
  assert.equal(hook.receiver.arrivals.length, seen + 1)

  const editing = await createApiKey(service, owner, projectId, [], ['webhook.edit'])
  await change(hook.id, {}, editing)
  assert.match((await retry(inGerman?.id, editing)).errorMessage ?? '', /may not see/)
  await change(hook.id, {})
  await retry(inFrench?.id, owner)
  assert.equal(hook.receiver.arrivals.length, seen + 2)
})

test('14.19 an empty change by its creator changes nothing; by somebody else it is one', async () => {
  const { id } = await createHook(['key.created'])
  const { updatedAt, createdBy } = await readHook(id)
  service.clock.advance(1000)
  assert.deepEqual(await change(id, {}), await readHook(id))
  assert.deepEqual([(await readHook(id)).updatedAt, createdBy], [updatedAt, owner.userId])
  const manager = await join(service, owner, orgId, 'admin')
  const taken = await change(id, {}, manager)
  assert.deepEqual([taken.createdBy, taken.updatedAt], [manager.userId, service.clock.now().toISOString()])
})

test('what a hundred webhooks are told of one change is stored once', async () => {
  const events: WebhookEvent[] = ['translation.created']
  const body = { name: 'One of many', url: 'http://127.0.0.1:1/', events }
  const spare = await service.ok(owner, 'createProject', { params: { orgId }, body: { name: 'S', sourceLocale: 'en' } })
  const at = { projectId: spare.id }
  for (let made = 0; made < 100; made++) await service.ok(owner, 'createWebhook', { params: at, body })
  const { key } = await service.ok(owner, 'createKey', { params: at, body: { key: 'long' } })
  const size = () =>
    service.db.one<{ bytes: number }>(sql`select pg_total_relation_size('deliveries')
    + pg_total_relation_size('delivery_data') as bytes`)
  const before = await size()
  const value = Array.from({ length: 60_000 }, (_, n) => String.fromCodePoint(0x4e00 + ((n * 7919) % 20_000))).join('')
  await service.ok(owner, 'putValue', { params: { ...at, key }, body: { locale: 'en', value } })
  const { bytes } = await size()
  assert.ok(bytes - before.bytes < 3 * Buffer.byteLength(value), `${bytes - before.bytes} bytes`)
  await service.ok(owner, 'deleteProject', { params: at })
})
