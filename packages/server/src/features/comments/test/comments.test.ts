import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { RouteName, Situation } from '@parlance/contract'
import { createApiKey, createScene, join, register } from '../../../../test/factories.ts'
import { type Caller, nobody, startService } from '../../../../test/harness.ts'
import { readHistory } from '../../../../test/recount.ts'

const service = await startService()
const { owner, orgId, projectId } = await createScene(service)
const stranger = await register(service)
const translator = await join(service, owner, orgId, 'translator')
const reviewer = await join(service, owner, orgId, 'reviewer')
const viewer = await join(service, owner, orgId, 'viewer')
const restricted = await join(service, owner, orgId, 'developer', ['fr'])
const reader = await createApiKey(service, owner, projectId, ['translations:read'])
const writer = await createApiKey(service, owner, projectId, ['translations:write'])
const params = { projectId }

let names = 0
/** A new key and the ids of its values. */
async function createValues(at = projectId) {
  const translations = {
    en: { value: 'Cart', status: 'translated' },
    de: { value: 'Korb', status: 'translated' },
    fr: { value: 'Panier', status: 'translated' },
  }
  const body = { key: `key ${++names}`, translations }
  const key = await service.ok(owner, 'createKey', { params: { projectId: at }, body })
  const idOf = (code: string) => key.translations[code]?.id ?? assert.fail()
  return { keyId: key.id, key: key.key, en: idOf('en'), de: idOf('de'), fr: idOf('fr') }
}
const about = (translationId: number) => ({ params: { projectId, translationId } })
const list = async (translationId: number, caller: Caller = owner) =>
  (await service.ok(caller, 'listComments', about(translationId))).comments
const create = (translationId: number, text: string, caller: Caller = owner) =>
  service.ok(caller, 'createComment', { ...about(translationId), body: { text } })
const comment = (translationId: number, commentId: number) => ({ params: { projectId, translationId, commentId } })
const remove = (translationId: number, commentId: number, caller: Caller = owner) =>
  service.ok(caller, 'deleteComment', comment(translationId, commentId))
const { de, fr } = await createValues()

/** The three routes, each in a form that would succeed. */
function requests(translationId: number): [RouteName, object][] {
  return [
    ['listComments', about(translationId)],
    ['createComment', { ...about(translationId), body: { text: 'x' } }],
    ['deleteComment', comment(translationId, 1)],
  ]
}
async function refusedEverywhere(translationId: number, situation: Situation, caller: Caller = owner) {
  for (const [route, request] of requests(translationId)) await service.refused(caller, route, request, situation)
}

describe('createComment 201, listComments 200', () => {
  test('comments of one value are listed with their authors, oldest first', async () => {
    const { keyId, de, fr } = await createValues()
    const { user } = await service.ok(translator, 'getSession')
    const said = []
    for (const text of ['Warum?', 'Darum.', '<b>"\'\n🦜']) {
      service.clock.advance(1000)
      const created = await create(de, text, translator)
      assert.deepEqual(created, {
        id: created.id,
        keyId,
        locale: 'de',
        translationId: de,
        text,
        mentions: [],
        authorId: translator.userId,
        authorName: user.name,
        isResolved: false,
        resolvedBy: null,
        createdAt: service.clock.now().toISOString(),
      })
      said.push(created)
    }
    for (const caller of [owner, viewer, reader]) assert.deepEqual(await list(de, caller), said)
    assert.deepEqual(await list(fr), [])
  })

  test('a comment has 1 to 5000 characters, counted in code points', async () => {
    for (const text of ['x', ' ', '🦜'.repeat(5000)]) assert.equal((await create(de, text)).text, text)
  })

  test('comments stay with a value that changes', async () => {
    const { keyId, key, de } = await createValues()
    const said = await create(de, 'bleibt')
    const put = { params: { projectId, key }, body: { locale: 'de', value: 'Wagen' } }
    await service.ok(owner, 'putValue', put)
    const body = { keyIds: [keyId], localeCodes: ['de'] }
    await service.ok(owner, 'batchClearValues', { params, body })
    assert.deepEqual(await list(de), [said])
  })

  test('history tells what was said, about which value, and by whom', async () => {
    const { keyId, key, de } = await createValues()
    const before = await readHistory(service, owner, projectId, { keyId })
    const said = await create(de, 'Warum?', translator)
    const [change, ...more] = (await readHistory(service, owner, projectId, { keyId })).slice(before.length)
    assert.deepEqual(more, [])
    const { event, locale, actor } = change ?? {}
    assert.deepEqual([event, change?.keyId, change?.key, locale], ['comment.created', keyId, key, 'de'])
    assert.deepEqual([change?.namespace, change?.at, change?.before], ['default', said.createdAt, null])
    assert.deepEqual([actor?.type, actor?.id], ['user', translator.userId])
    assert.ok(JSON.stringify(change?.after).includes('Warum?'))
  })

  test('everyone who may edit may comment: roles and API keys', async () => {
    const admin = await join(service, owner, orgId, 'admin')
    const developer = await join(service, owner, orgId, 'developer')
    for (const caller of [admin, developer, reviewer, translator, writer]) await create(de, 'x', caller)
    assert.equal((await create(fr, 'x', restricted)).authorId, restricted.userId)
  })
})

