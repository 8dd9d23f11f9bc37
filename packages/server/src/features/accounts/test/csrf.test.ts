import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { contract, type Entry, type RouteName, takesSessions } from '@parlance/contract'
import { cookieOf, createApiKey, createScene } from '../../../../test/factories.ts'
import { nobody, startService } from '../../../../test/harness.ts'

const PUBLIC_URL = 'https://l10n.example.com'
const service = await startService({ publicUrl: PUBLIC_URL })
const { owner, orgId, projectId } = await createScene(service)

type Headers = Record<string, string>
const write = (headers: Headers) => ({ body: { name: 'Made' }, headers })
const count = async () => (await service.ok(owner, 'listOrganizations')).organizations.length

async function passes(headers: Headers) {
  const before = await count()
  await service.ok(owner, 'createOrganization', write(headers))
  assert.equal(await count(), before + 1)
}

async function refused(headers: Headers, situation: 'crossOrigin' | 'foreignHost' | 'wrongCsrfToken') {
  const before = await count()
  await service.refused(owner, 'createOrganization', write(headers), situation)
  assert.equal(await count(), before, 'nothing was written')
}

describe('a session write', () => {
  test('passes from a client that is no browser, without a token', () => passes({}))

  test('passes from our own pages', async () => {
    await passes({ 'sec-fetch-site': 'same-origin' })
    await passes({ 'sec-fetch-site': 'same-origin', origin: PUBLIC_URL })
    await passes({ origin: PUBLIC_URL })
    await passes({ 'sec-fetch-site': 'none' })
  })

  test('is refused from another site, or from another host of the same site', async () => {
    await refused({ 'sec-fetch-site': 'cross-site' }, 'crossOrigin')
    await refused({ 'sec-fetch-site': 'same-site' }, 'crossOrigin')
    await refused({ 'sec-fetch-site': 'cross-site', origin: PUBLIC_URL }, 'crossOrigin')
  })

  test('is refused from another origin, whatever else the browser says', async () => {
    const foreign = [
      'https://evil.example',
      'https://l10n.example.com.evil.example',
      'https://l10n.example.com:8443',
      'null',
      '',
    ]
    for (const origin of foreign) {
      await refused({ origin }, 'crossOrigin')
      await refused({ origin, 'sec-fetch-site': 'same-origin' }, 'crossOrigin')
    }
  })

  test('is refused from the same host over another scheme', () =>
    refused({ origin: 'http://l10n.example.com', host: 'l10n.example.com' }, 'crossOrigin'))

  test('passes from elsewhere with the token of its session', async () => {
    const token = { 'x-csrf-token': owner.csrfToken }
    await passes(token)
    await passes({ ...token, 'sec-fetch-site': 'cross-site' })
    await passes({ ...token, 'sec-fetch-site': 'same-site', origin: 'https://evil.example' })
    await passes({ ...token, origin: 'null' })
  })

  test('is refused with a wrong token, wherever it comes from', async () => {
    const answer = await service.call(nobody, 'login', { body: { email: owner.email, password: owner.password } })
    const { csrfToken } = answer.body as { csrfToken: string }
    assert.notEqual(csrfToken, owner.csrfToken)
    const wrong = [csrfToken, '', 'x', owner.csrfToken.slice(1), `${owner.csrfToken}x`, owner.cookie]
    for (const token of wrong) {
      await refused({ 'x-csrf-token': token }, 'wrongCsrfToken')
      await refused({ 'x-csrf-token': token, 'sec-fetch-site': 'same-origin', origin: PUBLIC_URL }, 'wrongCsrfToken')
      await refused({ 'x-csrf-token': token, 'sec-fetch-site': 'cross-site' }, 'wrongCsrfToken')
    }
    const other = { cookie: cookieOf(answer) }
    await service.ok(other, 'createOrganization', write({ 'x-csrf-token': csrfToken, 'sec-fetch-site': 'cross-site' }))
  })

  test('is refused under a name that is not ours, whatever else is sent', async () => {
    const foreign = [
      'evil.example',
      'evil.example:4400',
      'l10n.example.com.evil.example',
      '127.evil.example',
      '10.0.0.7',
    ]
    for (const host of foreign) {
      await refused({ host }, 'foreignHost')
      await refused({ host, origin: `http://${host}`, 'sec-fetch-site': 'same-origin' }, 'foreignHost')
      await refused({ host, 'x-csrf-token': owner.csrfToken }, 'foreignHost')
    }
  })

  test('passes under the name of PUBLIC_URL and under those of the machine itself, at any port', async () => {
    const own = ['l10n.example.com', 'L10N.example.com:443', 'localhost', 'localhost:4400', 'shop.localhost:4400']
    for (const host of [...own, '127.0.0.1:4400', '127.8.8.8', '[::1]:4400', '[::1]']) await passes({ host })
  })

  test('is refused as a form of another page would send it', async () => {
    const before = await count()
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data']) {
      await service.refused(owner, 'createOrganization', write({ 'content-type': type }), 'bodyOfOtherType')
    }
    assert.equal(await count(), before)
  })

  test('follows this rule on every route', async () => {
    const { id: namespaceId } = await service.ok(owner, 'createNamespace', {
      params: { projectId },
      body: { name: 'kept' },
    })
    const { id: keyId } = await service.ok(owner, 'createKey', { params: { projectId }, body: { key: 'kept' } })
    const { apiKeyId } = await createApiKey(service, owner, projectId, ['translations:read'])
    const known: Record<string, unknown> = { orgId, projectId, userId: owner.userId, namespaceId, keyId, apiKeyId }
    const writes = (Object.values(contract) as Entry[]).filter(
      ({ method, access }) => method !== 'GET' && takesSessions(access),
    )
    assert.ok(writes.length > 10)
    for (const { name, path } of writes) {
      const names = Array.from(path.matchAll(/\{(\w+)\}/g), ([, param]) => param as string)
      const params = Object.fromEntries(names.map((param) => [param, known[param] ?? (/id$/i.test(param) ? 1 : 'de')]))
      const request = (headers: Headers) => ({ params: params as never, body: {}, headers })
      await service.refused(owner, name as RouteName, request({ 'sec-fetch-site': 'cross-site' }), 'crossOrigin')
      await service.refused(owner, name as RouteName, request({ 'x-csrf-token': 'wrong' }), 'wrongCsrfToken')
    }
    await service.ok(owner, 'getSession')
    const { data } = await service.ok(owner, 'listKeys', { params: { projectId } })
    assert.equal(data.length, 1, 'nothing was deleted')
  })
})

describe('the rule is about session writes only', () => {
  const elsewhere = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example', host: 'evil.example' }

  test('reading is not affected', async () => {
    await service.ok(owner, 'getSession', { headers: { ...elsewhere, 'x-csrf-token': 'wrong' } })
    const head = await service.app.inject({
      method: 'HEAD',
      url: '/v1/auth/session',
      headers: { ...elsewhere, cookie: owner.cookie },
    })
    assert.equal(head.statusCode, 200)
  })

  test('API keys need no token, even with a cookie beside them', async () => {
    const { apiKey } = await createApiKey(service, owner, projectId, ['translations:write'])
    const params = { projectId }
    await service.ok({ apiKey }, 'createKey', { params, body: { key: 'one' }, headers: elsewhere })
    await service.ok({ apiKey }, 'createKey', {
      params,
      body: { key: 'two' },
      headers: { ...elsewhere, 'x-csrf-token': 'wrong' },
    })
    await service.ok({ apiKey, cookie: owner.cookie }, 'createKey', {
      params,
      body: { key: 'three' },
      headers: elsewhere,
    })
  })
})
