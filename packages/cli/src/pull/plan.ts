import type { Config } from '../config/config.ts'
import type { Output } from '../output/output.ts'
import { configFailure } from '../problem.ts'
import type { Facts } from '../service/last-answer.ts'
import { type FileSet, fileSetsOf, takesLocale, takesNamespace } from '../texts/file-set.ts'
import { type Place, placeOf } from '../texts/places.ts'
import { tellUntaken, tellUntakenLocales } from '../texts/untaken.ts'
import { knownLocales, knownNamespaces } from '../texts/wanted.ts'

/** A file to bring up to date, and the languages that it takes for that. */
export interface Target {
  place: Place
  locales: readonly string[]
}

export interface Plan {
  targets: Target[]
  locales: readonly string[]
  namespaces: readonly string[]
}

interface Choice {
  locales: readonly string[]
  namespaces: readonly string[]
}

/** Which files there are to be, of what was asked for. */
export function planOf(config: Config, cwd: string, facts: Facts, choice: Choice, output: Output): Plan {
  const sets = fileSetsOf(config)
  if (sets.length === 0) throw configFailure('It names no files: nothing can be written.', { file: config.path })
  const locales = choice.locales.length > 0 ? knownLocales(choice.locales, facts, output) : facts.locales
  const namespaces = choice.namespaces.length > 0 ? knownNamespaces(choice.namespaces, facts, output) : facts.namespaces
  if (choice.namespaces.length === 0) tellMissing(sets, facts, output)
  else tellUntaken(sets, namespaces, config, output)
  if (choice.locales.length > 0) tellUntakenLocales(sets, locales, config, output)
  const around = { config, cwd, languages: facts }
  const targets = sets.flatMap((set) => {
    const own = namespaces.filter((namespace) => takesNamespace(set, namespace))
    return own.flatMap((namespace) =>
      languagesOf(set, locales, facts).map(([locale, used]) => ({
        place: placeOf(set, locale, namespace, around),
        locales: used,
      })),
    )
  })
  assertApart(targets, config)
  const needed = new Set(targets.map(({ place }) => place.namespace))
  return { targets, locales, namespaces: namespaces.filter((namespace) => needed.has(namespace)) }
}

/** Of each file of a set and namespace: its language, and those that stand in it. */
function languagesOf(set: FileSet, locales: readonly string[], { sourceLocale }: Facts): [string | null, string[]][] {
  const own = locales.filter((locale) => takesLocale(set, locale))
  if (set.isByLocale) return own.map((locale) => [locale, [locale]])
  if (set.format.isMultiLocale) return own.length > 0 ? [[null, own]] : []
  return own.includes(sourceLocale) ? [[sourceLocale, [sourceLocale]]] : []
}

/** A namespace that the configuration names is wanted. */
function tellMissing(sets: readonly FileSet[], facts: Facts, output: Output): void {
  const named = sets.flatMap(({ entry, isByNamespace }) =>
    isByNamespace ? (entry.namespaces ?? []) : [entry.namespace],
  )
  knownNamespaces([...new Set(named)], facts, output)
}

function assertApart(targets: readonly Target[], config: Config): void {
  const seen = new Set<string>()
  for (const { place } of targets) {
    if (seen.has(place.absolute)) throw configFailure(`Two of its files lead to ${place.path}.`, { file: config.path })
    seen.add(place.absolute)
  }
}
