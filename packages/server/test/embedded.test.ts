import assert from 'node:assert/strict'
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs'
import { chmod, chown, mkdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { after, describe, test } from 'node:test'
import pg from 'pg'
import { type EmbeddedServer, startEmbedded } from '../src/db/embedded.ts'
import { onThisMachine } from './this-machine.ts'
import { until } from './until.ts'

const NOBODY = 65534
const isRoot = process.getuid?.() === 0
// Safe here: a killed process loses nothing that it has handed to the kernel.
const settings = { fsync: 'off' }

const root = mkdtempSync(join(tmpdir(), 'parlance-embedded-'))
// Other users must be able to reach what is made for them inside.
await chmod(root, 0o755)
const children: ChildProcess[] = []
const servers: EmbeddedServer[] = []

after(async () => {
  for (const child of children) child.kill('SIGKILL')
  await Promise.allSettled(servers.map((server) => server.stop()))
  await until('all servers to end', () => processesOf(root).length === 0)
  await rm(root, { recursive: true, force: true })
})

/** Every process that names the folder in its command or works in it. */
function processesOf(dir: string): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => {
      if (!pid || pid === process.pid) return false
      try {
        return (
          readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(dir) || readlinkSync(`/proc/${pid}/cwd`).startsWith(dir)
        )
      } catch {
        return false
      }
    })
}

function recorder() {
  const messages: string[] = []
  const note = (level: string) => (_details: object, message: string) => void messages.push(`${level} ${message}`)
  return { messages, info: note('info'), warn: note('warn'), error: note('error') }
}

async function start(dataDir: string, log = recorder()): Promise<EmbeddedServer> {
  const server = await startEmbedded({ dataDir, log, settings })
  servers.push(server)
  return server
}

async function query(connection: object, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(connection)
  client.on('error', () => {})
  try {
    await client.connect()
    return (await client.query(text)).rows
  } finally {
    await client.end().catch(() => {})
  }
}

const postmasterOf = (dataDir: string) =>
  Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])

const CHILD = `
import { startEmbedded } from ${JSON.stringify(new URL('../src/db/embedded.ts', import.meta.url).href)}
const log = { info() {}, warn() {}, error() {} }
try {
  const { connection } = await startEmbedded({ dataDir: process.env.DATA_DIR, log, settings: { fsync: 'off' } })
  console.log(JSON.stringify({ connection }))
} catch (error) {
  console.log(JSON.stringify({ refusal: error.message }))
  process.exit(1)
}
`

type Answer = { connection?: pg.ClientConfig; refusal?: string }

/** Runs startEmbedded in a process of its own, which stays until it is killed. */
async function startChild(dataDir: string, options: { uid?: number; gid?: number; path?: string } = {}) {
  const { path = process.env['PATH'] ?? '', ...ids } = options
  const child = spawn(process.execPath, ['--input-type=module', '-e', CHILD], {
    env: { PATH: path, DATA_DIR: dataDir, HOME: root },
    stdio: ['ignore', 'pipe', 'inherit'],
    ...ids,
  })
  children.push(child)
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string]
  return { child, ...(JSON.parse(line) as Answer) }
}

async function kill9(child: ChildProcess): Promise<void> {
  const exited = once(child, 'exit')
  child.kill('SIGKILL')
  await exited
}

