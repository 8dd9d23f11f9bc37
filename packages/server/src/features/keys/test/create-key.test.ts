import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { describe, test } from 'node:test'
import type { Situation } from '@parlance/contract'
import { createApiKey, createScene, join, register } from '../../../../test/factories.ts'
import { type Caller, nobody, startService } from '../../../../test/harness.ts'

const service = await startService()
const { owner, orgId, project, projectId } = await createScene(service)
const stranger = await register(service)
const viewer = await join(service, owner, orgId, 'viewer')
const translator = await join(service, owner, orgId, 'translator', ['fr'])
const writer = await createApiKey(service, owner, projectId, ['translations:write'])
const reader = await createApiKey(service, owner, projectId, ['translations:read'])
const other = await service.ok(owner, 'createProject', { params: { orgId }, body: { name: 'B', sourceLocale: 'en' } })
const params = { projectId }

let names = 0
const create = (body: object, caller: Caller = owner) => service.ok(caller, 'createKey', { params, body })
const fresh = (fields: object = {}, caller: Caller = owner) => create({ key: `key ${++names}`, ...fields }, caller)
const refused = (body: unknown, situation: Situation, meta?: Record<string, unknown>, caller: Caller = owner) =>
  service.refused(caller, 'createKey', { params, body }, situation, meta)
const value = (text: string, status = 'translated') => ({ value: text, status })
const namespaces = async () => (await service.ok(owner, 'listNamespaces', { params })).namespaces
const countKeys = async () => (await service.ok(owner, 'getStats', { params })).keys

describe('createKey 201', () => {
  test('a name is enough: the key is in the namespace default and holds nothing', async () => {
    const now = service.clock.now().toISOString()
    const created = await create({ key: 'cart.title' })
    assert.deepEqual(created, {
      id: created.id,
      key: 'cart.title',
      namespace: 'default',
      namespaceId: project.defaultNamespaceId,
      description: null,
      isPlural: false,
      characterLimit: null,
      syntax: null,
      translations: {},
      createdAt: now,
      updatedAt: now,
    })
  })

  test('all fields come back, locales in canonical spelling, statuses as sent', async () => {
    const sent = { description: 'Above the list', isPlural: true, characterLimit: 40 }
    const translations = { EN: value('Cart', 'not_reviewed'), de: value('Korb'), fr: value('', 'not_translated') }
    const created = await fresh({ ...sent, aiContext: 'A shop', translations })
    const { description, isPlural, characterLimit } = created
    assert.deepEqual({ description, isPlural, characterLimit }, sent)
    const contents = Object.entries(created.translations).map(([code, { value, status }]) => [code, [value, status]])
    assert.deepEqual(Object.fromEntries(contents), {
      en: ['Cart', 'not_reviewed'],
      de: ['Korb', 'translated'],
      fr: ['', 'not_translated'],
    })
    const { data } = await service.ok(owner, 'listKeys', { params, query: { limit: 100 } })
    const listed = data.find(({ id }) => id === created.id)
    assert.equal(listed?.translations['en']?.id, created.translations['en']?.id)
  })

  test('any string is a name, and names that merely look alike are different', async () => {
    const odd = 'a|A|a | a|é|e\u0301|.|a..b|__proto__|__proto__.x|constructor.prototype.x|toString|\n|%|_|\\|🦜'.split(
      '|',
    )
    for (const key of odd) assert.equal((await create({ key })).key, key)
  })

  test('lengths count code points: the longest of everything fits', async () => {
    const key = '🦜'.repeat(768)
    const texts = { namespace: '🐘'.repeat(255), description: '🐢'.repeat(5000), aiContext: '🐬'.repeat(2000) }
    const created = await create({ key, ...texts, translations: { de: value('🦒'.repeat(65_536)) } })
    assert.deepEqual(
      [created.key, created.namespace, created.description, created.translations['de']?.value],
      [key, texts.namespace, texts.description, '🦒'.repeat(65_536)],
    )
  })

  test('a character limit is any positive integer', async () => {
    for (const characterLimit of [1, 65_537, 2 ** 31]) {
      assert.equal((await fresh({ characterLimit })).characterLimit, characterLimit)
    }
  })

  test('768 random four-byte characters make a name too: no index is in its way', async () => {
    const key = String.fromCodePoint(...Array.from({ length: 768 }, () => randomInt(0x10000, 0x110000)))
    assert.equal((await create({ key })).key, key)
    await refused({ key }, 'keyExists')
  })

  test('a namespace named for the first time is created, and used from then on', async () => {
    const first = await fresh({ namespace: '__proto__' })
    const second = await fresh({ namespace: '__proto__' })
    assert.deepEqual([first.namespace, second.namespaceId], ['__proto__', first.namespaceId])
    const found = (await namespaces()).filter(({ name }) => name === '__proto__')
    assert.deepEqual(found, [{ id: first.namespaceId, name: '__proto__', isDefault: false, keyCount: 2 }])
    assert.equal((await fresh({ namespaceId: first.namespaceId })).namespace, '__proto__')
  })

  test('the same name fits into another namespace, and again after a delete, as a new key without old values', async () => {
    const body = { key: 'reused', translations: { de: value('alt') } }
    const first = await create(body)
    await create({ ...body, namespace: 'elsewhere' })
    await service.ok(owner, 'deleteKey', { params: { projectId, keyId: first.id } })
    const again = await create({ key: 'reused' })
    assert.notEqual(again.id, first.id)
    assert.deepEqual(again.translations, {})
  })

  test('a key that may write is enough for any status; the value is its creator’s', async () => {
    const { translations } = await fresh({ translations: { de: value('fertig') } }, writer)
    assert.deepEqual([translations['de']?.status, translations['de']?.createdBy], ['translated', owner.userId])
  })

  test('unknown fields are ignored, and what the service decides cannot be sent along', async () => {
    const translations = { de: { ...value('x'), id: 4711, createdBy: 4711 } }
    const sent = { id: 4711, projectId: other.id, createdAt: '2001-01-01T00:00:00.000Z', deletedAt: '2001-01-01' }
    const created = await fresh({ ...sent, translations })
    const [de] = Object.values(created.translations)
    assert.ok(created.id !== 4711 && created.createdAt !== sent.createdAt && de?.id !== 4711)
    assert.equal(de?.createdBy, owner.userId)
    const { data } = await service.ok(owner, 'listKeys', { params: { projectId: other.id } })
    assert.deepEqual(data, [])
  })
})

