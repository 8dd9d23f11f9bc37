import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Config } from '../config/config.ts'
import { replaceFile } from '../texts/replace-file.ts'

/** What has to be known of a project before its files can be. */
export interface Facts {
  sourceLocale: string
  /** Those that the key may see, the source first. */
  locales: readonly string[]
  namespaces: readonly string[]
}

/** What the program keeps beside the configuration. Nobody need share it. */
export const keptPath = ({ folder }: Pick<Config, 'folder'>, name: string) => join(folder, '.parlance', name)

/** Makes the folder for what is kept, and says in it that it is nothing for a repository. */
export function makeKept(path: string): void {
  const ignore = join(dirname(path), '.gitignore')
  if (!existsSync(ignore)) replaceFile(ignore, '*\n')
}

const NAME = 'project.json'

/** What the service said last; undefined where it was never asked. */
export function lastFacts(config: Pick<Config, 'folder'>): Facts | undefined {
  try {
    return JSON.parse(readFileSync(keptPath(config, NAME), 'utf8')) as Facts
  } catch {
    return undefined
  }
}

/** A folder that cannot be written is no fault: it is only a convenience. */
export function rememberFacts(config: Pick<Config, 'folder'>, facts: Facts): void {
  if (JSON.stringify(lastFacts(config)) === JSON.stringify(facts)) return
  const path = keptPath(config, NAME)
  try {
    makeKept(path)
    replaceFile(path, JSON.stringify(facts))
  } catch {}
}