describe('embedded database', () => {
  // Blanks, commas and quotes have to survive the shell and the settings of the server.
  const dataDir = join(root, 'parents', 'odd "name", with all')

  test('first start makes a private folder and a database that knows all scripts', async () => {
    await mkdir(join(dataDir, 'postgres.new', 'left over'), { recursive: true })
    await chmod(dataDir, 0o755)
    const server = await start(dataDir)
    assert.equal(statSync(join(dataDir, 'postgres')).mode & 0o777, 0o700)
    assert.equal(statSync(join(dataDir, 'run')).mode & 0o777, 0o700)
    await query(server.connection, 'create extension pg_trgm; create extension btree_gin')
    const [row] = await query(
      server.connection,
      `select cardinality(show_trgm('жук')) trigrams, current_setting('listen_addresses') tcp`,
    )
    assert.equal(row?.['trigrams'], 4)
    assert.equal(row?.['tcp'], '')
    await query(server.connection, 'create table acked (n int primary key); insert into acked values (0)')
    await server.stop()
    await until('the last processes', () => processesOf(dataDir).length === 0)
  })

  test('new folders are private, their parents are not', async () => {
    const fresh = join(root, 'new-parent', 'data')
    const server = await start(fresh)
    assert.equal(statSync(fresh).mode & 0o777, 0o700)
    assert.equal(statSync(dirname(fresh)).mode & 0o055, 0o055)
    await server.stop()
  })

  test('later starts are quick, and the rows are there', async () => {
    const began = performance.now()
    const server = await start(dataDir)
    assert.ok(performance.now() - began < onThisMachine(3_000))
    assert.deepEqual(await query(server.connection, 'select n from acked'), [{ n: 0 }])
    await server.stop()
  })

  test('a second process is refused quickly, in one sentence, and does no harm', async () => {
    const server = await start(dataDir)
    const began = performance.now()
    const { refusal } = await startChild(dataDir)
    assert.ok(performance.now() - began < onThisMachine(3_000))
    assert.match(refusal ?? '', new RegExp(`^Another Parlance process \\(pid ${process.pid}\\) is using .*odd "name"`))
    assert.deepEqual(await query(server.connection, 'select 1 as one'), [{ one: 1 }])
    await server.stop()
  })

  test('kill -9 of the postmaster: it returns by itself with every acknowledged row, though a backend is busy', async () => {
    const log = recorder()
    const server = await start(dataDir, log)
    await query(server.connection, 'insert into acked values (1)')
    const busy = query(server.connection, 'select count(*) from generate_series(1, 1e12::bigint)').catch(() => 'lost')
    const isBusy = `select 1 from pg_stat_activity where state = 'active' and query like '%series%' and pid <> pg_backend_pid()`
    await until('the busy backend', async () => (await query(server.connection, isBusy)).length)
    process.kill(postmasterOf(dataDir), 'SIGKILL')
    assert.equal(await busy, 'lost')
    await until(
      'the return',
      () => query(server.connection, 'select n from acked where n = 1').catch(() => false),
      5_000,
    )
    assert.ok(log.messages.includes('warn embedded database ended by itself, starting it again'))
    await server.stop()
    await until('the last processes', () => processesOf(dataDir).length === 0)
  })

  test('stop during the return leaves nothing behind', async () => {
    const server = await start(dataDir)
    process.kill(postmasterOf(dataDir), 'SIGKILL')
    await server.stop()
    await until('the last processes', () => processesOf(dataDir).length === 0)
  })

  test('kill -9 of Node leaves no server behind, and the next start has every acknowledged row', async () => {
    const { child, connection } = await startChild(dataDir)
    await query(connection ?? {}, 'insert into acked values (2)')
    await kill9(child)
    // At once: the old server may still be shutting down.
    const server = await start(dataDir)
    assert.deepEqual(await query(server.connection, 'select n from acked where n = 2'), [{ n: 2 }])
    await server.stop()
    const again = await startChild(dataDir)
    await kill9(again.child)
    await until('the server to end', () => processesOf(dataDir).length === 0)
  })

  for (const [what, pidFile] of [
    ['with the number of a living process in the pid file', `${process.ppid}\n`],
    ['with a torn pid file', ''],
  ] as const) {
    test(`kill -9 of Node and postmaster, ${what}`, async () => {
      const { child, connection } = await startChild(dataDir)
      await query(connection ?? {}, 'insert into acked select max(n) + 1 from acked')
      const [before] = await query(connection ?? {}, 'select count(*) from acked')
      process.kill(postmasterOf(dataDir), 'SIGKILL')
      await kill9(child)
      const file = join(dataDir, 'postgres/postmaster.pid')
      const rest = readFileSync(file, 'utf8').replace(/^\d+\n/, '')
      await writeFile(file, pidFile && pidFile + rest)
      const server = await start(dataDir)
      assert.deepEqual(await query(server.connection, 'select count(*) from acked'), [before])
      await server.stop()
    })
  }

  test('data of another PostgreSQL is refused', async () => {
    const old = join(root, 'old')
    mkdirSync(join(old, 'postgres'), { recursive: true })
    await writeFile(join(old, 'postgres/PG_VERSION'), '17\n')
    await assert.rejects(start(old), /holds data of PostgreSQL 17, and this release of Parlance runs PostgreSQL 18/)
    await assert.rejects(start(old), /holds data/, 'the refused start must have let the folder go')
  })

  test('a path too long for a socket: the socket moves to a private temporary folder', async () => {
    const long = join(root, 'x'.repeat(100), 'data')
    const server = await start(long)
    const { host } = server.connection
    assert.ok(host.startsWith(join(tmpdir(), 'parlance-')) && !host.startsWith(root))
    assert.equal(statSync(host).mode & 0o777, 0o700)
    assert.deepEqual(await query(server.connection, 'select 1 as one'), [{ one: 1 }])
    await server.stop()
    mkdirSync(host, { mode: 0o755 })
    await assert.rejects(start(long), /is not a private folder of ours/)
    await rm(host, { recursive: true })
  })

  const canRead = 'require("node:fs").accessSync(process.argv[1], 4)'
  const asNobody = { uid: NOBODY, gid: NOBODY }
  const repoReachable =
    isRoot && spawnSync(process.execPath, ['-e', canRead, import.meta.filename], asNobody).status === 0
  const skip = !isRoot ? 'needs root to become somebody else' : !repoReachable && 'nobody cannot reach the repository'

  test('runs as an ordinary user, and as one without a name', { skip }, async () => {
    for (const uid of [NOBODY, 54321]) {
      const own = join(root, `user-${uid}`)
      await mkdir(own)
      await chown(own, uid, uid)
      const { child, connection, refusal } = await startChild(join(own, 'data'), { uid, gid: uid })
      assert.equal(refusal, undefined)
      assert.deepEqual(await query(connection ?? {}, 'select 1 as one'), [{ one: 1 }])
      await kill9(child)
    }
  })

  test('runs as root where user namespaces are refused', { skip }, async () => {
    const bin = join(root, 'bin')
    await mkdir(bin)
    await writeFile(join(bin, 'unshare'), '#!/bin/sh\nexit 1\n', { mode: 0o755 })
    const path = [bin, process.env['PATH']].join(delimiter)
    const stepsDown = join(root, 'steps-down')
    // The second start finds files of root, the third files of nobody.
    const first = await start(stepsDown)
    await first.stop()
    for (const round of [2, 3]) {
      const { child, connection, refusal } = await startChild(stepsDown, { path })
      assert.equal(refusal, undefined, `round ${round}`)
      assert.deepEqual(await query(connection ?? {}, 'select 1 as one'), [{ one: 1 }])
      assert.equal(statSync(join(stepsDown, 'postgres')).uid, NOBODY)
      await kill9(child)
    }
  })
})
