import assert from 'node:assert/strict'
import { test } from 'node:test'
import { importOf } from '../import-job.ts'
import { asOneList, readJobSearch } from '../job-list.ts'
import { type Job, keyOf } from '../jobs.ts'

const deploy = (id: number, at: string, state = 'completed') => ({ kind: 'deploy', at, deploy: { id, state } }) as Job
const done = (id: number, at: string) => ({ kind: 'import', at, done: { id } }) as Job

test('Lists of several kinds are one, newest first, and what runs comes before all', () => {
  const deploys = [deploy(2, '2026-01-04'), deploy(1, '2026-01-01', 'running')]
  const { jobs, behind } = asOneList([
    { jobs: deploys, hasMore: false },
    { jobs: [done(1, '2026-01-03')], hasMore: false },
  ])
  assert.deepEqual(jobs.map(keyOf), ['deploy-1', 'deploy-2', 'import-1'])
  assert.deepEqual(behind, [])
})

test('Nothing is shown that is older than what is known of every kind', () => {
  const deploys = [deploy(2, '2026-01-05'), deploy(1, '2026-01-01')]
  const imports = [done(9, '2026-01-04'), done(8, '2026-01-03')]
  const { jobs, behind } = asOneList([
    { jobs: deploys, hasMore: false },
    { jobs: imports, hasMore: true },
  ])
  assert.deepEqual(jobs.map(keyOf), ['deploy-2', 'import-9', 'import-8'])
  assert.deepEqual(behind, [1])
})

test('An import is told with its numbers, whoever made it, and with its changes where they were kept', () => {
  const actor = { type: 'user' as const, id: 1, name: 'Ada' }
  const rest = { at: '', actor, event: 'import.completed', keyId: null, key: null, namespace: null, locale: null }
  const changes = { fromId: 3, toId: 5 }
  const told = (after: unknown) => importOf({ id: 7, before: null, after, ...rest })
  const web = { source: 'web', stats: { files: 1, added: 2, updated: 1, skipped: 0 }, changes }
  assert.deepEqual(told(web), { id: 7, actor, source: 'web', added: 2, updated: 1, changes })
  const old = { source: 'cli', stats: { translationsCreated: 4, translationsUpdated: 0 } }
  assert.deepEqual(told(old), { id: 7, actor, source: 'cli', added: 4, updated: 0, changes: null })
})

test('An address says nothing that makes no sense', () => {
  assert.deepEqual([readJobSearch({ kind: 'import' }), readJobSearch({ kind: 'lunch' })], [{ kind: 'import' }, {}])
})
