import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, test } from 'node:test'
import type { RouteName } from '@parlance/contract'
import { envelope } from '../src/http/errors.ts'
import { createScene } from './factories.ts'
import { startService } from './harness.ts'

const service = await startService()
const { owner, orgId, projectId } = await createScene(service)
const params = { projectId }
await service.app.listen({ port: 0, host: '127.0.0.1' })

const NAMES = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', '__proto__.x', 'a.__proto__.b']

describe('text that cannot be stored', () => {
  const unfit = ['\0', 'a\0b', '\ud800', 'a\udc00', '\ude00\ud83d']

  test('422 VALIDATION_ERROR: U+0000 and lone surrogates, in every kind of field', async () => {
    const value = { value: 'x', status: 'translated' }
    const fields: [RouteName, string, (bad: string) => object][] = [
      ['createOrganization', 'name', (name) => ({ body: { name } })],
      ['updateMe', 'name', (name) => ({ body: { name } })],
      ['createMember', 'localeCodes.0', (code) => ({ params: { orgId }, body: member([code]) })],
      ['createProject', 'sourceLocale', (code) => ({ params: { orgId }, body: { name: 'P', sourceLocale: code } })],
      ['createNamespace', 'name', (name) => ({ params, body: { name } })],
      ['createApiKey', 'name', (name) => ({ params, body: { name, scopes: [] } })],
      ['createKey', 'key', (key) => ({ params, body: { key } })],
      ['createKey', 'namespace', (namespace) => ({ params, body: { key: 'k', namespace } })],
      ['createKey', 'description', (description) => ({ params, body: { key: 'k', description } })],
      ['createKey', 'translations.de.value', (bad) => ({ params, body: translated('de', { ...value, value: bad }) })],
      ['putValue', 'value', (bad) => ({ params: { projectId, key: 'k' }, body: { locale: 'de', value: bad } })],
    ]
    const member = (localeCodes: string[]) => ({ email: 'x@example.com', role: 'viewer', localeCodes })
    const translated = (code: string, of: object) => ({ key: 'k', translations: { [code]: of } })
    for (const [route, field, request] of fields) {
      for (const bad of unfit) await service.refused(owner, route, request(bad), 'validationError', { field })
    }
    for (const bad of unfit) {
      const answer = await service.call(owner, 'createKey', { params, body: translated(bad, value) })
      assert.equal(answer.status, 422, 'the names of a map are text too')
    }
    const { data } = await service.ok(owner, 'listKeys', { params })
    assert.deepEqual(data, [], 'nothing was written')
  })

  test('422 VALIDATION_ERROR: U+0000 in the path and the query', async () => {
    const body = { locale: 'de', value: 'x' }
    await service.refused(owner, 'putValue', { params: { projectId, key: 'a\0b' }, body }, 'validationError', {
      field: 'key',
    })
    const request = { params: { projectId, key: 'k' }, query: { namespace: 'a\0' }, body }
    await service.refused(owner, 'putValue', request, 'validationError', { field: 'namespace' })
    await service.refused(owner, 'listKeys', { params, query: { cursor: 'a\0' } }, 'invalidCursor')
  })

  test('all other text comes back as it was sent', async () => {
    for (const name of [
      '\u0001\u007f',
      '\u2028\ufeff',
      '\uffff',
      '👩‍👩‍👧',
      'e\u0301',
      '\u202eabc',
      "'; drop table users; --",
    ]) {
      assert.equal((await service.ok(owner, 'createOrganization', { body: { name } })).name, name)
    }
  })

  test('limits count code points', async () => {
    const create = (name: string) => service.call(owner, 'createOrganization', { body: { name } })
    assert.equal((await create('😀'.repeat(255))).status, 201)
    await service.refused(owner, 'createOrganization', { body: { name: '😀'.repeat(256) } }, 'fieldTooLong', {
      field: 'name',
    })
  })
})

