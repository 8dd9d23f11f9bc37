import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { folderWith } from './program.ts'
import { startScene } from './scene.ts'

const { service, owner, projectId, env } = await startScene()

describe('check', () => {
  test('tells what was found, and fails on what it is told to', async () => {
    const here = folderWith({}, env)
    const translations = {
      en: { value: 'You have {count} items', status: 'translated' },
      de: { value: 'Sie haben Sachen', status: 'not_reviewed' },
    }
    await service.ok(owner, 'createKey', { params: { projectId }, body: { key: 'items', translations } })
    const { result } = await here.json<{ issues: { key: string; locale: string }[]; counts: object }>(1, ['check'])
    assert.deepEqual([result.issues[0]?.key, result.issues[0]?.locale], ['items', 'de'])
    await here.json(0, ['check', '--fail-on', 'never'])
    await here.json(0, ['check', '--locale', 'fr'])
    await here.json(5, ['check', '--locale', 'ja'])
    assert.match((await here.run(['check'])).stdout, /default:items \(de\)/)
  })
})
