import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createApiKey, join, register } from '../../../../test/factories.ts'
import { type Caller, nobody } from '../../../../test/harness.ts'
import { sql } from '../../../db/sql.ts'
import { createCdnScene } from './cdn-scene.ts'

const scene = await createCdnScene()
const { service, owner, orgId, projectId, createKey, deployed, file, told } = scene
const params = { projectId }

await createKey('cart.title', { en: 'Your cart', de: 'Dein Warenkorb' })
await createKey('cart.empty', { en: 'Nothing here yet' })
await createKey('title', { en: 'Checkout', fr: 'Paiement' }, { namespace: 'checkout' })

describe('a deploy', () => {
  test('publishes a file for each namespace and language, the default namespace without a folder', async () => {
    const { filesUploaded, filesFailed, duration, warningCount, warnings } = await deployed()
    assert.deepEqual(
      { filesUploaded, filesFailed, warningCount, warnings },
      {
        filesUploaded: 6,
        filesFailed: 0,
        warningCount: 0,
        warnings: [],
      },
    )
    assert.ok(Number.isInteger(duration) && (duration as number) >= 0)
    assert.deepEqual(await file('en.json'), { 'cart.empty': 'Nothing here yet', 'cart.title': 'Your cart' })
    assert.deepEqual(await file('de.json'), { 'cart.title': 'Dein Warenkorb' })
    assert.deepEqual(await file('fr.json'), {})
    assert.deepEqual(await file('checkout/en.json'), { title: 'Checkout' })
    assert.deepEqual(await file('checkout/fr.json'), { title: 'Paiement' })
  })

  test('tells of its beginning and of its end, in this order, with who asked for it', async () => {
    const before = (await told()).length
    await deployed()
    const names = (await told()).slice(before).map(({ event }) => event)
    assert.deepEqual(names, ['cdn_deploy.started', 'cdn_deploy.completed'])
    const { activity } = await service.ok(owner, 'listActivity', { params, query: { limit: 1 } })
    assert.deepEqual([activity[0]?.event, activity[0]?.actor.id], ['cdn_deploy.completed', owner.userId])
  })

  test('leaves out empty and cleared values, whatever their status', async () => {
    const { id: keyId } = await createKey('gone', { en: 'soon', de: '', fr: '' }, {}, 'translated')
    const body = { keyIds: [keyId], localeCodes: ['en'] }
    await service.ok(owner, 'batchClearValues', { params, body })
    await deployed()
    for (const locale of ['en', 'de', 'fr']) assert.ok(!('gone' in ((await file(`${locale}.json`)) as object)))
    await service.ok(owner, 'deleteKey', { params: { projectId, keyId } })
  })

  test('takes deleted keys, namespaces and languages out of what is published', async () => {
    const spare = await service.ok(owner, 'createProject', {
      params: { orgId },
      body: { name: 'Spare', sourceLocale: 'en', locales: ['de'] },
    })
    const at = { projectId: spare.id }
    const translations = { en: { value: 'x', status: 'translated' } }
    const { id: keyId, namespaceId } = await service.ok(owner, 'createKey', {
      params: at,
      body: { key: 'k', namespace: 'old', translations },
    })
    const { id: other } = await service.ok(owner, 'createKey', { params: at, body: { key: 'k', translations } })
    await deployed(spare.id)
    assert.deepEqual(await file('old/en.json', spare.cdnToken), { k: 'x' })
    await service.ok(owner, 'deleteKey', { params: { ...at, keyId: other } })
    await service.ok(owner, 'deleteNamespace', { params: { ...at, namespaceId } })
    await service.ok(owner, 'removeProjectLocale', { params: { ...at, code: 'de' } })
    assert.deepEqual(await file('old/en.json', spare.cdnToken), { k: 'x' }, `${keyId} stays published until a deploy`)
    assert.equal((await deployed(spare.id))['filesUploaded'], 1)
    assert.deepEqual(await file('en.json', spare.cdnToken), {})
    for (const gone of ['old/en.json', 'de.json']) {
      assert.equal((await scene.get(`${spare.cdnToken}/${gone}`)).status, 404)
    }
    await service.ok(owner, 'deleteProject', { params: at })
    assert.equal((await scene.get(`${spare.cdnToken}/en.json`)).status, 404, 'a deleted project is not served')
  })

  test('answers the same under both prefixes and with a body that nobody asked for', async () => {
    for (const url of [`/api/v1/projects/${projectId}/cdn/deploy`, `/v1/projects/${projectId}/cdn/deploy/`]) {
      const headers = { cookie: owner.cookie, 'content-type': 'application/json' }
      const answer = await service.app.inject({ method: 'POST', url, headers, payload: '{}' })
      assert.equal(answer.statusCode, 202)
      assert.deepEqual(Object.keys(answer.json()), ['success', 'filesDeployed', 'message'])
    }
  })
})

