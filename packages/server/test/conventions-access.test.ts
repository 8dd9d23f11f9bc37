import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { contract, type Entry, isNumericParam, paramNames, type RouteName, scopeNames } from '@parlance/contract'
import { createApiKey, createScene, join } from './factories.ts'
import { type Caller, nobody, startService } from './harness.ts'

const service = await startService()
const { owner, orgId, projectId } = await createScene(service)
const foreign = await createScene(service)
const viewer = await join(service, owner, orgId, 'viewer')
const readKey = await createApiKey(service, owner, projectId, ['translations:read'])

describe('path ids', () => {
  const notIds = ['0', '-1', '+1', '1.0', '1e3', '01', '0x1', ' 1', '1 ', '１', 'abc', 'null', '1,2', '%', '1;']
  const tooLarge = [2n ** 53n, 2n ** 63n, 2n ** 64n, 10n ** 40n].map(String)

  test('422 with the name of the parameter, of every id on every route', async () => {
    const key = await createApiKey(service, owner, projectId, scopeNames)
    for (const [name, { path, access }] of Object.entries<Entry>(contract)) {
      if (access.on === 'anyone') continue
      const ids = paramNames(path).filter(isNumericParam)
      const caller = 'apiKeyOnly' in access && access.apiKeyOnly ? key : owner
      for (const field of ids) {
        for (const id of ['0', 'x', '1.5', String(2n ** 53n)]) {
          const others = Object.fromEntries(paramNames(path).map((one) => [one, 1]))
          const params = { ...others, [field]: id } as never
          await service.refused(caller, name as RouteName, { params, body: {} }, 'validationError', { field })
        }
      }
    }
  })

  test('422 with the name of the parameter for anything but a positive integer', async () => {
    const routes: [RouteName, string, Record<string, unknown>][] = [
      ['getOrganization', 'orgId', {}],
      ['updateMember', 'userId', { orgId }],
      ['getProject', 'projectId', {}],
      ['listKeys', 'projectId', {}],
      ['deleteKey', 'keyId', { projectId }],
      ['updateNamespace', 'namespaceId', { projectId }],
      ['deleteApiKey', 'apiKeyId', { projectId }],
    ]
    for (const [route, field, others] of routes) {
      for (const id of [...notIds, ...tooLarge]) {
        const params = { ...others, [field]: id } as never
        await service.refused(owner, route, { params, body: {} }, 'validationError', { field })
      }
    }
  })

  test('a key where only sessions may come is refused before the id is looked at', async () => {
    const params = { projectId: 'abc' } as never
    for (const route of ['updateMemorySettings', 'deployCdn'] as const)
      await service.refused(readKey, route, { params, body: {} }, 'otherProjectsKey')
  })

  test('of two, the first that fails is named', async () => {
    const params = { orgId: 'x', userId: 'y' } as never
    await service.refused(owner, 'deleteMember', { params }, 'validationError', { field: 'orgId' })
  })

  test('a large id is an id like any other, and names nothing', async () => {
    for (const id of [2 ** 31, 2 ** 32, Number.MAX_SAFE_INTEGER]) {
      await service.refused(owner, 'getOrganization', { params: { orgId: id } }, 'notFound')
      await service.refused(owner, 'getProject', { params: { projectId: id } }, 'projectNotFound')
      await service.refused(owner, 'deleteMember', { params: { orgId, userId: id } }, 'notFound')
      await service.refused(owner, 'deleteKey', { params: { projectId, keyId: id } }, 'keyNotFound')
    }
    const escaped = String(projectId).replaceAll(/\d/g, (digit) => `%3${digit}`)
    const { statusCode } = await service.app.inject({
      method: 'GET',
      url: `/v1/projects/${escaped}`,
      headers: { cookie: owner.cookie },
    })
    assert.equal(statusCode, 200, 'an escaped digit is a digit')
  })
})

