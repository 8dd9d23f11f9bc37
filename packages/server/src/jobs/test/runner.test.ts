import assert from 'node:assert/strict'
import { afterEach, describe, test } from 'node:test'
import { createScene } from '../../../test/factories.ts'
import { startService } from '../../../test/harness.ts'
import { lockWaiters } from '../../../test/lock-waiters.ts'
import { onThisMachine } from '../../../test/this-machine.ts'
import { until } from '../../../test/until.ts'
import type { Author } from '../../changes/author.ts'
import { type Sql, sql } from '../../db/sql.ts'
import { transaction } from '../../db/transaction.ts'
import { enqueueJobs } from '../enqueue.ts'
import { beginJob, endJob, type Job, JobFailure, type JobKind } from '../job.ts'
import { JobRunner } from '../runner.ts'

// With an address of the database: several runners share it, and none may take over what another runs.
const service = await startService({ databaseUrl: 'postgres://shared' })
const { services, db, clock } = service
const { projectId, owner } = await createScene(service)
const byOwner = (): Author => ({
  projectId,
  sourceLocaleId: 0,
  actor: { type: 'user', id: owner.userId },
  userId: owner.userId,
  at: clock.now(),
})
const LEASE_MS = 10_000

const PAUSE_MS = 5_000
const MINUTE_MS = 60_000

let runners: JobRunner[] = []
const startKinds = (kinds: Record<string, JobKind>, pauseMs = PAUSE_MS, its = services) => {
  const runner = new JobRunner(its, kinds, pauseMs)
  runners.push(runner)
  return runner
}
const kindOf = (run: JobKind['run'], failures: string[] = []): JobKind => ({
  run,
  fail: async (_tx, job, _now, reason) => void failures.push(`${job.id}: ${reason}`),
})
const start = (run: JobKind['run'], failures: string[] = []) => startKinds({ test: kindOf(run, failures) })
afterEach(async () => {
  await Promise.all(runners.map((runner) => runner.close()))
  runners = []
  await db.run(sql`delete from jobs`)
})

const enqueue = async (lane: string, count: number, kind = 'test') => {
  const ids = await transaction(db, (tx) => enqueueJobs(tx, byOwner(), { kind, lane, count }))
  services.wakeUps.jobs.call()
  return ids
}
const stateOf = async (id: number | undefined) =>
  (await db.row<{ state: string }>(sql`select state from jobs where id = ${id}`))?.state
const reached = (id: number | undefined, state: string) =>
  until(`job ${id} to be ${state}`, async () => (await stateOf(id)) === state)
