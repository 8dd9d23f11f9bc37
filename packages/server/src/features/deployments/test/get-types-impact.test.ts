import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createScene, join } from '../../../../test/factories.ts'
import { type Caller, startService } from '../../../../test/harness.ts'

const service = await startService()
const { owner, orgId, projectId } = await createScene(service)
const params = { projectId }

const parameter = (name: string, type: 'string' | 'number' | 'date' | 'tag' = 'string', required = true) => ({
  name,
  type,
  required,
})
const keys = [
  { namespace: 'default', key: 'hi', params: [parameter('name')] },
  { namespace: 'default', key: 'count', params: [parameter('n', 'number'), parameter('b', 'tag', false)] },
]
await service.ok(owner, 'putDeployment', { params: { ...params, name: 'web' }, body: { keys } })
await service.ok(owner, 'putDeployment', { params: { ...params, name: 'app' }, body: { keys: keys.slice(0, 1) } })

const impact = async (key: string, value: string | null, by: Caller = owner) => {
  const body = { changes: [{ namespace: 'default', key, value }] }
  const { results } = await service.ok(by, 'getTypesImpact', { params, body })
  return results[0]?.breaking.map(({ deployment, reason, parameter: name }) =>
    [deployment, reason, name].filter((part) => part !== undefined).join(' '),
  )
}

describe('getTypesImpact: what breaks', () => {
  const cases: [key: string, value: string | null, broken: string[]][] = [
    ['hi', 'Hello {name}', []],
    ['hi', 'Hello', []],
    ['hi', null, ['app key_removed', 'web key_removed']],
    ['hi', '{name} {day}', ['app parameter_added day', 'web parameter_added day']],
    ['hi', '{name, number}', ['app parameter_type name', 'web parameter_type name']],
    ['hi', '{name, date}', ['app parameter_type name', 'web parameter_type name']],
    ['hi', '<name>x</name>', ['app parameter_type name', 'web parameter_type name']],
    ['hi', '{name, select, a {x} other {y}}', []],
    ['count', '{n}', []],
    ['count', '{n, date}', ['web parameter_type n']],
    ['count', '{n, plural, one {<b>x</b>} other {y}}', []],
    ['count', '<b>{n, number}</b>', ['web parameter_added b']],
    ['count', '{b}', ['web parameter_type b']],
    ['other', null, []],
  ]
  for (const [key, value, broken] of cases)
    test(`${key}: ${value}`, async () => {
      assert.deepEqual(await impact(key, value), broken)
    })
})

test('texts of another syntax ask for nothing', async () => {
  await service.ok(owner, 'createKey', { params, body: { key: 'printf', syntax: 'printf' } })
  const told = { keys: [{ namespace: 'default', key: 'printf', params: [] }] }
  await service.ok(owner, 'putDeployment', { params: { ...params, name: 'old' }, body: told })
  assert.deepEqual(await impact('printf', '{x}'), [])
})

test('whoever may not see the source language learns nothing of what its texts ask for', async () => {
  const german = await join(service, owner, orgId, 'developer', ['de'])
  assert.deepEqual(await impact('hi', '{name} {day}', german), [])
})