describe('what a caller may not see', () => {
  const routes: RouteName[] = ['getProject', 'updateProject', 'listKeys', 'createKey', 'createApiKey', 'getStats']

  /** Everything of an answer but what is different in any two answers. */
  async function bytes(caller: Caller, method: 'GET' | 'PATCH' | 'DELETE', url: string) {
    const { cookie, apiKey } = caller
    const headers = { ...(cookie ? { cookie } : {}), ...(apiKey ? { authorization: `Bearer ${apiKey}` } : {}) }
    const response = await service.app.inject({ method, url, headers })
    const { date, 'x-request-id': id, ...rest } = response.headers
    assert.ok(date && id)
    return { status: response.statusCode, headers: rest, body: response.body }
  }

  test("404 PROJECT_NOT_FOUND: another organization's project, as if it had never existed", async () => {
    for (const route of routes) {
      const request = { params: { projectId: foreign.projectId } as never, body: {} }
      await service.refused(owner, route, request, 'projectNotFound')
    }
    for (const method of ['GET', 'PATCH', 'DELETE'] as const) {
      const there = await bytes(owner, method, `/v1/projects/${foreign.projectId}`)
      assert.equal(JSON.parse(there.body).code, 'PROJECT_NOT_FOUND')
      assert.deepEqual(there, await bytes(owner, method, '/v1/projects/999999'))
    }
    const organization = await bytes(owner, 'GET', `/v1/organizations/${foreign.orgId}`)
    assert.deepEqual(organization, await bytes(owner, 'GET', '/v1/organizations/999999'))
  })

  test('404 PROJECT_NOT_FOUND: a project that was deleted', async () => {
    const body = { name: 'Gone', sourceLocale: 'en' }
    const gone = await service.ok(owner, 'createProject', { params: { orgId }, body })
    const { apiKey } = await createApiKey(service, owner, gone.id, ['translations:read'])
    await service.ok(owner, 'deleteProject', { params: { projectId: gone.id } })
    await service.refused(owner, 'getProject', { params: { projectId: gone.id } }, 'projectNotFound')
    assert.deepEqual(
      await bytes(owner, 'GET', `/v1/projects/${gone.id}`),
      await bytes(owner, 'GET', '/v1/projects/999999'),
    )
    await service.refused({ apiKey }, 'getProject', { params: { projectId: gone.id } }, 'authenticationRequired')
  })

  test('403 FORBIDDEN: an API key on any project but its own, existing or not', async () => {
    const second = await service.ok(owner, 'createProject', {
      params: { orgId },
      body: { name: 'Second', sourceLocale: 'en' },
    })
    for (const id of [second.id, foreign.projectId, 999_999]) {
      for (const route of routes) {
        await service.refused(readKey, route, { params: { projectId: id } as never, body: {} }, 'otherProjectsKey')
      }
      assert.deepEqual(
        await bytes(readKey, 'GET', `/v1/projects/${id}`),
        await bytes(readKey, 'GET', '/v1/projects/999998'),
      )
    }
  })

  test('403 FORBIDDEN: a missing permission is named', async () => {
    const create = { params: { projectId }, body: { key: 'k' } }
    for (const caller of [viewer, readKey]) {
      const answer = await service.call(caller, 'createKey', create)
      assert.equal(answer.status, 403)
      assert.partialDeepStrictEqual(answer.body, {
        code: 'FORBIDDEN',
        meta: { requiredPermission: 'translation.edit' },
      })
    }
  })
})

describe('the order of checks', () => {
  const badBody = { name: 5, key: 5, role: 5 }
  const raw = (projectIdOr: unknown) => ({ projectId: projectIdOr }) as never

  test('authentication before the kind of credential', async () => {
    const worthless: Caller = { apiKey: 'tms_made_up' }
    await service.refused(worthless, 'getOrganization', { params: { orgId } }, 'authenticationRequired')
    await service.refused(worthless, 'listOrganizations', {}, 'authenticationRequired')
  })

  test('authentication before path ids', async () => {
    await service.refused(nobody, 'getProject', { params: raw('x') }, 'authenticationRequired')
    await service.refused(nobody, 'getOrganization', { params: { orgId: 'x' } as never }, 'authenticationRequired')
  })

  test('the kind of credential before path ids', async () => {
    await service.refused(readKey, 'getOrganization', { params: { orgId: 'x' } as never }, 'apiKeyOnOrganization')
  })

  test('path ids before visibility', async () => {
    const member = { orgId: foreign.orgId, userId: 'x' } as never
    await service.refused(owner, 'deleteMember', { params: member }, 'validationError', { field: 'userId' })
    const namespace = { projectId: foreign.projectId, namespaceId: 'x' } as never
    for (const caller of [owner, readKey]) {
      await service.refused(caller, 'deleteNamespace', { params: namespace }, 'validationError', {
        field: 'namespaceId',
      })
    }
    await service.refused(readKey, 'getProject', { params: raw('x') }, 'validationError', { field: 'projectId' })
  })

  test('visibility before permission', async () => {
    const params = { projectId: foreign.projectId }
    await service.refused(viewer, 'updateProject', { params, body: { name: 'X' } }, 'projectNotFound')
    await service.refused(viewer, 'listMembers', { params: { orgId: foreign.orgId } }, 'notFound')
    await service.refused(readKey, 'updateProject', { params, body: { name: 'X' } }, 'otherProjectsKey')
  })

  test('permission before the body, whatever the body is', async () => {
    const requiredPermission = 'project.manage'
    for (const body of [badBody, {}, 'no JSON at all', 'x'.repeat(2 ** 20 + 1)]) {
      for (const caller of [viewer, readKey]) {
        const request = { params: { projectId }, body }
        await service.refused(caller, 'updateProject', request, 'missingPermission', { requiredPermission })
      }
    }
  })

  test('the body before the state', async () => {
    const founder = { orgId, userId: owner.userId }
    const field = { field: 'role' }
    await service.refused(owner, 'updateMember', { params: founder, body: badBody }, 'validationError', field)
    await service.refused(owner, 'updateMember', { params: founder, body: { role: 'viewer' } }, 'lastOwner')

    const nowhere = { projectId, namespaceId: 999_999 }
    const name = { field: 'name' }
    await service.refused(owner, 'updateNamespace', { params: nowhere, body: badBody }, 'validationError', name)
    await service.refused(owner, 'updateNamespace', { params: nowhere, body: { name: 'n' } }, 'namespaceNotFound')
  })

  test('the body before the read-only state of the organization', async () => {
    const params = { projectId }
    await service.ok(owner, 'createKey', { params, body: { key: 'one too many' } })
    const limit = (keys: number | null) =>
      service.ok(owner, 'updateOrganization', { params: { orgId }, body: { limits: { keys } } })
    await limit(0)
    await service.refused(owner, 'createKey', { params, body: badBody }, 'validationError', { field: 'key' })
    await service.refused(owner, 'createKey', { params, body: { key: 'k' } }, 'readOnly')
    const requiredPermission = 'translation.edit'
    await service.refused(viewer, 'createKey', { params, body: { key: 'k' } }, 'missingPermission', {
      requiredPermission,
    })
    await limit(null)
  })
})
