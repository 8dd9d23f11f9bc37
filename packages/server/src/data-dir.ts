import { resolve, sep } from 'node:path'
import { StartFault } from './start-fault.ts'

const ADVICE: Record<string, string> = {
  ENOTDIR: 'it is a file, or lies below one. Name a folder with DATA_DIR.',
  EEXIST: 'it is a file, or lies below one. Name a folder with DATA_DIR.',
  EACCES: 'that user may not write there. Make it the owner, or name another folder with DATA_DIR.',
  EPERM: 'that user may not write there. Make it the owner, or name another folder with DATA_DIR.',
  EROFS: 'its file system is read-only. Mount one there that can be written, or name another folder with DATA_DIR.',
  ENOSPC: 'its file system is full. Make room there, or name another folder with DATA_DIR.',
  EDQUOT: 'the quota of that user is used up. Make room there, or name another folder with DATA_DIR.',
}

/** The codes of what PostgreSQL's programs say in words. */
const WORDS: readonly [RegExp, string][] = [
  [/no space left on device/i, 'ENOSPC'],
  [/disk quota exceeded/i, 'EDQUOT'],
  [/read-only file system/i, 'EROFS'],
]

/** Calls on files that are open already do not tell which file it was. */
const CALLS_WITHOUT_A_PATH = ['write', 'fsync', 'ftruncate']

/** A failure of the operating system in the data folder, told with what helps; undefined for anything else. */
export function dataDirFault(dataDir: string, error: unknown): StartFault | undefined {
  const { code = '', path, syscall = '' } = error as NodeJS.ErrnoException
  const folder = resolve(dataDir)
  const isThere =
    path === undefined ? CALLS_WITHOUT_A_PATH.includes(syscall) : `${resolve(path)}${sep}`.startsWith(folder + sep)
  const isAbove = path !== undefined && folder.startsWith(`${resolve(path)}${sep}`)
  const advice = ADVICE[code]
  return advice && (isThere || isAbove) ? cannotBeUsed(folder, advice, error) : undefined
}

/** The same of what a program has said about it at its end. */
export function dataDirFaultIn(dataDir: string, words: string): StartFault | undefined {
  const code = WORDS.find(([pattern]) => pattern.test(words))?.[1]
  return code === undefined ? undefined : cannotBeUsed(dataDir, ADVICE[code] ?? '', words)
}

function cannotBeUsed(folder: string, advice: string, cause: unknown): StartFault {
  const user = process.getuid?.()
  return new StartFault(
    `The data folder ${folder} cannot be used${user === undefined ? '' : ` by user ${user}`}: ${advice}`,
    { cause },
  )
}
