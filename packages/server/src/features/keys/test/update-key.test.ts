import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createApiKey, createScene, join } from '../../../../test/factories.ts'
import { type Caller, startService } from '../../../../test/harness.ts'

const service = await startService()
const { owner, orgId, projectId } = await createScene(service)
const french = await join(service, owner, orgId, 'translator', ['fr'])
const writer = await createApiKey(service, owner, projectId, ['translations:write'])
const params = { projectId }

let names = 0
const value = (text: string, status = 'translated') => ({ value: text, status })
const createKey = (fields: object = {}) =>
  service.ok(owner, 'createKey', { params, body: { key: `key ${++names}`, ...fields } })
const update = (keyId: number, body: object, caller: Caller = owner) =>
  service.ok(caller, 'updateKey', { params: { projectId, keyId }, body })
const listed = async (keyId: number) => {
  const query = { limit: 100, sortBy: 'createdAt', sortOrder: 'desc' }
  const { data } = await service.ok(owner, 'listKeys', { params, query })
  return data.find(({ id }) => id === keyId) ?? assert.fail(`no key ${keyId}`)
}
const history = async (keyId: number) =>
  (await service.ok(owner, 'listActivity', { params, query: { keyId, limit: 100 } })).activity
const updates = async (keyId: number) => (await history(keyId)).filter(({ event }) => event === 'key.updated')
const later = () => {
  service.clock.advance(1000)
  return service.clock.now().toISOString()
}
const everything = () => ({
  description: 'd',
  aiContext: 'a',
  isPlural: true,
  characterLimit: 20,
  translations: { en: value('Cart'), de: value('Korb') },
})

