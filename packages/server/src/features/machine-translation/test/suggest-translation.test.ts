import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import { createApiKey, join } from '../../../../test/factories.ts'
import type { Caller } from '../../../../test/harness.ts'
import { sql } from '../../../db/sql.ts'
import { startStandIn } from './stand-ins.ts'
import { createTranslationScene } from './translation-scene.ts'

const standIn = await startStandIn('deepl')
const machineTranslation = { ...standIn.config, monthlyCharacters: 100 }
const scene = await createTranslationScene({ machineTranslation })
const { service, owner, orgId, projectId, params, createKey, valueIn, translate } = scene
const shout = standIn.translate

const used = async () =>
  (await service.ok(owner, 'getOrganization', { params: { orgId } })).usage.machineTranslationCharacters
const suggest = (keyId: number, caller: Caller = owner) =>
  service.ok(caller, 'suggestTranslation', { params, body: { keyId, targetLocaleCode: 'de' } })
const asking = (keyId: number, targetLocaleCode = 'de') => ({ params, body: { keyId, targetLocaleCode } })

beforeEach(async () => {
  standIn.requests.length = 0
  standIn.refuse = () => undefined
  standIn.translate = shout
  service.services.config.machineTranslation = machineTranslation
  await service.db.run(sql`delete from translation_usage`)
})

describe('12.8 a suggestion', () => {
  test('is what the machine would write, with its placeholders, and is written nowhere', async () => {
    const { id } = await createKey('Hello {name}', { description: 'At the top' })
    const history = () => service.ok(owner, 'listActivity', { params })
    const before = await history()
    assert.deepEqual(await suggest(id), { suggestions: [{ text: 'HELLO {name}', provider: 'deepl' }] })
    assert.deepEqual(standIn.requests[0]?.body['text'], ['Hello <x id="0"/>'])
    assert.equal(await valueIn(id, 'de'), undefined)
    assert.deepEqual(await history(), before)
  })

  test('is none where a placeholder was lost, the provider gave no text, or there is nothing to translate', async () => {
    const { id } = await createKey('lose {a}')
    for (const text of ['weg', ' ', 'a\0b <x id="0"/>']) {
      standIn.translate = () => text
      assert.deepEqual(await suggest(id), { suggestions: [] })
    }
    standIn.requests.length = 0
    assert.deepEqual(await suggest((await createKey('')).id), { suggestions: [] })
    assert.equal(standIn.requests.length, 0)
  })

  test('comes for a key that has a text, in any spelling of the language, and while nothing can be written', async () => {
    const { id } = await createKey('Save', {}, { de: 'Sichern' })
    const limits = (keys: number | null) =>
      service.ok(owner, 'updateOrganization', { params: { orgId }, body: { limits: { keys } } })
    await limits(0)
    const answer = await service.ok(owner, 'suggestTranslation', asking(id, 'DE'))
    await limits(null)
    assert.deepEqual(answer.suggestions, [{ text: 'SAVE', provider: 'deepl' }])
  })

  test('counts towards the characters of the organization as a job does; 403 LIMIT_EXCEEDED when they are spent', async () => {
    const { id } = await createKey('a'.repeat(60))
    await suggest(id)
    assert.equal(await used(), 60)
    const meta = { metric: 'machineTranslationCharacters', current: 60, limit: 100 }
    await service.refused(owner, 'suggestTranslation', asking(id), 'charactersSpent', meta)
    assert.equal(await used(), 60)
    const job = await translate([(await createKey('b'.repeat(40))).id])
    assert.deepEqual([job.processed, await used()], [1, 100])
    const last = await createKey('c')
    const spent = { ...meta, current: 100 }
    await service.refused(owner, 'suggestTranslation', asking(last.id), 'charactersSpent', spent)
    assert.equal(standIn.requests.length, 2)
  })

  test('502 PROVIDER_ERROR: the provider is away, refuses, or says something odd, which costs nothing', async () => {
    const { id } = await createKey('Away')
    const refused = () => service.refused(owner, 'suggestTranslation', asking(id), 'providerFailed')
    for (const answer of [
      { status: 403, body: { message: 'secret detail' } },
      { status: 400, body: {} },
      { status: 456, body: {} },
      { status: 200, body: 'not json' },
    ]) {
      standIn.refuse = () => answer
      await refused()
    }
    service.services.config.machineTranslation = { ...machineTranslation, url: 'http://127.0.0.1:9' }
    await refused()
    assert.equal(await used(), 0)
  })

  test('403 for API keys, and for languages that somebody may not see; the source is one of them', async () => {
    const { id } = await createKey('Hidden')
    const key = await createApiKey(service, owner, projectId, ['translations:read', 'translations:write'])
    const meta = { requiredPermission: 'translation.edit' }
    await service.refused(key, 'suggestTranslation', asking(id), 'missingPermission', meta)
    const german = await join(service, owner, orgId, 'translator', ['de'])
    await service.refused(german, 'suggestTranslation', asking(id), 'localeForbidden')
    const both = await join(service, owner, orgId, 'translator', ['de', 'en'])
    await service.refused(both, 'suggestTranslation', asking(id, 'fr'), 'localeForbidden')
    assert.equal((await suggest(id, both)).suggestions.length, 1)
  })

  test('400 and 404: a language that is the source or not on the project, a key that is not there', async () => {
    const { id } = await createKey('Gone')
    await service.refused(owner, 'suggestTranslation', asking(id, 'en'), 'sourceIsTarget')
    await service.refused(owner, 'suggestTranslation', asking(id, 'it'), 'localeNotEnabled')
    await service.ok(owner, 'deleteKey', { params: { projectId, keyId: id } })
    for (const keyId of [id, 999_999]) await service.refused(owner, 'suggestTranslation', asking(keyId), 'keyNotFound')
    const body = { keyId: 0, targetLocaleCode: 'de' }
    await service.refused(owner, 'suggestTranslation', { params, body }, 'validationError', { field: 'keyId' })
  })
})

describe('12.8 the jobs of a project', () => {
  test('are listed newest first, page by page, each as it is told by itself', async () => {
    const [one, other] = [await createKey('one'), await createKey('')]
    const first = await translate([one.id, other.id])
    service.clock.advance(1000)
    const second = await translate([one.id], 'fr')
    const { jobs } = await service.ok(owner, 'listMachineTranslationJobs', { params })
    assert.deepEqual(jobs.slice(0, 2), [second, first])
    assert.deepEqual(
      jobs[1]?.errors.map(({ type }) => type),
      ['no_source'],
    )
    const page = await service.ok(owner, 'listMachineTranslationJobs', { params, query: { limit: 1 } })
    assert.deepEqual([page.jobs, page.hasMore], [[second], true])
    const next = await service.ok(owner, 'listMachineTranslationJobs', {
      params,
      query: { limit: 1, cursor: page.nextCursor ?? '' },
    })
    assert.deepEqual(next.jobs, [first])
  })

  test('are those into languages that somebody may see', async () => {
    const german = await join(service, owner, orgId, 'viewer', ['de'])
    const { jobs } = await service.ok(german, 'listMachineTranslationJobs', { params })
    assert.deepEqual([...new Set(jobs.map(({ targetLocale }) => targetLocale))], ['de'])
  })

  test('tell the first ten keys that failed', async () => {
    const job = await translate(Array.from({ length: 12 }, (_, at) => 1_000_000 + at))
    const { jobs } = await service.ok(owner, 'listMachineTranslationJobs', { params, query: { limit: 1 } })
    assert.deepEqual(jobs, [{ ...job, errors: job.errors.slice(0, 10) }])
  })
})
