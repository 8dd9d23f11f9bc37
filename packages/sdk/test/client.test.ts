import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createClient, ParlanceError, ParlanceNetworkError } from '../src/index.ts'
import { type Act, clientOf, json } from './answering-service.ts'

const params = { projectId: 1 }

describe('a request', () => {
  test('has its method, its path and its body, and says who asks', async () => {
    const { arrived, client } = await clientOf(json(201, { id: 5 }), { apiKey: 'tms_secret', csrfToken: 'token' })
    const created = await client.createKey({ params, body: { key: 'menu.title' } })
    assert.equal(created.id, 5)
    const [{ method, url, headers, body } = assert.fail()] = arrived
    assert.deepEqual([method, url, body], ['POST', '/v1/projects/1/keys', '{"key":"menu.title"}'])
    assert.equal(headers.authorization, 'Bearer tms_secret')
    assert.equal(headers['x-csrf-token'], 'token')
    assert.equal(headers['content-type'], 'application/json')
  })

  test('that only reads has neither a body nor a token, and need not be told anything', async () => {
    const { arrived, client } = await clientOf(json(200, { organizations: [] }), { csrfToken: 'token' })
    assert.deepEqual(await client.listOrganizations(), { organizations: [] })
    const [{ method, url, headers, body } = assert.fail()] = arrived
    assert.deepEqual([method, url, body], ['GET', '/v1/organizations', ''])
    for (const name of ['content-type', 'x-csrf-token', 'authorization']) assert.equal(headers[name], undefined, name)
  })

  test('goes below the address of the service, with or without a slash at its end', async () => {
    const { arrived, baseUrl } = await clientOf(json(200, {}))
    for (const base of [`${baseUrl}/`, `${baseUrl}/texts`, new URL(`${baseUrl}/texts/`)]) {
      await createClient({ baseUrl: base }).getSession()
    }
    const paths = ['/v1/auth/session', '/texts/v1/auth/session', '/texts/v1/auth/session']
    assert.deepEqual(
      arrived.map(({ url }) => url),
      paths,
    )
  })

  test('carries any name in its path', async () => {
    const { arrived, client } = await clientOf(json(200, {}))
    const names = ['a/b c', '日本.語', '😀', '50 %', '%2e%2e', '...', '..a', 'a?b#c', 'a\\b', '+', '{key}', '$&']
    for (const key of names) await client.getKey({ params: { namespace: 'default', key } })
    const read = arrived.map(({ url = '' }) =>
      decodeURIComponent(new URL(url, 'http://x').pathname.split('/')[4] ?? ''),
    )
    assert.deepEqual(read, names)
  })

  test('is not sent when its path could not carry a name', async () => {
    const { arrived, client } = await clientOf(json(204, undefined))
    for (const key of ['', '.', '..']) {
      await assert.rejects(client.dropKey({ params: { namespace: 'default', key } }), TypeError, key)
    }
    assert.deepEqual(arrived, [])
  })

  test('repeats the items of a list, and what is undefined is not sent', async () => {
    const { arrived, client } = await clientOf(json(200, {}))
    const namespaces = ['a', 'b,c', 'd\\']
    await client.exportTranslations({ query: { namespaces, locales: [], includeEmpty: true } })
    const [{ url = '' } = assert.fail()] = arrived
    const { searchParams } = new URL(url, 'http://x')
    assert.deepEqual(searchParams.getAll('namespaces'), ['a', 'b\\,c', 'd\\\\'])
    assert.deepEqual([searchParams.get('includeEmpty'), searchParams.has('locales')], ['true', false])
  })

  test('can be broken off, and ends with the reason', async () => {
    const { client } = await clientOf(() => {})
    const hangUp = new AbortController()
    const asked = client.getProject({ params, signal: hangUp.signal })
    const reason = new Error('enough')
    hangUp.abort(reason)
    await assert.rejects(asked, reason)
  })
})

