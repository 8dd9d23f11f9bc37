import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type WebhookEvent, webhookEventNames } from '@parlance/contract'
import { until } from '../../../../test/until.ts'
import { createWebhookScene } from './webhook-scene.ts'

const scene = await createWebhookScene()
const { service, owner, projectId, createKey } = scene
const inProject = { params: { projectId } }
const text = (value: string, status = 'translated') => ({ value, status })

// Made while nobody listens.
const many: number[] = []
for (let at = 0; at < 1001; at += 13) {
  const made = await Promise.all(Array.from({ length: 13 }, () => createKey({ translations: { de: text('Hallo') } })))
  many.push(...made.map(({ id }) => id))
}
const { id: hookId, receiver } = await scene.createHook(webhookEventNames)

type Told = [event: WebhookEvent, data: Record<string, unknown>]

/** What one request tells, in order; and that the very same arrives. */
async function toldBy<T>(act: () => Promise<T>): Promise<{ answer: T; told: Told[] }> {
  const seen = receiver.arrivals.length
  const answer = await act()
  const deliveries = (await scene.quiet(hookId)).filter(({ status }) => status === 'success').reverse()
  const { total } = await service.ok(owner, 'getWebhookStats', { params: { id: hookId } })
  await until('what was recorded to arrive', () => receiver.arrivals.length === total)
  assert.equal(receiver.forged, 0)
  const fresh = receiver.arrivals.slice(seen).map(({ body }) => body)
  const payloads = deliveries.flatMap(({ uuid, event, payload }) => {
    const arrived = fresh.find(({ deliveryId }) => deliveryId === uuid)
    if (!arrived) return []
    assert.deepEqual(payload, arrived)
    assert.equal(arrived.event, event)
    assert.equal(arrived.timestamp, service.clock.now().toISOString())
    return [[event, arrived.data] as Told]
  })
  assert.equal(payloads.length, fresh.length)
  return { answer, told: payloads }
}

const put = (key: string, locale: string, value: string, status = 'translated') =>
  service.ok(owner, 'putValue', { params: { projectId, key }, body: { locale, value, status } })

test('a key: created, described, renamed, moved, deleted and restored', async () => {
  const { answer: made, told } = await toldBy(() => createKey({ key: 'menu.title', isPlural: false }))
  const key = { projectId, keyId: made.id, key: 'menu.title', namespace: 'default' }
  assert.deepEqual(told, [['key.created', { ...key, isPlural: false }]])

  const update = (body: object) =>
    toldBy(() => service.ok(owner, 'updateKey', { params: { projectId, keyId: made.id }, body }))
  const changes = { description: false, aiContext: false, characterLimit: false, isPlural: false }
  const described = await update({ description: 'On top', characterLimit: 20 })
  const both = { ...changes, description: true, characterLimit: true }
  assert.deepEqual(described.told, [['key.updated', { ...key, changes: both }]])
  const written = await update({ syntax: 'printf' })
  assert.deepEqual(written.told, [['key.updated', { ...key, changes: { ...changes, syntax: true } }]])
  const renamed = await update({ key: 'menu.head' })
  assert.deepEqual(renamed.told, [['key.updated', { ...key, key: 'menu.head', changes }]])
  assert.deepEqual((await update({ key: 'menu.head' })).told, [], 'nothing changed, nothing is told')

  const { id: namespaceId } = await service.ok(owner, 'createNamespace', { ...inProject, body: { name: 'moved' } })
  const now = { ...key, key: 'menu.head', namespace: 'moved' }
  assert.deepEqual((await update({ namespaceId })).told.at(-1), ['key.updated', { ...now, changes }])

  const request = { params: { projectId, keyId: made.id } }
  assert.deepEqual((await toldBy(() => service.ok(owner, 'deleteKey', request))).told, [['key.deleted', now]])
  const restored = await toldBy(() => service.ok(owner, 'restoreKey', request))
  assert.deepEqual(restored.told, [['key.created', { ...now, isPlural: false }]])
})

