import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { register } from '../../../test/factories.ts'
import { atEnd, nobody, startService } from '../../../test/harness.ts'
import { startIdentityProvider } from '../../../test/identity-provider.ts'
import { providerConfig, signInWith } from '../../../test/provider-scene.ts'

const HOUR = 3_600_000
const people = { nia: { email: 'nia@example.com', email_verified: true } }
const provider = await startIdentityProvider({ origins: ['http://localhost'], people })
const withEnv = (env: Record<string, string> = {}) =>
  startService(providerConfig(provider, { OIDC_ALLOWED_DOMAINS: '*', ...env }))
const DISCOVERY = 'GET /.well-known/openid-configuration'
const discoveries = () => provider.asked.filter((path) => path === DISCOVERY).length

test('a provider that is away keeps no service from starting; when it is back people sign in', async () => {
  provider.isAway = true
  const service = await withEnv()
  await register(service)
  assert.equal(discoveries(), 0, 'it is asked when somebody wants to sign in')
  await service.refused(nobody, 'beginProviderSignIn', { body: {} }, 'identityProviderFailed')
  assert.equal(discoveries(), 2, 'and once more, in case it passes')
  provider.isAway = false
  assert.equal((await signInWith(service, provider, 'nia')).status, 200)
})

test('it is asked what it can do once an hour, by all who come at the same moment together', async () => {
  const service = await withEnv()
  const before = discoveries()
  await Promise.all([1, 2, 3].map(() => service.ok(nobody, 'beginProviderSignIn', { body: {} })))
  await service.ok(nobody, 'beginProviderSignIn', { body: {} })
  assert.equal(discoveries() - before, 1)
  service.clock.advance(HOUR)
  await service.ok(nobody, 'beginProviderSignIn', { body: {} })
  assert.equal(discoveries() - before, 2)
  service.clock.advance(HOUR)
  provider.isAway = true
  await service.ok(nobody, 'beginProviderSignIn', { body: {} })
  provider.isAway = false
})

test('the secret goes as the provider takes it, or as is set', async () => {
  for (const [env, came] of [
    [{}, 'in a header'],
    [{ OIDC_CLIENT_AUTH: 'basic' }, 'in a header'],
    [{ OIDC_CLIENT_AUTH: 'post' }, 'in the body'],
  ] as const) {
    const service = await withEnv(env)
    await register(service)
    assert.equal((await signInWith(service, provider, 'nia')).status, 200)
    assert.equal(provider.secretCame, came)
  }
})

test('a secret that is wrong, and an issuer that calls itself otherwise, are told in the log', async (t) => {
  const told: unknown[] = []
  const issuer = provider.issuer.replace('localhost', '127.0.0.1')
  for (const [env, expected] of [
    [{ OIDC_CLIENT_SECRET: 'wrong' }, /"status":401/],
    [{ OIDC_ISSUER: issuer }, /issuer/],
    [{ OIDC_ISSUER: `${provider.issuer}/` }, /It calls itself http:\/\/localhost:\d+: OIDC_ISSUER must be the same/],
  ] as const) {
    const service = await withEnv(env)
    t.mock.method(service.services.log, 'warn', (...line: unknown[]) => void told.push(...line))
    await register(service)
    const answer = await service.call(nobody, 'beginProviderSignIn', { body: {} })
    if (answer.status === 200) assert.equal((await signInWith(service, provider, 'nia')).status, 502)
    else assert.equal(answer.status, 502)
    assert.match(JSON.stringify(told.splice(0)), expected)
  }
})

test('something that is no provider is told in the same way', async () => {
  for (const answer of ['<html>', '{}', '{"issuer":7}', '[]']) {
    const server = createServer((_request, response) =>
      response.setHeader('content-type', 'application/json').end(answer),
    )
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
    atEnd(async () => void server.close())
    const service = await withEnv({ OIDC_ISSUER: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
    await service.refused(nobody, 'beginProviderSignIn', { body: {} }, 'identityProviderFailed')
    server.closeAllConnections()
  }
})