describe('an answer', () => {
  test('without a body is undefined', async () => {
    const { client } = await clientOf((response) => response.writeHead(204).end())
    assert.equal(await client.deleteProject({ params }), undefined)
  })

  test('of a route that has several tells which it is', async () => {
    const { client } = await clientOf(json(201, { id: 7 }))
    const { status, body } = await client.pushKey({ body: { key: 'a' } })
    assert.deepEqual([status, body.id], [201, 7])
  })

  test('that is a file comes as it is, piece by piece', async () => {
    const { client } = await clientOf((response) => {
      response.writeHead(200, { 'content-disposition': 'attachment; filename="en.json"' }).write('{"a":')
      setImmediate(() => response.end('1}'))
    })
    const response = await client.exportKeys({ params, body: {} })
    assert.match(response.headers.get('content-disposition') ?? '', /en\.json/)
    assert.equal(await response.text(), '{"a":1}')
  })

  test('that is a stream is open before it ends', async () => {
    const { client } = await clientOf((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write('event: heartbeat\n\n')
    })
    const hangUp = new AbortController()
    const response = await client.streamProject({ params, signal: hangUp.signal })
    const read = await response.body?.getReader().read()
    assert.equal(new TextDecoder().decode(read?.value), 'event: heartbeat\n\n')
    hangUp.abort()
  })

  test('that is no JSON is a failure, whatever its status says', async () => {
    const page = { 'content-type': 'text/html' }
    const { client } = await clientOf((response) => response.writeHead(200, page).end('<h1>Sign in</h1>'))
    await assert.rejects(client.getProject({ params }), { name: 'ParlanceError', message: /text\/html, not JSON/ })
  })
})

describe('a refusal', () => {
  const refusalOf = async (act: Act): Promise<ParlanceError> => {
    const { client } = await clientOf(act)
    return client.exportKeys({ params, body: {} }).then(
      () => assert.fail('it succeeded'),
      (error) => {
        assert.ok(error instanceof ParlanceError)
        return error
      },
    )
  }

  test('says what the service said', async () => {
    const meta = { requiredPermission: 'project.export' }
    const body = { code: 'FORBIDDEN', message: 'Your role or key does not allow this.', meta }
    const refusal = await refusalOf(json(403, body, { 'x-request-id': 'r1' }))
    const { status, code, message, meta: told, requestId } = refusal
    assert.deepEqual({ code, message, meta: told }, body)
    assert.deepEqual([status, requestId], [403, 'r1'])
  })

  test('says what to do about a field, else names it; without anything, its status', async () => {
    const field = await refusalOf(json(422, { code: 'FIELD_TOO_LONG', meta: { field: 'translations.de.value' } }))
    assert.equal(field.message, 'FIELD_TOO_LONG in translations.de.value')
    const errors = [{ field: 'key', message: '`key` must not be empty.' }]
    const advised = await refusalOf(json(422, { code: 'FIELD_REQUIRED', meta: { field: 'key' }, errors }))
    assert.equal(advised.message, '`key` must not be empty.')
    const proxy = await refusalOf((response) => response.writeHead(502).end('<h1>Bad gateway</h1>'))
    assert.deepEqual([proxy.message, proxy.code, proxy.requestId], ['The service answered 502', undefined, undefined])
    const stranger = await refusalOf(json(500, { code: 17, message: { text: 'no' }, meta: null }))
    assert.deepEqual(
      [stranger.message, stranger.code, stranger.meta],
      ['The service answered 500', undefined, undefined],
    )
  })

  test('may pass, or not', async () => {
    const isRetryable = async (status: number, code?: string) => (await refusalOf(json(status, { code }))).isRetryable
    for (const status of [408, 425, 429, 502, 503, 504]) assert.ok(await isRetryable(status), String(status))
    for (const status of [400, 401, 403, 404, 409, 413, 422, 500])
      assert.ok(!(await isRetryable(status)), String(status))
    assert.ok(await isRetryable(409, 'TRANSACTION_CONFLICT'))
  })
})

test('no answer, or half of one, is a fault of the network', async () => {
  const { client } = await clientOf((response) => response.destroy())
  await assert.rejects(client.getProject({ params }), (error) => {
    assert.ok(error instanceof ParlanceNetworkError)
    return error.cause instanceof Error
  })
  const half = await clientOf((response) => {
    response.writeHead(200, { 'content-length': 100 }).write('{', () => response.destroy())
  })
  await assert.rejects(half.client.getProject({ params }), ParlanceNetworkError)
})

test('requests that no route has do not compile', () => {
  const client = createClient({ baseUrl: 'http://x' })
  assert.ok(client)
  const compiled = () => [
    // @ts-expect-error there is no such route
    client.getEverything(),
    // @ts-expect-error its project is missing
    client.listKeys(),
    // @ts-expect-error it is a number
    client.listKeys({ params: { projectId: '1' } }),
    // @ts-expect-error there is no such filter
    client.listKeys({ params, query: { sort: 'key' } }),
    // @ts-expect-error it needs a body
    client.createKey({ params }),
    // @ts-expect-error it takes none
    client.deleteProject({ params, body: {} }),
  ]
  assert.equal(typeof compiled, 'function')
})
