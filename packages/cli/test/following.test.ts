import assert from 'node:assert/strict'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { until } from '../../server/test/until.ts'
import { ended, folderWith } from './program.ts'
import { startScene } from './scene.ts'

const { service, owner, projectId, env } = await startScene()
const config = { 'parlance.config.json': { files: [{ path: 'locales/{locale}.json', format: 'json' }] } }
const write = (key: string, value: string) =>
  service.ok(owner, 'createKey', {
    params: { projectId },
    body: { key, translations: { en: { value, status: 'translated' } } },
  })

describe('pull --watch', () => {
  test('writes what changes until a signal ends it, and leaves nothing half written', async () => {
    await write('first', 'One')
    for (const [signal, code] of [
      ['SIGINT', 130],
      ['SIGTERM', 143],
    ] as const) {
      const here = folderWith(config, env)
      const child = here.start(['pull', '--watch'])
      const end = ended(child)
      const holds = (text: string) =>
        existsSync(join(here.folder, 'locales/en.json')) && here.read('locales/en.json').includes(text)
      await until('the first pull', () => holds('One'), 30_000)
      await write(`second ${signal}`, `Two ${signal}`)
      await until('the change', () => holds(`Two ${signal}`), 30_000)
      child.kill(signal)
      assert.equal((await end).code, code)
      assert.deepEqual(readdirSync(join(here.folder, 'locales')), ['en.json'])
    }
  })

  test('does not go with a dry run, and ends where the key is refused', async () => {
    const here = folderWith(config, env)
    await here.json(2, ['pull', '--watch', '--check'])
    await here.json(3, ['pull', '--watch', '--api-key', 'tms_wrong'])
  })
})

describe('output', () => {
  test('elsewhere than on a terminal has no control characters, and -q says only what is wrong', async () => {
    const here = folderWith(config, env)
    const { stdout, stderr } = await here.run(['pull'])
    assert.match(stderr, /^Pulled en \(1 of 3\)$|^Pulled en /m)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what is looked for
    assert.doesNotMatch(`${stdout}${stderr}`, /[\x1b\r]/)
    assert.deepEqual(await here.run(['pull', '-q', '--rewrite']), { code: 0, stdout: '', stderr: '' })
    const wrong = await here.run(['pull', '-q', '--locale', 'ja'])
    assert.equal(wrong.code, 5)
    assert.match(wrong.stderr, /^error .*ja/)
  })
})
