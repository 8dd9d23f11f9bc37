import { readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { Plugin } from 'vite'

type Part = 'first' | 'rest'

/**
 * A file of texts is one file for those who translate it, and two for those who load it: what every page and the editor
 * say, and what only the other screens do, which comes with the first of them. Which text is which follows from the code.
 */
export function textsInParts(root: string): Plugin {
  return {
    name: 'texts-in-parts',
    // Before anybody takes the file for what it is.
    enforce: 'pre',
    resolveId(source) {
      const [, locale, part] = /\/text\/([\w-]+)\.json\?(first|rest)$/.exec(source) ?? []
      return locale === undefined ? undefined : `\0texts/${part === 'rest' ? 'more-' : ''}${locale}`
    },
    load(id) {
      const [, more, locale] = /^\0texts\/(more-)?([\w-]+)$/.exec(id) ?? []
      if (locale === undefined) return undefined
      return `export default ${JSON.stringify(partOf(root, locale, more === undefined ? 'first' : 'rest'))}`
    },
  }
}

export function partOf(root: string, locale: string, part: Part): Record<string, string> {
  const texts = JSON.parse(readFileSync(join(root, `text/${locale}.json`), 'utf8')) as Record<string, string>
  const early = idsIn(earlyFiles(join(root, 'src/main.tsx')), Object.keys(texts))
  return Object.fromEntries(Object.entries(texts).filter(([id]) => early.has(id) === (part === 'first')))
}

/** Whatever can run before somebody goes to a `screen()` of the table of routes, or to a part `withOtherTexts()`. */
export function earlyFiles(file: string, found = new Map<string, string>()): Map<string, string> {
  if (found.has(file)) return found
  const code = readFileSync(file, 'utf8')
    .replaceAll(/\b(screen|withOtherTexts)\(\s*\(\) => import\('[^']+'\)/g, '')
    .replaceAll(/^(import|export) type [^']*'[^']+'/gm, '')
  found.set(file, code)
  for (const [, path = ''] of code.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*'(\.[^']+\.tsx?)'/g))
    earlyFiles(resolve(dirname(file), path), found)
  return found
}

/** Texts that code asks for by their ids, or by how they begin. */
function idsIn(files: Map<string, string>, ids: readonly string[]): Set<string> {
  const known = new Set(ids)
  const code = [...files.values()].join('\n')
  const named = [...code.matchAll(/(?<=['"`])[\w.-]+(?=['"`])/g)].map(([id]) => id).filter((id) => known.has(id))
  const beginnings = new Set([...code.matchAll(/`([\w-]+\.[\w.-]*)\$\{/g)].map(([, beginning = '']) => beginning))
  const begun = ids.filter((id) => [...beginnings].some((beginning) => id.startsWith(beginning)))
  return new Set([...named, ...begun])
}