test('one value: created, updated, its status alone; with the value before', async () => {
  const key = await createKey({ key: 'cart.empty' })
  const created = await toldBy(() => put('cart.empty', 'de', 'Leer', 'not_reviewed'))
  const translationId = created.told.at(-1)?.[1]['translationId']
  assert.ok(Number.isInteger(translationId))
  const value = { projectId, keyId: key.id, translationId, key: 'cart.empty', namespace: 'default', locale: 'de' }
  const first = { ...value, value: 'Leer', previousValue: null, status: 'not_reviewed' }
  assert.deepEqual(created.told.at(-1), ['translation.created', first])

  const updated = await toldBy(() => put('cart.empty', 'de', 'Nichts drin'))
  const second = { ...value, value: 'Nichts drin', previousValue: 'Leer', status: 'translated' }
  assert.deepEqual(updated.told, [['translation.updated', second]])

  const params = { projectId, translationId: translationId as number }
  const status = await toldBy(() => service.ok(owner, 'setStatus', { params, body: { status: 'not_reviewed' } }))
  const third = { ...value, value: 'Nichts drin', previousValue: 'Nichts drin', status: 'not_reviewed' }
  assert.deepEqual(status.told, [['translation.updated', third]])

  const body = { keyIds: [key.id], localeCodes: ['de'] }
  const cleared = await toldBy(() => service.ok(owner, 'batchClearValues', { ...inProject, body }))
  assert.equal(cleared.told.length, 1)
  const [event, data] = cleared.told[0] ?? assert.fail('nothing was told')
  assert.equal(event, 'translation.updated')
  assert.deepEqual(data, { ...value, value: null, previousValue: 'Nichts drin', status: 'not_translated' })
})

test('a key created with one value tells both; with several, the values together', async () => {
  const one = await toldBy(() => createKey({ translations: { de: text('Eins') } }))
  assert.deepEqual(
    one.told.map(([event]) => event),
    ['key.created', 'translation.created'],
  )
  const two = await toldBy(() => createKey({ translations: { de: text('Zwei'), fr: text('Deux') } }))
  assert.deepEqual(
    two.told.map(([event]) => event),
    ['key.created', 'translation.batch_updated'],
  )
  const keyIds = [two.answer.id]
  const data = { projectId, action: 'create', count: 2, keyIds, localeCodes: ['de', 'fr'] }
  assert.deepEqual(two.told[1]?.[1], data)
})

test('a batch tells its values once, and each key it deletes', async () => {
  const keys = await Promise.all([1, 2].map(() => createKey({ translations: { de: text('Ja') } })))
  const keyIds = keys.map(({ id }) => id).sort((a, b) => a - b)
  const batch = async (route: 'batchSetStatus' | 'batchClearValues' | 'batchDeleteKeys', body: object) =>
    (await toldBy(() => service.ok(owner, route, { ...inProject, body: { keyIds, ...body } }))).told
  const together = { projectId, count: 2, keyIds, localeCodes: ['de'] }
  const status = await batch('batchSetStatus', { localeCode: 'de', status: 'not_reviewed' })
  assert.deepEqual(status.at(-1), ['translation.batch_updated', { ...together, action: 'status' }])
  const cleared = await batch('batchClearValues', { localeCodes: ['de'] })
  assert.deepEqual(cleared, [['translation.batch_updated', { ...together, action: 'clear' }]])
  const gone = await batch('batchDeleteKeys', {})
  assert.deepEqual(gone.map(([event, data]) => [event, data['keyId']]).sort(), [
    ['key.deleted', keyIds[0]],
    ['key.deleted', keyIds[1]],
  ])
})