describe('the project says what is in its files', () => {
  const settings = (cdn: object) => service.ok(owner, 'updateProject', { params, body: { cdn } })

  test('only values of some statuses', async () => {
    await createKey('draft', { en: 'To be reviewed' }, { namespace: 'status' }, 'not_reviewed')
    await createKey('done', { en: 'Reviewed' }, { namespace: 'status' })
    await settings({ statuses: ['translated'] })
    await deployed()
    assert.deepEqual(await file('status/en.json'), { done: 'Reviewed' })
    await settings({ statuses: null })
    await deployed()
    assert.deepEqual(await file('status/en.json'), { done: 'Reviewed', draft: 'To be reviewed' })
  })

  test('14.5 an empty list of statuses chooses all of them', async () => {
    await settings({ statuses: ['not_translated'] })
    await deployed()
    assert.deepEqual(await file('status/en.json'), {})
    await settings({ statuses: [] })
    await deployed()
    assert.deepEqual(await file('status/en.json'), { done: 'Reviewed', draft: 'To be reviewed' })
  })

  test('nested objects, and i18next with its plurals', async () => {
    const value = '{n, plural, one {# file} other {# files}} by {name}'
    await createKey('list.files', { en: value }, { namespace: 'format', isPlural: true })
    await settings({ structure: 'nested' })
    await deployed()
    assert.deepEqual(await file('format/en.json'), { list: { files: value } })
    await settings({ format: 'i18next-v4' })
    await deployed()
    assert.deepEqual(await file('format/en.json'), {
      list: { files_one: '{{count}} file by {{name}}', files_other: '{{count}} files by {{name}}' },
    })
    await settings({ format: 'json', structure: 'flat' })
    await deployed()
    assert.deepEqual(await file('format/en.json'), { 'list.files': value })
  })
})

describe('members restricted to some languages', () => {
  test('14.19 403: cannot deploy, and see of the warnings those about the files in their languages', async () => {
    const german = await join(service, owner, orgId, 'developer', ['de'])
    const before = (await told()).length
    await service.refused(german, 'deployCdn', { params }, 'restrictedToLocales')
    assert.equal((await told()).length, before)

    await createKey('bye', { en: 'Bye {name}', de: 'Tschüss', fr: 'Salut' }, { namespace: 'asking' })
    await deployed()
    const shown = async (caller: Caller) => {
      const { activity } = await service.ok(caller, 'listActivity', { params, query: { limit: 1 } })
      const told = activity[0]?.after as { warnings: { file: string }[]; warningCount: number } | undefined
      return { files: told?.warnings.map(({ file }) => file).sort(), warningCount: told?.warningCount }
    }
    assert.deepEqual(await shown(owner), { files: ['asking/de.json', 'asking/fr.json'], warningCount: 2 })
    assert.deepEqual(await shown(german), { files: ['asking/de.json'], warningCount: 1 })
    const { data } = await service.ok(owner, 'listKeys', { params, query: { search: 'bye' } })
    await service.ok(owner, 'deleteKey', { params: { projectId, keyId: data[0]?.id ?? 0 } })
  })
})

