import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
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
  const names = globSync('**/*.{html,js,css,svg,json}', { cwd: dist })
  return new Map(names.map((name) => [`/${name}`, readFile(join(dist, name), name)]))
}

function readFile(path: string, name: string): ConsoleFile {
  const identity = readFileSync(path)
  const compressed = (ending: string) => globSync(`${path}.${ending}`).map((file) => readFileSync(file))[0]
  const br = compressed('br')
  const gzip = compressed('gz')
  return {
    type: TYPES[extname(name)] ?? 'application/octet-stream',
    etag: `"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`,
    isImmutable: name.startsWith('assets/'),
    bytes: { identity, ...(br && { br }), ...(gzip && { gzip }) },
  }
}
