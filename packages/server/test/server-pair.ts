import assert from 'node:assert/strict'
import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  appendFileSync,
  chownSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import pg from 'pg'
import { atEnd } from './harness.ts'
import { freePort, killProcesses, processesOf, signal } from './running-service.ts'
import { until } from './until.ts'
import { Wire } from './wire.ts'

/** What people are given for two servers; the tests run with these files. */
const STANDBY = join(import.meta.dirname, '../../../deploy/standby')
const PASSWORD = 'a password of the test'
const NAMES = ['one', 'two'] as const
const READY_WITHIN_MS = 30_000

const bin = globSync('/usr/lib/postgresql/*/bin/postgres')
  .sort()
  .at(-1)
  ?.replace(/\/postgres$/, '')
/** PostgreSQL refuses to run as root. */
const owner = process.getuid?.() === 0 ? idsOf('postgres') : undefined

/** Undefined: all of it is there. */
export const missing = [
  ...(bin ? [] : ['PostgreSQL of Debian (postgresql)']),
  ...(spawnSync('haproxy', ['-v']).error ? ['HAProxy (haproxy)'] : []),
].join(' and ')

function idsOf(user: string): { uid: number; gid: number } {
  const idOf = (flag: string) => spawnSync('id', [flag, user], { encoding: 'utf8' }).stdout
  return { uid: Number(idOf('-u')), gid: Number(idOf('-g')) }
}

const here = (addresses: string) => addresses.replaceAll(/10\.0\.0\.\d/g, '127.0.0.1')

/** One of the two, with a network of its own to whoever is not on its machine. */
class PostgresServer {
  readonly name: (typeof NAMES)[number]
  readonly #dir: string
  readonly #port: number
  readonly wire: Wire

  constructor(name: (typeof NAMES)[number], dir: string, port: number, wire: Wire) {
    this.name = name
    this.#dir = dir
    this.#port = port
    this.wire = wire
  }

  static async make(name: (typeof NAMES)[number], root: string): Promise<PostgresServer> {
    const port = await freePort()
    return new PostgresServer(name, join(root, name), port, await Wire.to({ port, host: '127.0.0.1' }))
  }

