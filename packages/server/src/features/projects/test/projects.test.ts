import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createApiKey, createScene, join, register } from '../../../../test/factories.ts'
import { nobody, startService } from '../../../../test/harness.ts'

const service = await startService()
const { owner, orgId, project, projectId } = await createScene(service)
const stranger = await register(service)
const viewer = await join(service, owner, orgId, 'viewer')
const restricted = await join(service, owner, orgId, 'developer', ['fr'])
const reader = await createApiKey(service, owner, projectId, ['translations:read'])
const writer = await createApiKey(service, owner, projectId, ['translations:write'])
const inOrg = { orgId }
const params = { projectId }

const manage = { requiredPermission: 'project.manage' }
const create = (fields: object) =>
  service.ok(owner, 'createProject', { params: inOrg, body: { name: 'App', sourceLocale: 'en', ...fields } })
const codes = (locales: { code: string }[]) => locales.map(({ code }) => code).sort()

describe('createProject 201', () => {
  test('locales in any spelling are one locale, and well-formed new ones join the organization', async () => {
    const locales = ['zh_hant_tw', 'ZH-Hant-tw', 'gsw_ch', 'EN-us', 'de-x-formal']
    const created = await create({ sourceLocale: 'en_us', locales })
    assert.equal(created.sourceLocaleCode, 'en-US')
    assert.deepEqual(codes(created.locales), ['de-x-formal', 'en-US', 'gsw-CH', 'zh-Hant-TW'])
    const source = created.locales.filter(({ isSource }) => isSource)
    assert.deepEqual(codes(source), ['en-US'])
    assert.equal(source[0]?.id, created.sourceLocaleId)
    const known = await service.ok(owner, 'listOrganizationLocales', { params: inOrg })
    for (const { id, code } of created.locales) {
      assert.deepEqual(
        known.locales.filter((locale) => locale.code === code).map((locale) => locale.id),
        [id],
      )
    }
  })

  test('extended languages, private use and grandfathered tags are well-formed BCP 47 too', async () => {
    const locales = ['zh-yue', 'x-pirate', 'i-klingon']
    const created = await create({ locales })
    assert.deepEqual(codes(created.locales), ['en', ...locales].sort())
  })

  test('a project has the namespace default from the start', async () => {
    const created = await create({})
    const { namespaces } = await service.ok(owner, 'listNamespaces', { params: { projectId: created.id } })
    assert.deepEqual(namespaces, [{ id: created.defaultNamespaceId, name: 'default', isDefault: true, keyCount: 0 }])
  })

  test('a name may have 255 characters, however many bytes they take', async () => {
    for (const name of ['x', '__proto__', '🦜'.repeat(255)]) assert.equal((await create({ name })).name, name)
  })

  test('what the service decides cannot be sent along', async () => {
    const sent = { id: 99_999, organizationId: stranger.orgId, cdnToken: 'mine', createdAt: '2001-01-01T00:00:00.000Z' }
    const created = await create(sent)
    assert.equal(created.organizationId, orgId)
    for (const [field, value] of Object.entries(sent)) assert.notEqual(created[field as keyof typeof created], value)
    assert.notEqual(created.cdnToken, project.cdnToken)
  })
})

describe('createProject refusals', () => {
  const refused = (fields: object, ...rest: ['fieldRequired' | 'fieldTooLong' | 'validationError', string]) => {
    const body = { name: 'App', sourceLocale: 'en', ...fields }
    return service.refused(owner, 'createProject', { params: inOrg, body }, rest[0], { field: rest[1] })
  }

  test('400 for a body that is not JSON', () =>
    service.refused(owner, 'createProject', { params: inOrg, body: '{"name":' }, 'bodyNotJson'))

  test('422 names the missing field, the first one when two are missing', async () => {
    await refused({ name: undefined, sourceLocale: undefined }, 'fieldRequired', 'name')
    await refused({ sourceLocale: undefined }, 'fieldRequired', 'sourceLocale')
  })

  test('422 for an empty name', () => refused({ name: '' }, 'validationError', 'name'))

  test('422 for a name of 256 characters, and for text that cannot be stored', async () => {
    await refused({ name: 'x'.repeat(256) }, 'fieldTooLong', 'name')
    for (const name of ['a\0b', 'a\ud800b', 5, null]) await refused({ name }, 'validationError', 'name')
  })

  test('422 for codes that are no BCP 47, and no project is left behind', async () => {
    const before = await service.ok(owner, 'listProjects', { params: inOrg })
    for (const sourceLocale of ['', 'e', 'englishlanguage', 'en-', 'en US', 'en-toolongsubtag', 7]) {
      await refused({ sourceLocale }, 'validationError', 'sourceLocale')
    }
    await refused({ locales: ['de', 'no locale'] }, 'validationError', 'locales.1')
    await refused({ locales: 'de' }, 'validationError', 'locales')
    assert.deepEqual(await service.ok(owner, 'listProjects', { params: inOrg }), before)
  })

  test('403 for a manager who may not see one of the languages, and neither project nor language is left behind', async () => {
    const state = async () => [
      await service.ok(owner, 'listProjects', { params: inOrg }),
      await service.ok(owner, 'listOrganizationLocales', { params: inOrg }),
    ]
    const before = await state()
    for (const languages of [{ sourceLocale: 'ja' }, { sourceLocale: 'fr', locales: ['FR', 'ja'] }]) {
      const request = { params: inOrg, body: { name: 'App', ...languages } }
      await service.refused(restricted, 'createProject', request, 'localeForbidden')
    }
    const wrong = { params: inOrg, body: { name: '', sourceLocale: 'ja' } }
    await service.refused(restricted, 'createProject', wrong, 'validationError', { field: 'name' })
    assert.deepEqual(await state(), before)
    const own = { params: inOrg, body: { name: 'App', sourceLocale: 'FR' } }
    assert.equal((await service.ok(restricted, 'createProject', own)).sourceLocaleCode, 'fr')
  })

  test('401, 403 and 404 before a look at the body', async () => {
    const request = { params: inOrg, body: {} }
    await service.refused(nobody, 'createProject', request, 'authenticationRequired')
    await service.refused(viewer, 'createProject', request, 'missingPermission', manage)
    await service.refused(reader, 'createProject', request, 'apiKeyOnOrganization')
    await service.refused(stranger, 'createProject', request, 'notFound')
  })
})

