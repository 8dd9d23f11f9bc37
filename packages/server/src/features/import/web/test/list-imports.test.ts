import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createApiKey, createScene, join } from '../../../../../test/factories.ts'
import { type Caller, startService } from '../../../../../test/harness.ts'
import { lockWaiters } from '../../../../../test/lock-waiters.ts'
import { until } from '../../../../../test/until.ts'
import { transaction } from '../../../../db/transaction.ts'
import { takeTurnOfMany } from '../../../projects/index.ts'
import { createImportScene, fileOf } from '../../test/import-scene.ts'

const service = await startService()
const { owner, orgId, projectId, params, begin, commit } = await createImportScene(service)
const build = await createApiKey(service, owner, projectId, ['translations:write'])
const viewer = await join(service, owner, orgId, 'viewer')
const list = async (caller: Caller = owner) => (await service.ok(caller, 'listImports', { params })).imports
const push = (conflictResolution: string, value: string) =>
  service.ok(build, 'commitCliImport', {
    params,
    body: { namespaces: { default: { en: { pushed: value } } }, options: { conflictResolution } },
  })

test('an import is found while it runs, by everybody who may read, also one without a tracking id', async () => {
  assert.deepEqual(await list(), [])
  const startedAt = service.clock.now().toISOString()
  const files = [fileOf('en.json', { a: 'A' }), fileOf('de.json', { a: 'A' })]
  const ids = [await begin(files), await begin(files)]
  let done: Promise<unknown> = Promise.resolve()
  await transaction(service.db, async (tx) => {
    await takeTurnOfMany(tx, projectId)
    done = Promise.all([
      commit(ids[0] ?? '', { options: { progressTrackingId: 'mine' } }),
      commit(ids[1] ?? ''),
      push('keep_local', 'P'),
    ])
    await until('imports that wait for their turn', async () => (await lockWaiters(service.db)) === 3)
    const running = await list(viewer)
    assert.deepEqual(
      running.find(({ trackingId }) => trackingId === 'mine'),
      {
        trackingId: 'mine',
        source: 'web',
        status: 'running',
        totalFiles: 2,
        processedFiles: 0,
        results: { added: 0, updated: 0, skipped: 0 },
        startedAt,
        actor: { type: 'user', id: owner.userId, name: owner.name },
      },
    )
    assert.deepEqual(running.map(({ source, status }) => `${source} ${status}`).sort(), [
      'cli running',
      'web running',
      'web running',
    ])
    assert.equal(running.find(({ source }) => source === 'cli')?.actor.type, 'api_key')
  })
  await done
  assert.deepEqual(new Set((await list()).map(({ status }) => status)), new Set(['completed']))
  assert.deepEqual((await list()).find(({ source }) => source === 'cli')?.results, { added: 1, updated: 0, skipped: 0 })
})

test('those that were refused are told as failed, the newest first; others see nothing, and after two hours nobody', async () => {
  service.clock.advance(1)
  await push('fail', 'another')
  service.clock.advance(1)
  await commit(await begin([fileOf('en.json', { p: null })]))
  service.clock.advance(1)
  await commit(await begin([fileOf('en.json', { p: 'P' })]))
  const told = (await list()).slice(0, 4).map(({ source, status }) => `${source} ${status}`)
  assert.deepEqual(told.slice(0, 3), ['web completed', 'web failed', 'cli failed'])
  const stranger = await createScene(service)
  await service.refused(stranger.owner, 'listImports', { params }, 'projectNotFound')
  assert.deepEqual((await service.ok(stranger.owner, 'listImports', { params: stranger })).imports, [])
  service.clock.advance(7_200_000)
  assert.deepEqual(await list(), [])
})
