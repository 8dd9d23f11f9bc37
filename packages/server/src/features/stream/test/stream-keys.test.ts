import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createApiKey, createScene, join } from '../../../../test/factories.ts'
import { nobody, startService } from '../../../../test/harness.ts'
import { onThisMachine } from '../../../../test/this-machine.ts'
import { until } from '../../../../test/until.ts'
import { idsOf, keysOf, namesOf, received, receivedKey, streamsOf } from './reader.ts'

const six = ['translation.upserted', 'key.created', 'key.updated', 'key.deleted', 'namespace.created', 'schema.updated']

const service = await startService()
const streams = await streamsOf(service)
const { owner, orgId, projectId } = await createScene(service)
const params = { projectId }
const path = '/keys/events/stream'
const builds = await createApiKey(service, owner, projectId, ['translations:read'])

const create = (key: string, fields: object = {}) =>
  service.ok(owner, 'createKey', { params, body: { key, ...fields } })
const value = (text: string) => ({ value: text, status: 'translated' })
const connected = (events: string[]) => ({ id: undefined, event: 'connected', data: { projectId, events } })

describe('opening', () => {
  test('connected comes first, with the project and the six events, and without an id', async () => {
    const reader = await streams.open(builds, path)
    await received(reader, 1)
    assert.deepEqual(reader.events, [connected(six)])
    reader.close()
  })

  test('events narrows the stream, in one list or several', async () => {
    const lists = ['events=key.deleted,namespace.created', 'events=key.deleted&events=namespace.created']
    const readers = await Promise.all(lists.map((list) => streams.open(builds, `${path}?${list}`)))
    const { id: keyId } = await create('short-lived', { translations: { en: value('a') } })
    await service.ok(owner, 'createNamespace', { params, body: { name: 'narrow' } })
    await service.ok(owner, 'deleteKey', { params: { projectId, keyId } })
    for (const reader of readers) {
      await receivedKey(reader, 'short-lived')
      assert.deepEqual(reader.events[0], connected(['key.deleted', 'namespace.created']))
      assert.deepEqual(namesOf(reader), ['connected', 'namespace.created', 'key.deleted'])
      reader.close()
    }
  })

  test('an unknown name, one of the other stream, and more than 32 are refused', async () => {
    const refused = (events: string[], field: string) =>
      service.refused(builds, 'streamKeys', { query: { events: events.join(',') } }, 'validationError', { field })
    await refused(['key.created', 'key.renamed'], 'events.1')
    for (const foreign of ['project.locale.updated', 'batch_mt.started', 'cdn_deploy.completed', 'heartbeat']) {
      await refused([foreign], 'events.0')
    }
    await refused(Array(33).fill('key.created'), 'events')
    const most = await streams.open(builds, `${path}?events=${Array(32).fill('key.created')}`)
    most.close()
  })

  test('only a key that may read opens it', async () => {
    const writer = await createApiKey(service, owner, projectId, ['translations:write'])
    await service.refused(nobody, 'streamKeys', {}, 'authenticationRequired')
    await service.refused({ apiKey: `tms_${'x'.repeat(43)}` }, 'streamKeys', {}, 'authenticationRequired')
    await service.refused(owner, 'streamKeys', {}, 'apiKeyRequired')
    const needed = { requiredPermission: 'translation.view' }
    await service.refused(writer, 'streamKeys', {}, 'missingPermission', needed)
  })
})

describe('events', () => {
  test('the six are told, languages of the project are not', async () => {
    const reader = await streams.open(builds, path)
    const { id: keyId } = await create('all of it', { translations: { en: value('{n, number}') } })
    await service.ok(owner, 'addProjectLocale', { params, body: { code: 'it' } })
    await service.ok(owner, 'updateKey', { params: { projectId, keyId }, body: { description: 'new' } })
    await service.ok(owner, 'createNamespace', { params, body: { name: 'told' } })
    await service.ok(owner, 'deleteKey', { params: { projectId, keyId } })
    await received(reader, 7)
    const names = ['key.created', 'translation.upserted', 'schema.updated', 'key.updated', 'namespace.created']
    assert.deepEqual(namesOf(reader), ['connected', ...names, 'key.deleted'])
    for (const { data } of reader.events) assert.equal(data['projectId'], projectId)
    reader.close()
  })

  test('nothing of another project', async () => {
    const elsewhere = await createScene(service)
    const reader = await streams.open(builds, path)
    const body = { key: 'elsewhere' }
    await service.ok(elsewhere.owner, 'createKey', { params: { projectId: elsewhere.projectId }, body })
    await create('here')
    await receivedKey(reader, 'here')
    assert.deepEqual(keysOf(reader).slice(1), ['here'])
    reader.close()
  })

  test('resumes after an id with what the filter lets through, connected first', async () => {
    const live = await streams.open(builds, path)
    for (const key of ['r1', 'r2', 'r3']) await create(key, { translations: { en: value(key) } })
    await received(live, 7)
    const [, , after] = idsOf(live)
    const byHeader = await streams.open(builds, `${path}?events=key.created`, { 'last-event-id': after ?? '' })
    const byQuery = await streams.open(builds, `${path}?events=key.created&lastEventId=${after}`)
    await create('r4')
    for (const reader of [byHeader, byQuery]) {
      await receivedKey(reader, 'r4')
      assert.deepEqual(reader.events[0], connected(['key.created']))
      assert.deepEqual(keysOf(reader).slice(1), ['r2', 'r3', 'r4'])
      reader.close()
    }
    live.close()
  })

  test('an id that never was: connected, one reset, and then what happens', async () => {
    const reader = await streams.open(builds, `${path}?lastEventId=999999999`)
    await create('after the reset')
    await received(reader, 3)
    assert.deepEqual(namesOf(reader), ['connected', 'reset', 'key.created'])
    reader.close()
  })

  test("only the languages of the key's creator, live and resumed", async () => {
    const french = await join(service, owner, orgId, 'admin', ['fr'])
    const theirs = await createApiKey(service, french, projectId, ['translations:read'])
    const live = await streams.open(theirs, path)
    await create('start')
    await receivedKey(live, 'start')
    await create('mixed', { translations: { de: value('marker'), fr: value('vu') } })
    await create('end')
    const resumed = await streams.open(theirs, path, { 'last-event-id': idsOf(live)[1] ?? '' })
    for (const reader of [live, resumed]) {
      await receivedKey(reader, 'end')
      const locales = reader.events.map(({ data }) => data['locale']).filter((locale) => locale !== undefined)
      assert.deepEqual(locales, ['fr'])
      reader.close()
    }
  })
})

