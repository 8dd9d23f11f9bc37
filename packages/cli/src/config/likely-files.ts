import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Found, filesAt } from '../texts/walk.ts'
import type { FileEntry } from './config.ts'
import { namesNamespace } from './path-template.ts'

type Likely = Pick<FileEntry, 'path' | 'format' | 'namespaces' | 'structure'>

/** What i18next calls the namespace that has no other name. In a project that is the default one. */
const DEFAULT_OF_I18NEXT = 'translation'

/** Files of a path as the application that has them means them. A path that somebody typed is taken by its word. */
export function entriesFor(folder: string, path: string, format: string, isTyped: boolean): Likely[] {
  const found = filesAt(folder, path, () => null)
  const entry: Likely = { path, format, ...(isNested(folder, format, found) ? { structure: 'nested' } : {}) }
  if (isTyped || !format.startsWith('i18next') || !namesNamespace(path)) return [entry]
  const namespaces = [...new Set(found.map(({ read }) => read.get('namespace') ?? ''))].sort()
  if (!namespaces.includes(DEFAULT_OF_I18NEXT)) return [entry]
  const others = namespaces.filter((name) => name !== DEFAULT_OF_I18NEXT)
  const own = { ...entry, path: path.replaceAll('{namespace}', DEFAULT_OF_I18NEXT) }
  return others.length === 0 ? [own] : [own, { ...entry, namespaces: others }]
}

/** Files of languages that are still to come should look like those that are there. */
const isNested = (folder: string, format: string, found: readonly Found[]) =>
  (format === 'json' || format.startsWith('i18next')) && found.some(({ path }) => hasGroups(join(folder, path)))

function hasGroups(path: string): boolean {
  try {
    const texts: unknown = JSON.parse(readFileSync(path, 'utf8'))
    return Object.values(Object(texts)).some((value) => typeof value === 'object' && value !== null)
  } catch {
    // Whoever reads its texts says what is wrong with it.
    return false
  }
}
