import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Deploy, type ImportProgress, inOrder, justEnded, keyOf, type TranslationJob } from '../jobs.ts'

const job = (jobId: number, status: TranslationJob['status'], createdAt: string) =>
  ({ jobId, status, createdAt }) as TranslationJob
const progress = (trackingId: string, status: ImportProgress['status'], startedAt: string) =>
  ({ trackingId, status, startedAt }) as ImportProgress
const deploy = (id: number, state: Deploy['state'], startedAt: string) => ({ id, state, startedAt }) as Deploy

test('What runs comes first, then what ended, newest first', () => {
  const jobs = [job(1, 'completed', '2026-01-03'), job(2, 'running', '2026-01-01'), job(3, 'failed', '2026-01-02')]
  const deploys = [deploy(4, 'running', '2026-01-02'), deploy(5, 'completed', '2026-01-04')]
  const names = inOrder(jobs, deploys).map(keyOf)
  assert.deepEqual(names, ['deploy-4', 'translation-2', 'deploy-5', 'translation-1', 'translation-3'])
  const imports = [
    progress('a', 'running', '2026-01-01'),
    progress('b', 'completed', '2026-01-05'),
    progress('c', 'failed', '2026-01-05'),
  ]
  const withImports = inOrder([], deploys, imports).map(keyOf)
  assert.deepEqual(withImports, ['deploy-4', 'progress-a', 'progress-c', 'deploy-5'])
})

test('Told are those that ran before and have ended, not those that were done all along', () => {
  const before = [job(1, 'running', ''), job(2, 'waiting', ''), job(3, 'completed', '')]
  const now = [job(1, 'completed', ''), job(2, 'waiting', ''), job(3, 'completed', ''), job(4, 'completed', '')]
  assert.deepEqual(
    justEnded(before, now).map(({ jobId }) => jobId),
    [1],
  )
})
