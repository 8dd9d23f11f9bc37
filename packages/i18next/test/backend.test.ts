import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { describe, test } from 'node:test'
import { opened, startApplication } from './scene.ts'

/** A place for files that answers as it is told, in turn, and then with the last. */
async function published(files: Record<string, (readonly [status: number, body: string])[]>) {
  const asked: string[] = []
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    asked.push(path)
    const answers = files[path] ?? [[404, '']]
    const [status, body] = (answers.length > 1 ? answers.shift() : answers[0]) ?? [404, '']
    if (status === 0) return void request.socket.destroy()
    response.writeHead(status, { 'content-type': 'application/json' }).end(body)
  })
  return { cdnUrl: await opened(server), asked }
}

const quick = { retryTimeout: 10 } as object

describe('published texts', () => {
  test('the default namespace lies outside of folders, under the name the application gives it', async () => {
    const { cdnUrl } = await published({
      '/en.json': [[200, '{"a":"A"}']],
      '/my%20shop%2Fx/en.json': [[200, '{"pay":"Pay"}']],
    })
    const ns = ['main', 'my shop/x']
    const backend = { cdnUrl: `${cdnUrl}/`, defaultNamespace: 'main' }
    const { t } = await startApplication(backend, { ns, defaultNS: 'main' })
    assert.equal(t('a'), 'A')
    assert.equal(t('pay', { ns: 'my shop/x' }), 'Pay')
  })

  test('a file that is not there is an empty namespace, asked for once', async () => {
    const { cdnUrl, asked } = await published({})
    const failures: unknown[] = []
    const application = await startApplication({ cdnUrl }, quick)
    application.on('failedLoading', (...failure) => void failures.push(failure))
    await application.loadNamespaces('none')
    assert.deepEqual(failures, [])
    assert.ok(application.hasResourceBundle('en', 'none'))
    assert.deepEqual(asked, ['/en.json', '/none/en.json'])
  })

  for (const [what, fault] of [
    ['a fault of the server', [503, 'no']],
    ['a connection that breaks', [0, '']],
  ] as const)
    test(`after ${what} it is asked again`, async () => {
      const { cdnUrl, asked } = await published({ '/en.json': [fault, fault, [200, '{"a":"A"}']] })
      const { t } = await startApplication({ cdnUrl }, quick)
      assert.equal(t('a'), 'A')
      assert.equal(asked.length, 3)
    })

  for (const answer of [
    [403, '{}'],
    [429, '{}'],
    [200, '<html>'],
    [200, '["a"]'],
  ] as const)
    test(`after ${answer.join(' ')} it is not`, async () => {
      const { cdnUrl, asked } = await published({ '/en.json': [answer] })
      const { t } = await startApplication({ cdnUrl }, quick)
      assert.equal(t('a'), 'a')
      assert.deepEqual(asked, ['/en.json'])
    })

  test('without any address it says what it needs', async () => {
    const said: unknown[] = []
    const logger = { type: 'logger' as const, log() {}, warn: (args: unknown[]) => void said.push(...args), error() {} }
    const application = (await startApplication({ cdnUrl: 'http://127.0.0.1:9' }, { lng: 'cimode' })).createInstance()
    const { ParlanceBackend } = await import('../src/index.ts')
    await application.use(logger).use(ParlanceBackend).init({ lng: 'en', debug: true })
    assert.match(said.join(' '), /needs cdnUrl, or dev/)
  })
})
