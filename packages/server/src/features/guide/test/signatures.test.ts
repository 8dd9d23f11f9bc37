import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { createServer } from 'node:http'
import { buffer, text } from 'node:stream/consumers'
import { test } from 'node:test'
import { createScene } from '../../../../test/factories.ts'
import { atEnd, startService } from '../../../../test/harness.ts'
import { startWorkers } from '../../../workers.ts'
import { listen } from '../../webhooks/test/receivers.ts'
import { programs } from '../signatures.ts'

const service = await startService({ webhookAllowNetworks: '127.0.0.0/8' })
const workers = startWorkers(service.services)
atEnd(() => workers.close())

/** What a receiver got, and the secret that it knows. */
async function delivery() {
  const { promise, resolve } = Promise.withResolvers<{ signature: string; body: Buffer }>()
  const server = createServer(async (request, response) => {
    const body = await buffer(request)
    response.end()
    resolve({ signature: String(request.headers['x-tms-signature']), body })
  })
  const url = `http://127.0.0.1:${await listen(server)}/`
  const { owner, projectId } = await createScene(service)
  const { secret } = await service.ok(owner, 'createWebhook', {
    params: { projectId },
    body: { name: 'Programs', url, events: ['key.created'] },
  })
  await service.ok(owner, 'createKey', { params: { projectId }, body: { key: 'grüße.😀' } })
  return { secret, ...(await promise) }
}

const folder = new URL('../signatures/', import.meta.url)
const { secret, signature, body } = await delivery()

async function run(command: string, { key = secret, header = signature, sent = body }) {
  const [program = '', ...parts] = command.split(' ')
  const child = spawn(program, [...parts, header], { cwd: folder, env: { ...process.env, WEBHOOK_SECRET: key } })
  child.stdin.on('error', () => {}).end(sent)
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { out: out.trim(), err }
}

for (const { language, run: command } of programs) {
  const [program = ''] = command.split(' ')
  const isMissing = spawnSync(program, [program === 'go' ? 'version' : '--version']).error !== undefined
  test(`${language} takes what was delivered, and nothing else`, {
    skip: isMissing && `there is no ${program}`,
  }, async () => {
    const { out, err } = await run(command, {})
    assert.equal(out, 'key.created', err)
    const later = signature.replace(/\d+/, (seconds) => String(Number(seconds) + 1))
    const old = signature.replace(/\d+/, (seconds) => String(Number(seconds) - 600))
    for (const other of [
      { key: `${secret}x` },
      { header: later },
      { header: old },
      { header: '' },
      { header: signature.replace('v1=', 'v0=') },
      { sent: Buffer.concat([body, Buffer.from(' ')]) },
      { sent: Buffer.from(JSON.stringify(JSON.parse(body.toString()), null, 1)) },
    ])
      assert.equal((await run(command, other)).out, '', JSON.stringify(other))
    const two = signature.replace('v1=', `v1=${'0'.repeat(64)},v1=`)
    assert.equal((await run(command, { header: two })).out, 'key.created')
  })
}
