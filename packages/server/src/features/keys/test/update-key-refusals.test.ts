import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Situation } from '@parlance/contract'
import { createApiKey, createScene, join, register } from '../../../../test/factories.ts'
import { type Caller, nobody, startService } from '../../../../test/harness.ts'

const service = await startService()
const { owner, orgId, projectId } = await createScene(service)
const stranger = await register(service)
const viewer = await join(service, owner, orgId, 'viewer')
const reader = await createApiKey(service, owner, projectId, ['translations:read', 'translations:delete'])
const writer = await createApiKey(service, owner, projectId, ['translations:write'])
const createProject = (caller: Caller, id: number) =>
  service.ok(caller, 'createProject', { params: { orgId: id }, body: { name: 'B', sourceLocale: 'en' } })
const other = await createProject(owner, orgId)
const theirs = await createProject(stranger, stranger.orgId)
const params = { projectId }

let names = 0
const value = (text: string, status = 'translated') => ({ value: text, status })
const createKey = (fields: object = {}, at = projectId) =>
  service.ok(owner, 'createKey', { params: { projectId: at }, body: { key: `key ${++names}`, ...fields } })
const at = (keyId: number, body: object) => ({ params: { projectId, keyId }, body })
const update = (keyId: number, body: object) => service.ok(owner, 'updateKey', at(keyId, body))
const refused = (keyId: number, body: object, situation: Situation, meta?: Record<string, unknown>) =>
  service.refused(owner, 'updateKey', at(keyId, body), situation, meta)
/** Runs what must leave the key as it was, its history included. */
async function unchanged(keyId: number, run: () => Promise<unknown>) {
  const state = async () => [
    (await service.ok(owner, 'listKeys', { params, query: { limit: 100 } })).data.find(({ id }) => id === keyId),
    await service.ok(owner, 'listActivity', { params, query: { keyId } }),
  ]
  const before = await state()
  assert.ok(before[0])
  await run()
  assert.deepEqual(await state(), before)
}

const german = await join(service, owner, orgId, 'translator', ['de'])

describe('updateKey 403', () => {
  const shorten = (keyId: number, characterLimit: number) =>
    service.refused(german, 'updateKey', at(keyId, { characterLimit }), 'restrictedToLocales')

  test('who may not see all languages makes no limit smaller, so nobody can feel how long hidden values are', async () => {
    const { id } = await createKey({ translations: { fr: value('trente-quatre caractères en tout !') } })
    await unchanged(id, async () => {
      for (const limit of [1, 33, 34, 35, 1000]) await shorten(id, limit)
    })
    await update(id, { characterLimit: 40 })
    const larger = await service.ok(german, 'updateKey', at(id, { characterLimit: 50 }))
    assert.equal(larger.characterLimit, 50)
    await shorten(id, 49)
    await service.ok(german, 'updateKey', at(id, { characterLimit: 50, description: 'A button' }))
    await service.ok(german, 'updateKey', at(id, { characterLimit: null }))
    await shorten(id, 50)
  })

  test('a larger limit is no measure of hidden values either, where one came back that is over it', async () => {
    const { id, key } = await createKey({ translations: { de: value('kurz'), fr: value('longue') } })
    const developer = await join(service, owner, orgId, 'developer', ['de'])
    const pusher = await createApiKey(service, developer, projectId, ['translations:read', 'translations:write'])
    await service.ok(owner, 'removeProjectLocale', { params: { projectId, code: 'fr' } })
    await update(id, { characterLimit: 4 })
    await service.ok(owner, 'addProjectLocale', { params, body: { code: 'fr' } })
    assert.equal((await service.ok(german, 'updateKey', at(id, { characterLimit: 5 }))).characterLimit, 5)
    assert.equal((await update(id, { characterLimit: null })).characterLimit, null)
    await service.ok(owner, 'removeProjectLocale', { params: { projectId, code: 'fr' } })
    await update(id, { characterLimit: 4 })
    await service.ok(owner, 'addProjectLocale', { params, body: { code: 'fr' } })
    assert.equal((await service.ok(pusher, 'pushKey', { body: { key, characterLimit: 5 } })).characterLimit, 5)
  })

  test('a push by their API key does not, either', async () => {
    const developer = await join(service, owner, orgId, 'developer', ['de'])
    const pusher = await createApiKey(service, developer, projectId, ['translations:read', 'translations:write'])
    const { key } = await createKey({ translations: { fr: value('mot') } })
    await service.refused(pusher, 'pushKey', { body: { key, characterLimit: 2 } }, 'restrictedToLocales')
    await service.refused(pusher, 'pushKey', { body: { key, characterLimit: 3 } }, 'restrictedToLocales')
    await service.ok(pusher, 'pushKey', { body: { key: 'new with a limit', characterLimit: 2 } })
  })

  test('who may see every language of the project does as others do', async () => {
    const all = await join(service, owner, orgId, 'translator', ['de', 'en', 'fr'])
    const { id } = await createKey({ translations: { fr: value('quatre') } })
    const meta = { limit: 5, maxExistingLength: 6, keyId: id }
    await service.refused(all, 'updateKey', at(id, { characterLimit: 5 }), 'limitUnderValue', meta)
    await service.ok(all, 'updateKey', at(id, { characterLimit: 6 }))
  })
})

