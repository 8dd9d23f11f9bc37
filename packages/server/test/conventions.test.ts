import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { contract, type Entry, errors, MEBIBYTE, type RouteName } from '@parlance/contract'
import { sql } from '../src/db/sql.ts'
import { createScene } from './factories.ts'
import { nobody, startService } from './harness.ts'

const service = await startService()
const { owner, orgId, projectId } = await createScene(service)
const params = { projectId }

const organization = (body: unknown, headers: Record<string, string> = {}) => ({ body, headers })

describe('addresses', () => {
  test('every route is served under /v1 and /api/v1, with and without a trailing slash', async () => {
    for (const { method, path, name } of Object.values(contract) as Entry[]) {
      const suffix = path.replaceAll(/\{(\w+)\}/g, '1').replace(/\/$/, '')
      const answers = []
      for (const url of [`/v1${suffix}`, `/v1${suffix}/`, `/api/v1${suffix}`, `/api/v1${suffix}/`]) {
        const { statusCode, body } = await service.app.inject({ method, url })
        // What is made by it is another thing each time.
        answers.push({ statusCode, body: statusCode === 201 ? '' : body })
      }
      for (const answer of answers) assert.deepEqual(answer, answers[0], name)
      assert.ok(!answers[0]?.body.includes(errors.routeNotFound.message), name)
    }
    for (const url of ['/api/v1/auth/session/?x=1', '/v1/auth/session/', '/api/v1/auth/session']) {
      const { statusCode, body } = await service.app.inject({ method: 'GET', url, headers: { cookie: owner.cookie } })
      assert.equal(statusCode, 200, url)
      assert.equal(JSON.parse(body).user.id, owner.userId)
    }
  })

  test('404 NOT_FOUND for an unknown route, for anyone', async () => {
    for (const url of ['/v1/nothing', '/v2/auth/session', '/v1', '/api/v1/projects', '/v1/auth/session/more']) {
      for (const headers of [{}, { cookie: owner.cookie }]) {
        const { statusCode, body } = await service.app.inject({ method: 'GET', url, headers })
        assert.equal(statusCode, 404, url)
        const { code, message, ...rest } = JSON.parse(body)
        assert.deepEqual([code, typeof message, rest], ['NOT_FOUND', 'string', {}])
      }
    }
  })
})

