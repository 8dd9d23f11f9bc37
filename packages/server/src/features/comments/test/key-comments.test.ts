import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { RouteName, Situation } from '@parlance/contract'
import { createApiKey, createScene, join, register } from '../../../../test/factories.ts'
import { type Caller, nobody, startService } from '../../../../test/harness.ts'
import { readHistory } from '../../../../test/recount.ts'
import { marksOf, namesOf, type Reader, streamsOf } from '../../stream/test/reader.ts'

const service = await startService()
const streams = await streamsOf(service)
const { owner, orgId, projectId } = await createScene(service)
const params = { projectId }
const path = `/projects/${projectId}/keys/events`
const stranger = await register(service)
const translator = await join(service, owner, orgId, 'translator')
const reviewer = await join(service, owner, orgId, 'reviewer')
const viewer = await join(service, owner, orgId, 'viewer')
const french = await join(service, owner, orgId, 'developer', ['fr'])
const reader = await createApiKey(service, owner, projectId, ['translations:read'])
const writer = await createApiKey(service, owner, projectId, ['translations:write'])

let names = 0
/** A new key with a German value. */
async function createKey() {
  const translations = { de: { value: 'Korb', status: 'translated' } }
  const made = await service.ok(owner, 'createKey', { params, body: { key: `key ${++names}`, translations } })
  return { keyId: made.id, key: made.key, de: made.translations['de']?.id ?? assert.fail() }
}
const about = (keyId: number) => ({ params: { projectId, keyId } })
const comment = (keyId: number, commentId: number) => ({ params: { projectId, keyId, commentId } })
const list = async (keyId: number, caller: Caller = owner) =>
  (await service.ok(caller, 'listKeyComments', about(keyId))).comments
const say = (keyId: number, body: object, caller: Caller = owner) =>
  service.ok(caller, 'createKeyComment', { ...about(keyId), body })
const resolve = (keyId: number, commentId: number, isResolved: boolean, caller: Caller = owner) =>
  service.ok(caller, 'updateKeyComment', { ...comment(keyId, commentId), body: { isResolved } })
const remove = (keyId: number, commentId: number, caller: Caller = owner) =>
  service.ok(caller, 'deleteKeyComment', comment(keyId, commentId))
const historyOf = (keyId: number, caller: Caller = owner) => readHistory(service, caller, projectId, { keyId })

/** The routes that name a comment, each in a form that would succeed. */
const onComment = (keyId: number, commentId: number): [RouteName, object][] => [
  ['updateKeyComment', { ...comment(keyId, commentId), body: { isResolved: true } }],
  ['deleteKeyComment', comment(keyId, commentId)],
]
const requests = (keyId: number): [RouteName, object][] => [
  ['listKeyComments', about(keyId)],
  ['createKeyComment', { ...about(keyId), body: { text: 'x' } }],
  ...onComment(keyId, 1),
]
async function refusedEverywhere(keyId: number, situation: Situation, caller: Caller = owner) {
  for (const [route, request] of requests(keyId)) await service.refused(caller, route, request, situation)
}

