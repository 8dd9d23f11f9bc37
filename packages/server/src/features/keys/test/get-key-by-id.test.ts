import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createApiKey, createScene, join, register } from '../../../../test/factories.ts'
import { type Caller, nobody, startService } from '../../../../test/harness.ts'

const service = await startService()
const { owner, orgId, projectId } = await createScene(service)
const stranger = await register(service)
const german = await join(service, owner, orgId, 'translator', ['de'])
const reader = await createApiKey(service, owner, projectId, ['translations:read'])
const writer = await createApiKey(service, owner, projectId, ['translations:write'])
const observer = await createApiKey(service, owner, projectId, ['context:write'])
const other = await service.ok(owner, 'createProject', { params: { orgId }, body: { name: 'B', sourceLocale: 'en' } })
const params = { projectId }
const read = (keyId: number, caller: Caller = owner) =>
  service.ok(caller, 'getKeyById', { params: { projectId, keyId } })
const translations = { en: { value: 'Pay', status: 'translated' }, de: { value: 'Zahlen', status: 'not_reviewed' } }
const { id } = await service.ok(owner, 'createKey', {
  params,
  body: {
    key: '..',
    namespace: 'shop',
    description: 'On the button',
    aiContext: 'Be brief',
    isPlural: true,
    characterLimit: 20,
    translations,
  },
})

describe('12.2 getKeyById 200', () => {
  test('12.2 is the key as the list shows it, with aiContext, commentCount and context', async () => {
    const { data } = await service.ok(owner, 'listKeys', { params, query: { includeContext: true } })
    const expected = { ...data[0], aiContext: 'Be brief', commentCount: 0 }
    for (const caller of [owner, reader]) assert.deepEqual(await read(id, caller), expected)
    assert.deepEqual(expected.context, { observed: false, hasSignal: false })
    const bare = await service.ok(owner, 'createKey', { params, body: { key: 'bare' } })
    const { aiContext, translations, commentCount } = await read(bare.id)
    assert.deepEqual({ aiContext, translations, commentCount }, { aiContext: null, translations: {}, commentCount: 0 })
    const seen = { namespace: 'shop', key: '..', uiType: 'button', screenGroup: 'Checkout' }
    await service.ok(observer, 'createObservations', { body: { observations: [seen] } })
    const context = await service.ok(owner, 'getKeyContext', { params: { projectId, keyId: id } })
    assert.deepEqual((await read(id)).context, context)
    assert.equal(context.hasSignal, true)
  })

  test('12.2 and 12.20 a restricted member is shown their languages, and counts the comments they may see', async () => {
    const say = (locale?: string) => {
      const body = { text: 'Too long', ...(locale ? { locale } : {}) }
      return service.ok(owner, 'createKeyComment', { params: { projectId, keyId: id }, body })
    }
    await say()
    await say('de')
    await say('en')
    await say('en')
    assert.equal((await read(id)).commentCount, 4)
    const seen = await read(id, german)
    assert.deepEqual([Object.keys(seen.translations), seen.commentCount], [['de'], 2])
    await service.ok(owner, 'removeProjectLocale', { params: { projectId, code: 'de' } })
    const [all, none] = [await read(id), await read(id, german)]
    await service.ok(owner, 'addProjectLocale', { params, body: { code: 'de' } })
    assert.deepEqual([all.commentCount, none.commentCount, none.translations], [3, 1, {}])
    const comments = { params: { projectId, keyId: id } }
    for (const caller of [owner, german]) {
      const { comments: listed } = await service.ok(caller, 'listKeyComments', comments)
      assert.equal((await read(id, caller)).commentCount, listed.length)
    }
  })
})

describe('12.2 getKeyById refusals', () => {
  test('12.2 404 with a message alone for a key that is nowhere, deleted, or of another project', async () => {
    const gone = await service.ok(owner, 'createKey', { params, body: { key: 'gone' } })
    await service.ok(owner, 'deleteKey', { params: { projectId, keyId: gone.id } })
    const elsewhere = await service.ok(owner, 'createKey', { params: { projectId: other.id }, body: { key: 'k' } })
    for (const keyId of [gone.id, elsewhere.id, 999_999]) {
      await service.refused(owner, 'getKeyById', { params: { projectId, keyId } }, 'keyNotFound')
    }
  })

  test('12.2 401, 403, 404 and 422 in their order', async () => {
    const at = { params: { projectId, keyId: id } }
    await service.refused(nobody, 'getKeyById', at, 'authenticationRequired')
    const meta = { requiredPermission: 'translation.view' }
    await service.refused(writer, 'getKeyById', at, 'missingPermission', meta)
    await service.refused(reader, 'getKeyById', { params: { projectId: other.id, keyId: id } }, 'otherProjectsKey')
    await service.refused(stranger, 'getKeyById', at, 'projectNotFound')
    for (const keyId of ['0', 'x', '1.5', 'idss']) {
      const request = { params: { projectId, keyId: keyId as unknown as number } }
      await service.refused(owner, 'getKeyById', request, 'validationError', { field: 'keyId' })
    }
  })
})
