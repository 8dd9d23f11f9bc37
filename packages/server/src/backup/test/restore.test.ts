import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, describe, test } from 'node:test'
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { signal, startProcess } from '../../../test/running-service.ts'
import { until } from '../../../test/until.ts'
import { sql } from '../../db/sql.ts'
import { boxOf } from '../../secret-box.ts'
import { tablesHere } from '../tables.ts'
import { begin, folder, KEY, outside, PASSPHRASE, refuse, run, succeed } from './scene.ts'

const files = folder()
const good = join(files, 'good')
const source = await outside('parlance')
const env = { DATABASE_URL: source.url, SECRET_KEY: KEY, BACKUP_PASSPHRASE: PASSPHRASE, DATA_DIR: join(files, 'data') }

before(async () => {
  await source.db.pool.query(`
    insert into organizations (name, created_at, updated_at) select 'Org ' || n, now(), now() from generate_series(1, 300) n;
    insert into users (email, name, created_at, updated_at) values ('ada@example.com', 'Ada', now(), now());
    insert into locales (organization_id, code, name) values (1, 'en', 'English');
    insert into projects (organization_id, name, source_locale_id, cdn_token, created_at, updated_at)
      values (1, 'Shop', 1, 'token', now(), now())`)
  await source.db.run(sql`
    insert into webhooks (uuid, project_id, name, url, events, is_active, secret, created_by, created_at, updated_at)
    values ('w', 1, 'Hook', 'https://example.com', '{}', true, ${boxOf([KEY]).seal('whsec_right')}, 1, now(), now())`)
  await succeed('backup', [good], env)
})

/** A copy of the good file with something changed. */
function spoilt(change: (bytes: Buffer) => Buffer): string {
  const path = join(files, 'spoilt')
  writeFileSync(path, change(readFileSync(good)))
  return path
}

async function refusedWithout(sentence: RegExp, path: string, more: Record<string, string> = {}): Promise<void> {
  await refuse(sentence, 'restore', [path], { ...env, DATABASE_URL: target.url, ...more })
  const { count } = await target.db.one<{ count: number }>(sql`
    select count(*) from pg_class where relnamespace = 'public'::regnamespace`)
  assert.equal(count, 0, 'nothing was changed')
}

const target = await outside()

