import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export const root = join(import.meta.dirname, '../..')

/** What others can install. The contract is not among them: what they need of it is written into them. */
export const PUBLISHED = ['sdk', 'checks', 'formats', 'i18next', 'context', 'cli']

/** As it stands in the repository, where its code is TypeScript. */
export interface Manifest {
  name: string
  version: string
  description?: string
  license: string
  exports?: Record<string, string>
  bin?: Record<string, string>
  dependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  peerDependenciesMeta?: Record<string, { optional?: boolean }>
  sideEffects?: boolean | string[]
}

export interface SourcePackage {
  folder: string
  manifest: Manifest
  /** Where each way in begins, by the name of the file it becomes: `index` for `.`, `dev` for `./dev`. */
  entries: Record<string, string>
  /** What is handed out as it is: ways in that are no code, and schemas for the editors of people. */
  data: string[]
}

export function sourcePackage(name: string): SourcePackage {
  const folder = join(root, 'packages', name)
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest
  const { exports = {}, bin = {} } = manifest
  const ways = [
    ...codeOf(exports).map(([way, file]) => [fileOf(way), file]),
    ...Object.entries(bin).map(([, file]) => [programOf(file), file]),
  ]
  return {
    folder,
    manifest,
    entries: Object.fromEntries(ways.map(([way, file]) => [way, join(folder, file ?? '')])),
    data: dataOf(folder, exports),
  }
}

export const isThere = (name: string) => existsSync(join(root, 'packages', name, 'package.json'))

const isCode = (file: string) => file.endsWith('.ts')

export const codeOf = (exports: Record<string, string>) => Object.entries(exports).filter(([, file]) => isCode(file))

function dataOf(folder: string, exports: Record<string, string>): string[] {
  const named = Object.values(exports).filter((file) => !isCode(file))
  return [...new Set([...named.map((file) => file.replace('./', '')), ...globSync('*.schema.json', { cwd: folder })])]
}

/** `index` for `.`, `dev` for `./dev`. */
export const fileOf = (way: string) => (way === '.' ? 'index' : way.slice('./'.length))

/** A program is called by its own name, its file by what it is in the repository. */
export const programOf = (file: string) => file.replace(/^.*\/|\.ts$/g, '')
