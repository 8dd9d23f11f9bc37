import { readdir, stat } from 'node:fs/promises'
import { join, relative, resolve, sep } from 'node:path'
import picomatch from 'picomatch'
import { fileFailure } from '../problem.ts'

const CODE = /(?<!\.d)\.(?:[cm]?[jt]s|[jt]sx|vue|svelte)$/

/** What is made from code, unless the configuration says otherwise. */
const MADE = ['**/{dist,build,coverage}/**']

export interface Where {
  /** Patterns are from here. */
  folder: string
  cwd: string
  include: readonly string[] | undefined
  exclude: readonly string[] | undefined
}

/** The files of the paths that were named, or else of the configuration, in the order of their names. */
export async function codeFiles(paths: readonly string[], { folder, cwd, include, exclude }: Where): Promise<string[]> {
  const isLeftOut = matcher(exclude ?? (include ? [] : MADE), folder)
  if (paths.length === 0) {
    const isWanted = include ? matcher(include, folder) : (path: string) => CODE.test(path)
    return (await under(folder, isLeftOut)).filter(isWanted).sort()
  }
  const found = await Promise.all(paths.map((path) => named(path, cwd, isLeftOut)))
  return [...new Set(found.flat())].sort()
}

function matcher(patterns: readonly string[], folder: string): (path: string) => boolean {
  if (patterns.length === 0) return () => false
  const isMatch = picomatch(patterns.map((pattern) => pattern.replace(/^\.\//, '')))
  return (path) => isMatch(relative(folder, path).replaceAll(sep, '/'))
}

/** A file, all code of a folder, or what a pattern matches where the shell did not put it out. */
async function named(path: string, cwd: string, isLeftOut: (path: string) => boolean): Promise<string[]> {
  const absolute = resolve(cwd, path)
  const found = await stat(absolute).catch(() => undefined)
  if (found?.isFile()) return [absolute]
  if (found) return (await under(absolute, isLeftOut)).filter((file) => CODE.test(file))
  if (!picomatch.scan(path).isGlob) throw fileFailure(path, 'There is no such file or folder.', 'ENOENT')
  return (await under(cwd, isLeftOut)).filter(matcher([path], cwd))
}

async function under(folder: string, isLeftOut: (path: string) => boolean): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  const inside = entries.map(async (entry): Promise<string[]> => {
    const path = join(folder, entry.name)
    if (entry.name.startsWith('.') || isLeftOut(path)) return []
    if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : under(path, isLeftOut)
    return entry.isFile() ? [path] : []
  })
  return (await Promise.all(inside)).flat()
}
