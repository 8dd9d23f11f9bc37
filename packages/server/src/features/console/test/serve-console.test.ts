import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import Fastify from 'fastify'
import { startService } from '../../../../test/harness.ts'
import { readConsoleFiles } from '../console-files.ts'
import { registerConsole } from '../serve-console.ts'

const folder = mkdtempSync(join(tmpdir(), 'parlance-console-'))
after(() => rmSync(folder, { recursive: true, force: true }))

const PAGE = '<!doctype html><title>Parlance</title>'
mkdirSync(join(folder, 'assets'))
writeFileSync(join(folder, 'index.html'), PAGE)
writeFileSync(join(folder, 'assets/index-abc.js'), 'plain')
writeFileSync(join(folder, 'assets/index-abc.js.br'), 'as brotli')
writeFileSync(join(folder, 'assets/index-abc.js.gz'), 'as gzip')
writeFileSync(join(folder, '.stamp'), 'secret of the build')

function serving(dist: string) {
  const app = Fastify()
  const site = registerConsole(app, readConsoleFiles(dist))
  app.setNotFoundHandler((request, reply) => {
    if (!site.sendInstead(request, reply)) reply.code(404).send({ message: 'nothing here' })
  })
  return (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers })
}

const ask = serving(folder)
const BROWSER = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

describe('the page of the console', () => {
  for (const path of ['/', '/welcome', '/sign-in?next=%2F', '/projects/1/translate/de?q=a', '/account/devices'])
    test(`is at ${path}, and is asked for anew each time`, async () => {
      const { statusCode, headers, body } = await ask(path, BROWSER)
      assert.deepEqual([statusCode, body], [200, PAGE])
      assert.equal(headers['content-type'], 'text/html; charset=utf-8')
      assert.equal(headers['cache-control'], 'no-cache')
      assert.equal(
        headers['content-security-policy'],
        "default-src 'self'; style-src 'self' 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'",
      )
    })

  test('is not sent again to whoever has it', async () => {
    const { headers } = await ask('/', BROWSER)
    const again = await ask('/', { ...BROWSER, 'if-none-match': String(headers['etag']) })
    assert.deepEqual([again.statusCode, again.body], [304, ''])
  })

  test('tells people, with a 404, of addresses that nobody has', async () => {
    const { statusCode, body } = await ask('/no/such/page', BROWSER)
    assert.deepEqual([statusCode, body], [404, PAGE])
  })

  test('is nothing for programs: they are told in JSON', async () => {
    for (const [path, headers] of [
      ['/v1/no-such-route', BROWSER],
      ['/cdn/nothing.json', BROWSER],
      ['/assets/gone-abc.js', BROWSER],
      ['/projects/1', { accept: '*/*' }],
      ['/projects/1', {}],
    ] as const) {
      const { statusCode, body } = await ask(path, headers)
      assert.deepEqual([statusCode, body], [404, '{"message":"nothing here"}'], path)
    }
  })

  test('says how to build it where it was not', async () => {
    const { statusCode, body } = await serving(join(folder, 'nowhere'))('/', BROWSER)
    assert.equal(statusCode, 503)
    assert.match(body, /npm run build/)
  })
})

describe('its files', () => {
  for (const [accepted, sent] of [
    ['gzip, deflate, br, zstd', 'as brotli'],
    ['gzip', 'as gzip'],
    ['', 'plain'],
  ] as const)
    test(`come as ${sent} for those who accept "${accepted}", and are kept for ever`, async () => {
      const { body, headers } = await ask('/assets/index-abc.js', { 'accept-encoding': accepted })
      assert.equal(body, sent)
      assert.equal(headers['content-type'], 'text/javascript; charset=utf-8')
      assert.equal(headers['cache-control'], 'public, max-age=31536000, immutable')
      assert.equal(headers['vary'], 'Accept-Encoding')
    })

  test('are those of the build alone', async () => {
    for (const path of ['/.stamp', '/assets/../.stamp', '/assets/index-abc.js.br', '/index.html'])
      assert.equal((await ask(path)).statusCode, 404, path)
  })
})

test('the service shows the console, with the headers of every answer', async () => {
  const { app } = await startService()
  const { headers } = await app.inject({ url: '/projects/1', headers: BROWSER })
  assert.equal(headers['content-type'], 'text/html; charset=utf-8')
  assert.equal(headers['x-content-type-options'], 'nosniff')
  assert.equal(headers['referrer-policy'], 'no-referrer')
  assert.match(String(headers['content-security-policy']), /^default-src 'self'/)
})
