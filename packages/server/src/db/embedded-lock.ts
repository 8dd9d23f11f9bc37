import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  closeSync,
  constants,
  ftruncateSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  writeSync,
} from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { StartFault } from '../start-fault.ts'

// Two locks keep a data folder to one owner. Both are flock(2) locks: the kernel drops them with the last process that
// holds them, so kill -9 leaves nothing stale, pid reuse and zombies cannot mislead, and two containers that share a
// volume on one host see each other (pid files cannot do that).
//   owner.lock   held by Node; busy means another Parlance runs here, so refuse.
//   server.lock  held by initdb or the postmaster and all its children; busy under our owner.lock means that the
//                server of a killed Parlance still shuts down, so wait.

const OWNER_PATIENCE_SECONDS = 1
const LEFTOVER_POLL_SECONDS = 0.2
const LEFTOVER_PATIENCE_MS = 20_000
const LEFTOVER_GENTLE_MS = 10_000

/** Takes the lock or, when it stays busy, gives undefined. Whoever inherits the descriptor holds the lock too. */
async function takeLock(file: string, seconds: number): Promise<number | undefined> {
  const fd = openSync(file, constants.O_RDWR | constants.O_CREAT, 0o600)
  try {
    // Node has no flock(2). The lock belongs to the open file, not to the process that asked for it, so a child that
    // shares our descriptor can take it for us and exit (3 ms).
    const child = spawn('flock', ['-x', '-w', String(seconds), '3'], { stdio: ['ignore', 'ignore', 'ignore', fd] })
    const [code] = (await once(child, 'exit')) as [number | null]
    if (code === 0) return fd
    if (code !== 1) throw new Error(`flock ended with ${code}`)
  } catch (error) {
    closeSync(fd)
    const need = 'The program flock (package util-linux) and a file system that has locks are needed.'
    throw new StartFault(`Cannot lock ${file}. ${need}`, { cause: error })
  }
  closeSync(fd)
  return undefined
}

/** Another process runs on the same folder. */
export class FolderInUse extends StartFault {
  override name = 'FolderInUse'
}

export async function takeOwnerLock(runDir: string, dataDir: string): Promise<number> {
  const file = join(runDir, 'owner.lock')
  const fd = await takeLock(file, OWNER_PATIENCE_SECONDS)
  if (fd === undefined) {
    const pid = readFileSync(file, 'utf8').trim()
    throw new FolderInUse(
      `Another Parlance process${pid && ` (pid ${pid})`} is using ${dataDir}. ` +
        'Stop it first, or give this one another folder with DATA_DIR.',
    )
  }
  ftruncateSync(fd)
  writeSync(fd, `${process.pid}\n`, 0)
  return fd
}

/** Waits for the server of an earlier run to end, helping it along, and gives the lock for the next one. */
export async function takeServerLock(runDir: string, clusterDir: string, signal: AbortSignal): Promise<number> {
  const began = Date.now()
  for (;;) {
    signal.throwIfAborted()
    const fd = await takeLock(join(runDir, 'server.lock'), LEFTOVER_POLL_SECONDS)
    if (fd !== undefined) return fd
    const waited = Date.now() - began
    if (waited > LEFTOVER_PATIENCE_MS) {
      throw new StartFault(
        `The database server of an earlier run still uses ${clusterDir} after ${LEFTOVER_PATIENCE_MS / 1000} seconds. ` +
          'End its processes (ps ax | grep postgres), or the container that runs them, and start again.',
      )
    }
    endLeftovers(clusterDir, waited > LEFTOVER_GENTLE_MS ? 'SIGQUIT' : 'SIGINT')
  }
}

/**
 * Ends what is left of an earlier server. Its watcher has normally asked the postmaster already; asking twice does no
 * harm. A backend without a postmaster is killed: a busy one would notice the loss only at the end of its query, and
 * its shared memory is lost anyway.
 */
function endLeftovers(clusterDir: string, signal: NodeJS.Signals): void {
  const parents = serverProcesses(clusterDir)
  for (const [pid, parent] of parents) {
    if (parents.has(parent)) continue
    const isBackend = readProc(pid, 'cmdline')?.startsWith('postgres: ') ?? false
    try {
      process.kill(pid, isBackend ? 'SIGKILL' : signal)
    } catch {
      // Gone meanwhile, or not ours to end: the lock tells.
    }
  }
}

/** Process id to parent's id, for all processes of the server: each works in its folder. */
function serverProcesses(clusterDir: string): Map<number, number> {
  const parents = new Map<number, number>()
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    try {
      if (readlinkSync(`/proc/${name}/cwd`) !== clusterDir) continue
    } catch {
      continue
    }
    // "<pid> (<program>) <state> <parent> …"; the program tells an administrator's shell in the folder apart.
    const parent = / \(postgres\) \S (\d+) /.exec(readProc(Number(name), 'stat') ?? '')?.[1]
    if (parent) parents.set(Number(name), Number(parent))
  }
  return parents
}

function readProc(pid: number, file: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return undefined
  }
}

/**
 * PostgreSQL refuses to start when the process named in a lock file is alive, and after a crash that number may belong
 * to anyone. We hold server.lock, so the file is stale: our own number on its first line makes PostgreSQL see that (it
 * accepts its parent's), while the rest stays for its shared-memory check. A torn file would be refused for good.
 */
export async function adoptStalePidFiles(clusterDir: string, socketDir: string): Promise<void> {
  for (const file of [join(clusterDir, 'postmaster.pid'), join(socketDir, '.s.PGSQL.5432.lock')]) {
    const text = await readFile(file, 'utf8').catch(() => undefined)
    if (text === undefined) continue
    if (/^-?\d+\n/.test(text)) await writeFile(file, text.replace(/^-?\d+/, String(process.pid)))
    else await rm(file)
  }
}
