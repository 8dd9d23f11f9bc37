import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, type TestContext, test } from 'node:test'
import { Database } from '../src/db/pool.ts'
import { greet } from '../src/greeting.ts'
import { OwnAddress } from '../src/http/host.ts'
import { createScene } from './factories.ts'
import { startService } from './harness.ts'
import { greetedAt, killAll, startProcess } from './running-service.ts'

const root = mkdtempSync(join(tmpdir(), 'parlance-greeting-'))
after(async () => {
  await killAll(root)
  rmSync(root, { recursive: true, force: true })
})

const service = await startService()
const { config, db, log } = service.services

async function words(t: TestContext, settings: Partial<typeof config> = {}): Promise<string> {
  const said = t.mock.method(console, 'log', () => {})
  await greet({ ...service.services, address: new OwnAddress({ ...config, ...settings }) })
  const text = said.mock.calls.flatMap(({ arguments: given }) => given).join('\n')
  said.mock.restore()
  return text
}

test('leads into the browser, and tells how to make the first account as long as there is none', async (t) => {
  const url = 'http://127.0.0.1:4400'
  const first = await words(t)
  assert.match(first, new RegExp(`^\\nParlance is ready: open ${url} in a browser\\..*${url}/docs\\n`))
  assert.match(first, new RegExp(`curl .* ${url}/v1/auth/register`))
  await createScene(service)
  const later = await words(t)
  assert.match(later, new RegExp(`open ${url} in a browser`))
  assert.doesNotMatch(later, /curl/)
})

test('names addresses that can be opened, whatever the service listens on', async (t) => {
  for (const [host, own] of [
    ['0.0.0.0', 'http://127.0.0.1:4400'],
    ['::', 'http://localhost:4400'],
    ['::1', 'http://[::1]:4400'],
    ['10.1.2.3', 'http://10.1.2.3:4400'],
    ['translations.local', 'http://translations.local:4400'],
  ] as const) {
    const said = await words(t, { host })
    assert.ok(said.includes(`open ${own} in a browser`), said)
    assert.doesNotMatch(said, /0\.0\.0\.0|\[::\]/)
  }
  const outside = await words(t, { host: '0.0.0.0', publicUrl: 'https://l10n.example.com' })
  assert.match(outside, /open https:\/\/l10n\.example\.com in a browser/)
  assert.doesNotMatch(outside, /127\.0\.0\.1|other machines/)
})

test('does without the database when that has just gone away', async (t) => {
  t.mock.method(console, 'log', () => {})
  const gone = new Database(db.connection, log)
  await gone.close()
  await greet({ ...service.services, db: gone })
})

test('names the port that the service was given, and at every address it names somebody answers', async () => {
  const { lastWords } = await startProcess({ DATA_DIR: join(root, 'data'), HOST: '0.0.0.0', PORT: '0' })
  const named = [...new Set(lastWords().match(/http:\/\/[\d.]+:\d+/g))].filter((url) => !url.includes('0.0.0.0'))
  assert.equal(named[0], greetedAt(lastWords()))
  const ask = (url: string, method: string, path: string, body: object, cookie = '') => {
    const own = { origin: url, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' }
    return fetch(`${url}/v1/auth/${path}`, { method, headers: { ...own, cookie }, body: JSON.stringify(body) })
  }
  const account = { email: 'ada@example.com', password: 'ten characters', name: 'Ada' }
  const { headers } = await ask(named[0] ?? '', 'POST', 'register', account)
  const cookie = headers.get('set-cookie')?.split(';')[0]
  for (const url of named) {
    const { status } = await ask(url, 'PATCH', 'me', { name: url }, cookie)
    assert.equal(status, 200, `a page at ${url} may write`)
  }
})
