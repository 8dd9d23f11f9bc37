import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { describe, test } from 'node:test'
import { createApiKey, createScene } from '../../../../test/factories.ts'
import { startService } from '../../../../test/harness.ts'

const service = await startService()
const { owner, projectId } = await createScene(service)
const robot = await createApiKey(service, owner, projectId, [
  'translations:read',
  'translations:write',
  'translations:delete',
])
await service.app.listen({ port: 0, host: '127.0.0.1' })
const { port } = service.app.server.address() as AddressInfo

// Hardly any character twice, so that no index can compress the name.
const incompressible = (start: number) =>
  String.fromCodePoint(...Array.from({ length: 768 }, (_, at) => 0x10000 + ((start + at * 104_729) % 0xf0000)))
// As text that the formatter leaves in lines: one name between two bars.
const names = [
  ...'ids|events|stream|batch|tm|tm/search|observations|keys|42|a/b|/|//|a/|/a|.|..|../..|%|%2F|%2e%2e|%zz'.split('|'),
  ...'?|?a=b|#|&|+|a+b|;|:id|*|{key}| | a|a |\t|\r\n|__proto__|constructor|__proto__.x|toString|\'|"|\\|`'.split('|'),
  ...'\u007f|\ufeff|\u202e|é|e\u0301|ß|ключ|購物車|🦜|👩‍👩‍👧'.split('|'),
  'x'.repeat(768),
  incompressible(0),
  incompressible(1),
]

/** The name as one segment of a path. Dots are written as escapes too: clients take `..` for a folder. */
const segment = (name: string) => encodeURIComponent(name).replaceAll('.', '%2E')

/** Over a real connection: the path as it is written, which no URL parser tidied up. */
async function ask(method: string, path: string, body?: object) {
  const headers = { authorization: `Bearer ${robot.apiKey}`, ...(body ? { 'content-type': 'application/json' } : {}) }
  const sending = request({ port, host: '127.0.0.1', method, path, headers }).end(body ? JSON.stringify(body) : '')
  const [response] = await once(sending, 'response')
  const status: number = response.statusCode
  if (status === 204) {
    response.resume()
    return { status, body: undefined }
  }
  return { status, body: (await json(response)) as Record<string, unknown> }
}

/** A key through its whole life, by its name alone. */
async function live(namespace: string, key: string) {
  const path = `/v1/keys/${segment(namespace)}/${segment(key)}`
  const pushed = await ask('PUT', '/v1/keys/', { namespace, key })
  assert.equal(pushed.status, 201, JSON.stringify(pushed.body))
  const valuePath = `/v1/projects/${projectId}/keys/${segment(key)}?namespace=${encodeURIComponent(namespace)}`
  const text = `of ${namespace} ${key}`
  const put = await ask('PUT', valuePath, { locale: 'de', value: text })
  assert.deepEqual([put.status, put.body?.['value']], [200, text])
  const again = await ask('PUT', '/api/v1/keys', { namespace, key, description: 'again' })
  assert.deepEqual([again.status, again.body?.['id']], [200, pushed.body?.['id']])
  const found = await ask('GET', path)
  assert.equal(found.status, 200, JSON.stringify(found.body))
  assert.deepEqual(
    [found.body?.['id'], found.body?.['key'], found.body?.['namespace']],
    [pushed.body?.['id'], key, namespace],
  )
  return { path, read: found.body }
}

describe('any string names a key', () => {
  const paths = new Map<string, string>()

  for (const name of names) {
    const shown = name.length > 100 ? `${name.length} UTF-16 units` : JSON.stringify(name)
    test(`${shown}: pushed, written and read by its encoded name`, async () => {
      const { path, read } = await live('default', name)
      paths.set(name, path)
      assert.equal(read?.['description'], 'again')
    })
  }

  test('and each is deleted by it, none in place of another', async () => {
    for (const [name, path] of paths) {
      assert.equal((await ask('GET', path)).body?.['key'], name)
      assert.equal((await ask('DELETE', path)).status, 204)
    }
    const { data } = await service.ok(owner, 'listKeys', { params: { projectId } })
    assert.deepEqual(data, [])
    assert.equal(paths.size, names.length)
  })
})

describe('any string names a namespace', () => {
  const namespaces = "ids|events|a/b|/|.|..|%|%2F|?a=b|#|+|:id| |\r\n|__proto__|constructor|'|\\|e\u0301|🦜".split('|')
  // Under this one address a reader finds the stream of changes.
  const key = (namespace: string) => (namespace === 'events' ? 'k' : 'stream')

  test('pushed into, written in, read from and deleted from by its encoded name', async () => {
    for (const namespace of [...namespaces, '🐘'.repeat(255)]) {
      const { path } = await live(namespace, key(namespace))
      assert.equal((await ask('DELETE', path)).status, 204)
      assert.deepEqual(await ask('GET', path), { status: 404, body: { message: 'Key not found' } })
    }
  })

  test('__proto__ in both places changes nothing for others', async () => {
    await live('__proto__', '__proto__')
    assert.equal(({} as Record<string, unknown>)['description'], undefined)
    const { data } = await service.ok(owner, 'listKeys', { params: { projectId }, query: { search: '__proto__' } })
    assert.ok(data.some(({ key, namespace }) => key === '__proto__' && namespace === '__proto__'))
  })
})