test('one creator has at most 10 open, over all their keys, and a closed one makes room', async () => {
  const creator = await join(service, owner, orgId, 'admin')
  const first = await createApiKey(service, creator, projectId, ['translations:read'])
  const second = await createApiKey(service, creator, projectId, ['translations:read'])
  const open = await Promise.all(Array.from({ length: 10 }, (_, n) => streams.open(n % 2 ? first : second, path)))
  await service.refused(first, 'streamKeys', {}, 'tooManyStreams')
  await service.refused(second, 'streamKeys', {}, 'tooManyStreams')
  const others = await streams.open(builds, path)
  const session = await streams.open(creator, `/projects/${projectId}/keys/events`)
  open[3]?.close()
  const again = () => streams.open(first, path).catch(() => undefined)
  await until('room for one more', async () => {
    const reader = await again()
    if (reader) open.push(reader)
    return reader
  })
  await service.refused(first, 'streamKeys', {}, 'tooManyStreams')
  for (const reader of [...open, others, session]) reader.close()
})

test('what ends a right ends its streams, a new restriction applies, and nothing that happened since is told', async () => {
  const project = `/projects/${projectId}/keys/events`
  const [leaver, removed, demoted] = await Promise.all([
    join(service, owner, orgId, 'translator'),
    join(service, owner, orgId, 'admin'),
    join(service, owner, orgId, 'translator'),
  ])
  const revoked = await createApiKey(service, owner, projectId, ['translations:read'])
  const orphan = await createApiKey(service, removed, projectId, ['translations:read'])
  const ending = await Promise.all([
    streams.open(revoked, path),
    streams.open(leaver, project),
    streams.open(removed, project),
    streams.open(orphan, path),
  ])
  const staying = await streams.open(demoted, project)
  await service.ok(owner, 'deleteApiKey', { params: { projectId, apiKeyId: revoked.apiKeyId } })
  await service.ok(leaver, 'logout')
  await service.ok(owner, 'deleteMember', { params: { orgId, userId: removed.userId } })
  await service.ok(owner, 'updateMember', { params: { orgId, userId: demoted.userId }, body: { localeCodes: ['fr'] } })
  await create('afterwards', { translations: { de: value('marker'), fr: value('vu') } })
  await create('last')
  await receivedKey(staying, 'last')
  assert.ok(!staying.isEnded)
  assert.deepEqual(namesOf(staying), ['key.created', 'translation.upserted', 'key.created'])
  assert.equal(staying.events[1]?.data['locale'], 'fr')
  await until('their end', () => ending.every(({ isEnded }) => isEnded))
  assert.deepEqual(ending.map(namesOf), [['connected'], [], [], ['connected']])
})

test('a stream on which nothing happens ends with its right, too', async () => {
  const key = await createApiKey(service, owner, projectId, ['translations:read'])
  const reader = await streams.open(key, path)
  await service.ok(owner, 'deleteApiKey', { params: { projectId, apiKeyId: key.apiKeyId } })
  await until('its end', () => reader.isEnded, 5_000)
})

test('heartbeats tell the time and the project; a stop tells when to come back and waits for nobody', async () => {
  const beating = await startService({ streamHeartbeatMs: 200 })
  const { open } = await streamsOf(beating)
  const scene = await createScene(beating)
  const key = await createApiKey(beating, scene.owner, scene.projectId, ['translations:read'])
  const readers = [await open(key, path), await open(scene.owner, `/projects/${scene.projectId}/keys/events`)]
  await until('three heartbeats', () => readers.every(({ heartbeats }) => heartbeats.length >= 3))
  const data = { projectId: scene.projectId, timestamp: beating.clock.now().toISOString() }
  for (const { heartbeats } of readers) assert.deepEqual(heartbeats[2], { id: undefined, event: 'heartbeat', data })
  const start = Date.now()
  await beating.app.close()
  assert.ok(Date.now() - start < onThisMachine(3_000), `closing took ${Date.now() - start} ms`)
  await until('the end', () => readers.every(({ isEnded }) => isEnded))
  for (const { retries } of readers) assert.ok(retries.length === 1 && Number(retries[0]) >= 1_000, `${retries}`)
})