describe('updateKey 400', () => {
  test('a namespace of another project of the organization, for people and for API keys', async () => {
    const { id } = await createKey()
    const request = at(id, { namespaceId: other.defaultNamespaceId, description: 'x' })
    await unchanged(id, async () => {
      for (const caller of [owner, writer]) await service.refused(caller, 'updateKey', request, 'namespaceElsewhere')
    })
  })

  test('a namespace of strangers is answered like one that never existed, to the byte', async () => {
    const { id } = await createKey()
    const answers = await Promise.all(
      [999_999, theirs.defaultNamespaceId].map(async (namespaceId) => {
        const url = `/v1/projects/${projectId}/keys/${id}`
        const response = await service.app.inject({
          method: 'PATCH',
          url,
          headers: { cookie: owner.cookie },
          payload: { namespaceId },
        })
        const { date: _, 'x-request-id': __, ...headers } = response.headers
        return { status: response.statusCode, headers, body: response.body }
      }),
    )
    assert.deepEqual(answers[0], answers[1])
    await refused(id, { namespaceId: 999_999 }, 'namespaceNotFound')
    await refused(999_999, { namespaceId: 999_999 }, 'keyNotFound')
  })

  test('a limit under an existing value says limit, longest value and key', async () => {
    const { id } = await createKey({ translations: { en: value('ab'), de: value('🦜🦜🦜🦜') } })
    await unchanged(id, async () => {
      const meta = { limit: 3, maxExistingLength: 4, keyId: id }
      await refused(id, { characterLimit: 3, description: 'x' }, 'limitUnderValue', meta)
    })
  })

  test('a value that went does not count against the limit', async () => {
    const { id, key } = await createKey({ translations: { de: value('lang und breit') } })
    await service.ok(owner, 'putValue', { params: { projectId, key }, body: { locale: 'de', value: 'kurz' } })
    assert.equal((await update(id, { characterLimit: 4 })).characterLimit, 4)
  })

  test('a value in a language that was taken out of use does not count either', async () => {
    const { id, key } = await createKey({ translations: { en: value('ab'), fr: value('longue') } })
    const french = { projectId, code: 'fr' }
    await service.ok(owner, 'removeProjectLocale', { params: french })
    await refused(id, { characterLimit: 1 }, 'limitUnderValue', { limit: 1, maxExistingLength: 2, keyId: id })
    assert.equal((await update(id, { characterLimit: 2 })).characterLimit, 2)
    await service.ok(owner, 'addProjectLocale', { params, body: { code: 'fr' } })
    const back = (await service.ok(owner, 'listKeys', { params, query: { search: key } })).data
    assert.equal(back[0]?.translations['fr']?.value, 'longue', 'it comes back as it was')
    await refused(id, { characterLimit: 3 }, 'limitUnderValue', { limit: 3, maxExistingLength: 6, keyId: id })
  })

  test('a body that is not JSON', async () => {
    const { id } = await createKey()
    await service.refused(owner, 'updateKey', { params: { projectId, keyId: id }, body: '{"key' }, 'bodyNotJson')
  })
})

