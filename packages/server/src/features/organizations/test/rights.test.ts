import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Role, RouteName } from '@parlance/contract'
import { createApiKey, createScene, join, type Person, register } from '../../../../test/factories.ts'
import { type Caller, nobody, startService } from '../../../../test/harness.ts'

const service = await startService()
const { owner, orgId, projectId } = await createScene(service)
const stranger = await register(service)
const params = { projectId }

const people: Record<Role, Person> = {
  owner,
  admin: await join(service, owner, orgId, 'admin'),
  developer: await join(service, owner, orgId, 'developer'),
  reviewer: await join(service, owner, orgId, 'reviewer'),
  translator: await join(service, owner, orgId, 'translator'),
  viewer: await join(service, owner, orgId, 'viewer'),
}

const change = (person: Person, body: unknown) =>
  service.ok(owner, 'updateMember', { params: { orgId, userId: person.userId }, body })

let keys = 0
const createKey = (translations: object = {}) => ({ params, body: { key: `key ${++keys}`, translations } })
const put = (key: string, locale: string) => ({ params: { projectId, key }, body: { locale, value: 'x' } })

describe('roles', () => {
  const everyone = ['translation.view', 'glossary.view', 'translation_memory.view', 'project.export']
  const translator = [...everyone, 'translation.edit']
  const reviewer = [...translator, 'translation.review', 'glossary.create', 'glossary.edit']
  const developer = [
    ...reviewer,
    'translation.delete',
    'project.import',
    'webhook.view',
    'webhook.create',
    'webhook.edit',
    'webhook.delete',
    'project.manage',
  ]
  const admin = [...developer, 'glossary.delete', 'translation_memory.edit', 'organization.manage_settings']
  const table: Record<Role, string[]> = { owner: admin, admin, developer, reviewer, translator, viewer: everyone }

  for (const [role, expected] of Object.entries(table) as [Role, string[]][]) {
    test(`${role}: the permissions of the session are those of the table`, async () => {
      const { organizations } = await service.ok(people[role], 'getSession')
      const [standing, ...others] = organizations.filter(({ id }) => id === orgId)
      assert.equal(standing?.role, role)
      assert.deepEqual(others, [])
      // Sending observations is a scope of API keys, and a key holds only what its creator holds.
      const beyondTheTable = expected.includes('project.manage') ? ['context.write'] : []
      const held = standing?.permissions.filter((permission) => !beyondTheTable.includes(permission))
      assert.deepEqual(held?.toSorted(), expected.toSorted())
    })
  }

  test('what the session says is what the routes do', async () => {
    const needs: [RouteName, () => object, string][] = [
      ['getProject', () => ({ params }), 'translation.view'],
      ['createKey', createKey, 'translation.edit'],
      ['deleteKey', () => ({ params: { projectId, keyId: 999_999 } }), 'translation.delete'],
      ['createNamespace', () => ({ params, body: { name: `n${++keys}` } }), 'project.manage'],
      ['listMembers', () => ({ params: { orgId } }), 'organization.manage_settings'],
    ]
    for (const [role, held] of Object.entries(table) as [Role, string[]][]) {
      for (const [route, request, requiredPermission] of needs) {
        if (held.includes(requiredPermission)) {
          assert.notEqual((await service.call(people[role], route, request())).status, 403, `${role} ${route}`)
        } else {
          await service.refused(people[role], route, request(), 'missingPermission', { requiredPermission })
        }
      }
    }
  })
})

describe('language restrictions', () => {
  test('follow the member from the next request on, in any spelling of the code', async () => {
    const person = await join(service, owner, orgId, 'translator')
    const { key } = await service.ok(
      owner,
      'createKey',
      createKey({ de: { value: 'geheim', status: 'translated' }, fr: { value: 'ouvert', status: 'translated' } }),
    )
    const visible = async () => {
      const { data } = await service.ok(person, 'listKeys', { params, query: { limit: 100 } })
      return Object.keys(data.find((listed) => listed.key === key)?.translations ?? {}).sort()
    }
    assert.deepEqual(await visible(), ['de', 'fr'])
    await change(person, { localeCodes: ['FR'] })
    assert.deepEqual(await visible(), ['fr'], 'the key is listed, the value is not')
    for (const locale of ['de', 'DE']) {
      await service.refused(person, 'putValue', put(key, locale), 'localeForbidden')
    }
    const restricted = createKey({ de: { value: 'x', status: 'not_reviewed' } })
    await service.refused(person, 'createKey', restricted, 'localeForbidden')
    await service.ok(person, 'putValue', put(key, 'Fr'))
    await change(person, { localeCodes: [] })
    assert.deepEqual(await visible(), [])
    await change(person, { localeCodes: null })
    assert.deepEqual(await visible(), ['de', 'fr'])
    await service.ok(person, 'putValue', put(key, 'de'))
  })

  test('restricted members delete no keys', async () => {
    const person = await join(service, owner, orgId, 'developer', ['de'])
    const { id: keyId } = await service.ok(owner, 'createKey', createKey())
    await service.refused(person, 'deleteKey', { params: { projectId, keyId } }, 'restrictedToLocales')
    await change(person, { localeCodes: null })
    await service.ok(person, 'deleteKey', { params: { projectId, keyId } })
  })
})

