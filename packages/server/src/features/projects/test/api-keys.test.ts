import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createApiKey, createScene, join, joinAgain, register } from '../../../../test/factories.ts'
import { type Caller, nobody, startService } from '../../../../test/harness.ts'
import { lockWaiters } from '../../../../test/lock-waiters.ts'
import { until } from '../../../../test/until.ts'
import { sql } from '../../../db/sql.ts'
import { transaction } from '../../../db/transaction.ts'

const service = await startService()
const { owner, orgId, projectId } = await createScene(service)
const stranger = await register(service)
const reviewer = await join(service, owner, orgId, 'reviewer')
const developer = await join(service, owner, orgId, 'developer')
const params = { projectId }
const manage = { requiredPermission: 'project.manage' }
const everyScope = ['translations:read', 'translations:write', 'translations:delete', 'translations:review'] as const

const create = (fields: object) =>
  service.ok(owner, 'createApiKey', { params, body: { name: 'CI', scopes: ['translations:read'], ...fields } })
const list = (caller: Caller) => service.call(caller, 'listKeys', { params })
const listed = async () => (await service.ok(owner, 'listApiKeys', { params })).apiKeys
const setMember = (body: object) =>
  service.ok(owner, 'updateMember', { params: { orgId, userId: developer.userId }, body })
let names = 0
const createKey = (caller: Caller, translations = {}) =>
  service.call(caller, 'createKey', { params, body: { key: `key ${++names}`, translations } })

describe('createApiKey 201', () => {
  test('shows the text of the key this once: tms_ and at least 40 random characters', async () => {
    const permissions = ['webhook.view', 'webhook.edit']
    const { key, ...rest } = await create({ name: 'Deploy', scopes: everyScope, permissions })
    assert.match(key, /^tms_[\w-]{40,}$/)
    assert.notEqual((await create({})).key, key)
    assert.ok(key.startsWith(rest.prefix) && key.length - rest.prefix.length >= 32)
    assert.deepEqual(rest, {
      id: rest.id,
      name: 'Deploy',
      prefix: rest.prefix,
      scopes: [...everyScope],
      permissions,
      createdBy: owner.userId,
      createdAt: service.clock.now().toISOString(),
      lastUsedAt: null,
      expiresAt: null,
    })
    assert.deepEqual(
      (await listed()).find(({ id }) => id === rest.id),
      rest,
    )
  })

  test('the text is stored nowhere, neither plain nor as bytes', async () => {
    const { key } = await create({})
    await list({ apiKey: key })
    const tables = await service.db.pool.query(
      `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
       where table_schema not in ('pg_catalog', 'information_schema')`,
    )
    assert.ok(tables.rows.length > 5)
    const secret = key.slice('tms_'.length)
    for (const { name } of tables.rows) {
      const { rows } = await service.db.pool.query(
        `select t::text as row from ${name} t where strpos(t::text, $1) > 0 or strpos(t::text, $2) > 0`,
        [secret, Buffer.from(secret).toString('hex')],
      )
      assert.deepEqual(rows, [], `in ${name}`)
    }
  })

  test('lastUsedAt tells of the last use', async () => {
    const { id, key } = await create({})
    service.clock.advance(60_000)
    await list({ apiKey: key })
    const found = (await listed()).find((apiKey) => apiKey.id === id)
    assert.equal(found?.lastUsedAt, service.clock.now().toISOString())
  })

  test('requests at the same moment write it once', async () => {
    const { id, key } = await create({})
    const first = service.clock.now().toISOString()
    const answers: ReturnType<typeof list>[] = []
    await transaction(service.db, async (tx) => {
      await tx.run(sql`select 1 from api_keys where id = ${id} for update`)
      for (const place of [1, 2, 3]) {
        answers.push(list({ apiKey: key }))
        await until('a request that wants to write it', async () => (await lockWaiters(service.db)) === place)
        service.clock.advance(1)
      }
    })
    assert.deepEqual(
      (await Promise.all(answers)).map(({ status }) => status),
      [200, 200, 200],
    )
    assert.equal((await listed()).find((apiKey) => apiKey.id === id)?.lastUsedAt, first)
  })

  test('a key works until expiresAt and not a moment longer', async () => {
    const expiresAt = new Date(service.clock.now().getTime() + 3_600_000).toISOString()
    const { key, ...rest } = await create({ expiresAt })
    assert.equal(rest.expiresAt, expiresAt)
    service.clock.advance(3_599_999)
    assert.equal((await list({ apiKey: key })).status, 200)
    service.clock.advance(1)
    await service.refused({ apiKey: key }, 'listKeys', { params }, 'authenticationRequired')
    assert.equal((await create({ expiresAt: null })).expiresAt, null)
  })
})

