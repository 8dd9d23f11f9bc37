import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { type FileHandle, open, rename, rm } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { StartFault } from '../start-fault.ts'

const ADVICE: Record<string, string> = {
  ENOENT: 'there is no such file or folder.',
  ENOTDIR: 'it lies below something that is no folder.',
  EISDIR: 'it is a folder. Name a file.',
  EACCES: `user ${process.getuid?.()} may not. Name another place, or run this as its owner.`,
  EPERM: `user ${process.getuid?.()} may not. Name another place, or run this as its owner.`,
  EROFS: 'its file system is read-only. Name another place.',
  ENOSPC: 'its file system is full. Make room there, or name another place.',
  EDQUOT: 'the quota of this user is used up. Make room there, or name another place.',
  EFBIG: 'its file system does not hold files of that size. Name another place.',
  ENAMETOOLONG: 'its name is too long.',
  EIO: 'the disk does not work.',
}

/** What keeps a file from being read or written, with what helps; anything else as it is. */
export function fileFault(path: string, verb: 'read' | 'written', error: unknown): unknown {
  const advice = ADVICE[(error as NodeJS.ErrnoException).code ?? '']
  return advice === undefined ? error : new StartFault(`${path} cannot be ${verb}: ${advice}`, { cause: error })
}

export function refuseToReplace(path: string): void {
  if (existsSync(path)) throw new StartFault(`${path} is there already. Name a file that is not, or move it away.`)
}

/**
 * Writes a file that appears under its name whole and on the disk, or not at all. It lies beside that name meanwhile: a
 * `.part` is what is left of a process that was killed.
 */
export async function writeWholeFile<T>(path: string, write: (file: FileHandle) => Promise<T>): Promise<T> {
  const file = resolve(path)
  const draft = `${file}.${randomBytes(4).toString('hex')}.part`
  try {
    const written = await synced(await open(draft, 'wx', 0o600), write)
    refuseToReplace(file)
    await rename(draft, file)
    await synced(await open(dirname(file)), async () => {})
    return written
  } catch (error) {
    await rm(draft, { force: true }).catch(() => {})
    throw fileFault(file, 'written', error)
  }
}

async function synced<T>(handle: FileHandle, work: (handle: FileHandle) => Promise<T>): Promise<T> {
  try {
    const done = await work(handle)
    await handle.sync()
    return done
  } finally {
    await handle.close()
  }
}
