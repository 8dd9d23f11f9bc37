import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Situation } from '@parlance/contract'
import { createApiKey, createScene, register } from '../../../../test/factories.ts'
import { startService } from '../../../../test/harness.ts'

const service = await startService()
const { owner, orgId, projectId } = await createScene(service)
const stranger = await register(service)
const builder = await createApiKey(service, owner, projectId, ['translations:read', 'translations:write'])
const other = await service.ok(owner, 'createProject', { params: { orgId }, body: { name: 'B', sourceLocale: 'en' } })
const theirs = await service.ok(stranger, 'createProject', {
  params: { orgId: stranger.orgId },
  body: { name: 'C', sourceLocale: 'en' },
})
const params = { projectId }

let names = 0
const name = () => `key ${++names}`
const value = (text: string, status = 'translated') => ({ value: text, status })
const push = (body: object) => service.ok(builder, 'pushKey', { body })
const read = (key: string) => service.ok(builder, 'getKey', { params: { namespace: 'default', key } })
const refused = (body: unknown, situation: Situation, meta?: Record<string, unknown>) =>
  service.refused(builder, 'pushKey', { body }, situation, meta)
const limitTo = (keys: number | null) =>
  service.ok(owner, 'updateOrganization', { params: { orgId }, body: { limits: { keys } } })
const namespaceNames = async () =>
  (await service.ok(owner, 'listNamespaces', { params })).namespaces.map((namespace) => namespace.name)

describe('pushKey 400', () => {
  test('a locale that is not on the project, and nothing of the push stays', async () => {
    for (const code of ['it', 'de-AT', 'toString', '__proto__']) {
      const body = `{"key":"half","namespace":"half","translations":{"de":{"value":"x","status":"translated"},
        "${code}":{"value":"y","status":"translated"}}}`
      await refused(body, 'localeNotEnabled')
    }
    assert.ok(!(await namespaceNames()).includes('half'))
    const { key } = await push({ key: name(), translations: { de: value('alt') } })
    await refused({ key, description: 'new', translations: { de: value('neu'), it: value('x') } }, 'localeNotEnabled')
    const { description, translations } = await read(key)
    assert.deepEqual([description, translations['de']?.value], [null, 'alt'])
  })

  test('a value over the limit that the key has, or that comes along, counted in code points', async () => {
    const { key } = await push({ key: name(), characterLimit: 3, translations: { de: value('🦜🦜🦜') } })
    await refused({ key, translations: { fr: value('🦜🦜🦜🦜') } }, 'valueTooLong', { limit: 3, actual: 4 })
    const body = { key: name(), characterLimit: 2, translations: { de: value('🦜🦜🦜') } }
    await refused(body, 'valueTooLong', { limit: 2, actual: 3 })
    const grown = await push({ key, characterLimit: 4, translations: { fr: value('🦜🦜🦜🦜') } })
    assert.equal(grown.translations['fr']?.value, '🦜🦜🦜🦜')
  })

  test('a limit under a value that stays; a limit that all values keep to is taken', async () => {
    const { id, key } = await push({ key: name(), translations: { de: value('🦜🦜🦜🦜'), fr: value('ab') } })
    await refused({ key, characterLimit: 3 }, 'limitUnderValue', { limit: 3, maxExistingLength: 4, keyId: id })
    assert.equal((await read(key)).characterLimit, null)
    const both = await push({ key, characterLimit: 3, translations: { de: value('neu') } })
    assert.deepEqual([both.characterLimit, both.translations['de']?.value], [3, 'neu'])
  })

  test('a body that is not JSON', () => refused('{"key": "a"', 'bodyNotJson'))
})

describe('pushKey 403 by plan', () => {
  test('LIMIT_EXCEEDED says metric, current and limit; what exists can still be pushed', async () => {
    const { key } = await push({ key: name() })
    const { usage } = await service.ok(owner, 'getOrganization', { params: { orgId } })
    await limitTo(usage.keys)
    try {
      const meta = { metric: 'keys', current: usage.keys, limit: usage.keys }
      await refused({ key: name(), namespace: 'unborn' }, 'limitExceeded', meta)
      assert.ok(!(await namespaceNames()).includes('unborn'))
      const { status } = await service.call(builder, 'pushKey', { body: { key, description: 'still' } })
      assert.equal(status, 200)
    } finally {
      await limitTo(null)
    }
  })

  test('READ_ONLY_MODE while there are more keys than the limit, for new and for old ones', async () => {
    const { key } = await push({ key: name() })
    await limitTo(0)
    try {
      for (const body of [{ key }, { key: name() }]) await refused(body, 'readOnly')
    } finally {
      await limitTo(null)
    }
  })
})

describe('pushKey 404', () => {
  test('NAMESPACE_NOT_FOUND for a namespaceId that names nothing, the same for one of others', async () => {
    const { namespaceId } = await push({ key: name(), namespace: 'gone' })
    await service.ok(owner, 'deleteNamespace', { params: { projectId, namespaceId } })
    const foreign = [other.defaultNamespaceId, theirs.defaultNamespaceId]
    for (const id of [999_999, 2 ** 31, 2 ** 53 - 1, namespaceId, ...foreign]) {
      await refused({ key: 'lost', namespaceId: id }, 'namespaceNotFound')
    }
  })
})

