import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createApiKey, createScene, join, register } from '../../../../test/factories.ts'
import { type Caller, credentials, nobody, startService } from '../../../../test/harness.ts'
import { readHistory } from '../../../../test/recount.ts'
import { until } from '../../../../test/until.ts'
import { sql } from '../../../db/sql.ts'
import { type IssueCounts, tellIssues } from '../../../streams/issue-news.ts'
import { checkNow } from '../../checks/test/check-now.ts'
import { marksOf, namesOf, type Reader, streamsOf } from './reader.ts'

const service = await startService()
const streams = await streamsOf(service)
const { owner, orgId, projectId } = await createScene(service)
const params = { projectId }
const path = `/projects/${projectId}/keys/events`
const french = await join(service, owner, orgId, 'translator', ['fr'])
const builds = await createApiKey(service, owner, projectId, ['translations:read', 'translations:write'])

const create = (key: string, fields: object = {}) =>
  service.ok(owner, 'createKey', { params, body: { key, ...fields } })
const put = (key: string, locale: string, value: string) =>
  service.ok(owner, 'putValue', { params: { projectId, key }, body: { locale, value } })

const { settled, lastId } = marksOf(streams, owner, path, create)

const told = ({ events }: Reader) => events.map(({ event, data }) => ({ event, ...data }))
const unchanged = { description: false, aiContext: false, characterLimit: false, isPlural: false }

describe('events', () => {
  test('each change of a key is told by its name, with exactly its payload', async () => {
    const reader = await streams.open(owner, path)
    const value = { value: 'Pay {amount, number}', status: 'translated' }
    const { id: keyId } = await create('pay', { isPlural: true, translations: { en: value } })
    const keyParams = { projectId, keyId }
    await service.ok(owner, 'updateKey', { params: keyParams, body: { description: 'A button', aiContext: 'Till' } })
    await service.ok(owner, 'updateKey', { params: keyParams, body: { characterLimit: 90, isPlural: false } })
    await service.ok(owner, 'updateKey', { params: keyParams, body: { syntax: 'icu' } })
    await service.ok(owner, 'updateKey', { params: keyParams, body: { key: 'pay now' } })
    const { id: german } = await put('pay now', 'de', 'Zahlen')
    const setParams = { projectId, translationId: german }
    await service.ok(owner, 'setStatus', { params: setParams, body: { status: 'translated' } })
    await settled(reader)
    const english = reader.events.find(({ data }) => data['locale'] === 'en')?.data['translationId']
    assert.ok(Number.isSafeInteger(english))
    const of = { projectId, keyId, key: 'pay', namespace: 'default' }
    const later = { ...of, key: 'pay now' }
    const upserted = { event: 'translation.upserted' }
    const zahlen = { ...upserted, ...later, translationId: german, locale: 'de', value: 'Zahlen' }
    const parameters = [{ name: 'amount', type: 'number', required: true }]
    assert.deepEqual(told(reader), [
      { event: 'key.created', ...of, isPlural: true },
      { ...upserted, ...of, translationId: english, locale: 'en', ...value },
      { event: 'schema.updated', ...of, params: parameters },
      { event: 'key.updated', ...of, changes: { ...unchanged, description: true, aiContext: true } },
      { event: 'key.updated', ...of, changes: { ...unchanged, characterLimit: true, isPlural: true } },
      { event: 'key.updated', ...of, changes: { ...unchanged, syntax: true } },
      { event: 'key.updated', ...later, changes: unchanged },
      { ...zahlen, status: 'not_reviewed' },
      { ...zahlen, status: 'translated' },
    ])
  })

  test('a deleted key is told once; restored, it is told as created, with its values', async () => {
    const { id: keyId } = await create('gone', { translations: { en: { value: 'Gone', status: 'translated' } } })
    const reader = await streams.open(owner, path)
    await service.ok(owner, 'deleteKey', { params: { projectId, keyId } })
    await service.ok(owner, 'restoreKey', { params: { projectId, keyId } })
    await settled(reader)
    const of = { projectId, keyId, key: 'gone', namespace: 'default' }
    const translationId = reader.events.at(-1)?.data['translationId']
    assert.ok(Number.isSafeInteger(translationId))
    const value = { translationId, locale: 'en', value: 'Gone', status: 'translated' }
    assert.deepEqual(told(reader), [
      { event: 'key.deleted', ...of },
      { event: 'key.created', ...of, isPlural: false },
      { event: 'translation.upserted', ...of, ...value },
    ])
  })

  test('namespaces, those of a push included, and languages', async () => {
    const reader = await streams.open(builds, path)
    const { id } = await service.ok(owner, 'createNamespace', { params, body: { name: 'checkout' } })
    await service.ok(builds, 'pushKey', { body: { key: 'pushed', namespace: 'fresh' } })
    await service.ok(owner, 'addProjectLocale', { params, body: { code: 'it' } })
    await service.ok(owner, 'removeProjectLocale', { params: { projectId, code: 'it' } })
    await settled(reader)
    const { namespaces } = await service.ok(owner, 'listNamespaces', { params })
    const fresh = namespaces.find(({ name }) => name === 'fresh')?.id
    const keyId = reader.events.find(({ event }) => event === 'key.created')?.data['keyId']
    assert.deepEqual(told(reader), [
      { event: 'namespace.created', projectId, namespaceId: id, namespace: 'checkout' },
      { event: 'namespace.created', projectId, namespaceId: fresh, namespace: 'fresh' },
      { event: 'key.created', projectId, keyId, key: 'pushed', namespace: 'fresh', isPlural: false },
      { event: 'project.locale.updated', projectId, locale: 'it', action: 'added' },
      { event: 'project.locale.updated', projectId, locale: 'it', action: 'removed' },
    ])
  })

  test('a value arrives as one event, whatever it holds', async () => {
    const reader = await streams.open(owner, path)
    const values = [
      'a\n\nevent: key.deleted\ndata: {}\n\n',
      'b\r\rc\r\n\r\nid: 7\r\n',
      'd\u2028e\u2029f\u0085g',
      '😀'.repeat(65_536),
    ]
    await create('odd')
    for (const value of values) await put('odd', 'en', value)
    await settled(reader)
    assert.deepEqual(namesOf(reader), ['key.created', ...values.map(() => 'translation.upserted')])
    assert.deepEqual(
      reader.events.slice(1).map(({ data }) => data['value']),
      values,
    )
  })

  test('the answer is an event stream that nobody stores or holds back', async () => {
    const { headers } = await streams.open(owner, path)
    assert.match(headers.get('content-type') ?? '', /^text\/event-stream/)
    assert.match(headers.get('cache-control') ?? '', /no-store/)
    assert.equal(headers.get('x-accel-buffering'), 'no')
    assert.equal(headers.get('referrer-policy'), 'no-referrer')
    assert.match(headers.get('content-security-policy') ?? '', /frame-ancestors 'none'/)
  })
})

