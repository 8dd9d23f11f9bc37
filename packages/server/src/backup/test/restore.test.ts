import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { signal, startProcess } from '../../../test/running-service.ts'
import { sql } from '../../db/sql.ts'
import { makeGoodBackup } from './good-backup.ts'
import { KEY, outside, PASSPHRASE, refuse, succeed } from './scene.ts'

const { files, good, env } = await makeGoodBackup()

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
      /is left out, because BACKUP_PASSPHRASE is not set\. Restore with the same SECRET_KEY, or all 1 are lost: webhooks need new ones/,
    )
    const same = await outside()
    assert.doesNotMatch(await succeed('restore', [plain], { ...without, DATABASE_URL: same.url }), /secret/)
    const other = await outside()
    const elsewhere = { DATABASE_URL: other.url, DATA_DIR: join(files, 'elsewhere') }
    assert.match(
      await succeed('restore', [plain], elsewhere),
      /1 secrets cannot be opened with the keys here: give webhooks new ones/,
    )
    const third = await outside()
    const waived = { ...without, DATABASE_URL: third.url, SECRET_KEY: 'x'.repeat(32), DATA_DIR: join(files, 'third') }
    assert.match(
      await succeed('restore', [good, '--without-secrets', '--webhooks-off'], waived),
      /give webhooks new ones.*\nAll webhooks are switched off\./,
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
      /1 secrets of webhooks or second factors were sealed under keys that are not here\. Are SECRET_KEY and DATA_DIR those of the service/,
    )
  })
})
