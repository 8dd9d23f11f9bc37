import { type Dirent, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { filled, mapped, segmentsOf } from '../config/path-template.ts'
import { isBeside } from './replace-file.ts'

export interface Found {
  /** From the folder, as the template is. */
  path: string
  /** What stood where the template leaves it open, by the name of the placeholder. */
  read: ReadonlyMap<string, string>
}

/**
 * The files that a path with placeholders leads to. `fill` gives what a placeholder stands for, or null where it may be
 * anything: then folders are listed, and only then.
 */
export function filesAt(folder: string, template: string, fill: (name: string) => string | null): Found[] {
  let places: Found[] = [{ path: template.startsWith('/') ? '/' : '', read: new Map() }]
  const segments = segmentsOf(template)
  for (const [at, segment] of segments.entries()) {
    const isFile = at === segments.length - 1
    places = places.flatMap((place) => below(folder, place, segment, { fill, isFile }))
  }
  return places
}

function below(
  folder: string,
  { path, read }: Found,
  segment: string,
  { fill, isFile }: { fill: (name: string) => string | null; isFile: boolean },
): Found[] {
  const open: string[] = []
  const pattern = mapped(segment, escaped, (name) => {
    const text = fill(name)
    if (text === null) open.push(name)
    return text === null ? '([^/]*)' : escaped(text)
  })
  const steps = segment === '..' || (open.length === 0 && !isFile)
  if (steps)
    return [
      {
        path: join(
          path,
          filled(segment, (name) => fill(name) ?? ''),
        ),
        read,
      },
    ]
  const matches = new RegExp(`^${pattern}$`, 'u')
  return entriesOf(join(folder, path)).flatMap((entry) => {
    const [, ...texts] = matches.exec(entry.name) ?? []
    const isWanted =
      matches.test(entry.name) && !isBeside(entry.name) && (isFile ? !entry.isDirectory() : !entry.isFile())
    if (!isWanted || texts.some((text, at) => open[at] === 'namespace' && text === '')) return []
    const pairs = open.map((name, at) => [name, texts[at] ?? ''] as const)
    return agrees(read, pairs) ? [{ path: join(path, entry.name), read: new Map([...read, ...pairs]) }] : []
  })
}

/** A placeholder that stands in a path twice says the same twice. */
const agrees = (read: Found['read'], pairs: readonly (readonly [string, string])[]) =>
  pairs.every(([name, text]) => (read.get(name) ?? text) === text)

/** As a pattern of Unicode has it, which takes no other escapes. */
const escaped = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&')

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return []
    throw error
  }
}
