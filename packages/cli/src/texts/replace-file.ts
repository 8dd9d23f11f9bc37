import {
  chmodSync,
  closeSync,
  fsyncSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'

type Content = Uint8Array | string

/**
 * Writes a file beside the old one and puts it in its place: whoever reads sees one or the other, never a part. It is done in
 * one turn of the program, and signals are heard between turns: one that ends the program leaves nothing beside.
 */
export function replaceFile(path: string, content: Content, { mode }: { mode?: number } = {}): void {
  const target = realPath(path)
  if (takesWhatIsWritten(target)) {
    writeFileSync(target, content)
    return
  }
  inPlaceOf(target, (beside) => {
    write(beside, content, { mode })
    const old = statSync(target, { throwIfNoEntry: false })
    if (old && mode === undefined) chmodSync(beside, old.mode)
    renameSync(beside, target)
  })
}

/** Writes a file where there is none yet, and is done when the disk has it: also a machine that loses its power keeps it. */
export function createFile(path: string, content: Content): void {
  inPlaceOf(path, (beside) => {
    write(beside, content, { isKept: true })
    try {
      linkSync(beside, path)
    } catch (error) {
      // Not every file system has links; those that have them say that something is there already.
      if (!NO_LINKS.includes((error as NodeJS.ErrnoException).code ?? '')) throw error
      renameSync(beside, path)
    }
    // Its name is in its folder, and that of the folder, which may be as new, in the one above.
    keep(dirname(path))
    keep(dirname(dirname(path)))
  })
}

const NO_LINKS = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK']

/** What stands beside a file while it is written: of no use to anybody but who writes it. */
export const isBeside = (name: string) => /^\.parlance-\d+\.tmp$/.test(name)

function inPlaceOf(target: string, put: (beside: string) => void): void {
  const folder = dirname(target)
  const beside = join(folder, `.parlance-${process.pid}.tmp`)
  try {
    mkdirSync(folder, { recursive: true })
    clear(folder)
    put(beside)
  } catch (error) {
    throw aboutFile(error as NodeJS.ErrnoException, target)
  } finally {
    rmSync(beside, { force: true })
  }
}

function write(
  path: string,
  content: Content,
  { mode, isKept = false }: { mode?: number | undefined; isKept?: boolean },
) {
  const file = openSync(path, 'wx', mode)
  try {
    writeFileSync(file, content)
    if (isKept) fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

/** As far as one may: Windows opens no folders, and does it by itself. */
function keep(folder: string): void {
  let opened: number
  try {
    opened = openSync(folder, 'r')
  } catch {
    return
  }
  try {
    fsyncSync(opened)
  } finally {
    closeSync(opened)
  }
}

const cleared = new Set<string>()
const MINUTE_MS = 60_000

/** Takes away what programs have left that were killed while they wrote. None of them writes for as long as a minute. */
function clear(folder: string): void {
  if (cleared.has(folder)) return
  cleared.add(folder)
  for (const name of readdirSync(folder).filter(isBeside)) {
    const path = join(folder, name)
    const old = statSync(path, { throwIfNoEntry: false })
    if (old && (old.mtimeMs < Date.now() - MINUTE_MS || name === `.parlance-${process.pid}.tmp`))
      rmSync(path, { force: true })
  }
}

/** A link stays a link: it is what it leads to that changes, also where that is not there yet. */
function realPath(path: string): string {
  try {
    return realpathSync(path)
  } catch (error) {
    // Links that lead in a circle are no way to a file that is missing.
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT'
    if (!isMissing || !lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()) return path
    return realPath(resolve(dirname(path), readlinkSync(path)))
  }
}

/** A device or a pipe: nothing can stand beside it, and whoever may write in its folder would put a file in its place. */
function takesWhatIsWritten(path: string): boolean {
  try {
    const found = statSync(path)
    return !found.isFile() && !found.isDirectory()
  } catch {
    return false
  }
}

/** People know the file that they asked for, not the one beside it. */
function aboutFile(error: NodeJS.ErrnoException, path: string): NodeJS.ErrnoException {
  const { code, errno, syscall, message } = error
  if (syscall === undefined) return error
  const told = new Error(message.split(`, ${syscall}`)[0], { cause: error })
  return Object.assign(told, { code, errno, syscall, path })
}