describe('names like any other', () => {
  test('__proto__ and the like name organizations, namespaces and keys', async () => {
    for (const name of NAMES) {
      assert.equal((await service.ok(owner, 'createOrganization', { body: { name } })).name, name)
      const key = await service.ok(owner, 'createKey', { params, body: { key: name, namespace: name } })
      assert.deepEqual([key.key, key.namespace], [name, name])
      const put = { params: { projectId, key: name }, query: { namespace: name }, body: { locale: 'de', value: name } }
      assert.equal((await service.ok(owner, 'putValue', put)).value, name)
    }
    const { data } = await service.ok(owner, 'listKeys', { params, query: { limit: 100 } })
    assert.deepEqual(
      data.map(({ key, translations }) => [key, translations['de']?.value]).sort(),
      NAMES.map((name) => [name, name]).sort(),
    )
    assert.equal(({} as Record<string, unknown>)['x'], undefined)
  })

  test('__proto__ in a map of locales is a locale that the project lacks', async () => {
    for (const name of ['__proto__', 'constructor', 'toString']) {
      const body = `{"key":"mapped","translations":{"${name}":{"value":"x","status":"translated"}}}`
      await service.refused(owner, 'createKey', { params, body }, 'localeNotEnabled')
    }
  })
})

describe('keys in the path', () => {
  // Every character of four bytes and hardly any twice, so that no index can compress it.
  const incompressible = Array.from({ length: 768 }, (_, at) =>
    String.fromCodePoint(0x10000 + ((at * 104_729) % 0xf0000)),
  )
  const names = [
    'a/b',
    '/',
    'a/',
    '%',
    '%2F',
    '%zz',
    '?x=1',
    '#',
    'a b',
    'a+b',
    '&',
    ';',
    '\r\n',
    'A',
    'a',
    'ключ',
    '1',
  ]
  const routes = ['ids', 'events', 'batch', 'export', 'import', 'tm', 'keys']

  test('any name is reached by its URL-encoded form', async () => {
    for (const key of [...names, ...routes, 'x'.repeat(768), incompressible.join('')]) {
      await service.ok(owner, 'createKey', { params, body: { key } })
      await service.refused(owner, 'createKey', { params, body: { key } }, 'keyExists')
      const put = { params: { projectId, key }, body: { locale: 'de', value: `of ${key}` } }
      assert.equal((await service.ok(owner, 'putValue', put)).value, `of ${key}`)
    }
    const { data } = await service.ok(owner, 'listKeys', { params, query: { limit: 100 } })
    for (const { key, namespace, translations } of data) {
      if (namespace === 'default') assert.equal(translations['de']?.value, `of ${key}`)
    }
  })

  test('a name over the limit is that of no key', async () => {
    const request = { params: { projectId, key: 'x'.repeat(769) }, body: { locale: 'de', value: 'x' } }
    await service.refused(owner, 'putValue', request, 'valueKeyNotFound')
  })
})

