import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createScene } from '../../../../test/factories.ts'
import { startService } from '../../../../test/harness.ts'
import { until } from '../../../../test/until.ts'
import type { Database } from '../../../db/pool.ts'
import { sql } from '../../../db/sql.ts'

const service = await startService()
const { owner, projectId } = await createScene(service)

const health = async () => {
  const { statusCode, body } = await service.app.inject({ url: '/health' })
  return { status: statusCode, body: JSON.parse(body) }
}

/** The next probes have come back with this, whatever was known before. */
const told = (what: string, status: number) =>
  until(what, async () => {
    service.clock.advance(10_000)
    return (await health()).status === status
  })

const refusing = (state: string) => `
  create or replace function refuse() returns trigger language plpgsql as
    $$ begin raise exception 'No space left on device' using errcode = '${state}'; end $$`

test('a disk that is full is told, with the reason, until the database can write again', async () => {
  assert.deepEqual(await health(), { status: 200, body: { status: 'ok' } })
  await service.db.pool.query(refusing('53100'))
  await service.db.pool.query('create trigger refuse before insert on write_probe execute function refuse()')
  await told('the full disk to be told', 503)
  assert.deepEqual(await health(), {
    status: 503,
    body: {
      code: 'SERVICE_UNAVAILABLE',
      message: 'The database answers, but cannot write.',
      meta: { reason: 'disk_full' },
    },
  })
  await service.db.pool.query('drop trigger refuse on write_probe')
  await told('the free disk to be told', 200)
})

test('a write that fails is told at once, and forgotten as soon as writing works', async () => {
  await service.db.pool.query(refusing('53100'))
  await service.db.pool.query('create trigger refuse before insert on keys execute function refuse()')
  // Nobody asks meanwhile, and the last probe is young: only the failed write can tell.
  const failed = await service.call(owner, 'createKey', { params: { projectId }, body: { key: 'k' } })
  assert.equal(failed.status, 503)
  assert.deepEqual((await health()).body.meta, { reason: 'disk_full' })
  await until('the probe to succeed', async () => (await health()).status === 200)
  await service.db.pool.query('drop trigger refuse on keys')
})

test('a database that only reads is told', async () => {
  const { database } = service.db.connection as { database: string }
  const everybody = sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`
  await service.db.pool.query(`alter database ${database} set default_transaction_read_only = on`)
  await service.db.rows(everybody)
  await until('the probe to fail', async () => {
    service.clock.advance(10_000)
    return (await health()).body.meta?.reason === 'read_only'
  })
  await service.db.pool.query(
    `begin; set transaction read write; alter database ${database} reset default_transaction_read_only; commit`,
  )
  await service.db.rows(everybody)
  await told('writing to work again', 200)
})

test('who asks often makes it write seldom', async () => {
  const { app, db } = await startService()
  const before = await fileOfProbe(db)
  await app.inject({ url: '/health' })
  await until('one probe', async () => (await fileOfProbe(db)) !== before)
  const after = await fileOfProbe(db)
  for (let asked = 0; asked < 50; asked++) await app.inject({ url: '/health' })
  assert.equal(await fileOfProbe(db), after)
})

/** Each probe writes a file of its own. */
async function fileOfProbe(db: Database): Promise<number> {
  const found = await db.one<{ file: number }>(sql`
    select relfilenode::bigint as file from pg_class where relname = 'write_probe'`)
  return found.file
}