describe('12.9 comments of a key', () => {
  test('are about a language or about none, and told whole, oldest first', async () => {
    const { keyId, key, de } = await createKey()
    const { user } = await service.ok(translator, 'getSession')
    service.clock.advance(1000)
    const mentions = [viewer.userId, owner.userId, viewer.userId]
    const ofKey = await say(keyId, { text: 'Worum geht es?', mentions }, translator)
    assert.deepEqual(ofKey, {
      id: ofKey.id,
      keyId,
      locale: null,
      translationId: null,
      text: 'Worum geht es?',
      mentions: [viewer.userId, owner.userId],
      authorId: translator.userId,
      authorName: user.name,
      isResolved: false,
      resolvedBy: null,
      createdAt: service.clock.now().toISOString(),
    })
    const inGerman = await say(keyId, { text: 'Zu lang', locale: 'DE', mentions: [] })
    assert.deepEqual([inGerman.locale, inGerman.translationId], ['de', de])
    const inFrench = await say(keyId, { text: 'Il manque', locale: 'fr' }, french)
    assert.deepEqual([inFrench.locale, inFrench.translationId], ['fr', null])
    const none = await say(keyId, { text: 'x', locale: null }, writer)
    assert.deepEqual([none.locale, none.authorId], [null, owner.userId])
    for (const caller of [owner, viewer, reader]) {
      assert.deepEqual(await list(keyId, caller), [ofKey, inGerman, inFrench, none])
    }
    const put = { params: { projectId, key }, body: { locale: 'fr', value: 'Panier' } }
    const { id: translationId } = await service.ok(owner, 'putValue', put)
    assert.deepEqual((await list(keyId))[2], { ...inFrench, translationId })
  })

  test('are those of the older routes, which show the ones in their language', async () => {
    const { keyId, de: translationId } = await createKey()
    const value = { params: { projectId, translationId } }
    const ofKey = await say(keyId, { text: 'none' })
    const inGerman = await say(keyId, { text: 'de', locale: 'de' })
    const older = await service.ok(translator, 'createComment', { ...value, body: { text: 'older' } })
    await say(keyId, { text: 'fr', locale: 'fr' })
    const ofValue = async () => (await service.ok(owner, 'listComments', value)).comments
    assert.deepEqual(await ofValue(), [inGerman, older])
    assert.deepEqual((await list(keyId))[2], older)
    const resolved = await resolve(keyId, older.id, true)
    assert.deepEqual((await ofValue())[1], resolved)
    const onValue = (commentId: number) => ({ params: { ...value.params, commentId } })
    await service.ok(owner, 'deleteComment', onValue(inGerman.id))
    await service.refused(owner, 'deleteComment', onValue(ofKey.id), 'commentNotFound')
    await remove(keyId, older.id, translator)
    assert.deepEqual(await ofValue(), [])
  })

  test('are resolved and opened again by whoever may edit, and a change that is none changes nothing', async () => {
    const { keyId } = await createKey()
    const said = await say(keyId, { text: 'Warum?', locale: 'de' }, translator)
    const before = (await historyOf(keyId)).length
    const resolved = { ...said, isResolved: true, resolvedBy: reviewer.userId }
    assert.deepEqual(await resolve(keyId, said.id, true, reviewer), resolved)
    assert.deepEqual(await resolve(keyId, said.id, true), resolved, 'it stays theirs who did it first')
    assert.deepEqual(await list(keyId), [resolved])
    assert.deepEqual(await resolve(keyId, said.id, false, translator), said)
    assert.deepEqual(await resolve(keyId, said.id, false), said)
    const told = (await historyOf(keyId)).slice(before)
    assert.deepEqual(
      told.map(({ event, actor, locale }) => [event, actor.id, locale]),
      [
        ['comment.updated', reviewer.userId, 'de'],
        ['comment.updated', translator.userId, 'de'],
      ],
    )
    assert.deepEqual(told[1]?.before, { isResolved: true, resolvedBy: reviewer.userId })
    assert.partialDeepStrictEqual(told[1]?.after, { isResolved: false, resolvedBy: null })
    const byKey = await resolve(keyId, said.id, true, writer)
    assert.deepEqual([byKey.resolvedBy, byKey.text], [owner.userId, null], 'a key that may not read is shown no text')
  })

  test('are deleted by their authors and by those who manage the project, once', async () => {
    const { keyId } = await createKey()
    const [first, second] = [await say(keyId, { text: 'a' }, translator), await say(keyId, { text: 'b' }, translator)]
    const needed = { requiredPermission: 'project.manage' }
    await service.refused(reviewer, 'deleteKeyComment', comment(keyId, first.id), 'missingPermission', needed)
    await remove(keyId, first.id, translator)
    assert.deepEqual(await list(keyId), [second])
    await remove(keyId, second.id)
    await service.refused(owner, 'deleteKeyComment', comment(keyId, second.id), 'commentNotFound')
  })

  test('mention members who have joined, and nobody else', async () => {
    const { keyId } = await createKey()
    const body = { email: 'invited@example.com', role: 'viewer' }
    const { member } = await service.ok(owner, 'createMember', { params: { orgId }, body })
    const left = await join(service, owner, orgId, 'viewer')
    await service.ok(owner, 'deleteMember', { params: { orgId, userId: left.userId } })
    for (const userId of [stranger.userId, member.userId, left.userId, 9_000_000_000]) {
      const request = { ...about(keyId), body: { text: 'x', mentions: [owner.userId, userId] } }
      await service.refused(owner, 'createKeyComment', request, 'mentionsStranger')
    }
    assert.deepEqual(await list(keyId), [])
    const said = await say(keyId, { text: 'x', locale: 'de', mentions: [french.userId] })
    assert.deepEqual(said.mentions, [french.userId], 'also those who may not see the language')
    assert.deepEqual(await list(keyId, french), [], 'and see it no more than before')
  })

  test('of a restricted member are those in their languages and in none, on every route', async () => {
    const { keyId } = await createKey()
    const secret = await say(keyId, { text: 'Geheimnis', locale: 'de' })
    const [inFrench, ofKey] = [await say(keyId, { text: 'fr', locale: 'fr' }), await say(keyId, { text: 'none' })]
    assert.deepEqual(await list(keyId, french), [inFrench, ofKey])
    for (const locale of ['de', 'it']) {
      const request = { ...about(keyId), body: { text: 'x', locale } }
      await service.refused(french, 'createKeyComment', request, 'localeForbidden')
    }
    for (const [route, request] of onComment(keyId, secret.id)) {
      await service.refused(french, route, request, 'commentNotFound')
    }
    for (const { id } of [inFrench, ofKey]) {
      assert.equal((await resolve(keyId, id, true, french)).resolvedBy, french.userId)
      await remove(keyId, id, french)
    }
    assert.deepEqual(await list(keyId), [secret])
    assert.ok(!JSON.stringify(await historyOf(keyId, french)).includes('Geheimnis'))
  })

  test('are out of reach with their key or their language, and come back with it', async () => {
    const { keyId } = await createKey()
    const [ofKey, inFrench] = [await say(keyId, { text: 'none' }), await say(keyId, { text: 'fr', locale: 'fr' })]
    await service.ok(owner, 'removeProjectLocale', { params: { projectId, code: 'fr' } })
    assert.deepEqual(await list(keyId), [ofKey])
    for (const [route, request] of onComment(keyId, inFrench.id)) {
      await service.refused(owner, route, request, 'commentNotFound')
    }
    const request = { ...about(keyId), body: { text: 'x', locale: 'fr' } }
    await service.refused(owner, 'createKeyComment', request, 'localeNotEnabled')
    await service.ok(owner, 'addProjectLocale', { params, body: { code: 'fr' } })
    await service.ok(owner, 'deleteKey', about(keyId))
    await refusedEverywhere(keyId, 'keyNotFound')
    await service.ok(owner, 'restoreKey', about(keyId))
    assert.deepEqual(await list(keyId), [ofKey, inFrench])
  })

  test('can be deleted while the organization is over its limit; anything else is a write', async () => {
    const { keyId } = await createKey()
    const { id } = await say(keyId, { text: 'x' })
    const limit = (keys: number | null) => ({ params: { orgId }, body: { limits: { keys } } })
    await service.ok(owner, 'updateOrganization', limit(0))
    const [, create, update] = requests(keyId)
    for (const [route, request] of [create, update] as [RouteName, object][]) {
      await service.refused(owner, route, request, 'readOnly')
    }
    await remove(keyId, id)
    assert.deepEqual(await list(keyId), [])
    await service.ok(owner, 'updateOrganization', limit(null))
  })
})

