import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createScene } from './factories.ts'
import { startService } from './harness.ts'
import { sendRaw } from './raw-requests.ts'

const service = await startService()
const { owner } = await createScene(service)
const refusal = { code: 'INVALID_INPUT', message: 'A request names its host once.' }

for (const path of ['/health', '/v1/auth/session', '/cdn/token/en.json', '/docs']) {
  test(`400 for two Host headers, at ${path}`, async () => {
    for (const other of ['Host: evil.example', 'host: localhost', 'HOST:']) {
      const lines = [`GET ${path} HTTP/1.1`, 'Host: localhost', other, `Cookie: ${owner.cookie}`]
      const { status, body } = await sendRaw(service, lines)
      assert.deepEqual([status, JSON.parse(body)], [400, refusal])
    }
  })
}

test('with one Host header the same request is answered', async () => {
  const lines = ['GET /v1/auth/session HTTP/1.1', 'Host: localhost', `Cookie: ${owner.cookie}`]
  assert.equal((await sendRaw(service, lines)).status, 200)
})