describe('warnings', () => {
  test('name the file, the key and what is wrong; the files are published all the same', async () => {
    const namespace = 'odd: name'
    await createKey('broken', { en: 'Hello {name', de: 'Hallo' }, { namespace })
    await createKey('greeting', { en: 'Hello {name}', de: 'Hallo', fr: 'Bonjour {name}' }, { namespace })
    await createKey('legacy', { en: 'Hi {{ name }}', de: 'Hallo {{name}}', fr: 'Salut' }, { namespace })
    const { warningCount, warnings } = await deployed()
    assert.equal(warningCount, 3)
    assert.deepEqual(warnings, [
      { file: 'odd%3A name/de.json', key: 'greeting', message: 'The placeholder {name} of the source is missing.' },
      { file: 'odd%3A name/en.json', key: 'broken', message: 'The value is no valid ICU message.' },
      { file: 'odd%3A name/fr.json', key: 'legacy', message: 'The placeholder {{name}} of the source is missing.' },
    ])
    assert.deepEqual(await file('odd%3A%20name/de.json'), {
      broken: 'Hallo',
      greeting: 'Hallo',
      legacy: 'Hallo {{name}}',
    })
  })

  test('are counted all, and the first hundred told', async () => {
    for (let at = 0; at < 101; at++) await createKey(`bad ${at}`, { en: '{' }, { namespace: 'bad' })
    const { warningCount, warnings } = await deployed()
    assert.equal(warningCount, 104)
    assert.equal((warnings as unknown[]).length, 100)
    const { namespaces } = await service.ok(owner, 'listNamespaces', { params })
    const namespaceId = namespaces.find(({ name }) => name === 'bad')?.id ?? 0
    await service.ok(owner, 'deleteNamespace', { params: { projectId, namespaceId } })
  })
})

describe('who may deploy', () => {
  const refused = service.refused

  test('nobody without a credential, or without project.manage', async () => {
    await refused(nobody, 'deployCdn', { params }, 'authenticationRequired')
    const reviewer = await join(service, owner, orgId, 'reviewer')
    const meta = { requiredPermission: 'project.manage' }
    await refused(reviewer, 'deployCdn', { params }, 'missingPermission', meta)
  })

  test('no API key, whatever it holds', async () => {
    const key = await createApiKey(service, owner, projectId, ['translations:read', 'translations:write'])
    await refused(key, 'deployCdn', { params }, 'missingPermission', { requiredPermission: 'project.manage' })
    await refused(key, 'deployCdn', { params: { projectId: projectId + 1000 } }, 'otherProjectsKey')
  })

  test('no stranger: the project is not there for them', async () => {
    const stranger = await register(service)
    await refused(stranger, 'deployCdn', { params }, 'projectNotFound')
    await refused(owner, 'deployCdn', { params: { projectId: 99_999 } }, 'projectNotFound')
    await refused(owner, 'deployCdn', { params: { projectId: 'x' as never } }, 'validationError', {
      field: 'projectId',
    })
  })

  test('no page of another origin without the token of the session', async () => {
    const headers = { origin: 'https://evil.example' }
    await refused(owner, 'deployCdn', { params, headers }, 'crossOrigin')
    const developer = await join(service, owner, orgId, 'developer')
    const told = { ...headers, 'x-csrf-token': developer.csrfToken }
    await service.ok(developer, 'deployCdn', { params, headers: told })
  })

  test('nobody over 50 times in ten minutes, each person counted in each project', async () => {
    const developer = await join(service, owner, orgId, 'developer')
    // Two at a time: a race between them must not let a 51st through.
    const answers = []
    for (let round = 0; round < 26; round++) {
      answers.push(...(await Promise.all([1, 2].map(() => service.call(developer, 'deployCdn', { params })))))
    }
    const statuses = answers.map(({ status }) => status)
    assert.deepEqual([statuses.filter((s) => s === 202).length, statuses.filter((s) => s === 429).length], [50, 2])
    assert.ok(answers.every(({ status, headers }) => status === 202 || headers['retry-after'] === '600'))
    await refused(developer, 'deployCdn', { params }, 'tooManyDeploys')
    const elsewhere = await service.ok(owner, 'createProject', {
      params: { orgId },
      body: { name: 'Other', sourceLocale: 'en' },
    })
    await service.ok(developer, 'deployCdn', { params: { projectId: elsewhere.id } })
    await service.ok(owner, 'deployCdn', { params })
    service.clock.advance(10 * 60_000 - 1)
    await refused(developer, 'deployCdn', { params }, 'tooManyDeploys')
    service.clock.advance(1)
    await service.ok(developer, 'deployCdn', { params })
    // What was asked for here is of no interest to anybody any more.
    await service.db.run(sql`update jobs set due_at = null, state = 'cancelled' where due_at is not null`)
  })

  test('nobody while the organization is over its limits', async () => {
    const limits = (keys: number | null) =>
      service.ok(owner, 'updateOrganization', { params: { orgId }, body: { limits: { keys } } })
    await limits(1)
    await refused(owner, 'deployCdn', { params }, 'readOnly')
    await limits(null)
  })
})
