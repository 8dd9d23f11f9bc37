import { createHash } from 'node:crypto'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { Config } from '../config/config.ts'
import { keptPath, makeKept } from '../service/last-answer.ts'
import type { Place } from '../texts/places.ts'
import { replaceFile } from '../texts/replace-file.ts'

/** What the last pull has left behind, by which the next one sees that there is nothing to do. */
export interface LastPull {
  /** Of what was asked for and how it was written. */
  signature: string
  /** By language: what the service said its values are called. */
  tags: Record<string, string>
  /** By path: size, time and content of each file. */
  files: Record<string, readonly [size: number, time: number, digest: string]>
}

const NAME = 'pull.json'

export const signatureOf = (...parts: readonly unknown[]) =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32)

/** The last pull, if it was asked for the same and nobody has touched its files. */
export function lastPull(config: Config, signature: string): LastPull | undefined {
  try {
    const last = JSON.parse(readFileSync(keptPath(config, NAME), 'utf8')) as LastPull
    return last.signature === signature && areUntouched(config, last.files) ? last : undefined
  } catch {
    return undefined
  }
}

/** Of what was not written, what was known before: whoever touches such a file meanwhile is seen the next time. */
export function rememberPull(
  config: Config,
  now: Omit<LastPull, 'files'>,
  places: readonly Place[],
  written: ReadonlySet<string>,
  before: LastPull['files'] = {},
): void {
  const stamps = places.map(({ path: shown, absolute }) => {
    const path = relative(config.folder, absolute)
    return [path, (written.has(shown) ? undefined : before[path]) ?? stampOf(absolute)] as const
  })
  const kept = keptPath(config, NAME)
  try {
    makeKept(kept)
    replaceFile(kept, JSON.stringify({ ...now, files: Object.fromEntries(stamps) }))
  } catch {
    // Without it the next pull looks at everything again.
  }
}

/** A checkout, and many a cache of builds, gives files another time: then their content is looked at. */
const areUntouched = (config: Config, files: LastPull['files']) =>
  Object.entries(files).every(([path, [size, time, digest]]) => {
    const absolute = join(config.folder, path)
    const [nowSize, nowTime] = sizeAndTime(absolute)
    return nowSize === size && (nowTime === time || digestOf(absolute) === digest)
  })

const stampOf = (path: string) => [...sizeAndTime(path), digestOf(path)] as const

/** Of a file that is not there, which is a state like any other. */
const NONE = [-1, 0] as const

function sizeAndTime(path: string): readonly [number, number] {
  const stat = statSync(path, { throwIfNoEntry: false })
  return stat ? [stat.size, stat.mtimeMs] : NONE
}

const digestOf = (path: string) =>
  existsSync(path) ? createHash('sha256').update(readFileSync(path)).digest('base64url') : ''