describe('errors', () => {
  /** The body of a refusal but for its advice, which `refusal-advice.test.ts` looks at. */
  const send = async (name: RouteName, request: object) => {
    const { errors: _, ...body } = (await service.call(owner, name, request)).body as { errors?: unknown }
    return body
  }

  test('a 422 is code and meta.field, without a message', async () => {
    assert.deepEqual(await send('createOrganization', { body: {} }), {
      code: 'FIELD_REQUIRED',
      meta: { field: 'name' },
    })
  })

  test('a missing key is a message and nothing else', async () => {
    const answer = await service.call(owner, 'deleteKey', { params: { projectId, keyId: 999_999 } })
    assert.equal(answer.status, 404)
    const { message, ...rest } = answer.body as Record<string, unknown>
    assert.equal(typeof message, 'string')
    assert.deepEqual(rest, {})
  })

  test('everything else is code and message, as JSON', async () => {
    const { statusCode, headers, body } = await service.app.inject({ method: 'GET', url: '/v1/auth/session' })
    assert.equal(statusCode, 401)
    assert.match(String(headers['content-type']), /^application\/json\b/)
    assert.deepEqual(Object.keys(JSON.parse(body)).sort(), ['code', 'message'])
    assert.equal(JSON.parse(body).code, 'AUTHENTICATION_REQUIRED')
  })

  test('a fault of the service is 500 INTERNAL_ERROR with a request id, and nothing of the inside', async () => {
    await service.db.run(sql`alter table locales rename to locales_elsewhere`)
    try {
      const answer = await service.call(owner, 'listOrganizationLocales', { params: { orgId } })
      const { code, message, meta, ...rest } = answer.body as Record<string, unknown>
      assert.deepEqual([answer.status, code, typeof message, rest], [500, 'INTERNAL_ERROR', 'string', {}])
      const { requestId, ...more } = meta as Record<string, unknown>
      assert.equal(typeof requestId, 'string')
      assert.deepEqual(more, {})
      assert.doesNotMatch(JSON.stringify(answer.body), /locales|relation|select|node_modules|\.ts/i)
    } finally {
      await service.db.run(sql`alter table locales_elsewhere rename to locales`)
    }
  })

  test('the first failing field is reported, in the order of the table, by its dotted path', async () => {
    const value = { value: 'x', status: 'translated' }
    const cases: [object, string, string][] = [
      [{ description: 5, isPlural: 'x' }, 'FIELD_REQUIRED', 'key'],
      [{ key: '', description: 5 }, 'FIELD_REQUIRED', 'key'],
      [{ key: 'k'.repeat(769), namespace: 5 }, 'FIELD_TOO_LONG', 'key'],
      [{ key: 5, namespace: 5 }, 'VALIDATION_ERROR', 'key'],
      [{ characterLimit: 0, isPlural: 1, description: 'd'.repeat(5001), key: 'k' }, 'FIELD_TOO_LONG', 'description'],
      [{ characterLimit: 0, isPlural: 1, key: 'k' }, 'VALIDATION_ERROR', 'isPlural'],
      [{ characterLimit: 0, translations: 5, key: 'k' }, 'VALIDATION_ERROR', 'characterLimit'],
      [{ key: 'k', translations: [] }, 'VALIDATION_ERROR', 'translations'],
      [{ key: 'k', translations: { fr: value, de: 5 } }, 'VALIDATION_ERROR', 'translations.de'],
      [{ key: 'k', translations: { de: { status: 'x' } } }, 'FIELD_REQUIRED', 'translations.de.value'],
      [{ key: 'k', translations: { de: { value: 'x' } } }, 'FIELD_REQUIRED', 'translations.de.status'],
      [{ key: 'k', translations: { de: { ...value, status: 'x' } } }, 'VALIDATION_ERROR', 'translations.de.status'],
      [{ key: 'k', translations: { de: { ...value, value: null } } }, 'VALIDATION_ERROR', 'translations.de.value'],
    ]
    for (const [body, code, field] of cases) {
      assert.deepEqual(await send('createKey', { params, body }), { code, meta: { field } })
    }
    const locales = { name: 'P', sourceLocale: 'en', locales: ['de', 'fr', 'no such locale'] }
    assert.deepEqual(await send('createProject', { params: { orgId }, body: locales }), {
      code: 'VALIDATION_ERROR',
      meta: { field: 'locales.2' },
    })
  })

  // FIELD_TOO_SHORT is named for glossary and webhook fields, FIELD_REQUIRED for the key of key routes.
  test('a string under its minimum is VALIDATION_ERROR where no other code is named', async () => {
    const tooShort = (field: string) => ({ code: 'VALIDATION_ERROR', meta: { field } })
    assert.deepEqual(await send('createOrganization', { body: { name: '' } }), tooShort('name'))
    assert.deepEqual(await send('updateProject', { params, body: { name: '' } }), tooShort('name'))
    const key = { key: 'k', namespace: '' }
    assert.deepEqual(await send('createKey', { params, body: key }), tooShort('namespace'))
  })

  test('query parameters are checked like fields, and never reach the database as text', async () => {
    const cases: [Record<string, unknown>, string][] = [
      [{ limit: 0 }, 'limit'],
      [{ limit: 101 }, 'limit'],
      [{ limit: '1.5' }, 'limit'],
      [{ limit: '1e1' }, 'limit'],
      [{ limit: '' }, 'limit'],
      [{ limit: [1, 2] }, 'limit'],
      [{ sortBy: 'key;select pg_sleep(5)' }, 'sortBy'],
      [{ sortBy: "'" }, 'sortBy'],
      [{ sortBy: '__proto__' }, 'sortBy'],
      [{ sortOrder: 'asc, (select 1)' }, 'sortOrder'],
    ]
    for (const [query, field] of cases) {
      await service.refused(owner, 'listKeys', { params, query }, 'validationError', { field })
    }
  })
})

