import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readConfig } from '../src/config.ts'
import { sql } from '../src/db/sql.ts'
import { transaction } from '../src/db/transaction.ts'
import { importSweeps } from '../src/features/import/sweep.ts'
import { createImportScene, fileOf } from '../src/features/import/test/import-scene.ts'
import { type Quotas, quotaSettings } from '../src/quotas.ts'
import { sweep } from '../src/sweeper.ts'
import { createApiKey, createScene, join } from './factories.ts'
import { type Caller, startService, type TestService } from './harness.ts'
import { lockWaiters } from './lock-waiters.ts'
import { until } from './until.ts'

const full = (metric: keyof Quotas, current: number, limit: number) => ({ metric, current, limit })
const withQuotas = (quotas: Partial<Quotas>) => startService({ quotas: { ...readConfig({}).quotas, ...quotas } })

test('each quota is a setting, and 0 allows none', () => {
  for (const [metric, { variable, standard }] of Object.entries(quotaSettings)) {
    assert.equal(readConfig({})['quotas'][metric as keyof Quotas], standard)
    assert.equal(readConfig({ [variable]: '7' }).quotas[metric as keyof Quotas], 7)
    assert.equal(readConfig({ [variable]: '0' }).quotas[metric as keyof Quotas], 0)
    assert.throws(() => readConfig({ [variable]: '-1' }), new RegExp(variable))
  }
})

test('a project has up to 100 webhooks and 200 API keys, unless the settings say otherwise', () => {
  const { webhooks, apiKeys } = readConfig({}).quotas
  assert.deepEqual([webhooks, apiKeys], [100, 200])
})

const anotherProject = async (service: TestService, owner: Caller, orgId: number) =>
  (await service.ok(owner, 'createProject', { params: { orgId }, body: { name: 'B', sourceLocale: 'en' } })).id

test('403 LIMIT_EXCEEDED: webhooks of one project, also when many are made at once', async () => {
  const service = await withQuotas({ webhooks: 3 })
  const { owner, orgId, projectId } = await createScene(service)
  const params = { projectId }
  const body = { name: 'Build', url: 'https://93.184.216.34/hook', events: ['key.created'] }
  const create = () => service.call(owner, 'createWebhook', { params, body })
  const answers = await Promise.all(Array.from({ length: 6 }, create))
  assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 201, 201, 403, 403, 403])
  const isFull = () =>
    service.refused(owner, 'createWebhook', { params, body }, 'quotaExceeded', full('webhooks', 3, 3))
  await isFull()
  const unreachable = { params, body: { ...body, url: 'http://127.0.0.1/' } }
  await service.refused(owner, 'createWebhook', unreachable, 'webhookUrlNotAllowed')
  const [first, second] = await service.ok(owner, 'listWebhooks', { params })
  await service.ok(owner, 'updateWebhook', { params: { id: first?.id ?? 0 }, body: { isActive: false } })
  await isFull()
  await service.ok(owner, 'deleteWebhook', { params: { id: second?.id ?? 0 } })
  await service.ok(owner, 'createWebhook', { params, body })
  await isFull()
  const elsewhere = { projectId: await anotherProject(service, owner, orgId) }
  await service.ok(owner, 'createWebhook', { params: elsewhere, body })
})

test('403 LIMIT_EXCEEDED: API keys of one project; a revoked one makes room', async () => {
  const service = await withQuotas({ apiKeys: 3 })
  const { owner, orgId, projectId } = await createScene(service)
  const params = { projectId }
  const body = { name: 'CI', scopes: ['translations:read'] }
  const create = () => service.call(owner, 'createApiKey', { params, body })
  const answers = await Promise.all(Array.from({ length: 5 }, create))
  assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 201, 201, 403, 403])
  const isFull = () => service.refused(owner, 'createApiKey', { params, body }, 'quotaExceeded', full('apiKeys', 3, 3))
  await isFull()
  const { apiKeys } = await service.ok(owner, 'listApiKeys', { params })
  await service.ok(owner, 'deleteApiKey', { params: { projectId, apiKeyId: apiKeys[0]?.id ?? 0 } })
  await service.ok(owner, 'createApiKey', { params, body })
  await isFull()
  await createApiKey(service, owner, await anotherProject(service, owner, orgId), ['translations:read'])
})

