import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import type { RouteName } from '@parlance/contract'
import { createApiKey, createScene, join, register } from '../../../../test/factories.ts'
import { type Caller, startService } from '../../../../test/harness.ts'

const service = await startService()
// The first account is the instance administrator: the one who sets limits.
const { owner, orgId, projectId } = await createScene(service)
const stranger = await register(service)
const viewer = await join(service, owner, orgId, 'viewer')
const writer = await createApiKey(service, owner, projectId, ['translations:write', 'translations:delete'])
const second = await service.ok(owner, 'createProject', {
  params: { orgId },
  body: { name: 'Second', sourceLocale: 'en' },
})
const params = { projectId }

let names = 0
const call = (caller: Caller = owner, at = projectId, fields: object = {}) =>
  service.call(caller, 'createKey', { params: { projectId: at }, body: { key: `key ${++names}`, ...fields } })
async function create(at = projectId, fields: object = {}) {
  const { status, body } = await call(owner, at, fields)
  assert.equal(status, 201, JSON.stringify(body))
  return body as { id: number; key: string; namespaceId: number }
}
const remove = (keyId: number, at = projectId) => service.ok(owner, 'deleteKey', { params: { projectId: at, keyId } })
const organization = () => service.ok(owner, 'getOrganization', { params: { orgId } })
const setLimit = (keys: number | null) =>
  service.ok(owner, 'updateOrganization', { params: { orgId }, body: { limits: { keys } } })
const refusedAt = (limit: number, current = limit, at = projectId) =>
  service.refused(owner, 'createKey', { params: { projectId: at }, body: { key: `key ${++names}` } }, 'limitExceeded', {
    metric: 'keys',
    current,
    limit,
  })

beforeEach(async () => {
  await setLimit(null)
  for (const at of [projectId, second.id]) {
    const { data } = await service.ok(owner, 'listKeys', { params: { projectId: at }, query: { limit: 100 } })
    for (const { id } of data) await remove(id, at)
  }
})

describe('the limit on keys', () => {
  test('keys are created up to it, over all projects, and not beyond; a delete makes room', async () => {
    await setLimit(2)
    const first = await create()
    await create(second.id)
    for (const at of [projectId, second.id]) await refusedAt(2, 2, at)
    const { usage, limits, isReadOnly } = await organization()
    assert.deepEqual({ usage, limits, isReadOnly }, { usage: { keys: 2 }, limits: { keys: 2 }, isReadOnly: false })
    await remove(first.id)
    await create(second.id)
    await refusedAt(2)
  })

  test('a limit of zero allows none, no limit allows any', async () => {
    await setLimit(0)
    await refusedAt(0)
    assert.equal((await organization()).isReadOnly, false)
    await setLimit(null)
    await create()
  })

  test('what could not be created anyway is not told to be too much', async () => {
    const { key } = await create()
    await setLimit(1)
    await service.refused(owner, 'createKey', { params, body: { key } }, 'keyExists')
    await service.refused(owner, 'createKey', { params, body: { key: 'a', namespaceId: 999_999 } }, 'namespaceNotFound')
    await service.refused(owner, 'restoreKey', { params: { projectId, keyId: 999_999 } }, 'keyNotFound')
  })

  test('a refused key leaves no namespace and no value behind', async () => {
    await setLimit(0)
    const { status } = await call(owner, projectId, { namespace: 'unborn' })
    assert.equal(status, 403)
    const { namespaces } = await service.ok(owner, 'listNamespaces', { params })
    assert.ok(!namespaces.some(({ name }) => name === 'unborn'))
  })

  test('a deleted namespace and a deleted project make room', async () => {
    const third = await service.ok(owner, 'createProject', {
      params: { orgId },
      body: { name: 'T', sourceLocale: 'en' },
    })
    await create(third.id)
    const { namespaceId } = await create(projectId, { namespace: 'roomy' })
    await create(projectId, { namespace: 'roomy' })
    await setLimit(3)
    await refusedAt(3)
    await service.ok(owner, 'deleteNamespace', { params: { projectId, namespaceId } })
    assert.equal((await organization()).usage.keys, 1)
    await service.ok(owner, 'deleteProject', { params: { projectId: third.id } })
    assert.equal((await organization()).usage.keys, 0)
    for (const _ of [1, 2, 3]) await create()
    await refusedAt(3)
  })

  test('twenty at once never pass it, from two projects, by people and by keys', async () => {
    await create()
    await setLimit(6)
    const callers = Array.from({ length: 20 }, (_, n) =>
      n % 3 === 0 ? call(writer) : call(owner, n % 2 ? projectId : second.id),
    )
    const answers = await Promise.all(callers)
    assert.deepEqual(answers.map(({ status }) => status).sort(), [...Array(5).fill(201), ...Array(15).fill(403)])
    for (const { status, body } of answers) {
      const { code, meta } = body as { code: string; meta: unknown }
      if (status === 403) assert.deepEqual([code, meta], ['LIMIT_EXCEEDED', { metric: 'keys', current: 6, limit: 6 }])
    }
    assert.equal((await organization()).usage.keys, 6)
    await refusedAt(6)
  })

  test('creates and deletes at once leave a true count', async () => {
    await setLimit(4)
    const doomed = [await create(), await create(), await create(second.id)]
    const deleting = doomed.map(({ id }, n) => remove(id, n === 2 ? second.id : projectId))
    const answers = await Promise.all([...Array.from({ length: 12 }, () => call()), ...deleting])
    const created = answers.filter((answer) => answer && 'status' in answer && answer.status === 201).length
    assert.ok(created >= 1 && created <= 4, `${created} created`)
    assert.equal((await organization()).usage.keys, created)
    const counts = await Promise.all(
      [projectId, second.id].map(
        async (at) => (await service.ok(owner, 'getStats', { params: { projectId: at } })).keys,
      ),
    )
    assert.equal(counts[0], created)
    assert.equal(counts[1], 0)
  })
})

