import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, test } from 'node:test'
import { createApiKey } from '../../server/test/factories.ts'
import { folderWith } from './program.ts'
import { startScene } from './scene.ts'

const scene = await startScene()
const { service, owner, projectId, url } = scene
const params = { projectId }
const build = await createApiKey(service, owner, projectId, [
  'translations:read',
  'translations:write',
  'translations:delete',
  'context:write',
])
const env = { PARLANCE_URL: url, PARLANCE_API_KEY: build.apiKey }
const files = { 'parlance.config.json': {}, 'src/a.ts': "t('used')" }

interface Pruned {
  keys: { namespace: string; key: string }[]
  seen: { key: string; lastSeenAt: string | null }[]
  deleted: number
  file: string | null
}

const names = async () => (await service.ok(owner, 'getTypes', { params })).keys.map(({ key }) => key).sort()

beforeEach(async () => {
  const there = await names()
  for (const key of ['used', 'old', 'seen'].filter((name) => !there.includes(name))) {
    const translations = { en: { value: `The ${key} one`, status: 'translated' as const } }
    await service.ok(owner, 'createKey', { params, body: { key, translations } })
  }
  const observations = [{ key: 'seen', uiType: 'button' }]
  await service.ok(build, 'createObservations', { body: { observations } })
})

describe('prune', () => {
  test('deletes what no code uses and nobody saw, and saves it first', async () => {
    const here = folderWith(files, env)
    const { result } = await here.json<Pruned>(0, ['prune', '--yes'])
    assert.deepEqual(result.keys, [{ namespace: 'default', key: 'old' }])
    assert.deepEqual(
      result.seen.map(({ key }) => key),
      ['seen'],
    )
    assert.deepEqual(await names(), ['seen', 'used'])
    assert.match(here.read(result.file ?? ''), /The old one/)
    await here.json(0, ['push', '--file', result.file ?? ''])
    assert.deepEqual(await names(), ['old', 'seen', 'used'])
    const all = await here.json<Pruned>(0, ['prune', '--yes', '--seen-days', '0'])
    assert.equal(all.result.deleted, 2)
    assert.deepEqual(await names(), ['used'])
  })

  test('deletes nothing without an answer, with --dry-run, and where a file cannot be read', async () => {
    const here = folderWith(files, env)
    const { errors } = await here.json(2, ['prune'])
    assert.match(errors[0]?.message ?? '', /--yes/)
    const { result } = await here.json<Pruned>(0, ['prune', '--dry-run'])
    assert.deepEqual([result.keys.map(({ key }) => key), result.deleted, result.file], [['old'], 0, null])
    here.write('src/b.ts', 'const = 1')
    await here.json(6, ['prune', '--yes'])
    assert.deepEqual(await names(), ['old', 'seen', 'used'])
    assert.ok(!existsSync(join(here.folder, '.parlance')))
  })
})