describe('who may read', () => {
  test('a restricted reader sees nothing of other languages, live or resumed', async () => {
    const from = await lastId()
    const live = await streams.open(french, path)
    await create('marked', { translations: { de: { value: 'marker', status: 'translated' } } })
    await put('marked', 'fr', 'à vous')
    await service.ok(owner, 'addProjectLocale', { params, body: { code: 'es' } })
    await put('marked', 'de', 'marker again')
    const resumed = await streams.open(french, path, { 'last-event-id': from })
    await settled(live, resumed)
    for (const reader of [live, resumed]) {
      assert.deepEqual(namesOf(reader), ['key.created', 'translation.upserted'])
      assert.equal(reader.events[1]?.data['value'], 'à vous')
    }
  })

  test('a restricted reader is told of the translation jobs in their languages alone', async () => {
    const [whole, live] = [await streams.open(owner, path), await streams.open(french, path)]
    const { id } = await create('to translate')
    const schedule = (targetLocaleCodes: string[]) =>
      service.ok(owner, 'machineTranslateKeys', { params, body: { keyIds: [id], targetLocaleCodes } })
    await schedule(['de'])
    const { jobs } = await schedule(['de', 'fr'])
    await settled(whole, live)
    const scheduled = (reader: Reader) => told(reader).filter(({ event }) => event === 'batch_mt.scheduled')
    const [, second] = scheduled(whole)
    assert.deepEqual(second, { event: 'batch_mt.scheduled', projectId, sourceLocale: 'en', jobs, totalKeys: 1 })
    assert.deepEqual(scheduled(live), [{ ...second, jobs: jobs.filter(({ targetLocale }) => targetLocale === 'fr') }])
    const { activity } = await service.ok(french, 'listActivity', { params, query: { limit: 100 } })
    const shown = activity.filter(({ event }) => event === 'batch_mt.scheduled').map(({ after }) => after)
    assert.deepEqual(shown, [{ sourceLocale: 'en', jobs: jobs.slice(1), totalKeys: 1 }])
  })

  test('what a source text asks for is told to those who may see it, live or resumed, and in the history', async () => {
    const from = await lastId()
    const reader = await join(service, owner, orgId, 'developer', ['en'])
    const readers = [
      await streams.open(owner, path),
      await streams.open(reader, path),
      await streams.open(french, path),
    ]
    await create('asking', { translations: { en: { value: 'Hi {name}', status: 'translated' } } })
    for (const caller of [owner, reader, french]) {
      readers.push(await streams.open(caller, path, { 'last-event-id': from }))
    }
    await settled(...readers)
    const told = readers.map((each) => namesOf(each).includes('schema.updated'))
    assert.deepEqual(told, [true, true, false, true, true, false])
    const shown = async (caller: Caller) => {
      const { activity } = await service.ok(caller, 'listActivity', { params, query: { limit: 100 } })
      return activity.some(({ event }) => event === 'schema.updated')
    }
    assert.deepEqual([await shown(owner), await shown(reader), await shown(french)], [true, true, false])
    await service.ok(owner, 'updateMember', { params: { orgId, userId: reader.userId }, body: { localeCodes: ['de'] } })
    await put('asking', 'en', 'Hi {first}')
    await settled(...readers)
    const times = ({ events }: Reader) => events.filter(({ event }) => event === 'schema.updated').length
    assert.deepEqual(readers.map(times), [2, 1, 0, 2, 1, 0], 'a lost right counts at once')
  })

  test('others are refused before anything is streamed', async () => {
    const stranger = await register(service)
    const writer = await createApiKey(service, owner, projectId, ['translations:write'])
    const elsewhere = await createScene(service)
    const foreign = await createApiKey(service, elsewhere.owner, elsewhere.projectId, ['translations:read'])
    await service.refused(nobody, 'streamProject', { params }, 'authenticationRequired')
    await service.refused(stranger, 'streamProject', { params }, 'projectNotFound')
    await service.refused(owner, 'streamProject', { params: { projectId: 999_999 } }, 'projectNotFound')
    await service.refused(foreign, 'streamProject', { params }, 'otherProjectsKey')
    const needed = { requiredPermission: 'translation.view' }
    await service.refused(writer, 'streamProject', { params }, 'missingPermission', needed)
    const query = { lastEventId: '1'.repeat(101) }
    await service.refused(owner, 'streamProject', { params, query }, 'fieldTooLong', { field: 'lastEventId' })
  })

  test('one user has at most 20 open, and a closed one makes room', async () => {
    const reader = await join(service, owner, orgId, 'viewer')
    const open = await Promise.all(Array.from({ length: 20 }, () => streams.open(reader, path)))
    await service.refused(reader, 'streamProject', { params }, 'tooManyStreams')
    open[7]?.close()
    await until(
      'room for one more',
      async () => (await streams.open(reader, path).catch(() => undefined)) !== undefined,
    )
    await service.refused(reader, 'streamProject', { params }, 'tooManyStreams')
  })
})

