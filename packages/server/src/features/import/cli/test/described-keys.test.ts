import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createApiKey, createScene, join } from '../../../../../test/factories.ts'
import { type Caller, startService } from '../../../../../test/harness.ts'

const service = await startService()
const { owner, orgId, projectId } = await createScene(service)
const params = { projectId }
const build = await createApiKey(service, owner, projectId, [
  'translations:read',
  'translations:write',
  'translations:review',
])

let names = 0
const fresh = () => `key ${++names}`
const keyOf = async (name: string) => {
  const { data } = await service.ok(owner, 'listKeys', { params, query: { search: name, limit: 100 } })
  return data.find(({ key }) => key === name)
}
const send = (de: Record<string, string>, more: object = {}, caller: Caller = build) =>
  service.ok(caller, 'commitCliImport', {
    params,
    body: { namespaces: { default: { de } }, options: { conflictResolution: 'keep_local' }, ...more },
  })
const aboutKey = (name: string, facts: object) => ({ keys: { default: { [name]: facts } } })

describe('keys: what a build says of them', () => {
  test('counts for new keys and for those that are there', async () => {
    const name = fresh()
    const facts = {
      isPlural: true,
      description: 'In a list',
      characterLimit: 50,
      syntax: 'printf',
      formatData: { po: { flags: ['c-format'] } },
    }
    const created = await send({ [name]: '{count, plural, other {%d}}' }, aboutKey(name, facts))
    assert.equal(created.stats.keysCreated, 1)
    const { formatData, ...told } = facts
    const { id = 0, isPlural, description, characterLimit, syntax } = (await keyOf(name)) ?? {}
    assert.deepEqual({ isPlural, description, characterLimit, syntax }, told)
    assert.deepEqual(await service.ok(owner, 'getFormatData', { params: { projectId, keyId: id } }), formatData)
    const updated = await send(
      { [name]: '{count, plural, other {%d}}' },
      aboutKey(name, { description: null, characterLimit: 60, isPlural: false, syntax: null }),
    )
    assert.deepEqual([updated.stats.keysUpdated, updated.stats.translationsUpdated], [1, 0])
    const after = await keyOf(name)
    assert.deepEqual(
      [after?.isPlural, after?.description, after?.characterLimit, after?.syntax],
      [false, null, 60, null],
    )
    const { activity } = await service.ok(owner, 'listActivity', { params, query: { limit: 5 } })
    const change = activity.find(({ event }) => event === 'key.updated')
    assert.deepEqual(change?.before, { isPlural: true, description: 'In a list', characterLimit: 50, syntax: 'printf' })
    assert.deepEqual(change?.after, { isPlural: false, description: null, characterLimit: 60, syntax: null })
  })

  test('what is left out stays', async () => {
    const name = fresh()
    await send({ [name]: 'x' }, aboutKey(name, { description: 'Stays', syntax: 'printf' }))
    const { stats } = await send({ [name]: 'x' }, aboutKey(name, { characterLimit: 9 }))
    assert.equal(stats.keysUpdated, 1)
    const key = await keyOf(name)
    assert.deepEqual([key?.description, key?.syntax, key?.characterLimit], ['Stays', 'printf', 9])
  })

  test('a limit that a text is over is none', async () => {
    const name = fresh()
    await service.ok(owner, 'createKey', {
      params,
      body: { key: name, translations: { en: { value: 'much too long', status: 'translated' } } },
    })
    const { warnings } = await send({ [name]: 'kurz' }, aboutKey(name, { characterLimit: 5 }))
    assert.deepEqual(
      warnings.map(({ type, key }) => [type, key]),
      [['limit_too_small', name]],
    )
    assert.equal((await keyOf(name))?.characterLimit, null)
    const sent = await send({ [name]: 'viel zu lang' }, aboutKey(name, { characterLimit: 4 }))
    assert.deepEqual(
      sent.warnings.map(({ type }) => type),
      ['limit_too_small'],
    )
  })

  test('format data that is too large, or of somebody who sees some languages, is left out with a warning', async () => {
    const name = fresh()
    const large = await send({ [name]: 'x' }, aboutKey(name, { formatData: { po: { text: 'x'.repeat(8_192) } } }))
    assert.deepEqual(
      large.warnings.map(({ type, key }) => [type, key]),
      [['format_data_left_out', name]],
    )
    const german = await join(service, owner, orgId, 'developer', ['de'])
    const key = await createApiKey(service, german, projectId, ['translations:write'])
    const own = await send({ [name]: 'y' }, aboutKey(name, { formatData: { po: {} } }), key)
    assert.deepEqual(
      own.warnings.map(({ type }) => type),
      ['format_data_left_out'],
    )
  })
})

describe('statuses', () => {
  const german = async (name: string) => {
    const { value, status } = (await keyOf(name))?.translations['de'] ?? {}
    return [value, status]
  }
  const withStatus = (name: string, status: string) => ({ statuses: { default: { de: { [name]: status } } } })

  test('come with texts, and to those that are there', async () => {
    const name = fresh()
    await send({ [name]: 'fertig' }, withStatus(name, 'translated'))
    assert.deepEqual(await german(name), ['fertig', 'translated'])
    const { stats } = await send({ [name]: 'fertig' }, withStatus(name, 'not_reviewed'))
    assert.equal(stats.translationsUpdated, 1)
    assert.deepEqual(await german(name), ['fertig', 'not_reviewed'])
  })

  test('a text that is there and has another value keeps its status where the service decides', async () => {
    const name = fresh()
    await send({ [name]: 'eins' })
    await send(
      { [name]: 'zwei' },
      { ...withStatus(name, 'translated'), options: { conflictResolution: 'keep_server' } },
    )
    assert.deepEqual(await german(name), ['eins', 'not_reviewed'])
  })

  test('errors keep a text from being called translated where a project wants that', async () => {
    await service.ok(owner, 'updateQa', { params, body: { checks: {}, blockReview: true } })
    const name = fresh()
    await service.ok(owner, 'createKey', {
      params,
      body: { key: name, translations: { en: { value: 'Hi {name}', status: 'not_reviewed' } } },
    })
    const { warnings } = await send({ [name]: 'Hallo' }, withStatus(name, 'translated'))
    assert.deepEqual(
      warnings.map(({ type, key, locale }) => [type, key, locale]),
      [['qa_errors', name, 'de']],
    )
    assert.deepEqual(await german(name), ['Hallo', 'not_reviewed'])
    await service.ok(owner, 'updateQa', { params, body: { checks: {}, blockReview: false } })
  })
})

describe('options.idempotencyKey', () => {
  const once = (key: string) => ({ options: { conflictResolution: 'keep_local', idempotencyKey: key } })

  test('the same request once more is answered as before and changes nothing', async () => {
    const name = fresh()
    const first = await send({ [name]: 'eins' }, once('a'))
    await send({ [name]: 'zwei' })
    assert.deepEqual(await send({ [name]: 'eins' }, once('a')), first)
    assert.equal((await keyOf(name))?.translations['de']?.value, 'zwei')
  })

  test('another request under the same key is refused', async () => {
    const body = { namespaces: { default: { de: { other: 'x' } } }, ...once('a') } as never
    await service.refused(build, 'commitCliImport', { params, body }, 'idempotencyMismatch')
  })

  test('after 24 hours it is a new one', async () => {
    const name = fresh()
    await send({ [name]: 'eins' }, once('b'))
    await send({ [name]: 'zwei' })
    service.clock.advance(24 * 3_600_000 + 1_000)
    await send({ [name]: 'eins' }, once('b'))
    assert.equal((await keyOf(name))?.translations['de']?.value, 'eins')
  })
})
