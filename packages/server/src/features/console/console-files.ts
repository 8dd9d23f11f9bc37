import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Encoding } from '../../http/negotiate.ts'

/** Where `scripts/build-console.mjs` puts it. */
const DIST = fileURLToPath(new URL('../../../../console/dist', import.meta.url))

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json; charset=utf-8',
}

export interface ConsoleFile {
  type: string
  etag: string
  /** The name says which bytes it holds, so a copy is good for ever. */
  isImmutable: boolean
  bytes: Partial<Record<Encoding, Buffer>> & { identity: Buffer }
}

/** The files of the console by their paths, all in memory: together they are a few megabytes. Empty: it was not built. */
export function readConsoleFiles(dist = DIST): Map<string, ConsoleFile> {
  const names = existsSync(dist) ? readdirSync(dist, { recursive: true, encoding: 'utf8' }) : []
  const has = new Set(names)
  const own = names.filter((name) => extname(name) in TYPES)
  return new Map(own.map((name) => [`/${name}`, readFile(dist, name, has)]))
}

let own: Map<string, ConsoleFile> | undefined

/** Those that were built with this program, read once: they do not change while it runs. */
export function consoleFiles(): Map<string, ConsoleFile> {
  own ??= readConsoleFiles()
  return own
}

function readFile(dist: string, name: string, has: ReadonlySet<string>): ConsoleFile {
  const identity = readFileSync(join(dist, name))
  const compressed = (ending: string) =>
    has.has(`${name}.${ending}`) ? readFileSync(join(dist, `${name}.${ending}`)) : undefined
  const br = compressed('br')
  const gzip = compressed('gz')
  return {
    type: TYPES[extname(name)] ?? 'application/octet-stream',
    etag: `"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`,
    isImmutable: name.startsWith('assets/'),
    bytes: { identity, ...(br && { br }), ...(gzip && { gzip }) },
  }
}