describe('createKey in parallel', () => {
  test('201 for one of sixteen, 400 for the others; a namespace new to all is made once', async () => {
    const request = { params, body: { key: 'raced', namespace: 'raced' } }
    const answers = await Promise.all(Array.from({ length: 16 }, () => service.call(owner, 'createKey', request)))
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, ...Array(15).fill(400)])
    const [made, ...more] = (await namespaces()).filter(({ name }) => name === 'raced')
    assert.deepEqual([made?.keyCount, more], [1, []])
  })

  test('201 for sixteen different names in one new namespace', async () => {
    const created = await Promise.all(Array.from({ length: 16 }, () => fresh({ namespace: 'shared' })))
    assert.equal(new Set(created.map(({ namespaceId }) => namespaceId)).size, 1)
  })
})

describe('createKey 400', () => {
  test('a name that exists in the namespace, however the namespace is given', async () => {
    const { key, namespace, namespaceId } = await fresh({ namespace: 'occupied' })
    await refused({ key, namespace }, 'keyExists')
    await refused({ key, namespaceId }, 'keyExists')
  })

  test('a locale that is not on the project leaves nothing behind', async () => {
    const before = await countKeys()
    for (const code of ['it', 'en-US', 'toString']) {
      const translations = { de: value('x'), [code]: value('y') }
      await refused({ key: 'half', namespace: 'half', translations }, 'localeNotEnabled')
    }
    assert.equal(await countKeys(), before)
    assert.ok(!(await namespaces()).some(({ name }) => name === 'half'))
  })

  test('a value over the character limit, counted in code points', async () => {
    const body = { key: 'limited', characterLimit: 3, translations: { de: value('🦜🦜🦜🦜') } }
    await refused(body, 'valueTooLong', { limit: 3, actual: 4 })
    const created = await create({ ...body, translations: { de: value('🦜🦜🦜') } })
    assert.equal(created.translations['de']?.value, '🦜🦜🦜')
  })

  test('a body that is not JSON', () => refused('{"key": "a"', 'bodyNotJson'))
})