describe('listProjects', () => {
  test('200 shows every member the projects of the organization, and no others', async () => {
    const theirs = { params: { orgId: stranger.orgId }, body: { name: 'Theirs', sourceLocale: 'de' } }
    await service.ok(stranger, 'createProject', theirs)
    const { projects } = await service.ok(viewer, 'listProjects', { params: inOrg })
    assert.deepEqual(
      projects.find(({ id }) => id === projectId),
      project,
    )
    assert.deepEqual(new Set(projects.map(({ organizationId }) => organizationId)), new Set([orgId]))
  })

  test('200: a search, and pages for whoever asks for them; whoever does not is told all', async () => {
    for (const name of ['Ünder 100%', 'ünder water', 'under'])
      await service.ok(owner, 'createProject', { params: inOrg, body: { name, sourceLocale: 'en' } })
    const ask = (query: Record<string, unknown>) => service.ok(owner, 'listProjects', { params: inOrg, query })
    const namesOf = async (search: string) => (await ask({ search })).projects.map(({ name }) => name)
    assert.deepEqual(await namesOf('ÜNDER'), ['Ünder 100%', 'ünder water'])
    assert.deepEqual(await namesOf('%'), ['Ünder 100%'])
    assert.deepEqual(await namesOf('no such name'), [])
    const all = await ask({})
    assert.deepEqual([all.nextCursor, all.hasMore], [null, false])
    const first = await ask({ limit: 1, search: 'ünder', includeStats: true })
    assert.deepEqual([first.projects.length, first.projects[0]?.stats?.keys, first.hasMore], [1, 0, true])
    const second = await ask({ search: 'ünder', cursor: first.nextCursor })
    assert.deepEqual([second.projects.map(({ name }) => name), second.hasMore], [['ünder water'], false])
  })

  test('401 without a credential, 403 for an API key, 404 for strangers', async () => {
    await service.refused(nobody, 'listProjects', { params: inOrg }, 'authenticationRequired')
    await service.refused(reader, 'listProjects', { params: inOrg }, 'apiKeyOnOrganization')
    await service.refused(stranger, 'listProjects', { params: inOrg }, 'notFound')
  })
})

describe('getProject', () => {
  test('200 for members and for a key that may read', async () => {
    for (const caller of [owner, viewer, reader]) {
      assert.deepEqual(await service.ok(caller, 'getProject', { params }), project)
    }
  })

  test('401, and 403 for a key that may not read', async () => {
    await service.refused(nobody, 'getProject', { params }, 'authenticationRequired')
    await service.refused(writer, 'getProject', { params }, 'missingPermission', {
      requiredPermission: 'translation.view',
    })
  })

  test('403 for the key of another project, whether or not the project exists', async () => {
    const other = await create({})
    for (const id of [other.id, 999_999]) {
      await service.refused(reader, 'getProject', { params: { projectId: id } }, 'otherProjectsKey')
    }
  })

  test('404 for strangers, with the answer of a project that never existed', async () => {
    await service.refused(stranger, 'getProject', { params }, 'projectNotFound')
    for (const id of [999_999, 2 ** 31, 2 ** 53 - 1]) {
      await service.refused(owner, 'getProject', { params: { projectId: id } }, 'projectNotFound')
    }
  })

  test('422 for an id that is not a positive integer, after the credential was checked', async () => {
    for (const id of ['0', '-1', '1.0', '1e3', 'abc', '１', '0x1', ' 1', '9223372036854775808']) {
      const request = { params: { projectId: id as unknown as number } }
      await service.refused(owner, 'getProject', request, 'validationError', { field: 'projectId' })
      await service.refused(nobody, 'getProject', request, 'authenticationRequired')
    }
  })
})