test('of more than 1,000 keys the first 1,000 are named', async () => {
  const body = { keyIds: many, fromLocaleCode: 'de', toLocaleCode: 'fr' }
  const { told } = await toldBy(() => service.ok(owner, 'batchCopyValues', { ...inProject, body }))
  const [event, data] = told[0] ?? assert.fail('nothing was told')
  const named = many.toSorted((a, b) => a - b).slice(0, 1000)
  assert.deepEqual([told.length, event], [1, 'translation.batch_updated'])
  const { action, ...rest } = data
  assert.equal(typeof action, 'string')
  assert.deepEqual(rest, { projectId, count: 1001, keyIds: named, localeCodes: ['fr'], truncated: true })
})

test('namespaces, languages and comments', async () => {
  const make = () => service.ok(owner, 'createNamespace', { ...inProject, body: { name: 'shop' } })
  const { answer: namespace, told } = await toldBy(make)
  const data = { projectId, namespaceId: namespace.id, namespace: 'shop' }
  assert.deepEqual(told, [['namespace.created', data]])
  const params = { projectId, namespaceId: namespace.id }
  const rename = () => service.ok(owner, 'updateNamespace', { params, body: { name: 'store' } })
  const renamed = { ...data, namespace: 'store', previousName: 'shop' }
  assert.deepEqual((await toldBy(rename)).told, [['namespace.updated', renamed]])
  const remove = () => service.ok(owner, 'deleteNamespace', { params })
  assert.deepEqual((await toldBy(remove)).told, [['namespace.deleted', { ...data, namespace: 'store' }]])

  const add = () => service.ok(owner, 'addProjectLocale', { ...inProject, body: { code: 'it' } })
  assert.deepEqual((await toldBy(add)).told, [['project.locale_added', { projectId, locale: 'it' }]])
  const drop = () => service.ok(owner, 'removeProjectLocale', { params: { projectId, code: 'it' } })
  assert.deepEqual((await toldBy(drop)).told, [['project.locale_removed', { projectId, locale: 'it' }]])

  const { id: keyId, key, translations } = await createKey({ translations: { de: text('Kasse') } })
  const translationId = translations['de']?.id ?? 0
  const say = () =>
    service.ok(owner, 'createComment', { params: { projectId, translationId }, body: { text: 'Too long' } })
  const { answer: comment, told: said } = await toldBy(say)
  const about = { projectId, commentId: comment.id, translationId, keyId, key, locale: 'de' }
  const words = { text: 'Too long', authorId: owner.userId }
  assert.deepEqual(said.at(-1), ['comment.created', { ...about, ...words }])
  const ofKey = { params: { projectId, keyId }, body: { text: 'Too long', mentions: [owner.userId] } }
  const { answer: general, told: toldOfKey } = await toldBy(() => service.ok(owner, 'createKeyComment', ofKey))
  const aboutKey = { projectId, commentId: general.id, translationId: null, keyId, key, locale: null }
  assert.deepEqual(toldOfKey, [['comment.created', { ...aboutKey, ...words }]])
  const resolve = { params: { projectId, keyId, commentId: general.id }, body: { isResolved: true } }
  assert.deepEqual((await toldBy(() => service.ok(owner, 'updateKeyComment', resolve))).told, [])
})

test('a webhook hears what it subscribed to, of its own project, while it is active', async () => {
  const hook = await scene.createHook(['key.deleted'])
  const body = { name: 'Other', sourceLocale: 'en' }
  const other = await service.ok(owner, 'createProject', { params: { orgId: scene.orgId }, body })
  await service.ok(owner, 'createKey', { params: { projectId: other.id }, body: { key: 'elsewhere' } })
  const { id: keyId } = await createKey()
  await service.ok(owner, 'deleteKey', { params: { projectId, keyId } })
  assert.deepEqual(
    (await scene.quiet(hook.id)).map(({ event }) => event),
    ['key.deleted'],
  )
  await service.ok(owner, 'updateWebhook', { params: { id: hook.id }, body: { isActive: false } })
  const { id: second } = await createKey()
  await service.ok(owner, 'deleteKey', { params: { projectId, keyId: second } })
  assert.equal((await scene.listed(hook.id)).length, 1)
  assert.ok(!receiver.arrivals.some(({ body: { data } }) => 'key' in data && data.key === 'elsewhere'))
})