describe('pushKey 413, 422', () => {
  const invalid = (fields: object, failure: Situation, field: string) =>
    refused({ key: 'a', ...fields }, failure, { field })

  test('413 for a body over 16 MiB', () => refused({ key: 'a', padding: 'x'.repeat(16 * 2 ** 20) }, 'bodyTooLarge'))

  test('FIELD_REQUIRED for a name that is missing or empty', async () => {
    for (const key of [undefined, '']) await invalid({ key }, 'fieldRequired', 'key')
  })

  test('FIELD_TOO_LONG for one character too many, in the order of the documentation', async () => {
    const [aiContext, description, namespace] = ['🦜'.repeat(2001), '🦜'.repeat(5001), '🦜'.repeat(256)]
    await invalid({ aiContext, description, namespace, key: '🦜'.repeat(769) }, 'fieldTooLong', 'key')
    await invalid({ aiContext, description, namespace }, 'fieldTooLong', 'namespace')
    await invalid({ aiContext, description }, 'fieldTooLong', 'description')
    await invalid({ aiContext }, 'fieldTooLong', 'aiContext')
    await invalid({ translations: { de: value('v'.repeat(65_537)) } }, 'fieldTooLong', 'translations.de.value')
  })

  test('the longest of everything fits, counted in code points, first and again', async () => {
    const key = String.fromCodePoint(...Array.from({ length: 768 }, (_, at) => 0x10000 + ((at * 104_729) % 0xf0000)))
    const body = { key, namespace: '🐘'.repeat(255), description: '🐢'.repeat(5000), aiContext: '🐬'.repeat(2000) }
    const statuses = []
    for (const _ of [1, 2]) statuses.push((await service.call(builder, 'pushKey', { body })).status)
    assert.deepEqual(statuses, [201, 200])
  })

  test('VALIDATION_ERROR for what is of the wrong kind or out of range', async () => {
    const cases: [object, string][] = [
      [{ key: 5 }, 'key'],
      [{ namespace: '' }, 'namespace'],
      [{ namespaceId: 0 }, 'namespaceId'],
      [{ namespaceId: 1.5 }, 'namespaceId'],
      [{ description: null }, 'description'],
      [{ isPlural: 'yes' }, 'isPlural'],
      ...[0, -1, 1.5, '5', null].map((characterLimit): [object, string] => [{ characterLimit }, 'characterLimit']),
      [{ translations: [] }, 'translations'],
      [{ translations: { de: 'x' } }, 'translations.de'],
      [{ translations: { de: value('x', 'done') } }, 'translations.de.status'],
    ]
    for (const [fields, field] of cases) await invalid(fields, 'validationError', field)
    for (const text of ['a\0b', 'a\ud83e']) await invalid({ key: text }, 'validationError', 'key')
  })

  test('FIELD_REQUIRED for a value without its text or its status', async () => {
    await invalid({ translations: { de: { status: 'translated' } } }, 'fieldRequired', 'translations.de.value')
    await invalid({ translations: { de: { value: 'x' } } }, 'fieldRequired', 'translations.de.status')
  })
})

describe('pushKey in parallel', () => {
  const codes = [
    ...'af am ar az be bg bn bs ca cs cy da el es et eu fa fi fil ga gl gu he hi hr'.split(' '),
    ...'hu hy id is it ja ka kk km kn ko ky lo lt lv mk ml mn mr ms my nb ne nl pa'.split(' '),
  ]

  test('50 builds push one new key in a new namespace, each its language: one 201, all values are there', async () => {
    const created = { name: 'Raced', sourceLocale: 'en', locales: codes }
    const { id: at } = await service.ok(owner, 'createProject', { params: { orgId }, body: created })
    const pusher = await createApiKey(service, owner, at, ['translations:read', 'translations:write'])
    const answers = await Promise.all(
      codes.map((code) => {
        const body = { key: 'raced', namespace: 'raced', translations: { [code]: value(`in ${code}`) } }
        return service.call(pusher, 'pushKey', { body })
      }),
    )
    assert.deepEqual(answers.map(({ status }) => status).sort(), [...Array(49).fill(200), 201])
    const { id, translations } = await service.ok(pusher, 'getKey', { params: { namespace: 'raced', key: 'raced' } })
    const found = Object.entries(translations).map(([code, { value }]) => [code, value])
    assert.deepEqual(
      found.sort(),
      codes.map((code) => [code, `in ${code}`]),
    )
    const request = { params: { projectId: at }, query: { limit: 100 } }
    const { activity } = await service.ok(owner, 'listActivity', request)
    const count = (name: string) => activity.filter(({ event }) => event === name).length
    assert.deepEqual([count('namespace.created'), count('key.created'), count('translation.created')], [1, 1, 50])
    assert.ok(activity.every(({ keyId }) => keyId === null || keyId === id))
  })

  test('a push that meets a delete merges before it or creates after it, and a name has one living key', async () => {
    const robot = await createApiKey(service, owner, projectId, [
      'translations:read',
      'translations:write',
      'translations:delete',
    ])
    const seen = new Set<number>()
    async function client(number: number) {
      for (let round = 0; round < 6; round++) {
        const dropping = (number + round) % 3 === 0
        const { status } = dropping
          ? await service.call(robot, 'dropKey', { params: { namespace: 'default', key: 'phoenix' } })
          : await service.call(robot, 'pushKey', {
              body: { key: 'phoenix', translations: { de: value(`${number} ${round}`) } },
            })
        assert.ok((dropping ? [204, 404] : [200, 201]).includes(status), `${status}`)
        seen.add(status)
      }
    }
    await Promise.all(Array.from({ length: 8 }, (_, number) => client(number)))
    assert.ok(seen.has(200) && seen.has(201) && seen.has(204))
    const { data } = await service.ok(owner, 'listKeys', { params, query: { search: 'phoenix' } })
    assert.ok(data.length <= 1)
  })
})