describe('updateProject', () => {
  test('200 changes the name alone, and updatedAt only when something changed', async () => {
    const created = await create({ locales: ['de'] })
    const at = { params: { projectId: created.id } }
    service.clock.advance(1000)
    for (const body of [{}, { name: created.name }, { cdn: {} }, { unknown: 1, id: 5, cdnToken: 'mine' }]) {
      assert.deepEqual(await service.ok(owner, 'updateProject', { ...at, body }), created)
    }
    const updatedAt = service.clock.now().toISOString()
    const renamed = await service.ok(owner, 'updateProject', { ...at, body: { name: 'Renamed' } })
    assert.deepEqual(renamed, { ...created, name: 'Renamed', updatedAt })
    assert.deepEqual(await service.ok(owner, 'getProject', at), renamed)
  })

  test('12.10 200 for CDN settings, field by field: they are shown, and sent again change nothing', async () => {
    assert.deepEqual(project.cdn, { format: 'json', structure: 'flat', statuses: null })
    for (const cdn of [{ format: 'i18next-v4' }, { structure: 'nested' }, { statuses: ['translated'] }]) {
      service.clock.advance(1000)
      const changed = await service.ok(owner, 'updateProject', { params, body: { cdn } })
      assert.equal(changed.updatedAt, service.clock.now().toISOString())
      service.clock.advance(1000)
      assert.deepEqual(await service.ok(owner, 'updateProject', { params, body: { cdn } }), changed)
    }
    const shown = { format: 'i18next-v4', structure: 'nested', statuses: ['translated'] }
    assert.deepEqual((await service.ok(viewer, 'getProject', { params })).cdn, shown)
    const { projects } = await service.ok(owner, 'listProjects', { params: inOrg })
    assert.deepEqual(projects.find(({ id }) => id === projectId)?.cdn, shown)
  })

  test('422 names the field, down to the item of a list', async () => {
    const cases: [object, string][] = [
      [{ name: null }, 'name'],
      [{ cdn: { format: 'xml' } }, 'cdn.format'],
      [{ cdn: { structure: 1 } }, 'cdn.structure'],
      [{ cdn: { statuses: ['translated', 'done'] } }, 'cdn.statuses.1'],
    ]
    for (const [body, field] of cases) {
      await service.refused(owner, 'updateProject', { params, body }, 'validationError', { field })
    }
    const body = { name: 'x'.repeat(256) }
    await service.refused(owner, 'updateProject', { params, body }, 'fieldTooLong', { field: 'name' })
  })

  test('401, 403 for those who do not manage, 404 for strangers', async () => {
    const request = { params, body: { name: '' } }
    await service.refused(nobody, 'updateProject', request, 'authenticationRequired')
    for (const caller of [viewer, reader, writer]) {
      await service.refused(caller, 'updateProject', request, 'missingPermission', manage)
    }
    await service.refused(stranger, 'updateProject', request, 'projectNotFound')
  })
})

describe('deleteProject', () => {
  test('204, and everything in it is gone: 404 for people, 401 for its keys, no usage left', async () => {
    const { id } = await create({})
    const at = { params: { projectId: id } }
    const key = await createApiKey(service, owner, id, ['translations:read', 'translations:write'])
    await service.ok(key, 'createKey', { ...at, body: { key: 'a' } })
    const before = await service.ok(owner, 'getOrganization', { params: inOrg })
    await service.ok(owner, 'deleteProject', at)
    for (const route of [
      'getProject',
      'listKeys',
      'listNamespaces',
      'getStats',
      'listActivity',
      'listApiKeys',
    ] as const) {
      await service.refused(owner, route, at, 'projectNotFound')
    }
    await service.refused(owner, 'createKey', { ...at, body: { key: 'b' } }, 'projectNotFound')
    await service.refused(owner, 'deleteProject', at, 'projectNotFound')
    await service.refused(key, 'listKeys', at, 'authenticationRequired')
    const { projects } = await service.ok(owner, 'listProjects', { params: inOrg })
    assert.ok(!projects.some((project) => project.id === id))
    const { usage } = await service.ok(owner, 'getOrganization', { params: inOrg })
    assert.equal(usage.keys, before.usage.keys - 1)
  })

  test('401, 403, 404, and 403 for managers who do not see all languages', async () => {
    await service.refused(nobody, 'deleteProject', { params }, 'authenticationRequired')
    await service.refused(viewer, 'deleteProject', { params }, 'missingPermission', manage)
    await service.refused(restricted, 'deleteProject', { params }, 'restrictedToLocales')
    await service.refused(stranger, 'deleteProject', { params }, 'projectNotFound')
    await service.ok(owner, 'getProject', { params })
  })
})