describe('12.9 comments of a key are refused', () => {
  test('401, 403: to those who are nobody, may not edit or may not read, before a look at the body', async () => {
    const { keyId } = await createKey()
    await refusedEverywhere(keyId, 'authenticationRequired', nobody)
    const edit = { requiredPermission: 'translation.edit' }
    for (const caller of [viewer, reader]) {
      for (const [route, request] of requests(keyId).slice(1)) {
        await service.refused(caller, route, { ...request, body: {} }, 'missingPermission', edit)
      }
    }
    const view = { requiredPermission: 'translation.view' }
    await service.refused(writer, 'listKeyComments', about(keyId), 'missingPermission', view)
  })

  test('404: for strangers, for a key that is nowhere or elsewhere, for a comment on another one', async () => {
    const { keyId } = await createKey()
    await refusedEverywhere(keyId, 'projectNotFound', stranger)
    const body = { name: 'B', sourceLocale: 'en' }
    const { id: siblingId } = await service.ok(owner, 'createProject', { params: { orgId }, body })
    const inSibling = { params: { projectId: siblingId }, body: { key: 'x' } }
    const { id: foreign } = await service.ok(owner, 'createKey', inSibling)
    for (const id of [9_000_000_000, foreign]) await refusedEverywhere(id, 'keyNotFound')
    const elsewhere = await say((await createKey()).keyId, { text: 'x' })
    for (const id of [9_000_000_000, elsewhere.id]) {
      for (const [route, request] of onComment(keyId, id)) {
        await service.refused(owner, route, request, 'commentNotFound')
      }
    }
  })

  test('400: a language that the project lacks, or none at all, after a key that is not there', async () => {
    const { keyId } = await createKey()
    const inLocale = (locale: string, at = keyId) => ({ ...about(at), body: { text: 'x', locale } })
    for (const locale of ['it', '!!']) {
      await service.refused(owner, 'createKeyComment', inLocale(locale), 'localeNotEnabled')
    }
    await service.refused(owner, 'createKeyComment', inLocale('it', 9_000_000_000), 'keyNotFound')
    await service.refused(french, 'createKeyComment', inLocale('de', 9_000_000_000), 'localeForbidden')
  })

  test('422: fields that are missing or of another kind, and ids that are none', async () => {
    const { keyId } = await createKey()
    const { id } = await say(keyId, { text: '🦜'.repeat(5000), mentions: Array(100).fill(owner.userId) })
    const refused = (body: object, situation: Situation, field: string) =>
      service.refused(owner, 'createKeyComment', { ...about(keyId), body }, situation, { field })
    await refused({ locale: 'de' }, 'fieldRequired', 'text')
    await refused({ text: 'x'.repeat(5001) }, 'fieldTooLong', 'text')
    for (const text of ['', null, 5, 'a\0b']) await refused({ text, locale: 5 }, 'validationError', 'text')
    for (const locale of ['', 5, ['de']]) await refused({ text: 'x', locale }, 'validationError', 'locale')
    for (const mentions of [null, owner.userId, Array(101).fill(owner.userId)]) {
      await refused({ text: 'x', mentions }, 'validationError', 'mentions')
    }
    for (const wrong of [0, -1, 1.5, 'x', null]) {
      await refused({ text: 'x', mentions: [owner.userId, wrong] }, 'validationError', 'mentions.1')
    }
    const update = (body: object) => ({ ...comment(keyId, id), body })
    const field = { field: 'isResolved' }
    await service.refused(owner, 'updateKeyComment', update({}), 'fieldRequired', field)
    for (const isResolved of [null, 'true', 1]) {
      await service.refused(owner, 'updateKeyComment', update({ isResolved }), 'validationError', field)
    }
    const wrong = 'x' as unknown as number
    for (const [route, request] of requests(wrong)) {
      await service.refused(owner, route, request, 'validationError', { field: 'keyId' })
    }
    for (const [route, request] of onComment(keyId, 0)) {
      await service.refused(owner, route, request, 'validationError', { field: 'commentId' })
    }
  })
})