describe('createKey 401, 403, 404, 413', () => {
  test('401 without a credential', () => refused({}, 'authenticationRequired', undefined, nobody))

  test('403 for those who may not edit, before a look at the body', async () => {
    const edit = { requiredPermission: 'translation.edit' }
    for (const caller of [viewer, reader]) await refused({}, 'missingPermission', edit, caller)
  })

  test('403 for the key of another project', async () => {
    const foreign = await createApiKey(service, owner, other.id, ['translations:write'])
    await refused({ key: 'a' }, 'otherProjectsKey', undefined, foreign)
  })

  test('403 for a language the member may not see, and nothing is created', async () => {
    const before = await countKeys()
    const body = { key: 'mixed', translations: { fr: value('a'), DE: value('b') } }
    await refused(body, 'localeForbidden', undefined, translator)
    assert.equal(await countKeys(), before)
    assert.equal((await fresh({ translations: { fr: value('oui') } }, translator)).translations['fr']?.value, 'oui')
  })

  test('404 for strangers, and for a namespaceId that names nothing or lies in another project', async () => {
    await refused({}, 'projectNotFound', undefined, stranger)
    for (const namespaceId of [999_999, 2 ** 31, other.defaultNamespaceId]) {
      await refused({ key: 'lost', namespaceId }, 'namespaceNotFound')
    }
  })

  test('413 for a body over 16 MiB', () => refused({ key: 'a', padding: 'x'.repeat(16 * 2 ** 20) }, 'bodyTooLarge'))
})

describe('createKey 422', () => {
  type Failure = 'fieldRequired' | 'fieldTooLong' | 'validationError'
  const invalid = (fields: object, failure: Failure, field: string) =>
    refused({ key: 'a', ...fields }, failure, { field })

  test('a missing or empty name is required', async () => {
    for (const key of [undefined, '']) await invalid({ key, description: 'x'.repeat(5001) }, 'fieldRequired', 'key')
  })

  test('one character too many, reported for the first field in the order of the documentation', async () => {
    const [aiContext, description, namespace] = ['a'.repeat(2001), 'd'.repeat(5001), 'n'.repeat(256)]
    await invalid({ aiContext, description, namespace, key: '🦜'.repeat(769) }, 'fieldTooLong', 'key')
    await invalid({ aiContext, description, namespace }, 'fieldTooLong', 'namespace')
    await invalid({ aiContext, description }, 'fieldTooLong', 'description')
    await invalid({ aiContext }, 'fieldTooLong', 'aiContext')
    await invalid({ translations: { de: value('v'.repeat(65_537)) } }, 'fieldTooLong', 'translations.de.value')
  })

  test('an empty namespace', () => invalid({ namespace: '' }, 'validationError', 'namespace'))

  test('what is of the wrong kind or out of range', async () => {
    const cases: [object, string][] = [
      [{ key: 5 }, 'key'],
      [{ namespaceId: 0 }, 'namespaceId'],
      [{ namespaceId: 'x' }, 'namespaceId'],
      [{ description: 7 }, 'description'],
      [{ isPlural: 'yes' }, 'isPlural'],
      ...[0, -1, 1.5, '5'].map((characterLimit): [object, string] => [{ characterLimit }, 'characterLimit']),
      [{ translations: 'de' }, 'translations'],
      [{ translations: { de: 'x' } }, 'translations.de'],
      [{ translations: { de: value('x', 'done') } }, 'translations.de.status'],
      [{ translations: { de: { value: null, status: 'translated' } } }, 'translations.de.value'],
    ]
    for (const [fields, field] of cases) await invalid(fields, 'validationError', field)
  })

  test('a value needs its text and its status', async () => {
    await invalid({ translations: { de: { status: 'translated' } } }, 'fieldRequired', 'translations.de.value')
    await invalid({ translations: { de: { value: 'x' } } }, 'fieldRequired', 'translations.de.status')
  })

  test('text that cannot be stored is refused, not altered', async () => {
    for (const text of ['a\0b', 'a\ud83e', '\udd9cb']) {
      for (const field of ['key', 'namespace', 'description', 'aiContext']) {
        await invalid({ [field]: text }, 'validationError', field)
      }
      await invalid({ translations: { de: value(text) } }, 'validationError', 'translations.de.value')
    }
  })
})
