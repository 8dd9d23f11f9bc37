import { relative, sep } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Invocation } from '../command.ts'
import type { Config } from '../config/config.ts'
import { exitCodes } from '../exit-codes.ts'
import { counted } from '../output/counted.ts'
import type { Output } from '../output/output.ts'
import { usageFailure } from '../problem.ts'
import { keysOfFiles } from '../types/keys-of-files.ts'
import { codeFiles } from './code-files.ts'
import { Comparison, type Scanned } from './compare.ts'
import { frameworksFor } from './frameworks/frameworks.ts'
import type { Names } from './project-keys.ts'
import { readKeys } from './read-keys.ts'

export interface Scan extends Scanned {
  /** How many files were looked at, and whether each could be read. */
  files: number
  isWhole: boolean
}

interface Asked {
  paths: readonly string[]
  framework: Config['scan']['framework']
  /** Whose keys those of the code are held against. */
  from: 'service' | 'files'
}

/** Reads code, and the keys of the project from the service or from files. A file that cannot be understood is told, and the others are read. */
export async function scanCode(invocation: Invocation, { paths, framework, from }: Asked): Promise<Scan> {
  const { cwd, output } = invocation
  const config = await invocation.configIfAny()
  const own = config?.scan ?? {}
  const where = { folder: config?.folder ?? cwd, cwd, include: own.include, exclude: own.exclude }
  const files = await codeFiles(paths, where)
  if (files.length === 0) throw usageFailure('There is no code here. Name folders, or set "scan.include".')
  const names =
    from === 'files'
      ? Promise.resolve(namesOfFiles(await keysOfFiles(invocation), own.namespace))
      : namesOf(await invocation.service(), own.namespace)
  // Told below, when it is waited for: a refusal that nobody has looked at by then would end the program.
  names.catch(() => {})
  output.step(`Reading ${counted(files.length, 'file')}`)
  const frameworks = frameworksFor({ ...own, ...(framework ? { framework } : {}) })
  const read = []
  for (const path of files) {
    const file = relative(cwd, path).replaceAll(sep, '/')
    const keys = await readKeys(path, frameworks).catch((error: unknown) => tellFault(error, file, output))
    if (keys) read.push({ file, keys })
    for (const part of keys?.unread ?? []) output.warn({ code: 'NOT_READ', file, ...part })
    // The keys of the project are asked for meanwhile: without turns in between, only when the last file is read.
    await nextTurn()
  }
  const comparison = new Comparison(await names)
  for (const { file, keys } of read) comparison.add(file, keys)
  for (const pattern of own.keep ?? []) comparison.keep(pattern)
  return { ...comparison.end(), files: files.length, isWhole: read.length === files.length }
}

async function namesOf(
  { client, params }: Awaited<ReturnType<Invocation['service']>>,
  namespace: string | undefined,
): Promise<Names> {
  const [{ namespaces }, { keys }] = await Promise.all([client.listNamespaces({ params }), client.getTypes({ params })])
  const defaultName = namespace ?? namespaces.find(({ isDefault }) => isDefault)?.name ?? 'default'
  return { namespaces: namespaces.map(({ name }) => name), defaultName, keys }
}

/** In files the default namespace is called so, unless the configuration says otherwise. */
function namesOfFiles(keys: Names['keys'], defaultName = 'default'): Names {
  return { namespaces: [...new Set([defaultName, ...keys.map(({ namespace }) => namespace)])], defaultName, keys }
}

/** Parsers tell where they stopped, each in its own way. */
function tellFault(error: unknown, file: string, output: Output): undefined {
  const { message, loc, start } = error as Error & { loc?: Point; start?: Point }
  const at = loc ?? start
  const known = at && typeof at.line === 'number' ? { line: at.line, column: at.column + 1 } : {}
  // Babel repeats the place behind its message, with columns from 0.
  const plain = message.replace(/ \(\d+:\d+\)$/, '')
  output.problem({ exitCode: exitCodes.file, code: 'SYNTAX', message: plain, file, ...known })
}

interface Point {
  line: number
  column: number
}
