import { readFileSync } from 'node:fs'
import { heed } from './comments.ts'
import type { Framework } from './frameworks/framework.ts'
import { Scope } from './scope.ts'
import { parseScript } from './script.ts'
import type { Point } from './tree.ts'
import type { FileKeys } from './use.ts'
import { Walk } from './walk.ts'

/** What a file says of keys, or why that cannot be understood. */
export type Reading = { keys: FileKeys; fault?: undefined } | { keys?: undefined; fault: Fault }

interface Fault {
  message: string
  line?: number
  column?: number
}

export const readFile = (path: string, frameworks: readonly Framework[]): Promise<Reading> =>
  readKeys(path, frameworks).then(
    (keys) => ({ keys }),
    (error: unknown) => ({ fault: faultOf(error) }),
  )

/** Parsers tell where they stopped, each in its own way. */
function faultOf(error: unknown): Fault {
  const { message, loc, start } = error as Error & { loc?: Point; start?: Point }
  const at = loc ?? start
  return at && typeof at.line === 'number' ? { message, line: at.line, column: at.column + 1 } : { message }
}

/** Readers of components are loaded when there is one. */
async function readKeys(path: string, frameworks: readonly Framework[]): Promise<FileKeys> {
  const source = readFileSync(path, 'utf8').replace(/^\uFEFF/, '')
  const walk = new Walk(frameworks)
  return heed(walk.keys, await walkFile(path, source, walk))
}

async function walkFile(path: string, source: string, walk: Walk) {
  if (path.endsWith('.vue')) return (await import('./vue.ts')).walkVue(source, walk)
  if (path.endsWith('.svelte')) {
    const { svelteParser, walkSvelte } = await import('./svelte.ts')
    return walkSvelte(source, await svelteParser(path), path, walk)
  }
  const { program, comments } = parseScript(source, path)
  walk.visit(program, new Scope())
  return comments
}