describe('bodies', () => {
  const count = async () => (await service.ok(owner, 'listOrganizations')).organizations.length

  test('unknown fields are ignored, whatever their names', async () => {
    const body = '{"name":"Known","x":{"y":[1]},"__proto__":{"name":"no"},"constructor":5,"toString":null}'
    assert.equal((await service.ok(owner, 'createOrganization', organization(body))).name, 'Known')
    const inherited = organization('{"__proto__":{"name":"inherited"}}')
    await service.refused(owner, 'createOrganization', inherited, 'fieldRequired', { field: 'name' })
  })

  test('400 INVALID_INPUT: what is no JSON', async () => {
    const before = await count()
    for (const body of ['{', '{name:"x"}', "{'name':'x'}", '{"name":"x"}}', 'name=x', '{"name":"x",}', 'undefined']) {
      await service.refused(owner, 'createOrganization', organization(body), 'bodyNotJson')
    }
    const { statusCode, body } = await service.app.inject({
      method: 'POST',
      url: '/v1/organizations',
      headers: { cookie: owner.cookie, 'content-type': 'application/json' },
      payload: Buffer.from('{"name":"\xff"}', 'latin1'),
    })
    assert.deepEqual([statusCode, JSON.parse(body).code], [400, 'INVALID_INPUT'], 'bytes that are no UTF-8')
    assert.equal(await count(), before)
  })

  test('422 VALIDATION_ERROR: JSON that is no object', async () => {
    for (const body of ['[]', '"x"', '5', 'null', 'true', '[{"name":"x"}]']) {
      const answer = await service.call(owner, 'createOrganization', organization(body))
      assert.deepEqual([answer.status, (answer.body as { code: string }).code], [422, 'VALIDATION_ERROR'], body)
    }
  })

  test('413 FILE_TOO_LARGE over 1 MiB; 1 MiB itself is fine', async () => {
    const sized = (bytes: number) => {
      const empty = JSON.stringify({ name: 'Large', padding: '' })
      return JSON.stringify({ name: 'Large', padding: 'x'.repeat(bytes - empty.length) })
    }
    assert.equal(sized(MEBIBYTE).length, 2 ** 20)
    await service.ok(owner, 'createOrganization', organization(sized(MEBIBYTE)))
    const before = await count()
    await service.refused(owner, 'createOrganization', organization(sized(MEBIBYTE + 1)), 'bodyTooLarge')
    assert.equal(await count(), before)
    await service.refused(nobody, 'createOrganization', organization(sized(MEBIBYTE + 1)), 'authenticationRequired')
  })
})

describe('times', () => {
  const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

  test('are ISO 8601 in UTC with milliseconds', async () => {
    const value = { value: 'x', status: 'translated' }
    const key = await service.ok(owner, 'createKey', { params, body: { key: 'timed', translations: { de: value } } })
    const project = await service.ok(owner, 'getProject', { params })
    const { organizations } = await service.ok(owner, 'listOrganizations')
    for (const one of [key, ...Object.values(key.translations), project, ...organizations]) {
      assert.match(one.createdAt, ISO)
      assert.match(one.updatedAt, ISO)
    }
    assert.equal(key.createdAt, service.clock.now().toISOString())
  })

  test('PATCH changes only what was sent, and updatedAt moves only when something changed', async () => {
    const before = await service.ok(owner, 'getProject', { params })
    service.clock.advance(1000)
    for (const body of [{}, { name: before.name }, { name: before.name, unknown: 1 }]) {
      assert.deepEqual(await service.ok(owner, 'updateProject', { params, body }), before)
    }
    const after = await service.ok(owner, 'updateProject', { params, body: { name: 'Renamed', id: 1 } })
    assert.deepEqual(after, { ...before, name: 'Renamed', updatedAt: service.clock.now().toISOString() })
  })

  test('a write of the same value leaves updatedAt alone', async () => {
    const put = (value: string) =>
      service.ok(owner, 'putValue', { params: { projectId, key: 'still' }, body: { locale: 'de', value } })
    await service.ok(owner, 'createKey', { params, body: { key: 'still' } })
    const first = await put('a')
    service.clock.advance(1000)
    assert.deepEqual(await put('a'), first)
    assert.equal((await put('b')).updatedAt, service.clock.now().toISOString())
  })
})