describe('requests that are hardly HTTP', () => {
  const isEnvelope = (body: string) => {
    const { code, message, ...rest } = JSON.parse(body)
    assert.deepEqual([typeof code, typeof message, rest], ['string', 'string', {}], body)
  }

  test('400 INVALID_INPUT for bad percent escapes, in the envelope', async () => {
    for (const path of [
      '/v1/%',
      '/v1/organizations/%zz',
      '/v1/projects/%E0%A4%A',
      '/v1/projects/1/keys/%ED%A0%80',
      '/%c0%80',
    ]) {
      for (const method of ['GET', 'PUT'] as const) {
        const { statusCode, headers, body } = await service.app.inject({ method, url: path })
        assert.match(String(headers['content-type']), /^application\/json\b/)
        isEnvelope(body)
        assert.deepEqual([statusCode, JSON.parse(body).code], [400, 'INVALID_INPUT'], path)
      }
    }
  })

  test('414 INVALID_INPUT for an address whose part is longer than any name can be, for anyone', async () => {
    const put = async (length: number, headers: Record<string, string>) => {
      const url = `/v1/projects/${projectId}/keys/${'x'.repeat(length)}`
      const { statusCode, body } = await service.app.inject({ method: 'PUT', url, headers, payload: {} })
      return { status: statusCode, body: JSON.parse(body) }
    }
    for (const headers of [{ cookie: owner.cookie }, {}]) {
      assert.deepEqual(await put(2049, headers), envelope('urlTooLong'))
      assert.deepEqual(await put(10_000, headers), envelope('urlTooLong'))
      assert.notEqual((await put(2048, headers)).status, 414)
    }
    assert.deepEqual(envelope('urlTooLong').status, 414)
    assert.equal((envelope('urlTooLong').body as { code: string }).code, 'INVALID_INPUT')
  })

  test('over a real connection: over-long headers and addresses, and nonsense', async () => {
    const refusal = async (request: string) => {
      const { status, type, body } = await exchange(request)
      assert.match(type, /^application\/json\b/)
      isEnvelope(body)
      return status
    }
    const long = 'x'.repeat(100_000)
    assert.equal(await refusal(`GET /v1/auth/session HTTP/1.1\r\n${CLOSE}X-Long: ${long}\r\n\r\n`), 431)
    assert.equal(await refusal(`GET /v1/auth/session HTTP/1.1\r\n${CLOSE}Cookie: tms_session=${long}\r\n\r\n`), 431)
    assert.equal(await refusal(`GET /v1/projects/${long} HTTP/1.1\r\n${CLOSE}\r\n`), 431)
    assert.equal(await refusal(`GET /v1/projects/${'1'.repeat(5_000)} HTTP/1.1\r\n${CLOSE}\r\n`), 414)
    assert.equal(await refusal('NONSENSE\r\n\r\n'), 400)
    assert.equal(await refusal(`GET /v1/auth/session HTTP/1.1\r\n${CLOSE}Content-Length: x\r\n\r\n`), 400)
    await service.ok(owner, 'getSession')
  })

  test('over a real connection: keys named . and .., which URL parsers take for folders', async () => {
    const body = JSON.stringify({ locale: 'de', value: 'found' })
    for (const [key, escaped] of [
      ['.', '%2E'],
      ['..', '%2E%2E'],
    ]) {
      await service.ok(owner, 'createKey', { params, body: { key } })
      const headers = `${CLOSE}Cookie: ${owner.cookie}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}`
      const url = `/v1/projects/${projectId}/keys/${escaped}`
      const answer = await exchange(`PUT ${url} HTTP/1.1\r\n${headers}\r\n\r\n${body}`)
      assert.equal(answer.status, 200, `${key}: ${answer.body}`)
    }
  })
})

test('a client that sends all of a body before it reads sees why it was refused', async () => {
  const body = 'x'.repeat(30 * 2 ** 20)
  const length = `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n`
  const url = `/v1/organizations/${orgId}/glossary/import/json`
  const tooLarge = await exchange(`POST ${url} HTTP/1.1\r\n${CLOSE}${length}Cookie: ${owner.cookie}\r\n\r\n${body}`)
  assert.deepEqual([tooLarge.status, JSON.parse(tooLarge.body).code], [413, 'FILE_TOO_LARGE'])
  const unknown = await exchange(`POST ${url} HTTP/1.1\r\n${CLOSE}${length}\r\n${body}`)
  assert.equal(unknown.status, 401)
})

const CLOSE = 'Host: localhost\r\nConnection: close\r\n'

/** The request exactly as written, which no HTTP client would send. */
async function exchange(request: string) {
  const { port } = service.app.server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  await new Promise((sent) => socket.write(request, sent))
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n')
  return { status: Number(head.split(' ')[1]), type: /^content-type: (.*)$/im.exec(head)?.[1] ?? '', body }
}
