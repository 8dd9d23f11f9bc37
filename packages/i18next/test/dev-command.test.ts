import assert from 'node:assert/strict'
import { createInterface } from 'node:readline'
import { describe, test } from 'node:test'
import { ended, folderWith } from '../../cli/test/program.ts'
import { atEnd } from '../../server/test/harness.ts'
import { startApplication, startScene } from './scene.ts'

const scene = await startScene()
await scene.write('hello', { en: 'Hello' })
const here = folderWith({}, { PARLANCE_URL: scene.url, PARLANCE_API_KEY: scene.apiKey })

describe('parlance dev', () => {
  test('is a companion, for pages of this machine alone', async () => {
    const child = here.start(['dev', '--port', '0'])
    const end = ended(child)
    atEnd(async () => void child.kill())
    const line = await new Promise<string>((resolve) => createInterface({ input: child.stdout }).once('line', resolve))
    const [dev = ''] = line.match(/http:\S+/) ?? []
    const { t } = await startApplication({ dev })
    assert.equal(t('hello'), 'Hello')
    const from = (origin: string) => fetch(`${dev}/resources/en`, { headers: { origin } })
    const answer = await from('http://localhost:5173')
    assert.equal(answer.headers.get('access-control-allow-origin'), 'http://localhost:5173')
    assert.equal((await from('http://evil.example')).status, 403)
    child.kill('SIGTERM')
    assert.equal((await end).code, 143)
  })

  test('does not start in production, nor at a port that is taken', async () => {
    const { code, stderr } = await here.run(['dev'], { NODE_ENV: 'production' })
    assert.equal(code, 2)
    assert.match(stderr, /NODE_ENV=production/)
    const taken = await here.run(['dev', '--port', new URL(scene.url).port])
    assert.equal(taken.code, 2, taken.stderr)
  })
})
