import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'

const build = join(import.meta.dirname, '../../../scripts/build-sdk.ts')

test('the SDK is plain JavaScript that needs no other package', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'parlance-sdk-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const { status, stderr } = spawnSync(process.execPath, [build, folder], { encoding: 'utf8' })
  assert.equal(status, 0, stderr)
  for (const file of readdirSync(folder)) {
    const text = readFileSync(join(folder, file), 'utf8')
    const imported = [...text.matchAll(/^(?:import|export)\b.*? from '([^']+)'|\bimport\(/gm)].map(([, name]) => name)
    for (const name of imported) assert.match(name ?? '', /^\.\/[\w-]+\.js$/, file)
  }
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  const sdk = await import(join(folder, 'index.js'))
  const v1 = createHmac('sha256', 'whsec_x').update('5.{"event":"webhook.test"}').digest('hex')
  const now = new Date(5000)
  const told = await sdk.verifyWebhook('whsec_x', `t=5,v1=${v1}`, '{"event":"webhook.test"}', { now })
  assert.deepEqual(told, { event: 'webhook.test' })
  assert.equal(typeof sdk.readEvents, 'function')
  const fetch = async (url: string) => Response.json({ asked: url })
  const client = sdk.createClient({ baseUrl: 'http://x', fetch })
  assert.deepEqual(await client.getProject({ params: { projectId: 1 } }), { asked: 'http://x/v1/projects/1' })
})