describe('updateKey 401, 403', () => {
  test('401 without a credential', () =>
    service.refused(nobody, 'updateKey', at(1, { key: 'x' }), 'authenticationRequired'))

  test('403 for those who may not edit, before a look at the body', async () => {
    const { id } = await createKey()
    const meta = { requiredPermission: 'translation.edit' }
    for (const caller of [viewer, reader]) {
      for (const body of [{ key: 'x' }, { key: 5 }]) {
        await service.refused(caller, 'updateKey', at(id, body), 'missingPermission', meta)
      }
    }
  })

  test('403 for the API key of another project', async () => {
    const { id } = await createKey()
    const foreign = await createApiKey(service, owner, other.id, ['translations:write'])
    await service.refused(foreign, 'updateKey', at(id, { key: 'x' }), 'otherProjectsKey')
  })

  test('403 READ_ONLY_MODE while the organization is over its limit', async () => {
    const { id } = await createKey()
    const limitTo = (keys: number | null) =>
      service.ok(owner, 'updateOrganization', { params: { orgId }, body: { limits: { keys } } })
    await limitTo(0)
    try {
      await refused(id, { description: 'x' }, 'readOnly')
    } finally {
      await limitTo(null)
    }
  })
})

describe('updateKey 404', () => {
  test('a message alone for a key that is nowhere, deleted or in another project, which stays as it is', async () => {
    const gone = await createKey()
    await service.ok(owner, 'deleteKey', { params: { projectId, keyId: gone.id } })
    const foreign = await createKey({}, other.id)
    for (const keyId of [gone.id, foreign.id, 999_999, 2 ** 31, 2 ** 53 - 1]) {
      const { status, body } = await service.call(owner, 'updateKey', at(keyId, { key: 'x' }))
      assert.deepEqual([status, body], [404, { message: 'Key not found' }])
    }
    const { data } = await service.ok(owner, 'listKeys', { params: { projectId: other.id } })
    assert.deepEqual(
      data.map(({ key }) => key),
      [foreign.key],
    )
  })

  test('PROJECT_NOT_FOUND for strangers', async () => {
    const { id } = await createKey()
    await service.refused(stranger, 'updateKey', at(id, { key: 'x' }), 'projectNotFound')
  })
})

describe('updateKey 409', () => {
  test('a name that exists in the namespace, in the target of a move, or after both', async () => {
    const here = await createKey()
    const taken = await createKey()
    const there = await createKey({ key: here.key, namespace: 'occupied' })
    const third = await createKey({ namespace: 'occupied' })
    const { namespaceId } = there
    await unchanged(here.id, async () => {
      for (const body of [{ key: taken.key }, { namespaceId }, { namespaceId, key: third.key }]) {
        await refused(here.id, { ...body, description: 'x' }, 'keyNameTaken')
      }
    })
    assert.equal((await update(here.id, { namespaceId, key: 'free' })).namespace, 'occupied')
  })

  test('not for the name of a deleted key, nor for the name it has', async () => {
    const gone = await createKey()
    await service.ok(owner, 'deleteKey', { params: { projectId, keyId: gone.id } })
    const { id, key } = await createKey()
    assert.equal((await update(id, { key })).key, key)
    assert.equal((await update(id, { key: gone.key })).key, gone.key)
  })
})

describe('updateKey 422', () => {
  const invalid = async (body: object, situation: Situation, field: string) => {
    const { id } = await createKey()
    await refused(id, body, situation, { field })
  }

  test('FIELD_TOO_LONG for one character too many, the first field first', async () => {
    const [key, description, aiContext] = ['🦜'.repeat(769), 'd'.repeat(5001), 'a'.repeat(2001)]
    await invalid({ aiContext, description, key }, 'fieldTooLong', 'key')
    await invalid({ aiContext, description }, 'fieldTooLong', 'description')
    await invalid({ aiContext }, 'fieldTooLong', 'aiContext')
  })

  test('FIELD_REQUIRED for an empty name', () => invalid({ key: '' }, 'fieldRequired', 'key'))

  test('VALIDATION_ERROR for what is of the wrong kind, out of range or cannot be stored', async () => {
    const wrong: Record<string, unknown[]> = {
      key: [5, null, ['a'], 'a\0b', 'a\ud800'],
      namespaceId: [0, -1, 1.5, 'x', null, 2 ** 53],
      description: [7, 'a\0b', '\udc00'],
      aiContext: [7, 'a\0b'],
      isPlural: ['yes', 1, null],
      characterLimit: [0, -1, 1.5, 'x', '5', 2 ** 53],
    }
    for (const [field, values] of Object.entries(wrong)) {
      for (const sent of values) await invalid({ [field]: sent }, 'validationError', field)
    }
  })

  test('VALIDATION_ERROR for an id that is not a positive integer', async () => {
    for (const id of ['0', '-1', '1.0', '1e3', 'x', '１', '9223372036854775808']) {
      await refused(id as unknown as number, { key: 'x' }, 'validationError', { field: 'keyId' })
    }
  })
})