describe('12.9 the session stream', () => {
  const create = (key: string) => service.ok(owner, 'createKey', { params, body: { key } })
  const { settled, lastId } = marksOf(streams, owner, path, create)
  const told = ({ events }: Reader) => events.map(({ event, data }) => ({ event, ...data }))

  test('tells comments whole, live or resumed, to those who may see their language; that of API keys does not', async () => {
    const { keyId, de: translationId } = await createKey()
    const from = await lastId()
    const [whole, narrow] = [await streams.open(owner, path), await streams.open(french, path)]
    const ofKeys = await streams.open(reader, '/keys/events/stream')
    const inGerman = await service.ok(translator, 'createComment', {
      params: { projectId, translationId },
      body: { text: 'Zu lang' },
    })
    const inFrench = await say(keyId, { text: 'Trop long', locale: 'fr', mentions: [translator.userId] })
    const ofKey = await say(keyId, { text: 'Too long' })
    const resolved = [await resolve(keyId, inGerman.id, true), await resolve(keyId, inFrench.id, true, french)]
    await resolve(keyId, inFrench.id, true)
    await remove(keyId, ofKey.id)
    const resumed = await streams.open(french, path, { 'last-event-id': from })
    await settled(whole, narrow, ofKeys, resumed)
    const created = (said: object) => ({ event: 'comment.created', projectId, ...said })
    const [germanResolved, frenchResolved] = resolved.map((said) => ({ event: 'comment.updated', projectId, ...said }))
    assert.deepEqual(told(whole), [
      created(inGerman),
      created(inFrench),
      created(ofKey),
      germanResolved,
      frenchResolved,
    ])
    for (const seen of [narrow, resumed]) {
      assert.deepEqual(told(seen), [created(inFrench), created(ofKey), frenchResolved])
      assert.ok(seen.events.every(({ id }) => id !== undefined))
    }
    assert.deepEqual(namesOf(ofKeys), ['connected'])
  })
})
