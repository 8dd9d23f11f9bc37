import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createScene } from '../../../../test/factories.ts'
import { startService } from '../../../../test/harness.ts'

const service = await startService()

const ask = async (url: string) => {
  const { headers, statusCode, body } = await service.app.inject({ url })
  return { headers, status: statusCode, body, policy: directives(String(headers['content-security-policy'])) }
}

const directives = (policy: string) =>
  new Map(policy.split(/; */).map((directive) => [directive.split(' ')[0], directive.split(' ').slice(1).join(' ')]))

describe('every page', () => {
  for (const url of [
    '/',
    '/docs',
    '/docs/',
    '/docs/operations/createKey',
    '/docs/guide.js',
    '/openapi.json',
    '/health',
    '/nowhere',
    '/v1/auth/session',
  ]) {
    test(`${url} is shown in no frame, tells nobody where one comes from, and is only what it says it is`, async () => {
      const { headers, policy } = await ask(url)
      assert.equal(policy.get('frame-ancestors'), "'none'")
      // The console alone brings scripts of its own, and asks only where it came from.
      assert.equal(policy.get('default-src'), url === '/' ? "'self'" : "'none'")
      assert.equal(headers['referrer-policy'], 'no-referrer')
      assert.equal(headers['x-content-type-options'], 'nosniff')
    })
  }
})

test('the guide loads what it needs under its policy: scripts and styles of its own, and none written into the page', async () => {
  const { status, body, policy } = await ask('/docs/')
  assert.equal(policy.get('style-src'), "'self'")
  assert.equal(status, 200)
  assert.equal(policy.get('script-src'), "'self'")
  const scripts = [...body.matchAll(/<script([^>]*)>(.*?)<\/script>/gs)]
  assert.ok(scripts.length > 0)
  for (const [, attributes = '', inner = ''] of scripts) {
    const [, source] = /src="([^":]+)"/.exec(attributes) ?? []
    assert.ok(source, attributes)
    assert.equal(inner.trim(), '')
    assert.equal((await ask(new URL(source, 'http://service/docs/').pathname)).status, 200)
  }
  assert.doesNotMatch(body, /<style|\son\w+=|https?:\/\//)
})

test('what is private is kept by nobody', async () => {
  const { owner, orgId, projectId } = await createScene(service)
  for (const url of [
    'auth/session',
    `organizations/${orgId}`,
    `projects/${projectId}/keys`,
    `projects/${projectId}/keys?limit=0`,
  ]) {
    const { headers } = await service.app.inject({ url: `/v1/${url}`, headers: { cookie: owner.cookie } })
    assert.equal(headers['cache-control'], 'private, no-store', url)
  }
})