test('403 LIMIT_EXCEEDED: comments of one key, in all of its languages together', async () => {
  const service = await withQuotas({ comments: 2 })
  const { owner, orgId, projectId } = await createScene(service)
  const makeKey = async (key: string) => {
    const translations = { en: { value: 'Hello', status: 'translated' }, de: { value: 'Hallo', status: 'translated' } }
    const made = await service.ok(owner, 'createKey', { params: { projectId }, body: { key, translations } })
    const of = (locale: string) => ({ projectId, translationId: made.translations[locale]?.id ?? 0 })
    return { keyId: made.id, english: of('en'), german: of('de') }
  }
  const { keyId, english, german } = await makeKey('a')
  const body = { text: 'Too long' }
  const { id: commentId } = await service.ok(owner, 'createComment', { params: english, body })
  await service.ok(owner, 'createComment', { params: german, body })
  await service.refused(owner, 'createComment', { params: german, body }, 'quotaExceeded', full('comments', 2, 2))
  const ofKey = { params: { projectId, keyId }, body }
  await service.refused(owner, 'createKeyComment', ofKey, 'quotaExceeded', full('comments', 2, 2))
  const { english: elsewhere } = await makeKey('b')
  await service.ok(owner, 'createComment', { params: elsewhere, body })
  await service.ok(owner, 'deleteComment', { params: { ...english, commentId } })
  await service.ok(owner, 'createComment', { params: german, body })
  service.services.config.quotas.comments = 1
  const restricted = await join(service, owner, orgId, 'translator', ['en'])
  const request = { params: english, body }
  await service.refused(owner, 'createComment', request, 'quotaExceeded', full('comments', 2, 1))
  // Those in languages that they may not see are not told.
  await service.refused(restricted, 'createComment', request, 'quotaExceeded', full('comments', 1, 1))
})

test('403 LIMIT_EXCEEDED: comments of one key, also when many are made at once', async () => {
  const service = await withQuotas({ comments: 2 })
  const { owner, projectId } = await createScene(service)
  const made = { key: 'a', translations: { en: { value: 'Hello', status: 'translated' } } }
  const { translations } = await service.ok(owner, 'createKey', { params: { projectId }, body: made })
  const request = { params: { projectId, translationId: translations['en']?.id ?? 0 }, body: { text: 'Too long' } }
  // None of them can end before all of them have come as far as they come.
  const answers = await transaction(service.db, async (tx) => {
    await tx.run(sql`update project_counters set seq = seq where project_id = ${projectId}`)
    const asked = Array.from({ length: 4 }, () => service.call(owner, 'createComment', request))
    await until('all to wait', async () => (await lockWaiters(service.db)) === asked.length)
    return { all: Promise.all(asked) }
  })
  assert.deepEqual((await answers.all).map(({ status }) => status).sort(), [201, 201, 403, 403])
})

test('403 LIMIT_EXCEEDED: memories of one organization, also when many are made at once', async () => {
  const service = await withQuotas({ memories: 3 })
  const { owner, orgId, project } = await createScene(service)
  const request = { params: { orgId }, body: { name: 'Shop', sourceLocaleId: project.sourceLocaleId } }
  const answers = await Promise.all(Array.from({ length: 6 }, () => service.call(owner, 'createMemory', request)))
  assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 201, 201, 403, 403, 403])
  await service.refused(owner, 'createMemory', request, 'quotaExceeded', full('memories', 3, 3))
  const { tms } = await service.ok(owner, 'listMemories', { params: { orgId } })
  await service.ok(owner, 'deleteMemory', { params: { tmId: tms[0]?.id ?? 0 } })
  await service.ok(owner, 'createMemory', request)
})

test('403 LIMIT_EXCEEDED: organizations that one person founded, also when many are made at once', async () => {
  const service = await withQuotas({ organizations: 3 })
  const { owner, orgId } = await createScene(service)
  const create = (name: string) => service.call(owner, 'createOrganization', { body: { name } })
  const answers = await Promise.all(['a', 'b', 'c', 'd'].map(create))
  assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 201, 403, 403])
  const request = { body: { name: 'e' } }
  const isFull = () =>
    service.refused(owner, 'createOrganization', request, 'quotaExceeded', full('organizations', 3, 3))
  await isFull()
  const colleague = await join(service, owner, orgId, 'owner')
  await service.ok(owner, 'deleteMember', { params: { orgId, userId: owner.userId } })
  await isFull()
  await service.ok(colleague, 'createOrganization', request)
  const { organizations } = await service.ok(owner, 'listOrganizations')
  const [closing] = organizations
  const params = { orgId: closing?.id ?? 0 }
  await service.ok(owner, 'deleteOrganization', { params, body: { name: closing?.name } })
  await service.ok(owner, 'createOrganization', request)
  await isFull()
})

