import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { chmod, chown, lchown, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { StartFault } from '../start-fault.ts'

const NOBODY = 65534
const AS_NOBODY = ['unshare', '--user', `--map-user=${NOBODY}`, `--map-group=${NOBODY}`, '--']

/** `prefix` is put before the command; `uid` and `gid` are set when the programs run as somebody else than Node. */
export type Account = { prefix: string[]; uid?: number; gid?: number }

export function ownUid(): number {
  return process.getuid?.() ?? 0
}

/**
 * PostgreSQL refuses to run as root, and initdb refuses a user without a name. A user namespace that maps us to nobody
 * satisfies both while the files stay ours, so a project below /root works. Where namespaces are refused, as in Docker
 * by default, root steps down to nobody and hands the files over. Files that belong to somebody else keep their owner.
 */
export async function chooseAccount(dataDir: string, clusterDir: string): Promise<Account> {
  const own = ownUid()
  const files = statSync(existsSync(clusterDir) ? clusterDir : dataDir)
  if (own !== 0 && own !== files.uid && existsSync(clusterDir)) {
    throw new StartFault(
      `${clusterDir} belongs to user ${files.uid}, and Parlance runs as user ${own}. Run it as the owner.`,
    )
  }
  const uid = own === 0 ? files.uid : own
  const plain = uid === own ? { prefix: [] } : { prefix: [], uid, gid: files.gid }
  if (uid !== 0 && hasName(uid)) return plain
  const mapped = { ...plain, prefix: AS_NOBODY }
  if (await succeeds(mapped, 'true')) return mapped
  if (uid !== 0) return plain
  const nobody = { prefix: [], uid: NOBODY, gid: NOBODY }
  await letPass(dataDir, NOBODY)
  if (existsSync(clusterDir)) await handOverTree(clusterDir, nobody)
  return nobody
}

function hasName(uid: number): boolean {
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n')
  return lines.some((line) => line.split(':')[2] === String(uid))
}

async function succeeds({ prefix, ...ids }: Account, program: string): Promise<boolean> {
  const [command = program, ...args] = [...prefix, program]
  const child = spawn(command, args, { stdio: 'ignore', ...ids })
  return once(child, 'exit').then(
    ([code]) => code === 0,
    () => false,
  )
}

/** Lets the group search the folder, not list it. */
async function letPass(dir: string, gid: number): Promise<void> {
  const { uid, mode } = statSync(dir)
  if (mode & 0o001) return
  await chown(dir, uid, gid)
  await chmod(dir, (mode & 0o777) | 0o010)
}

export async function handOver(path: string, { uid, gid }: Account): Promise<void> {
  if (uid !== undefined && gid !== undefined) await lchown(path, uid, gid)
}

/** The folder itself comes last: its owner tells whether all below was handed over. */
export async function handOverTree(dir: string, account: Account): Promise<void> {
  if (account.uid === undefined) return
  for (const entry of await readdir(dir, { withFileTypes: true })) {
    const path = join(dir, entry.name)
    if (entry.isDirectory()) await handOverTree(path, account)
    else await handOver(path, account)
  }
  await handOver(dir, account)
}