describe('a file is refused, and nothing is changed,', () => {
  test('that is not there, or a folder, or somebody else’s', async () => {
    await refusedWithout(/there is no such file or folder\.$/m, join(files, 'nowhere'))
    await refusedWithout(/it is a folder\. Name a file\.$/m, files)
  })

  test('that is something else', async () => {
    writeFileSync(join(files, 'other'), 'something else')
    await refusedWithout(/^\S+other is no backup of Parlance\.$/m, join(files, 'other'))
    writeFileSync(join(files, 'other'), '')
    await refusedWithout(/is no backup of Parlance\.$/m, join(files, 'other'))
    writeFileSync(join(files, 'other'), zstdCompressSync('something else'))
    await refusedWithout(/is no backup of Parlance\.$/m, join(files, 'other'))
  })

  test('that was cut off, or has something behind its end', async () => {
    const { length } = readFileSync(good)
    for (const end of [30, 1000, Math.floor(length / 2), length - 40, length - 1])
      await refusedWithout(
        /does not end as a backup does|no backup of Parlance/,
        spoilt((bytes) => bytes.subarray(0, end)),
      )
    await refusedWithout(
      /does not end as a backup does/,
      spoilt((bytes) => Buffer.concat([bytes, Buffer.of(10)])),
    )
    await refusedWithout(
      /does not end as a backup does/,
      spoilt((bytes) => Buffer.concat([bytes, bytes.subarray(0, -1)])),
    )
    await refusedWithout(
      /is damaged/,
      spoilt((bytes) => Buffer.concat([bytes, bytes])),
    )
  })

  test('whose format or migrations are newer', async () => {
    await refusedWithout(
      /was made by a newer version of Parlance\. Restore it with that version/,
      spoilt((bytes) => {
        bytes.write('2', bytes.indexOf('parlance backup 1') + 16)
        return bytes
      }),
    )
    await refusedWithout(
      /was made by a newer version of Parlance \(\S+, with the migration 9999_later\.sql\)/,
      spoilt((bytes) =>
        Buffer.from(
          bytes
            .toString('latin1')
            .replace('0056_history_positions.sql', '9999_later.sql'.padEnd(26))
            .replace(/9999_later\.sql( +)"/, '9999_later.sql"$1'),
          'latin1',
        ),
      ),
    )
  })

  test('with counts that are not those of its rows, however whole it looks', async () => {
    await refusedWithout(
      /is damaged/,
      rewritten((text) => text.replace('"users":1', '"users":2')),
    )
    await refusedWithout(
      /is damaged/,
      rewritten((text) => text.replace(/^1\tOrg 1\t.*\n/m, '')),
    )
    await refusedWithout(
      /has a table people that its schema has not\.$/m,
      rewritten((text) => text.replaceAll('"users"', '"people"')),
    )
    await refusedWithout(
      /lacks the table preferences\.$/m,
      rewritten((text) => text.replace(/^\{"table":"preferences".*\n\\\.\n/m, '').replace('"preferences":0,', '')),
    )
  })

  test('with a passphrase that is another, or is not given', async () => {
    await refusedWithout(/^BACKUP_PASSPHRASE is not the passphrase that /, good, {
      BACKUP_PASSPHRASE: 'another passphrase',
    })
    await refusedWithout(/Set BACKUP_PASSPHRASE to it; or, to do without, give --without-secrets/, good, {
      BACKUP_PASSPHRASE: '',
    })
  })
})

/** A file that is whole, with another text in it. */
function rewritten(change: (text: string) => string): string {
  return spoilt((bytes) => {
    const begins = 8 + bytes.readUInt32LE(4)
    const text = change(zstdDecompressSync(bytes.subarray(begins, -40)).toString())
    const params = { [constants.ZSTD_c_checksumFlag]: 1 }
    const all = Buffer.concat([bytes.subarray(0, begins), zstdCompressSync(text, { params })])
    const seal = createHash('sha256').update(all).digest()
    return Buffer.concat([all, bytes.subarray(-40, -32), seal])
  })
}

test('of a damaged file no byte goes unnoticed', async () => {
  const { BackupFile } = await import('../read-backup.ts')
  const bytes = readFileSync(good)
  const path = join(files, 'flipped')
  const step = process.env['PARLANCE_TEST_FULL'] ? 1 : 97
  for (let at = 0; at < bytes.length; at += at < 64 || at > bytes.length - 64 ? 1 : step) {
    const copy = Buffer.from(bytes)
    copy[at] = (copy[at] ?? 0) ^ (1 << (at % 8))
    writeFileSync(path, copy)
    const read = async () => {
      const file = await BackupFile.open(path)
      await file.read(async () => {}).finally(() => file.close())
    }
    await assert.rejects(read, { name: 'StartFault' }, `byte ${at}`)
  }
})

describe('a database is refused', () => {
  test('that is not empty, in an outside server', () =>
    refuse(/^This database is not empty: it has the table \w+\. .*DATABASE_URL.*\.$/m, 'restore', [good], env))

  test('that is a running service’s, or was', async () => {
    const dataDir = join(files, 'running')
    const service = await startProcess({ DATA_DIR: dataDir })
    const here = { DATA_DIR: dataDir, SECRET_KEY: KEY, BACKUP_PASSPHRASE: PASSPHRASE }
    await refuse(/^Another Parlance process \(pid \d+\) is using .*\. Stop it first/, 'restore', [good], here)
    await signal(service.child, 'SIGTERM')
    await refuse(/^This database is not empty: it has the table/, 'restore', [good], here)
    assert.ok(existsSync(join(dataDir, 'postgres')), 'and it is still there')
  })
})

describe('secrets', () => {
  test('come without a passphrase where SECRET_KEY is the same, and else webhooks are named that need new ones', async () => {
    const plain = join(files, 'plain')
    const { BACKUP_PASSPHRASE: _, ...without } = env
    const said = await succeed('backup', [plain], without)
    assert.match(
      said,
      /is left out, because BACKUP_PASSPHRASE is not set\. Restore with the same SECRET_KEY, or the webhooks \(1\) need new secrets/,
    )
    const same = await outside()
    assert.doesNotMatch(await succeed('restore', [plain], { ...without, DATABASE_URL: same.url }), /secret/)
    const other = await outside()
    const elsewhere = { DATABASE_URL: other.url, DATA_DIR: join(files, 'elsewhere') }
    assert.match(
      await succeed('restore', [plain], elsewhere),
      /The secrets of 1 webhooks cannot be opened with the keys here: give/,
    )
    const third = await outside()
    const waived = { ...without, DATABASE_URL: third.url, SECRET_KEY: 'x'.repeat(32), DATA_DIR: join(files, 'third') }
    assert.match(
      await succeed('restore', [good, '--without-secrets', '--webhooks-off'], waived),
      /give these webhooks new ones.*\nAll webhooks are switched off\./,
    )
    assert.deepEqual(await third.db.rows(sql`select is_active from webhooks`), [{ is_active: false }])
  })

  test('come with the key file where there is none yet', async () => {
    const dataDir = join(files, 'fresh')
    await succeed('restore', [good], { DATA_DIR: dataDir, BACKUP_PASSPHRASE: PASSPHRASE })
    assert.equal(readFileSync(join(dataDir, 'secret.key'), 'utf8').trim(), KEY)
  })

  test('that were sealed under keys which are not here are told when a backup is made', async () => {
    const said = await succeed('backup', [join(files, 'keyless')], { ...env, SECRET_KEY: 'y'.repeat(32) })
    assert.match(
      said,
      /The secrets of 1 webhooks were sealed under keys that are not here\. Are SECRET_KEY and DATA_DIR those of the service/,
    )
  })
})

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
