import assert from 'node:assert/strict'
import { afterEach, describe, test } from 'node:test'
import { createScene } from '../../../test/factories.ts'
import { startService } from '../../../test/harness.ts'
import { until } from '../../../test/until.ts'
import { sql } from '../../db/sql.ts'
import { transaction } from '../../db/transaction.ts'
import type { ProjectAccess } from '../../http/access.ts'
import { enqueueJobs, wakeJobs } from '../enqueue.ts'
import { beginJob, endJob, type Job, JobFailure, type JobKind } from '../job.ts'
import { JobRunner } from '../runner.ts'

// With an address of the database: several runners share it, and none may take over what another runs.
const service = await startService({ databaseUrl: 'postgres://shared' })
const { services, db, clock } = service
const { projectId, owner } = await createScene(service)
const access = { projectId, userId: owner.userId, actor: { type: 'user', id: owner.userId } } as ProjectAccess
const LEASE_MS = 10_000

let runners: JobRunner[] = []
const start = (run: JobKind['run'], failures: string[] = []) => {
  const fail: JobKind['fail'] = async (_tx, job, _now, reason) => void failures.push(`${job.id}: ${reason}`)
  const runner = new JobRunner(services, { test: { run, fail } })
  runners.push(runner)
  return runner
}
afterEach(async () => {
  await Promise.all(runners.map((runner) => runner.close()))
  runners = []
  await db.run(sql`delete from jobs`)
})

const enqueue = async (lane: string, count: number) => {
  const ids = await transaction(db, (tx) => enqueueJobs(tx, access, clock.now(), { kind: 'test', lane, count }))
  wakeJobs(services)
  return ids
}
const stateOf = async (id: number | undefined) =>
  (await db.row<{ state: string }>(sql`select state from jobs where id = ${id}`))?.state
const reached = (id: number | undefined, state: string) =>
  until(`job ${id} to be ${state}`, async () => (await stateOf(id)) === state)
const complete = (job: Job) => transaction(db, (tx) => endJob(tx, job, clock.now(), 'completed'))
const expire = () => {
  clock.advance(LEASE_MS + 1)
  wakeJobs(services)
}

describe('jobs', () => {
  test('of one lane run one after the other in their order, those of others meanwhile; several runners share them', async () => {
    const begun: number[] = []
    const gate = Promise.withResolvers<void>()
    const run: JobKind['run'] = async (_services, job) => {
      begun.push(job.id)
      if (job.id === ids[0]) await gate.promise
      await complete(job)
    }
    const ids = await enqueue('a', 5)
    start(run)
    start(run)
    const [other] = await enqueue('b', 1)
    await reached(other, 'completed')
    assert.equal(begun.filter((id) => ids.includes(id)).length, 1, 'the lane waits for its first job')
    gate.resolve()
    await reached(ids.at(-1), 'completed')
    assert.deepEqual(
      begun.filter((id) => ids.includes(id)),
      ids,
    )
  })

  test('whose process died are taken over when their lease runs out, and begin only once', async () => {
    let beginnings = 0
    const attempts: number[] = []
    const hang = Promise.withResolvers<void>()
    const run: JobKind['run'] = async (_services, job) => {
      attempts.push(job.attempt)
      if (await transaction(db, (tx) => beginJob(tx, job, clock.now()))) beginnings++
      if (job.attempt === 1) await hang.promise
      await complete(job)
    }
    start(run)
    const [id] = await enqueue('a', 1)
    await until('the first attempt', () => beginnings === 1)
    // For the others this runner is dead: its lease is over, and it was not renewed.
    start(run)
    expire()
    await reached(id, 'completed')
    assert.deepEqual([attempts, beginnings], [[1, 2], 1])
    hang.resolve()
    await until('the first runner to notice', async () => (await stateOf(id)) === 'completed')
  })

  test('that were taken over cannot be ended by who had them before', async () => {
    const [id] = await enqueue('a', 1)
    const failures: string[] = []
    const slow = Promise.withResolvers<void>()
    const outcomes: string[] = []
    start(async (_services, job) => {
      if (job.attempt === 1) await slow.promise
      await complete(job)
        .then(() => outcomes.push(`${job.attempt} ended it`))
        .catch((error) => {
          outcomes.push(`${job.attempt} lost it`)
          throw error
        })
    }, failures)
    await reached(id, 'running')
    start(async (_services, job) => void (await complete(job)))
    expire()
    await reached(id, 'completed')
    slow.resolve()
    await until('the slow one', () => outcomes.length > 0)
    assert.deepEqual(outcomes, ['1 lost it'])
    assert.deepEqual(failures, [])
  })

  test('that fail say why when it is for people, and nothing of the inside otherwise', async () => {
    const failures: string[] = []
    const [one, other] = [await enqueue('a', 1), await enqueue('b', 1)].flat()
    start(async (_services, job) => {
      if (job.id === one) throw new JobFailure('The bucket is full.')
      throw new Error('secret detail')
    }, failures)
    await reached(one, 'failed')
    await reached(other, 'failed')
    assert.deepEqual(failures.sort(), [`${one}: The bucket is full.`, `${other}: Something went wrong inside.`].sort())
  })

  test('that end every process that takes them are given up after the fifth, and the lane goes on', async () => {
    const failures: string[] = []
    const [poison, next] = await enqueue('a', 2)
    await db.run(sql`update jobs set attempt = 5, state = 'running' where id = ${poison}`)
    start(async (_services, job) => void (await complete(job)), failures)
    await reached(next, 'completed')
    assert.equal(await stateOf(poison), 'failed')
    assert.deepEqual(failures, [`${poison}: The work was broken off 5 times.`])
  })

  test('that met an absent database wait and are taken again, uncounted', async () => {
    const attempts: number[] = []
    const [id] = await enqueue('a', 1)
    start(async (_services, job) => {
      attempts.push(job.attempt)
      if (attempts.length === 1) throw Object.assign(new Error('gone'), { code: 'ECONNREFUSED' })
      await complete(job)
    })
    await until('the first attempt to end', async () => attempts.length === 1 && (await stateOf(id)) === 'waiting')
    clock.advance(5_000)
    wakeJobs(services)
    await reached(id, 'completed')
    assert.deepEqual(attempts, [1, 1])
  })

  test('under way when the process stops are finished; what takes too long is handed on', async () => {
    const runner = start(async (_services, job, signal) => {
      const { promise, reject } = Promise.withResolvers<void>()
      signal.addEventListener('abort', () => reject(signal.reason))
      await promise
      await complete(job)
    })
    const [id] = await enqueue('a', 1)
    await reached(id, 'running')
    await runner.close()
    assert.equal(await stateOf(id), 'waiting')
    start(async (_services, job) => void (await complete(job)))
    await reached(id, 'completed')
  })

  test('that were still running when a process alone on its database ended are taken up at once', async () => {
    const [id] = await enqueue('a', 1)
    const later = new Date(clock.now().getTime() + LEASE_MS)
    await db.run(sql`update jobs set state = 'running', attempt = 1, due_at = ${later} where id = ${id}`)
    const alone = { ...services, config: { ...services.config, databaseUrl: undefined } }
    const run: JobKind['run'] = async (_services, job) => void (await complete(job))
    runners.push(new JobRunner(alone, { test: { run, fail: async () => {} } }))
    await reached(id, 'completed')
  })
})