const complete = (job: Job) => transaction(db, (tx) => endJob(tx, job, clock.now(), 'completed'))
const expire = () => {
  clock.advance(LEASE_MS + 1)
  services.wakeUps.jobs.call()
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

  test('of a kind that takes long leave the others their slots', async () => {
    const gate = Promise.withResolvers<void>()
    const endless = kindOf(async (_services, job) => {
      await gate.promise
      await complete(job)
    })
    const quick = kindOf(async (_services, job) => void (await complete(job)))
    startKinds({ endless, quick })
    const slow = []
    for (let project = 1; project <= 12; project++) slow.push(...(await enqueue(`slow ${project}`, 1, 'endless')))
    await reached(slow[0], 'running')
    const others = await enqueue('quick', 6, 'quick')
    await reached(others.at(-1), 'completed').finally(gate.resolve)
    for (const id of slow) await reached(id, 'completed')
  })

  test('of one lane, asked for at the same time, run in the order of their ids too', async () => {
    const begun: number[] = []
    start(async (_services, job) => {
      begun.push(job.id)
      await complete(job)
    })
    let later: Promise<number[]> | undefined
    let isThere = false
    const [first] = await transaction(db, async (tx) => {
      const ids = await enqueueJobs(tx, byOwner(), { kind: 'test', lane: 'a', count: 1 })
      later = enqueue('a', 1).finally(() => {
        isThere = true
      })
      await until('the later one', () => isThere || lockWaiters(db))
      if (isThere) await until('it to run', () => begun.length > 0)
      return ids
    })
    services.wakeUps.jobs.call()
    const [second] = (await later) ?? []
    await reached(first, 'completed')
    await reached(second, 'completed')
    assert.deepEqual(begun, [first, second])
  })

  test('are not looked for at every write', async () => {
    let looks = 0
    const counting: typeof db = Object.assign(Object.create(db), {
      rows: (query: Sql) => {
        looks++
        return db.rows(query)
      },
    })
    const completing = kindOf(async (_services, job) => void (await complete(job)))
    startKinds({ test: completing }, PAUSE_MS, { ...services, db: counting })
    const began = Date.now()
    for (let n = 1; n <= 60; n++) {
      await service.ok(owner, 'createKey', { params: { projectId }, body: { key: `key ${n}` } })
    }
    const polls = (Date.now() - began) / 500
    assert.ok(looks <= polls + 2, `${looks} looks, ${polls} half seconds`)
  })

  test('begin at once where they were asked for, and within half a second elsewhere', async () => {
    const begun = new Map<number, number>()
    const noting = kindOf(async (_services, job) => {
      begun.set(job.id, Date.now())
      await complete(job)
    })
    startKinds({ elsewhere: noting }, PAUSE_MS, { ...services })
    startKinds({ test: noting })
    const begins = async (kind: string) => {
      const asked = Date.now()
      const [id = 0] = await enqueue(kind, 1, kind)
      await reached(id, 'completed')
      return (begun.get(id) ?? 0) - asked
    }
    // By looking now and then, each is found half a second after the one before it; only the first may be sooner.
    await begins('test')
    const waits = [await begins('test'), await begins('test'), await begins('test')]
    assert.ok(Math.min(...waits) < 400, `${waits}`)
    assert.ok((await begins('elsewhere')) < onThisMachine(800))
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

  test('that met an absent database for some minutes are tried until it is back, uncounted', async () => {
    const attempts: number[] = []
    const failures: string[] = []
    const warnings: string[] = []
    const log = Object.assign(Object.create(services.log), {
      warn: (_details: object, message: string) => void warnings.push(message),
    })
    const run: JobKind['run'] = async (_services, job) => {
      attempts.push(job.attempt)
      clock.advance(PAUSE_MS)
      if (attempts.length <= 100) throw Object.assign(new Error('gone'), { code: 'ECONNREFUSED' })
      await complete(job)
    }
    startKinds({ test: kindOf(run, failures) }, 1, { ...services, log })
    const [id] = await enqueue('a', 1)
    await reached(id, 'completed')
    assert.deepEqual([new Set(attempts), failures], [new Set([1]), []])
    assert.equal(warnings.filter((message) => message.includes('tried again')).length, 100)
  })

  test('that meet the same fault of the database again and again fail in the end', async () => {
    const failures: string[] = []
    let tries = 0
    const run: JobKind['run'] = async () => {
      tries++
      clock.advance(MINUTE_MS)
      throw Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' })
    }
    startKinds({ test: kindOf(run, failures) }, 1)
    const [id] = await enqueue('a', 1)
    await reached(id, 'failed')
    assert.ok(tries >= 10 && tries <= 20, `${tries} tries`)
    assert.deepEqual(failures, [`${id}: The database was busy or away for too long.`])
  })

  test('that wait for the database are handed on at once when the process stops', async () => {
    let tries = 0
    const runner = start(async () => {
      tries++
      throw Object.assign(new Error('gone'), { code: 'ECONNREFUSED' })
    })
    const [id] = await enqueue('a', 1)
    await until('the first try', () => tries === 1)
    await runner.close()
    assert.equal(await stateOf(id), 'waiting')
    start(async (_services, job) => void (await complete(job)))
    await reached(id, 'completed')
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
