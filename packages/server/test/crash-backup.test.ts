import assert from 'node:assert/strict'
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { BackupFile } from '../src/backup/read-backup.ts'
import { tablesHere } from '../src/backup/tables.ts'
import { begin, contentOf, folder, outside, run, succeed } from '../src/backup/test/scene.ts'
import { connectionTo } from '../src/db/embedded-connection.ts'
import { Database } from '../src/db/pool.ts'
import { sql } from '../src/db/sql.ts'
import { CrashScene } from './crash-scene.ts'
import { Dice } from './fuzz-values.ts'
import { until } from './until.ts'

const FULL = process.env['PARLANCE_TEST_FULL'] === '1'
const ROUNDS = FULL ? 60 : 2
const SEED = Number(process.env['CRASH_SEED'] ?? Date.now() % 2 ** 32)
const dice = new Dice(SEED)
const PASSPHRASE = 'three words and one more'

const files = folder()
const scene = await CrashScene.begin({ database: 'own', env: { WEBHOOK_ALLOW_NETWORKS: '127.0.0.0/8' } })
const own = { DATA_DIR: scene.dataDir, BACKUP_PASSPHRASE: PASSPHRASE }
const { projectId } = scene
// Whether anybody hears of it is no matter here.
const hook = { name: 'Hook', url: 'http://127.0.0.1:9/', events: ['key.created'] }
await scene.ok('POST', `/v1/projects/${projectId}/webhooks`, hook)

/** So many bytes in a table between those of keys and of changes that a backup takes a moment from the one to the other. */
async function fill(): Promise<void> {
  await scene.ok('POST', `/v1/projects/${projectId}/keys`, { key: 'talked about' })
  const db = new Database(connectionTo(join(scene.dataDir, 'run')), console, 1)
  await db.run(sql`
    insert into comments (text, author_id, created_at, key_id)
    select repeat(md5(n::text), 60), 1, now(), (select min(id) from keys) from generate_series(1, 10000) as n`)
  await db.close()
}

/** Rows that contradict each other, as they would in a copy that was not made at one moment. */
async function contradictions(db: Database) {
  const { found } = await db.one<{ found: Record<string, number> }>(sql`
    select jsonb_build_object(
      'changes without a number, or numbers without a change', (select abs(c.seq - count(n.seq)) + abs(c.seq - max(n.seq))
        from project_counters c join changes n using (project_id) where project_id = ${projectId} group by c.seq),
      'keys counted wrongly', (select abs(c.keys - (select count(*) from keys where project_id = ${projectId} and deleted_at is null))
        from project_counters c where project_id = ${projectId}),
      'values that are not what was told last', (select count(*) from translations t join keys k on k.id = t.key_id
        where k.deleted_at is null and t.value is distinct from (
          select n.after ->> 'value' from changes n where n.translation_id = t.id and n.event like 'translation.%'
          order by n.seq desc limit 1)),
      'changes that no webhook is told, or twice', (select abs(
        (select count(*) from changes where project_id = ${projectId} and event = 'key.created') -
        (select count(*) from deliveries where event = 'key.created'))),
      'deliveries without what they tell', (select count(*) from deliveries d
        where d.body is null and not exists (select from delivery_data b where b.id = d.data_id)),
      'numbers that would be given again', (select count(*) from keys where id > (select last_value from keys_id_seq))
    ) as found`)
  return Object.fromEntries(Object.entries(found).filter(([, count]) => count !== 0))
}

const seqOf = async (db: Database) =>
  (await db.one<{ seq: number }>(sql`select seq from project_counters where project_id = ${projectId}`)).seq

test(`a backup beside writers is the database of one moment (CRASH_SEED=${SEED})`, async () => {
  await fill()
  const stop = new AbortController()
  let acknowledged = 0
  const writers = [0, 1, 2, 3].map((n) =>
    scene.write([`a${n}`, `b${n}`], new Dice(dice.below(2 ** 32)), stop.signal, () => acknowledged++),
  )
  await until('the first writes', () => acknowledged > 20)
  let last = 0
  for (let round = 0; round < ROUNDS; round++) {
    const before = acknowledged
    const file = join(files, `beside ${round}`)
    await succeed('backup', [file], own)
    assert.ok(acknowledged > before, 'writers went on meanwhile')
    const restored = await outside()
    await succeed('restore', [file], { ...own, DATABASE_URL: restored.url, DATA_DIR: join(files, 'keys') })
    assert.deepEqual(await contradictions(restored.db), {})
    const seq = await seqOf(restored.db)
    assert.ok(seq >= before && seq > last, `${before} writes were acknowledged before, and ${seq} changes are there`)
    last = seq
  }
  stop.abort()
  await Promise.all(writers)
})

test(`kill -9 in a backup: the file is whole or not there, and the service goes on (CRASH_SEED=${SEED})`, async () => {
  const took = await timed(() => succeed('backup', [join(files, 'untouched')], own))
  for (let round = 0; round < ROUNDS * 2; round++) {
    const file = join(files, `killed ${round}`)
    await killed('backup', file, own, took)
    if (existsSync(file)) await whole(file)
    await scene.ok('POST', `/v1/projects/${projectId}/keys`, { key: `while killing ${round}` })
  }
  await succeed('backup', [join(files, 'after')], own)
})

test(`kill -9 in a restore: everything or nothing, and the next one succeeds (CRASH_SEED=${SEED})`, async () => {
  const file = join(files, 'to restore')
  await succeed('backup', [file], own)
  const target = await outside()
  const there = { DATABASE_URL: target.url, DATA_DIR: join(files, 'keys'), BACKUP_PASSPHRASE: PASSPHRASE }
  const took = await timed(() => succeed('restore', [file], there))
  const content = await contentOf(target.db)
  const outcomes = { all: 0, nothing: 0 }
  for (let round = 0; round < ROUNDS; round++) {
    const fresh = await outside()
    await killed('restore', file, { ...there, DATABASE_URL: fresh.url }, took)
    await until('its connection to end', async () => !(await fresh.db.row(OTHERS)))
    const isThere = (await tablesHere(fresh.db)).length > 0
    outcomes[isThere ? 'all' : 'nothing']++
    if (!isThere) await succeed('restore', [file], { ...there, DATABASE_URL: fresh.url })
    assert.deepEqual(await contentOf(fresh.db), content)
  }
  if (FULL) assert.ok(outcomes.nothing > 0, JSON.stringify(outcomes))

  for (let round = 0; round < ROUNDS / 2; round++) {
    const inside = { DATA_DIR: join(files, `inside ${round}`), BACKUP_PASSPHRASE: PASSPHRASE }
    await killed('restore', file, inside, took * 2)
    const { code, refused } = await run('restore', [file], inside)
    assert.ok(code === 0 || /is not empty/.test(refused), refused)
    const copy = join(files, `of inside ${round}`)
    await succeed('backup', [copy], inside)
    assert.deepEqual(await whole(copy), await whole(file))
    rmSync(inside.DATA_DIR, { recursive: true })
  }
})

const OTHERS = sql`
  select 1 from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
    and backend_type = 'client backend' and state <> 'idle'`

async function killed(command: 'backup' | 'restore', file: string, env: Record<string, string>, within: number) {
  const { child, ended } = begin(command, [file], env)
  await Promise.race([sleep(dice.below(Math.ceil(within))), ended])
  child.kill('SIGKILL')
  await ended
}

/** Its counts, when it is what was written. */
async function whole(path: string) {
  const file = await BackupFile.open(path)
  return (await file.read(async () => {}).finally(() => file.close())).rows
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}