describe('terms.updated', () => {
  test('tells people in every project of the organization that its glossary has changed, and nobody else', async () => {
    const ofOwner = await streams.open(owner, path)
    const ofFrench = await streams.open(french, path)
    const elsewhere = await createScene(service)
    const ofOther = await streams.open(elsewhere.owner, `/projects/${elsewhere.projectId}/keys/events`)
    const { length } = await readHistory(service, owner, projectId)
    const news = ({ events }: Reader) => events.filter(({ event }) => event === 'terms.updated')
    const toldAll = (count: number) =>
      until(`${count} news of terms`, () => [ofOwner, ofFrench].every((reader) => news(reader).length === count))
    const body = { term: 'basket', sourceLocaleCode: 'en' }
    const { id: termId } = await service.ok(owner, 'createTerm', { params: { orgId }, body })
    await toldAll(1)
    await service.ok(owner, 'updateTerm', { params: { orgId, termId }, body: { definition: 'What one buys' } })
    await toldAll(2)
    // Nothing has changed by it.
    await service.ok(owner, 'updateTerm', { params: { orgId, termId }, body: { definition: 'What one buys' } })
    await service.ok(owner, 'deleteTerm', { params: { orgId, termId } })
    await toldAll(3)
    assert.deepEqual(news(ofFrench)[0], { id: undefined, event: 'terms.updated', data: { projectId } })
    assert.deepEqual(ofOther.events, [])
    assert.equal((await readHistory(service, owner, projectId)).length, length)
    for (const reader of [ofOwner, ofFrench, ofOther]) reader.close()
  })
})