describe('deleteComment 204', () => {
  test('by its author, whatever the role; the others stay', async () => {
    const { de } = await createValues()
    for (const author of [translator, reviewer]) {
      const [first, second] = [await create(de, 'eins', author), await create(de, 'zwei', author)]
      await remove(de, first.id, author)
      assert.deepEqual(await list(de), [second])
      await remove(de, second.id, author)
    }
    assert.deepEqual(await list(de), [])
  })

  test('by those who manage the project: owners, admins and developers', async () => {
    const managers = [owner, await join(service, owner, orgId, 'admin'), await join(service, owner, orgId, 'developer')]
    for (const manager of managers) await remove(de, (await create(de, 'x', translator)).id, manager)
  })

  test('once: then it is not found', async () => {
    const { id } = await create(de, 'x')
    await remove(de, id)
    await service.refused(owner, 'deleteComment', comment(de, id), 'commentNotFound')
  })

  test('while the organization is over its limit; saying something new is a write', async () => {
    const { id } = await create(de, 'x')
    const limit = (keys: number | null) => ({ params: { orgId }, body: { limits: { keys } } })
    await service.ok(owner, 'updateOrganization', limit(0))
    await service.refused(owner, 'createComment', { ...about(de), body: { text: 'x' } }, 'readOnly')
    await remove(de, id)
    await list(de)
    await service.ok(owner, 'updateOrganization', limit(null))
  })
})

describe('comments 401, 403', () => {
  test('401 without a credential', () => refusedEverywhere(de, 'authenticationRequired', nobody))

  test('403 for those who may not read or not edit, before a look at the body', async () => {
    const edit = { requiredPermission: 'translation.edit' }
    const view = { requiredPermission: 'translation.view' }
    for (const caller of [viewer, reader]) {
      await service.refused(caller, 'createComment', { ...about(de), body: {} }, 'missingPermission', edit)
      await service.refused(caller, 'deleteComment', comment(de, 1), 'missingPermission', edit)
    }
    await service.refused(writer, 'listComments', about(de), 'missingPermission', view)
  })

  test('403 for deleting what others said, without managing the project; it stays', async () => {
    const { de } = await createValues()
    const said = await create(de, 'meins', translator)
    for (const caller of [reviewer, writer]) {
      await service.refused(caller, 'deleteComment', comment(de, said.id), 'missingPermission')
    }
    await service.refused(translator, 'deleteComment', comment(de, (await create(de, 'x')).id), 'missingPermission')
    assert.deepEqual((await list(de))[0], said)
    assert.equal((await list(de)).length, 2)
  })

  test('403 in a language the member may not see, also for what they said there before', async () => {
    const { keyId, de, fr } = await createValues()
    await create(de, 'Geheimnis')
    await refusedEverywhere(de, 'localeForbidden', restricted)
    await create(fr, 'Mystère', restricted)
    const history = JSON.stringify(await readHistory(service, restricted, projectId, { keyId }))
    assert.ok(history.includes('Mystère') && !history.includes('Geheimnis'))
    const moved = await join(service, owner, orgId, 'translator')
    const said = await create(de, 'x', moved)
    const body = { localeCodes: ['fr'] }
    await service.ok(owner, 'updateMember', { params: { orgId, userId: moved.userId }, body })
    await service.refused(moved, 'deleteComment', comment(de, said.id), 'localeForbidden')
  })

  test('403 for the key of another project', async () => {
    const body = { name: 'B', sourceLocale: 'en' }
    const other = await service.ok(owner, 'createProject', { params: { orgId }, body })
    const foreign = await createApiKey(service, owner, other.id, ['translations:write', 'translations:read'])
    await refusedEverywhere(de, 'otherProjectsKey', foreign)
  })
})

