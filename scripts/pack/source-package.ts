import { existsSync, readFileSync } from 'node:fs'
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
}

export function sourcePackage(name: string): SourcePackage {
  const folder = join(root, 'packages', name)
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest
  const { exports = {}, bin = {} } = manifest
  const ways = [
    ...codeOf(exports).map(([way, file]) => [fileOf(way), file]),
    ...Object.entries(bin).map(([, file]) => [programOf(file), file]),
  ]
  return { folder, manifest, entries: Object.fromEntries(ways.map(([way, file]) => [way, join(folder, file ?? '')])) }
}

export const isThere = (name: string) => existsSync(join(root, 'packages', name, 'package.json'))

/** Data that is handed out as it is, such as a schema, is no code. */
export const codeOf = (exports: Record<string, string>) =>
  Object.entries(exports).filter(([, file]) => file.endsWith('.ts'))

/** `index` for `.`, `dev` for `./dev`. */
export const fileOf = (way: string) => (way === '.' ? 'index' : way.slice('./'.length))

/** A program is called by its own name, its file by what it is in the repository. */
export const programOf = (file: string) => file.replace(/^.*\/|\.ts$/g, '')
