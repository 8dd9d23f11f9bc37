import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createScene } from '../../../../test/factories.ts'
import { startService } from '../../../../test/harness.ts'
import { readConfig } from '../../../config.ts'

const service = await startService({ quotas: { ...readConfig({}).quotas, deployments: 2 } })
const { owner, projectId } = await createScene(service)
const at = (name: string) => ({ params: { projectId, name } })
const expected = (key: string) => ({ namespace: 'default', key, params: [] })

describe('listDeployments, putDeployment, deleteDeployment', () => {
  test('what is told takes the place of what was told before, and is listed by name', async () => {
    const first = await service.ok(owner, 'putDeployment', {
      ...at('web'),
      body: { keys: [expected('a'), expected('b')] },
    })
    assert.deepEqual([first.name, first.keys], ['web', 2])
    await service.ok(owner, 'putDeployment', { ...at('api/v2 ä'), body: { keys: [] } })
    await service.ok(owner, 'putDeployment', { ...at('web'), body: { keys: [expected('a')] } })
    const { deployments } = await service.ok(owner, 'listDeployments', { params: { projectId } })
    assert.deepEqual(
      deployments.map(({ name, keys }) => [name, keys]),
      [
        ['api/v2 ä', 0],
        ['web', 1],
      ],
    )
  })

  test('there is room for so many, and for those that are there already', async () => {
    await service.refused(owner, 'putDeployment', { ...at('third'), body: { keys: [] } }, 'quotaExceeded', {
      metric: 'deployments',
      current: 2,
      limit: 2,
    })
    await service.ok(owner, 'putDeployment', { ...at('web'), body: { keys: [] } })
    await service.ok(owner, 'deleteDeployment', at('api/v2 ä'))
    await service.ok(owner, 'putDeployment', { ...at('x'.repeat(100)), body: { keys: [] } })
    await service.ok(owner, 'deleteDeployment', at('x'.repeat(100)))
  })

  test('a name has at most 100 characters', async () => {
    const meta = { field: 'name' }
    await service.refused(
      owner,
      'putDeployment',
      { ...at('x'.repeat(101)), body: { keys: [] } },
      'validationError',
      meta,
    )
  })

  test('what is not there cannot be forgotten', async () => {
    await service.refused(owner, 'deleteDeployment', at('nothing'), 'notFound')
  })
})