describe('comments 404', () => {
  test('for strangers the project is not there', () => refusedEverywhere(de, 'projectNotFound', stranger))

  test('a value that is nowhere, in another project, of a deleted key, or in a language taken out of use', async () => {
    const body = { name: 'B', sourceLocale: 'en', locales: ['de', 'fr'] }
    const sibling = await service.ok(owner, 'createProject', { params: { orgId }, body })
    const foreign = await createValues(sibling.id)
    const gone = await createValues()
    await service.ok(owner, 'deleteKey', { params: { projectId, keyId: gone.keyId } })
    for (const id of [9_000_000_000, foreign.de, gone.de]) await refusedEverywhere(id, 'valueKeyNotFound')
    const { fr } = await createValues()
    const said = await create(fr, 'x')
    await service.ok(owner, 'removeProjectLocale', { params: { projectId, code: 'fr' } })
    await refusedEverywhere(fr, 'valueKeyNotFound')
    await service.ok(owner, 'addProjectLocale', { params, body: { code: 'fr' } })
    assert.deepEqual(await list(fr), [said])
    const theirs = { params: { projectId: sibling.id, translationId: foreign.de } }
    assert.deepEqual((await service.ok(owner, 'listComments', theirs)).comments, [])
  })

  test('a comment that is nowhere, or about another value', async () => {
    const [here, there] = [await createValues(), await createValues()]
    const said = await create(there.de, 'x')
    for (const [value, id] of [
      [here.de, 9_000_000_000],
      [here.de, said.id],
      [there.fr, said.id],
    ] as const) {
      for (const caller of [owner, translator]) {
        await service.refused(caller, 'deleteComment', comment(value, id), 'commentNotFound')
      }
    }
    assert.deepEqual(await list(there.de), [said])
  })
})

describe('comments 422', () => {
  test('a text that is missing, empty, too long, or none', async () => {
    const sent = (body: object) => ({ ...about(de), body })
    const before = await list(de)
    await service.refused(owner, 'createComment', sent({}), 'fieldRequired', { field: 'text' })
    const long = sent({ text: '🦜'.repeat(5001) })
    await service.refused(owner, 'createComment', long, 'fieldTooLong', { field: 'text' })
    for (const text of ['', null, 5, ['x'], 'a\0b', '\ud800']) {
      await service.refused(owner, 'createComment', sent({ text }), 'validationError', { field: 'text' })
    }
    assert.deepEqual(await list(de), before)
  })

  test('ids that are none', async () => {
    const wrong = 'x' as unknown as number
    for (const [route, request] of requests(wrong)) {
      await service.refused(owner, route, request, 'validationError', { field: 'translationId' })
    }
    await service.refused(owner, 'deleteComment', comment(de, 0), 'validationError', { field: 'commentId' })
  })
})