describe('over the limit', () => {
  async function goOver() {
    const keys = [await create(), await create(projectId, { namespace: 'side' }), await create()] as const
    await setLimit(1)
    return keys
  }

  test('every write but deletes is refused, to people and to keys; everything can be read', async () => {
    const [{ key, namespaceId }] = await goOver()
    assert.equal((await organization()).isReadOnly, true)
    const email = 'late@example.com'
    const writes: [RouteName, Record<string, unknown>, object][] = [
      ['createKey', params, { key: 'x' }],
      ['putValue', { projectId, key }, { locale: 'de', value: 'x' }],
      ['createNamespace', params, { name: 'x' }],
      ['updateNamespace', { projectId, namespaceId }, { name: 'x' }],
      ['addProjectLocale', params, { code: 'it' }],
      ['updateProject', params, { name: 'x' }],
      ['updateOrganization', { orgId }, { name: 'x' }],
      ['updateOrganization', { orgId }, {}],
      ['createProject', { orgId }, { name: 'x', sourceLocale: 'en' }],
      ['createApiKey', params, { name: 'x', scopes: ['translations:read'] }],
      ['createOrganizationLocale', { orgId }, { code: 'it' }],
      ['createMember', { orgId }, { email, role: 'viewer' }],
      ['updateMember', { orgId, userId: viewer.userId }, { role: 'admin' }],
      ['renewInvitation', { orgId, userId: viewer.userId }, {}],
      ['createResetLink', { orgId, userId: viewer.userId }, {}],
    ]
    for (const [route, at, body] of writes) {
      await service.refused(owner, route, { params: at as never, body }, 'readOnly')
    }
    await service.refused(writer, 'createKey', { params, body: { key: 'x' } }, 'readOnly')
    for (const route of [
      'listKeys',
      'getProject',
      'getStats',
      'listActivity',
      'listNamespaces',
      'listApiKeys',
    ] as const) {
      await service.ok(owner, route, { params })
    }
    assert.deepEqual((await service.ok(owner, 'listKeys', { params })).data.length, 3)
  })

  test('14.9: what stops harm works all the same: revoking keys, switching webhooks off, new secrets', async () => {
    const body = { name: 'W', url: 'https://93.184.216.34/hook', events: ['key.created'] }
    const { id } = await service.ok(owner, 'createWebhook', { params, body })
    const { id: apiKeyId } = await service.ok(owner, 'createApiKey', {
      params,
      body: { name: 'x', scopes: ['translations:read'] },
    })
    await goOver()
    const at = { params: { id } }
    for (const change of [{}, { isActive: true }, { name: 'x' }, { isActive: false, name: 'x' }]) {
      await service.refused(owner, 'updateWebhook', { ...at, body: change }, 'readOnly')
    }
    assert.equal((await service.ok(owner, 'updateWebhook', { ...at, body: { isActive: false } })).isActive, false)
    assert.match((await service.ok(owner, 'regenerateSecret', at)).secret, /^whsec_/)
    await service.ok(owner, 'deleteApiKey', { params: { projectId, apiKeyId } })
  })

  test('who may not write at all is told so first, and so is a body that makes no sense', async () => {
    await goOver()
    const edit = { requiredPermission: 'translation.edit' }
    await service.refused(viewer, 'createKey', { params, body: { key: 'x' } }, 'missingPermission', edit)
    await service.refused(owner, 'createKey', { params, body: {} }, 'fieldRequired', { field: 'key' })
    const inOrg = { params: { orgId } }
    const manage = { requiredPermission: 'organization.manage_settings' }
    await service.refused(viewer, 'updateOrganization', { ...inOrg, body: { name: 'x' } }, 'missingPermission', manage)
    const unnamed = { ...inOrg, body: { name: '' } }
    await service.refused(owner, 'updateOrganization', unnamed, 'validationError', { field: 'name' })
  })

  test('deletes work and lead out of it: first writes, then creates', async () => {
    const [first, side, last] = await goOver()
    await service.ok(writer, 'deleteKey', { params: { projectId, keyId: first.id } })
    assert.equal((await organization()).isReadOnly, true)
    const put = { params: { projectId, key: last.key }, body: { locale: 'de', value: 'x' } }
    await service.refused(owner, 'putValue', put, 'readOnly')
    await service.ok(owner, 'deleteNamespace', { params: { projectId, namespaceId: side.namespaceId } })
    assert.equal((await organization()).isReadOnly, false)
    await service.ok(owner, 'putValue', put)
    await refusedAt(1)
    await remove(last.id)
    await create()
  })

  test('languages, API keys, members and projects can be deleted', async () => {
    const apiKey = await createApiKey(service, owner, projectId, ['translations:read'])
    const leaving = await join(service, owner, orgId, 'viewer')
    const third = await service.ok(owner, 'createProject', {
      params: { orgId },
      body: { name: 'T', sourceLocale: 'en' },
    })
    await goOver()
    await service.ok(owner, 'removeProjectLocale', { params: { projectId, code: 'fr' } })
    await service.ok(owner, 'deleteApiKey', { params: { projectId, apiKeyId: apiKey.apiKeyId } })
    await service.ok(owner, 'deleteMember', { params: { orgId, userId: leaving.userId } })
    await service.ok(owner, 'deleteProject', { params: { projectId: third.id } })
  })

  test('a higher limit leads out of it too', async () => {
    await goOver()
    const both = { params: { orgId }, body: { name: 'Renamed on the way', limits: { keys: 4 } } }
    const raised = await service.ok(owner, 'updateOrganization', both)
    assert.deepEqual([raised.name, raised.isReadOnly], ['Renamed on the way', false])
    await create()
    await refusedAt(4)
  })

  test('other organizations do not notice', async () => {
    await goOver()
    const body = { name: 'Theirs', sourceLocale: 'en' }
    const theirs = await service.ok(stranger, 'createProject', { params: { orgId: stranger.orgId }, body })
    await service.ok(stranger, 'createKey', { params: { projectId: theirs.id }, body: { key: 'a' } })
  })
})
