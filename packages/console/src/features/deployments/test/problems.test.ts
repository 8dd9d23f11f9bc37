import assert from 'node:assert/strict'
import { test } from 'node:test'
import { missedBy, problemsOf } from '../problems.ts'

test('a problem is told once, with all deployments that have it, and as it stands in the text', () => {
  const breaking = ['app', 'web'].flatMap((deployment) => [
    { deployment, reason: 'parameter_added' as const, parameter: 'b' },
    { deployment, reason: 'parameter_type' as const, parameter: 'count' },
  ])
  assert.deepEqual(problemsOf(breaking, '<b>{count, number}</b>'), [
    { parameter: 'b', type: undefined, spelled: '<b>', deployments: ['app', 'web'] },
    { parameter: 'count', type: 'number', spelled: '{count}', deployments: ['app', 'web'] },
  ])
})

test('a parameter that is missing in one deployment and of another type elsewhere is two problems', () => {
  const breaking = [
    { deployment: 'app', reason: 'parameter_added' as const, parameter: 'day' },
    { deployment: 'web', reason: 'parameter_type' as const, parameter: 'day' },
  ]
  assert.deepEqual(
    problemsOf(breaking, '{day, date}').map(({ type, deployments }) => [type, ...deployments]),
    [
      [undefined, 'app'],
      ['date', 'web'],
    ],
  )
})

test('whoever would miss the most keys is told first', () => {
  const gone = (key: string, ...deployments: string[]) => ({
    namespace: 'default',
    key,
    breaking: deployments.map((deployment) => ({ deployment, reason: 'key_removed' as const })),
  })
  assert.deepEqual(missedBy([gone('a', 'app'), gone('b', 'app', 'web'), gone('c', 'web'), gone('d', 'web')]), [
    { deployment: 'web', keys: ['b', 'c', 'd'] },
    { deployment: 'app', keys: ['a', 'b'] },
  ])
})