describe('what a scope allows', () => {
  const scopes = ['translations:read', 'translations:write', 'translations:delete', 'context:write'] as const
  for (const scope of [...scopes, 'translations:review'] as const) {
    test(`${scope} allows what it says and refuses the rest by name`, async () => {
      const caller = await createApiKey(service, owner, projectId, [scope])
      const { body } = await createKey(owner)
      const keyId = (body as { id: number }).id
      const check = async (
        allowedBy: string,
        requiredPermission: string,
        status: number,
        answer: ReturnType<typeof list>,
      ) => {
        const { status: actual, body } = await answer
        if (scope === allowedBy) return assert.equal(actual, status, JSON.stringify(body))
        assert.equal(actual, 403)
        assert.deepEqual((body as { meta: unknown }).meta, { requiredPermission })
      }
      await check('translations:read', 'translation.view', 200, list(caller))
      await check('translations:read', 'translation.view', 200, service.call(caller, 'getStats', { params }))
      await check('translations:write', 'translation.edit', 201, createKey(caller))
      const remove = service.call(caller, 'deleteKey', { params: { projectId, keyId } })
      await check('translations:delete', 'translation.delete', 204, remove)
      await service.refused(caller, 'createNamespace', { params, body: { name: 'x' } }, 'missingPermission', manage)
      await service.refused(caller, 'getOrganization', { params: { orgId } }, 'apiKeyOnOrganization')
    })
  }

  test('a key that never existed, or is a letter off, is no credential', async () => {
    const { key } = await create({})
    const last = key.endsWith('A') ? 'B' : 'A'
    for (const apiKey of ['tms_', `tms_${'x'.repeat(43)}`, key.slice(0, -1) + last, key.toLowerCase(), `${key}A`]) {
      await service.refused({ apiKey }, 'listKeys', { params }, 'authenticationRequired')
    }
  })
})

describe('a key never holds more than its creator holds now', () => {
  test('it follows the role of its creator at once, down and up', async () => {
    const apiKey = await createApiKey(service, developer, projectId, [...everyScope])
    assert.equal((await createKey(apiKey)).status, 201)
    await setMember({ role: 'viewer' })
    const request = { params, body: { key: 'refused' } }
    const edit = { requiredPermission: 'translation.edit' }
    await service.refused(apiKey, 'createKey', request, 'missingPermission', edit)
    assert.equal((await list(apiKey)).status, 200)
    await setMember({ role: 'developer' })
    assert.equal((await createKey(apiKey)).status, 201)
  })

  test('it follows the languages of its creator at once, and never deletes while they are restricted', async () => {
    const apiKey = await createApiKey(service, developer, projectId, [...everyScope])
    const values = { de: { value: 'Wort', status: 'translated' }, fr: { value: 'mot', status: 'translated' } }
    const { body } = await createKey(apiKey, values)
    const { id, key } = body as { id: number; key: string }
    const locales = async () => {
      const { data } = await service.ok(apiKey, 'listKeys', { params, query: { limit: 100 } })
      return Object.keys(data.find((listed) => listed.id === id)?.translations ?? {}).sort()
    }
    assert.deepEqual(await locales(), ['de', 'fr'])
    await setMember({ localeCodes: ['FR'] })
    assert.deepEqual(await locales(), ['fr'])
    const put = { params: { projectId, key }, body: { locale: 'de', value: 'x' } }
    await service.refused(apiKey, 'putValue', put, 'localeForbidden')
    await service.refused(apiKey, 'deleteKey', { params: { projectId, keyId: id } }, 'restrictedToLocales')
    const made = await createApiKey(service, developer, projectId, ['translations:write'])
    await service.refused(made, 'putValue', put, 'localeForbidden')
    await setMember({ localeCodes: null })
    assert.deepEqual(await locales(), ['de', 'fr'])
    await service.ok(apiKey, 'deleteKey', { params: { projectId, keyId: id } })
  })

  test('it stops working when its creator leaves the organization', async () => {
    const leaving = await join(service, owner, orgId, 'admin')
    const apiKey = await createApiKey(service, leaving, projectId, ['translations:read'])
    assert.equal((await list(apiKey)).status, 200)
    await service.ok(owner, 'deleteMember', { params: { orgId, userId: leaving.userId } })
    await service.refused(apiKey, 'listKeys', { params }, 'authenticationRequired')
  })

  test('it does not come back with its creator', async () => {
    const leaving = await join(service, owner, orgId, 'admin')
    const apiKey = await createApiKey(service, leaving, projectId, ['translations:read'])
    await service.ok(owner, 'deleteMember', { params: { orgId, userId: leaving.userId } })
    await joinAgain(service, owner, orgId, leaving, 'admin')
    assert.equal((await list(leaving)).status, 200)
    await service.refused(apiKey, 'listKeys', { params }, 'authenticationRequired')
    const { apiKeys } = await service.ok(owner, 'listApiKeys', { params })
    assert.ok(!apiKeys.some(({ id }) => id === apiKey.apiKeyId))
    const fresh = await createApiKey(service, leaving, projectId, ['translations:read'])
    assert.equal((await list(fresh)).status, 200)
  })
})

