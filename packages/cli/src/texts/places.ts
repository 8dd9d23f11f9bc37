import { existsSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { Format } from '@parlance/formats'
import type { Config } from '../config/config.ts'
import { filled } from '../config/path-template.ts'
import { type FileSet, namespaceFromPath, namespaceInPath, takesLocale, takesNamespace } from './file-set.ts'
import { looksLikeLocale, spellingsOf } from './locale-in-path.ts'
import { filesAt } from './walk.ts'

/** A file of texts: where it is, or would be. */
export interface Place {
  set: FileSet
  /** As `set.format`, unless it is the one beside it. */
  format: Format
  /** Where it is, from anywhere. */
  absolute: string
  /** As people would write it from where they are. */
  path: string
  /** Null: all of them. */
  locale: string | null
  namespace: string
}

export interface Languages {
  sourceLocale: string
  locales: readonly string[]
}

interface Around {
  config: Pick<Config, 'folder'>
  cwd: string
  languages: Pick<Languages, 'sourceLocale'>
}

/** From the folder of the configuration to what is shown. */
export function shownPath({ config, cwd }: Pick<Around, 'config' | 'cwd'>, path: string): string {
  return relative(cwd, join(config.folder, path)).replaceAll('\\', '/')
}

/** Where texts of a language and namespace go: to the file that is there, or to where it would be. */
export function placeOf(set: FileSet, locale: string | null, namespace: string, around: Around): Place {
  const paths = pathsOf(set, locale, namespace, around.languages)
  const path = paths.find((one) => existsSync(join(around.config.folder, one))) ?? paths[0] ?? set.entry.path
  return placeAt(set, set.format, path, { locale, namespace }, around)
}

function placeAt(
  set: FileSet,
  format: Format,
  path: string,
  of: Pick<Place, 'locale' | 'namespace'>,
  around: Around,
): Place {
  return { set, format, absolute: join(around.config.folder, path), path: shownPath(around, path), ...of }
}

/** The file beside it, which takes what the format itself cannot hold. */
export function besideOf(place: Place): Place | undefined {
  const { companion, extensions } = place.set.format
  if (!companion) return undefined
  const ending = new RegExp(`\\.(${extensions.join('|')})$`)
  const swapped = (path: string) => path.replace(ending, `.${companion.format.extensions[0]}`)
  const [absolute, path] = [swapped(place.absolute), swapped(place.path)]
  return absolute === place.absolute ? undefined : { ...place, format: companion.format, absolute, path }
}

function pathsOf(
  { entry, isByLocale }: FileSet,
  locale: string | null,
  namespace: string,
  { sourceLocale }: Pick<Languages, 'sourceLocale'>,
): string[] {
  const code = locale ?? sourceLocale
  const spelling = { localeNames: entry.localeNames, sourceLocale }
  const count = isByLocale ? spellingsOf('locale-apple', code, spelling).length : 1
  const paths = Array.from({ length: count }, (_, at) =>
    filled(entry.path, (name) => {
      if (name === 'namespace') return namespaceInPath(namespace)
      const spellings = spellingsOf(name, code, spelling)
      return spellings[at] ?? spellings[0] ?? code
    }),
  )
  return [...new Set(paths)]
}

/** The files that are there, of some languages. */
export function placesOn(sets: readonly FileSet[], locales: readonly string[], around: Around): Place[] {
  return sets.flatMap((set) => {
    const wanted = set.isByLocale
      ? locales.filter((locale) => takesLocale(set, locale))
      : [set.format.isMultiLocale ? null : around.languages.sourceLocale].filter(
          (one) => one === null || locales.includes(one),
        )
    return wanted.flatMap((locale) => placesOf(set, locale, around))
  })
}

function placesOf(set: FileSet, locale: string | null, around: Around): Place[] {
  const { entry, format } = set
  const { sourceLocale } = around.languages
  const spelling = { localeNames: entry.localeNames, sourceLocale }
  const namesAt = (at: number) => (name: string) => {
    if (name === 'namespace') return null
    const spellings = spellingsOf(name, locale ?? sourceLocale, spelling)
    return spellings[at] ?? spellings[0] ?? ''
  }
  const found = filesAt(around.config.folder, entry.path, namesAt(0))
  const others =
    locale === sourceLocale && found.length === 0 ? filesAt(around.config.folder, entry.path, namesAt(1)) : []
  return [...found, ...others].flatMap(({ path, read }) => {
    const named = read.get('namespace')
    const namespace = named === undefined ? entry.namespace : namespaceFromPath(named)
    if (!takesNamespace(set, namespace)) return []
    const place = placeAt(set, format, path, { locale, namespace }, around)
    const beside = besideOf(place)
    return beside && existsSync(beside.absolute) ? [place, beside] : [place]
  })
}

/** Files that would be of a language which the project does not have. */
export function foreignPlaces(sets: readonly FileSet[], known: readonly Place[], around: Around) {
  // Two entries may lead to one file.
  const seen = new Set(known.map(({ absolute }) => absolute))
  return sets.flatMap((set) => {
    if (!set.isByLocale) return []
    const found = filesAt(around.config.folder, set.entry.path, () => null)
    return found.flatMap(({ path, read }) => {
      const spelled = [...read].find(([name]) => name !== 'namespace')?.[1] ?? ''
      const absolute = join(around.config.folder, path)
      const isAnother = Object.values(set.entry.localeNames ?? {}).includes(spelled)
      const isForeign = !seen.has(absolute) && !isAnother && looksLikeLocale(spelled)
      seen.add(absolute)
      return isForeign ? [{ path: shownPath(around, path), spelled }] : []
    })
  })
}
