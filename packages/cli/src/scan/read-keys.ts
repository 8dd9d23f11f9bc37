import { readFileSync } from 'node:fs'
import { heed } from './comments.ts'
import type { Framework } from './frameworks/framework.ts'
import { Scope } from './scope.ts'
import { parseScript } from './script.ts'
import type { FileKeys } from './use.ts'
import { Walk } from './walk.ts'

/** What a file of code says of keys. Readers of components are loaded when there is one. */
export async function readKeys(path: string, frameworks: readonly Framework[]): Promise<FileKeys> {
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