describe('updateKey 200', () => {
  test('changes only the field sent, whichever it is, and returns the key', async () => {
    const key = await createKey(everything())
    const { namespaceId } = await createKey({ namespace: 'target' })
    const cases: [object, object][] = [
      [{ key: 'renamed' }, { key: 'renamed' }],
      [{ namespaceId }, { namespaceId, namespace: 'target' }],
      [{ description: 'new' }, { description: 'new' }],
      [{ isPlural: false }, { isPlural: false }],
      [{ characterLimit: 30 }, { characterLimit: 30 }],
    ]
    let expected = key
    for (const [body, change] of cases) {
      const updatedAt = later()
      const updated = await update(key.id, body)
      expected = { ...expected, ...change, updatedAt }
      assert.deepEqual(updated, expected)
      const { translations, ...rest } = await listed(key.id)
      assert.deepEqual({ ...rest, translations: updated.translations }, expected)
      assert.deepEqual(Object.keys(translations).sort(), ['de', 'en'])
    }
  })

  test('all fields at once are one change, recorded with before and after', async () => {
    const key = await createKey({ ...everything(), namespace: 'from' })
    const { namespaceId } = await createKey({ namespace: 'to' })
    const after = { key: 'at once', description: 'x', aiContext: 'y', isPlural: false, characterLimit: 9 }
    await update(key.id, { ...after, namespaceId })
    const [change, ...more] = await updates(key.id)
    const { translations: _, ...before } = everything()
    assert.deepEqual(more, [])
    assert.deepEqual(change?.before, { key: key.key, namespace: 'from', ...before })
    assert.deepEqual(change?.after, { ...after, namespace: 'to' })
    assert.deepEqual([change?.key, change?.namespace, change?.actor.id], ['at once', 'to', owner.userId])
  })

  test('a rename is recorded with the old and the new name, and frees the old one', async () => {
    const key = await createKey()
    await update(key.id, { key: 'new name' })
    const [change] = await updates(key.id)
    assert.deepEqual([change?.before, change?.after], [{ key: key.key }, { key: 'new name' }])
    const successor = await createKey({ key: key.key })
    assert.notEqual(successor.id, key.id)
    const put = { params: { projectId, key: 'new name' }, body: { locale: 'de', value: 'x' } }
    assert.equal((await service.ok(owner, 'putValue', put)).value, 'x')
  })

  test('a move is recorded with both namespaces, and their counts follow', async () => {
    const key = await createKey({ namespace: 'leaving', translations: { de: value('mit') } })
    const { namespaceId } = await createKey({ namespace: 'arriving' })
    const moved = await update(key.id, { namespaceId })
    const [change] = await updates(key.id)
    assert.deepEqual([change?.before, change?.after], [{ namespace: 'leaving' }, { namespace: 'arriving' }])
    assert.deepEqual(moved.translations, key.translations)
    const { namespaces } = await service.ok(owner, 'listNamespaces', { params })
    const counts = Object.fromEntries(namespaces.map(({ name, keyCount }) => [name, keyCount]))
    assert.deepEqual([counts['leaving'], counts['arriving']], [0, 2])
  })

  test('a name may be the same in another letter case, and any string', async () => {
    const { id, key } = await createKey()
    for (const name of [key.toUpperCase(), '__proto__', ' ', 'a/b', '🦜'.repeat(768)]) {
      assert.equal((await update(id, { key: name })).key, name)
    }
  })

  test('null empties description, context and limit', async () => {
    const key = await createKey(everything())
    const updated = await update(key.id, { description: null, aiContext: null, characterLimit: null })
    assert.deepEqual([updated.description, updated.characterLimit], [null, null])
    const [change] = await updates(key.id)
    assert.deepEqual(change?.after, { description: null, aiContext: null, characterLimit: null })
  })

  test('when nothing differs, neither the time nor the history moves', async () => {
    const key = await createKey(everything())
    const before = await history(key.id)
    const { translations: _, ...same } = everything()
    for (const body of [{}, { key: key.key, namespaceId: key.namespaceId, ...same }, { translations: {} }]) {
      later()
      assert.deepEqual(await update(key.id, body), key)
    }
    assert.deepEqual(await history(key.id), before)
  })

  test('fields that are not metadata are ignored', async () => {
    const key = await createKey(everything())
    later()
    const sent = { id: 4711, projectId: 4711, createdBy: 4711, deletedAt: '2001-01-01T00:00:00.000Z' }
    const translations = { de: value('überschrieben') }
    assert.deepEqual(await update(key.id, { ...sent, createdAt: key.id, namespace: 'x', translations }), key)
  })

  test('lengths count code points: the longest texts fit', async () => {
    const { id } = await createKey()
    const description = '🐢'.repeat(5000)
    assert.equal((await update(id, { description, aiContext: '🐬'.repeat(2000) })).description, description)
  })

  test('a limit of exactly the longest value is taken, in code points, and guards the next write', async () => {
    const { id, key } = await createKey({ translations: { de: value('🦜🦜🦜'), fr: value('ab') } })
    assert.equal((await update(id, { characterLimit: 3 })).characterLimit, 3)
    const put = { params: { projectId, key }, body: { locale: 'fr', value: 'abcd' } }
    await service.refused(owner, 'putValue', put, 'valueTooLong', { limit: 3, actual: 4 })
    assert.equal((await update(id, { characterLimit: 2 ** 31 })).characterLimit, 2 ** 31)
  })

  test('for an API key that may only write, and for a member restricted to a language, who sees that one alone', async () => {
    const { id } = await createKey(everything())
    const { description, translations } = await update(id, { description: 'by key' }, writer)
    assert.deepEqual([description, translations], ['by key', {}], 'who may not read sees no value')
    const [change] = await updates(id)
    assert.deepEqual([change?.actor.type, change?.actor.id], ['api_key', writer.apiKeyId])
    assert.deepEqual((await update(id, { description: 'par lui' }, french)).translations, {})
  })

  test('is served under both prefixes, with and without a trailing slash', async () => {
    const { id } = await createKey()
    for (const url of [`/v1/projects/${projectId}/keys/${id}`, `/api/v1/projects/${projectId}/keys/${id}/`]) {
      const payload = { description: url }
      const response = await service.app.inject({ method: 'PATCH', url, headers: { cookie: owner.cookie }, payload })
      assert.deepEqual([response.statusCode, response.json().description], [200, url])
    }
  })
})
