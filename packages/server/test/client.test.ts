import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createClient, ParlanceError } from '@parlance/sdk'
import { createApiKey, createScene } from './factories.ts'
import { credentials, startService } from './harness.ts'

// Every other test calls by the same client, without a network; here there is one.

const service = await startService()
const { owner, projectId } = await createScene(service)
const { apiKey } = await createApiKey(service, owner, projectId, [
  'translations:read',
  'translations:write',
  'translations:delete',
])
const baseUrl = await service.app.listen({ port: 0, host: '127.0.0.1' })
const client = createClient({ baseUrl, apiKey })
const params = { projectId }

const NAMES = [
  'a/b c',
  '日本.語',
  '😀',
  '50 %',
  '%2e%2e',
  '...',
  'a?b#c',
  'a\\b',
  '+',
  'a,b',
  ';',
  "it's",
  'é',
  'e\u0301',
]

test('keys of any name are pushed, read, written and dropped', async () => {
  for (const key of NAMES) {
    const namespace = `in ${key}`
    const pushed = await client.pushKey({ body: { key, namespace } })
    assert.deepEqual([pushed.status, pushed.body.key], [201, key])
    const body = { locale: 'de', value: key }
    await client.putValue({ params: { projectId, key }, query: { namespace }, body })
    const read = await client.getKey({ params: { namespace, key } })
    assert.deepEqual([read.key, read.namespace, read.translations['de']?.value], [key, namespace, key])
    const { namespaces } = await client.exportTranslations({ query: { namespaces: [namespace], locales: ['de'] } })
    assert.deepEqual(namespaces, { [namespace]: { de: { [key]: key } } })
    assert.equal(await client.dropKey({ params: { namespace, key } }), undefined)
  }
})

test('a name that no address can hold is refused before anything is dropped', async () => {
  await client.pushKey({ body: { key: '..' } })
  await assert.rejects(client.dropKey({ params: { namespace: 'default', key: '..' } }), TypeError)
  assert.equal((await client.listKeys({ params, query: { search: '..' } })).data.length, 1)
})

test('a file comes as a file, and a stream as one that is open', async () => {
  await client.pushKey({ body: { key: 'title', translations: { en: { value: 'Shop', status: 'translated' } } } })
  const file = await client.exportKeys({ params, body: { localeCodes: ['en'], namespaces: ['default'] } })
  assert.match(file.headers.get('content-disposition') ?? '', /^attachment; filename=/)
  assert.deepEqual(await file.json(), { title: 'Shop' })
  const hangUp = new AbortController()
  const stream = await client.streamKeys({ query: { events: ['key.created', 'key.deleted'] }, signal: hangUp.signal })
  const { value } = (await stream.body?.getReader().read()) ?? {}
  assert.match(new TextDecoder().decode(value), /^event: connected\ndata: .*"events":\["key\.created","key\.deleted"\]/)
  hangUp.abort()
})

test('a refusal is told with its code and the number of its request', async () => {
  const asked = client.updateKey({ params: { projectId, keyId: 1 }, body: { key: '' } })
  await assert.rejects(asked, (error) => {
    assert.ok(error instanceof ParlanceError)
    assert.deepEqual([error.status, error.code, error.meta], [422, 'FIELD_REQUIRED', { field: 'key' }])
    assert.equal(error.message, '`key` must not be empty.')
    return /^[0-9a-f-]{36}$/.test(error.requestId ?? '')
  })
})

test('a page of another origin writes with the token of its session', async () => {
  /** What a browser adds by itself. */
  const inPage: typeof fetch = (url, init) =>
    fetch(url, { ...init, headers: { ...init?.headers, ...credentials(owner), origin: 'https://console.example.com' } })
  const rename = (options: { csrfToken?: string }) =>
    createClient({ baseUrl, fetch: inPage, ...options }).updateProject({ params, body: { name: 'Renamed' } })
  await assert.rejects(rename({}), { status: 403, code: 'FORBIDDEN' })
  assert.equal((await rename({ csrfToken: owner.csrfToken })).name, 'Renamed')
})
