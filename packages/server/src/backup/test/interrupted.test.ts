import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { until } from '../../../test/until.ts'
import { sql } from '../../db/sql.ts'
import { tablesHere } from '../tables.ts'
import { makeGoodBackup } from './good-backup.ts'
import { begin, outside, PASSPHRASE, refuse, run } from './scene.ts'

const { files, good, source, env } = await makeGoodBackup()

describe('no room', () => {
  const asOwnRoot = ['unshare', '--user', '--map-root-user', '--mount']
  const room = join(files, 'room')
  mkdirSync(room)
  const canMount = spawnSync('unshare', [...asOwnRoot.slice(1), 'mount', '-t', 'tmpfs', 'none', room]).status === 0
  const skip = canMount ? false : 'nothing can be mounted here'
  const mounted = (size: string, then = '"$@"') => [
    ...asOwnRoot,
    'sh',
    '-c',
    `mount -t tmpfs -o size=${size} none ${room} && ${then}; code=$?; ls -A ${room}; exit $code`,
    'sh',
  ]

  test('for a backup: it says so, and leaves nothing behind', { skip }, async () => {
    await refuse(
      /room\/full cannot be written: its file system is full\. Make room there/,
      'backup',
      [join(room, 'full')],
      env,
      mounted('4k'),
    )
  })

  test('in the middle of a large table: nobody waits for the rest of it', { skip }, async () => {
    const large = await outside('parlance')
    await large.db.run(sql`
      insert into login_failures (account_hash, source, at)
      select sha256(n::text::bytea), '', now() from generate_series(1, 100000) as n`)
    await refuse(
      /room\/large cannot be written: its file system is full/,
      'backup',
      [join(room, 'large')],
      { ...env, DATABASE_URL: large.url },
      mounted('1m'),
    )
    assert.equal(
      await large.db.row(
        sql`select 1 from pg_stat_activity where datname = current_database() and state = 'active' and pid <> pg_backend_pid()`,
      ),
      undefined,
    )
  })

  test('for a restore: it says so, and takes the database away again', { skip }, async () => {
    const here = { DATA_DIR: join(room, 'data'), BACKUP_PASSPHRASE: PASSPHRASE }
    for (const size of ['8m', '45m', '52m']) {
      const { code, refused } = await run(
        'restore',
        [good],
        here,
        mounted(size, `"$@"; code=$?; ls ${room}/data; (exit $code)`),
      )
      assert.equal(code, 1)
      assert.match(refused, /file system is full/)
    }
  })
})

test('a backup does not replace a file, and is not made of nothing', async () => {
  await refuse(/^\S+good is there already\. Name a file that is not/, 'backup', [good], env)
  await refuse(
    /nowhere\/file cannot be written: there is no such file or folder\.$/m,
    'backup',
    [join(files, 'nowhere/file')],
    env,
  )
  const nothing = { DATA_DIR: join(files, 'nothing') }
  await refuse(
    /^There is no database in \S+nothing\. Name the folder of the service/,
    'backup',
    [join(files, 'none')],
    nothing,
  )
  assert.equal(existsSync(nothing.DATA_DIR), false)
  const empty = await outside()
  await refuse(/^This database holds nothing of Parlance/, 'backup', [join(files, 'none')], {
    ...env,
    DATABASE_URL: empty.url,
  })
  await refuse(/^Name the file to write: npm run backup -- <file>$/m, 'backup', [], env)
  await refuse(/^Name the file to restore/, 'restore', [good, '--force'], env)
  assert.deepEqual(
    readdirSync(files).filter((name) => name.endsWith('.part') || name === 'none'),
    [],
  )
})

describe('who is asked to stop', () => {
  /** Holds a table that the command has to wait for. */
  async function held(statement: string, db: typeof source.db) {
    const client = await db.pool.connect()
    await client.query(`begin; ${statement}`)
    return async () => {
      await client.query('rollback')
      client.release()
    }
  }
  const waiting = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`

  test('leaves no file behind', async () => {
    const release = await held('lock table users in access exclusive mode', source.db)
    const { child, ended } = begin('backup', [join(files, 'stopped')], env)
    await until('it to wait', () => source.db.row(waiting))
    child.kill('SIGTERM')
    await release()
    const { code, refused } = await ended
    assert.deepEqual([code, refused], [1, 'Stopped: nothing was changed.\n'])
    assert.deepEqual(
      readdirSync(files).filter((name) => name.startsWith('stopped')),
      [],
    )
  })

  test('restores nothing', async () => {
    const { db, url } = await outside()
    const release = await held("select pg_advisory_xact_lock(hashtext('parlance migrations'))", db)
    const { child, ended } = begin('restore', [good], { ...env, DATABASE_URL: url })
    await until('it to wait', () => db.row(waiting))
    child.kill('SIGINT')
    const { code, refused } = await ended
    assert.deepEqual([code, refused], [1, 'Stopped: nothing was changed.\n'])
    await release()
    await until('its connection to end', async () => !(await db.row(waiting)))
    assert.deepEqual(await tablesHere(db), [])
  })
})

test('a database that is newer than this version is not backed up by it', async () => {
  const newer = await outside('parlance')
  await newer.db.run(sql`insert into schema_migrations (name, checksum) values ('9999_later.sql', '')`)
  await refuse(/^This version of Parlance is older than its database/, 'backup', [join(files, 'newer')], {
    ...env,
    DATABASE_URL: newer.url,
  })
})