describe('qa issues.updated', () => {
  const news = ({ events }: Reader) => events.filter(({ event }) => event === 'issues.updated')
  const counts = (reader: Reader) => news(reader).map(({ data: { projectId: _, ...of } }) => of)
  const tell = (of: IssueCounts[]) => tellIssues(service.db, projectId, of)
  const toldAll = (reader: Reader, count: number) =>
    until(`${count} of what is open; there are ${news(reader).length}`, () => news(reader).length >= count)

  test('tells people how much is open about a value, in languages they may see, without an id and without a trace', async () => {
    const [ofOwner, ofFrench] = [await streams.open(owner, path), await streams.open(french, path)]
    const [ofBuilds, ofKeys] = [await streams.open(builds, path), await streams.open(builds, '/keys/events/stream')]
    const elsewhere = await createScene(service)
    const ofOther = await streams.open(elsewhere.owner, `/projects/${elsewhere.projectId}/keys/events`)
    const { length } = await readHistory(service, owner, projectId)
    const german = { keyId: 7, locale: 'de', errors: 1, warnings: 0 }
    const inFrench = { keyId: 7, locale: 'fr', errors: 0, warnings: 2 }
    await tell([german, inFrench])
    await tell([{ ...german, errors: 0 }])
    await tell([])
    await tell([{ ...inFrench, warnings: 0 }])
    await toldAll(ofOwner, 4)
    await toldAll(ofFrench, 2)
    await settled(ofOwner, ofFrench, ofBuilds, ofKeys)
    const all = [german, inFrench, { ...german, errors: 0 }, { ...inFrench, warnings: 0 }]
    for (const reader of [ofOwner, ofBuilds]) assert.deepEqual(counts(reader), all)
    assert.deepEqual(counts(ofFrench), [inFrench, { ...inFrench, warnings: 0 }])
    assert.deepEqual(namesOf(ofKeys), ['connected'])
    assert.deepEqual(ofOther.events, [])
    for (const { id, data } of news(ofOwner)) assert.deepEqual([id, data['projectId']], [undefined, projectId])
    // The mark is one change.
    assert.equal((await readHistory(service, owner, projectId)).length, length + 1)
    for (const reader of [ofOwner, ofFrench, ofBuilds, ofKeys, ofOther]) reader.close()
  })

  test('comes when the checks have looked, of values about which more or less is open than before', async () => {
    const check = () => checkNow(service.services, projectId)
    const { id: keyId } = await create('checked', {
      translations: { en: { value: 'Hi {name}', status: 'translated' } },
    })
    await check()
    const reader = await streams.open(owner, path)
    for (const value of ['Hallo', 'Servus', ' Servus', 'Servus {name}']) {
      await put('checked', 'de', value)
      await check()
    }
    await toldAll(reader, 3)
    await settled(reader)
    const counted = (errors: number, warnings: number) => ({ keyId, locale: 'de', errors, warnings })
    assert.deepEqual(counts(reader), [counted(1, 0), counted(1, 1), counted(0, 0)])
    reader.close()
  })

  test('tells of a thousand values at once, each once and in order', async () => {
    const reader = await streams.open(owner, path)
    const many = Array.from({ length: 1_000 }, (_, n) => ({
      keyId: Number.MAX_SAFE_INTEGER - n,
      locale: n % 2 ? 'de' : 'zh-Hant-TW',
      errors: n,
      warnings: n % 7,
    }))
    await tell(many)
    await toldAll(reader, many.length)
    assert.deepEqual(counts(reader), many)
    reader.close()
  })
})

test('who asks for the head alone gets it, and holds no stream', async () => {
  const { owner: anna, projectId: shop } = await createScene(service)
  const { headers, statusCode, payload } = await service.app.inject({
    method: 'HEAD',
    url: `/v1/projects/${shop}/keys/events`,
    headers: credentials(anna),
  })
  assert.deepEqual([statusCode, headers['content-type'], payload], [200, 'text/event-stream; charset=utf-8', ''])
  await until('its seat to be free', async () => {
    const held = await service.db.row(sql`select 1 from open_streams where project_id = ${shop}`)
    return held === undefined
  })
})