test('403 LIMIT_EXCEEDED: invitations of one organization that nobody has accepted', async () => {
  const service = await withQuotas({ invitations: 2 })
  const { owner, orgId } = await createScene(service)
  const inviting = (name: string) => ({ params: { orgId }, body: { email: `${name}@example.com`, role: 'viewer' } })
  const { member } = await service.ok(owner, 'createMember', inviting('a'))
  await service.ok(owner, 'createMember', inviting('b'))
  await service.refused(owner, 'createMember', inviting('c'), 'quotaExceeded', full('invitations', 2, 2))
  await service.ok(owner, 'createMember', inviting('B'))
  await service.ok(owner, 'deleteMember', { params: { orgId, userId: member.userId } })
  await service.ok(owner, 'createMember', inviting('c'))
})

describe('403 LIMIT_EXCEEDED: terms of one organization', () => {
  test('one by one and by imports, which add all of their concepts or none', async () => {
    const service = await withQuotas({ terms: 3 })
    const { owner, orgId } = await createScene(service)
    const params = { orgId }
    const importing = (...terms: string[]) => ({
      params,
      body: {
        version: '1.0',
        conflictStrategy: 'overwrite',
        concepts: terms.map((term) => ({ terms: [{ localeCode: 'en', text: term }] })),
      },
    })
    await service.ok(owner, 'createTerm', { params, body: { term: 'cart' } })
    const over = importing('cart', 'price', 'order', 'till')
    await service.refused(owner, 'importGlossaryJson', over, 'quotaExceeded', full('terms', 1, 3))
    assert.equal((await service.ok(owner, 'getGlossary', { params })).termCount, 1)
    assert.equal((await service.ok(owner, 'importGlossaryJson', importing('cart', 'price', 'order'))).imported, 2)
    const another = { params, body: { term: 'till' } }
    await service.refused(owner, 'createTerm', another, 'quotaExceeded', full('terms', 3, 3))
    assert.equal((await service.ok(owner, 'importGlossaryJson', importing('cart'))).updated, 1, 'nothing is added')
  })
})

test('403 LIMIT_EXCEEDED: machine translations that wait in one project', async () => {
  const service = await withQuotas({ translationJobs: 3 })
  const { owner, projectId } = await createScene(service)
  const { id } = await service.ok(owner, 'createKey', { params: { projectId }, body: { key: 'a' } })
  const request = { params: { projectId }, body: { keyIds: [id], targetLocaleCodes: ['de', 'fr'] } }
  const { jobs } = await service.ok(owner, 'machineTranslateKeys', request)
  await service.refused(owner, 'machineTranslateKeys', request, 'quotaExceeded', full('translationJobs', 2, 3))
  const one = { ...request, body: { ...request.body, targetLocaleCodes: ['de'] } }
  await service.ok(owner, 'machineTranslateKeys', one)
  await service.refused(owner, 'machineTranslateKeys', one, 'quotaExceeded', full('translationJobs', 3, 3))
  await service.ok(owner, 'cancelMachineTranslationJob', { params: { projectId, jobId: jobs[0]?.jobId ?? 0 } })
  await service.ok(owner, 'machineTranslateKeys', one)
})

describe('validated imports of one person', async () => {
  const service = await withQuotas({ importBytes: 100 })
  const { owner, orgId, projectId, params, validate } = await createImportScene(service)
  /** A name of one letter, and the rest of the bytes as its text. */
  const file = (bytes: number) => fileOf('en.json', { k: 'é'.repeat((bytes - 1) / 2) })
  const refusedWith = (bytes: number, current: number) =>
    service.refused(
      owner,
      'validateImport',
      { params, body: { files: [file(bytes)] } },
      'quotaExceeded',
      full('importBytes', current, 100),
    )

  test('403 LIMIT_EXCEEDED: bytes of their texts, in all projects together', async () => {
    await refusedWith(101, 0)
    await validate([file(61)])
    await refusedWith(41, 61)
    const other = await service.ok(owner, 'createProject', {
      params: { orgId },
      body: { name: 'B', sourceLocale: 'en' },
    })
    const elsewhere = { params: { projectId: other.id }, body: { files: [file(41)] } }
    await service.refused(owner, 'validateImport', elsewhere, 'quotaExceeded', full('importBytes', 61, 100))
    const colleague = await join(service, owner, orgId, 'developer')
    await validate([file(41)], undefined, colleague)
    await validate([file(39)])
    await refusedWith(1, 100)
  })

  test('make room when they expire, and are swept without anybody asking', async () => {
    const parts = () =>
      service.db.run(
        sql`select 1 from import_parts p join import_sessions s on s.id = p.session_id where s.project_id = ${projectId}`,
      )
    assert.equal(await parts(), 3)
    service.clock.advance(3_600_000)
    await validate([file(99)])
    service.clock.advance(2 * 3_600_000)
    await sweep(service.services, importSweeps)
    assert.equal(await parts(), 0)
    service.clock.advance(8 * 86_400_000)
    await sweep(service.services, importSweeps)
    assert.equal(await service.db.run(sql`select 1 from import_sessions`), 0)
  })
})