describe('createApiKey refusals', () => {
  const refused = (fields: object, situation: 'fieldRequired' | 'validationError', field: string) => {
    const body = { name: 'CI', scopes: ['translations:read'], ...fields }
    return service.refused(owner, 'createApiKey', { params, body }, situation, { field })
  }

  test('422 for a scope or permission that is unknown, or that only roles hold', async () => {
    const unknown = ['translations:admin', 'translation.view', '', '__proto__', 'constructor', null]
    for (const scope of unknown) await refused({ scopes: ['translations:read', scope] }, 'validationError', 'scopes.1')
    for (const permission of ['project.manage', 'translation.view', 'webhook.*', 'toString']) {
      await refused({ permissions: [permission] }, 'validationError', 'permissions.0')
    }
  })

  test('422 for fields that are missing or of the wrong kind', async () => {
    await refused({ name: undefined }, 'fieldRequired', 'name')
    await refused({ scopes: undefined }, 'fieldRequired', 'scopes')
    await refused({ scopes: 'translations:read' }, 'validationError', 'scopes')
    await refused({ name: 'a\0' }, 'validationError', 'name')
    for (const expiresAt of ['tomorrow', '2030-13-01T00:00:00.000Z', '', 1_900_000_000]) {
      await refused({ expiresAt }, 'validationError', 'expiresAt')
    }
  })

  test('422 for an expiry on a day that no calendar has', () =>
    refused({ expiresAt: '2030-02-30T00:00:00.000Z' }, 'validationError', 'expiresAt'))

  test('401, 403 for those who do not manage, 404 for strangers', async () => {
    const request = { params, body: { name: 'x', scopes: ['translations:read'] } }
    const strongest = await createApiKey(service, owner, projectId, [...everyScope])
    await service.refused(nobody, 'createApiKey', request, 'authenticationRequired')
    for (const caller of [reviewer, strongest]) {
      await service.refused(caller, 'createApiKey', request, 'missingPermission', manage)
    }
    await service.refused(stranger, 'createApiKey', request, 'projectNotFound')
  })
})

describe('listApiKeys', () => {
  test('401, 403 for those who do not manage, 404 for strangers', async () => {
    await service.refused(nobody, 'listApiKeys', { params }, 'authenticationRequired')
    await service.refused(reviewer, 'listApiKeys', { params }, 'missingPermission', manage)
    await service.refused(stranger, 'listApiKeys', { params }, 'projectNotFound')
  })
})

describe('deleteApiKey', () => {
  test('204, and the key is no credential any more', async () => {
    const apiKey = await createApiKey(service, owner, projectId, ['translations:read'])
    assert.equal((await list(apiKey)).status, 200)
    const request = { params: { projectId, apiKeyId: apiKey.apiKeyId } }
    await service.ok(owner, 'deleteApiKey', request)
    await service.refused(apiKey, 'listKeys', { params }, 'authenticationRequired')
    assert.ok(!(await listed()).some(({ id }) => id === apiKey.apiKeyId))
    await service.refused(owner, 'deleteApiKey', request, 'notFound')
  })

  test('401, 403, 404, and 404 for a key of another project, which lives on', async () => {
    const body = { name: 'Other', sourceLocale: 'en' }
    const other = await service.ok(owner, 'createProject', { params: { orgId }, body })
    const apiKey = await createApiKey(service, owner, other.id, ['translations:read'])
    const request = { params: { projectId, apiKeyId: apiKey.apiKeyId } }
    await service.refused(nobody, 'deleteApiKey', request, 'authenticationRequired')
    await service.refused(reviewer, 'deleteApiKey', request, 'missingPermission', manage)
    await service.refused(stranger, 'deleteApiKey', request, 'projectNotFound')
    for (const apiKeyId of [apiKey.apiKeyId, 999_999]) {
      await service.refused(owner, 'deleteApiKey', { params: { projectId, apiKeyId } }, 'notFound')
    }
    await service.ok(apiKey, 'listKeys', { params: { projectId: other.id } })
  })
})