  async init(): Promise<void> {
    await run('initdb', [
      '-D',
      this.#dir,
      '-U',
      'postgres',
      '-A',
      'trust',
      '-E',
      'UTF8',
      '--locale=C.UTF-8',
      '--no-sync',
    ])
    const lines = here(readFileSync(join(STANDBY, 'pg_hba.conf'), 'utf8'))
    const rest = 'local all all trust\n'
    writeFileSync(join(this.#dir, 'pg_hba.conf'), lines + rest)
    // As Debian's own does it; what stands behind is of this machine alone.
    appendFileSync(join(this.#dir, 'postgresql.conf'), "include_dir = 'conf.d'\n")
    mkdirSync(join(this.#dir, 'conf.d'))
  }

  /** Made anew, of what the other has. */
  async follow(primary: PostgresServer): Promise<void> {
    rmSync(this.#dir, { recursive: true, force: true })
    const from = `host=127.0.0.1 port=${primary.wire.port} user=replicator password='${PASSWORD}' application_name=${this.name}`
    await run('pg_basebackup', ['-d', from, '-D', this.#dir, '-R', '-C', '-S', this.name, '-c', 'fast', '--no-sync'])
  }

  async start(): Promise<void> {
    writeFileSync(join(this.#dir, 'conf.d/parlance.conf'), readFileSync(join(STANDBY, 'postgresql.conf')))
    const ofTest = `listen_addresses = '127.0.0.1'\nport = ${this.#port}\nunix_socket_directories = '${this.#dir}'\n`
    writeFileSync(join(this.#dir, 'conf.d/this-machine.conf'), ofTest)
    start(join(bin ?? '', 'postgres'), ['-D', this.#dir], { ...owner, cwd: this.#dir })
    await until(
      `server ${this.name} to answer`,
      () =>
        this.ask('select 1 as up').then(
          () => true,
          () => false,
        ),
      READY_WITHIN_MS,
    )
  }

  kill(): void {
    killProcesses(processesOf(this.#dir))
  }

  async ended(): Promise<void> {
    await until(`server ${this.name} to end`, () => {
      this.kill()
      return processesOf(this.#dir).length === 0
    })
  }

  /** The whole machine stands still, or goes on. */
  send(name: 'SIGSTOP' | 'SIGCONT'): void {
    for (const entry of processesOf(this.#dir)) process.kill(Number.parseInt(entry, 10), name)
  }

  /** On its own machine, past the network. */
  async ask<R extends pg.QueryResultRow>(statement: string, database = 'postgres'): Promise<R> {
    const client = new pg.Client({ host: this.#dir, port: this.#port, user: 'postgres', database })
    client.on('error', () => {})
    await client.connect()
    try {
      return (await client.query<R>(statement)).rows[0] as R
    } finally {
      await client.end()
    }
  }

  async script(name: 'setup.sql' | 'promote.sql' | 'synchronous.sql'): Promise<void> {
    const file = join(STANDBY, name)
    const place = ['-h', this.#dir, '-p', String(this.#port), '-U', 'postgres']
    await run('psql', [...place, '-X', '-v', 'ON_ERROR_STOP=1', '-f', '-'], readFileSync(file, 'utf8'))
  }

  takesWrites = async () => (await this.ask<{ takes: boolean }>('select takes_writes() as takes')).takes
}

/** Two servers of which one follows the other, and the proxy in front of them, all made by the files of deploy/standby. */
export class ServerPair {
  readonly url: string
  /** Who takes writes, and who follows. */
  primary: PostgresServer
  standby: PostgresServer

  private constructor(url: string, primary: PostgresServer, standby: PostgresServer) {
    this.url = url
    this.primary = primary
    this.standby = standby
  }

  static async begin(): Promise<ServerPair> {
    const root = mkdtempSync(join(tmpdir(), 'parlance-pair-'))
    if (owner) chownSync(root, owner.uid, owner.gid)
    atEnd(async () => {
      for (const server of [one, two]) {
        server.send('SIGCONT')
        await server.ended()
      }
      rmSync(root, { recursive: true, force: true })
    })
    const [one, two] = [await PostgresServer.make('one', root), await PostgresServer.make('two', root)]
    await one.init()
    await one.start()
    // Nothing follows it yet, and it would wait for that.
    await one.ask(`alter system set synchronous_standby_names = ''`)
    await one.ask('select pg_reload_conf()')
    await one.script('setup.sql')
    for (const role of ['parlance', 'replicator']) await one.ask(`alter role ${role} password '${PASSWORD}'`)
    const port = await startProxy(root, one.wire.port, two.wire.port)
    const url = `postgresql://parlance:${encodeURIComponent(PASSWORD)}@127.0.0.1:${port}/parlance`
    const pair = new ServerPair(url, one, two)
    await pair.follow()
    return pair
  }

  /** The standby is made of the primary, and from then on writes wait for it. */
  async follow(): Promise<void> {
    const { primary, standby } = this
    await standby.ended()
    await standby.follow(primary)
    await standby.start()
    await primary.script('synchronous.sql')
    await until('the standby to follow', async () => {
      const { follows } = await primary.ask<{ follows: boolean }>(
        `select exists (select from pg_stat_replication where application_name = '${standby.name}' and sync_state = 'sync') as follows`,
      )
      return follows
    })
  }

  /** What whoever looks after the servers does when the primary is lost. */
  async promote(): Promise<void> {
    await this.standby.script('promote.sql')
    ;[this.primary, this.standby] = [this.standby, this.primary]
  }
}

async function startProxy(root: string, one: number, two: number): Promise<number> {
  const port = await freePort()
  const places = { '127.0.0.1:6400': port, '10.0.0.1:5432': one, '10.0.0.2:5432': two }
  let settings = readFileSync(join(STANDBY, 'haproxy.cfg'), 'utf8')
  for (const [place, here] of Object.entries(places)) {
    assert.ok(settings.includes(` ${place}\n`), place)
    settings = settings.replace(` ${place}\n`, ` 127.0.0.1:${here}\n`)
  }
  // Only root can become somebody else.
  if (process.getuid?.() !== 0) settings = settings.replaceAll(/^ +(user|group) .*\n/gm, '')
  const file = join(root, 'haproxy.cfg')
  writeFileSync(file, settings)
  const proxy = start('haproxy', ['-db', '-f', file], { cwd: root })
  atEnd(async () => void (await signal(proxy, 'SIGKILL')))
  return port
}

function start(command: string, args: readonly string[], options: SpawnOptions): ChildProcess {
  return spawn(command, args, { ...options, env: { PATH: process.env['PATH'] ?? '' }, stdio: 'ignore' })
}

/** One of PostgreSQL's programs, as who owns its folders. The network in front of the servers is in this process: it must go on. */
async function run(program: string, args: readonly string[], input = ''): Promise<void> {
  const env = { PATH: process.env['PATH'] ?? '' }
  const child = spawn(join(bin ?? '', program), args, {
    ...owner,
    env,
    cwd: tmpdir(),
    stdio: ['pipe', 'ignore', 'pipe'],
  })
  child.stdin.end(input)
  const [words, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
  assert.equal(code, 0, `${program} ended with ${code}: ${words}`)
}
