import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createApiKey, createScene } from '../../../../test/factories.ts'
import { startService } from '../../../../test/harness.ts'

const service = await startService()
const { owner, projectId } = await createScene(service)
const builder = await createApiKey(service, owner, projectId, ['translations:read', 'translations:write'])
const params = { projectId }

let names = 0
const value = (text: string, status = 'translated') => ({ value: text, status })
const createKey = (translations: object = {}, fields: object = {}) =>
  service.ok(owner, 'createKey', { params, body: { key: `key ${++names}`, translations, ...fields } })
const put = (key: string, text: string, locale = 'en', status?: string) =>
  service.ok(owner, 'putValue', {
    params: { projectId, key },
    body: { locale, value: text, ...(status ? { status } : {}) },
  })
/** What history tells of the types of a key, oldest first. */
const schemaChanges = async (keyId: number) => {
  const { activity } = await service.ok(owner, 'listActivity', { params, query: { keyId, limit: 100 } })
  return activity.filter(({ event }) => event === 'schema.updated').reverse()
}
const paramsAfter = async (keyId: number) =>
  (await schemaChanges(keyId)).map(({ after }) => (after as { params: unknown }).params)
const string = (name: string) => ({ name, type: 'string', required: true })

describe('schema.updated on creation', () => {
  test('is told once when the source text has parameters', async () => {
    const { id, key } = await createKey(
      { en: value('Hello {name}'), de: value('Hallo {name}') },
      { namespace: 'typed' },
    )
    const told = (await schemaChanges(id)).map(({ key, namespace, after }) => ({ key, namespace, after }))
    assert.deepEqual(told, [{ key, namespace: 'typed', after: { params: [string('name')] } }])
  })

  test('is not told when it has none, or when there is none', async () => {
    for (const translations of [{}, { en: value('Hello') }, { de: value('Hallo {name}') }, { en: value('{broken') }]) {
      const { id } = await createKey(translations)
      assert.deepEqual(await schemaChanges(id), [])
    }
  })

  test('is told of a push as of a create', async () => {
    const body = { key: `key ${++names}`, translations: { en: value('{a}') } }
    const { id } = await service.ok(builder, 'pushKey', { body })
    assert.deepEqual(await paramsAfter(id), [[string('a')]])
    await service.ok(builder, 'pushKey', { body })
    await service.ok(builder, 'pushKey', { body: { ...body, description: 'new' } })
    assert.equal((await schemaChanges(id)).length, 1)
  })
})

describe('schema.updated later', () => {
  test('is told when the parameters of the source text change: added, retyped, optional, gone, broken', async () => {
    const { id, key } = await createKey()
    const texts = [
      'Hello',
      '{a}',
      'Hello {a}',
      '{a} {b}',
      '{a} {b, number}',
      '{b, plural, one {{a}} other {#}}',
      'x',
      '{a',
      '{a}',
      '',
    ]
    for (const text of texts) await put(key, text)
    const b = { name: 'b', type: 'number', required: true }
    const sorted = (await paramsAfter(id)).map((found) =>
      (found as { name: string }[]).toSorted((x, y) => (x.name < y.name ? -1 : 1)),
    )
    assert.deepEqual(sorted, [
      [string('a')],
      [string('a'), string('b')],
      [string('a'), b],
      [{ ...string('a'), required: false }, b],
      [],
      [string('a')],
      [],
    ])
  })

  test('is told when the options of a select change', async () => {
    const { id, key } = await createKey({ en: value('{g, select, a {x} other {y}}') })
    await put(key, '{g, select, a {changed} other {y}}')
    await put(key, '{g, select, a {x} b {z} other {y}}')
    const options = (await paramsAfter(id)).map((found) => (found as { options: string[] }[])[0]?.options)
    assert.deepEqual(options, [
      ['a', 'other'],
      ['a', 'b', 'other'],
    ])
  })

  test('is not told when only the words, the status, another language or the metadata change', async () => {
    const { id, key } = await createKey({ en: value('Hello {name}', 'not_reviewed') })
    await put(key, 'Goodbye {name}')
    await put(key, 'Goodbye {name}', 'en', 'translated')
    await put(key, 'Hallo {anderer}', 'de')
    await service.ok(owner, 'updateKey', { params: { projectId, keyId: id }, body: { key: `${key}!`, isPlural: true } })
    assert.equal((await schemaChanges(id)).length, 1)
  })

  test('is told beside the change of the text, after it, and by whom', async () => {
    const { id, key } = await createKey()
    const request = { params: { projectId, key }, body: { locale: 'en', value: '{a}' } }
    await service.ok(builder, 'putValue', request)
    const { activity } = await service.ok(owner, 'listActivity', { params, query: { keyId: id } })
    assert.deepEqual(
      activity.map(({ event }) => event),
      ['schema.updated', 'translation.created', 'key.created'],
    )
    assert.equal(activity[0]?.actor.id, builder.apiKeyId)
  })

  test('by many writers at once, every change of the parameters is told, and the last one is what is stored', async () => {
    const { id, key } = await createKey()
    await Promise.all(Array.from({ length: 24 }, (_, n) => put(key, `{p${n % 5}} ${n}`)))
    const told = await paramsAfter(id)
    for (const [at, found] of told.entries()) assert.notDeepEqual(found, told[at - 1])
    const { keys } = await service.ok(owner, 'getTypes', { params })
    const stored = keys.find(({ keyId }) => keyId === id)?.params
    assert.deepEqual(told.at(-1), stored)
    const { translations } = await service.ok(builder, 'getKey', { params: { namespace: 'default', key } })
    assert.deepEqual(stored, [string(/p\d/.exec(translations['en']?.value ?? '')?.[0] ?? '')])
  })
})