describe('an API key', () => {
  test('follows its creator at once: demoted, restricted, restored, removed', async () => {
    const creator = await join(service, owner, orgId, 'developer')
    const key = await createApiKey(service, creator, projectId, ['translations:read', 'translations:write'])
    const { key: name } = await service.ok(key, 'createKey', createKey())
    await service.ok(key, 'putValue', put(name, 'de'))

    await change(creator, { role: 'viewer' })
    const requiredPermission = 'translation.edit'
    await service.refused(key, 'createKey', createKey(), 'missingPermission', { requiredPermission })
    await service.ok(key, 'listKeys', { params })

    await change(creator, { role: 'translator', localeCodes: ['fr'] })
    await service.refused(key, 'putValue', put(name, 'de'), 'localeForbidden')
    await service.ok(key, 'putValue', put(name, 'fr'))

    await change(creator, { role: 'developer', localeCodes: null })
    await service.ok(key, 'putValue', put(name, 'de'))

    await service.ok(owner, 'deleteMember', { params: { orgId, userId: creator.userId } })
    await service.refused(key, 'listKeys', { params }, 'authenticationRequired')
    await service.refused(key, 'getProject', { params }, 'authenticationRequired')
    await service.refused(creator, 'getProject', { params }, 'projectNotFound')
  })

  test('never gives more than its scopes, however much its creator holds', async () => {
    const key = await createApiKey(service, owner, projectId, ['translations:read'])
    const missing = (requiredPermission: string) => ({ requiredPermission })
    await service.refused(key, 'createKey', createKey(), 'missingPermission', missing('translation.edit'))
    const rename = { params, body: { name: 'X' } }
    await service.refused(key, 'updateProject', rename, 'missingPermission', missing('project.manage'))
  })

  test('beside a cookie decides alone: no rights of the cookie, and none of both', async () => {
    const key = await createApiKey(service, owner, projectId, ['translations:read'])
    const both: Caller = { cookie: owner.cookie, apiKey: key.apiKey }
    await service.ok(both, 'listKeys', { params })
    const requiredPermission = 'translation.edit'
    await service.refused(both, 'createKey', createKey(), 'missingPermission', { requiredPermission })
    await service.refused(both, 'getOrganization', { params: { orgId } }, 'apiKeyOnOrganization')
    const worthless = { cookie: owner.cookie, apiKey: 'tms_made_up' }
    await service.refused(worthless, 'listKeys', { params }, 'authenticationRequired')
    await service.refused(worthless, 'getSession', {}, 'authenticationRequired')

    const writing = await createApiKey(service, owner, projectId, ['translations:write'])
    await service.ok({ cookie: people.viewer.cookie, apiKey: writing.apiKey }, 'createKey', createKey())
    await service.ok({ cookie: stranger.cookie, apiKey: writing.apiKey }, 'createKey', createKey())
  })
})

describe('every organization route', () => {
  const routes: RouteName[] = [
    'getOrganization',
    'updateOrganization',
    'listOrganizationLocales',
    'createOrganizationLocale',
    'listMembers',
    'createMember',
    'updateMember',
    'deleteMember',
    'listProjects',
    'createProject',
  ]
  const request = (id: number) => ({ params: { orgId: id, userId: owner.userId } as never, body: {} })

  test('404 NOT_FOUND for strangers, as if it had never existed', async () => {
    for (const route of routes) {
      await service.refused(stranger, route, request(orgId), 'notFound')
      await service.refused(stranger, route, request(999_999), 'notFound')
    }
  })

  test('401 without a session, 403 for API keys, those of an owner included', async () => {
    const key = await createApiKey(service, owner, projectId, ['translations:read', 'translations:write'])
    for (const route of [...routes, 'listOrganizations', 'createOrganization'] as RouteName[]) {
      await service.refused(nobody, route, request(orgId), 'authenticationRequired')
      await service.refused(key, route, request(orgId), 'apiKeyOnOrganization')
      await service.refused({ ...owner, ...key }, route, request(orgId), 'apiKeyOnOrganization')
    }
  })
})
