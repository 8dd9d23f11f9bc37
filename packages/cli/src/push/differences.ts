import { existsSync } from 'node:fs'
import { compareCodePoints } from '@parlance/formats'
import { type FileSet, fileSetsOf, takesLocale, takesNamespace } from '../texts/file-set.ts'
import { type Place, placeOf } from '../texts/places.ts'
import type { Known } from './known.ts'
import { type LocalText, storedValue } from './local-texts.ts'
import type { Source } from './push.ts'
import { type Wanted, writtenAgain } from './written-again.ts'

interface Named {
  namespace: string
  locale: string
  key: string
}

export interface Differences {
  onlyLocal: (Named & { value: string })[]
  onlyService: (Named & { value: string })[]
  different: (Named & { localValue: string; serverValue: string })[]
}

interface Choice {
  locales: readonly string[]
  /** Empty: all. */
  namespaces: readonly string[]
}

/** Texts of files beside those of the service. A text that is empty is none, and one that no file can hold is not missed. */
export function differencesOf(source: Source, texts: readonly LocalText[], known: Known, choice: Choice): Differences {
  const differences: Differences = { onlyLocal: [], onlyService: [], different: [] }
  const byLocale = new Map<string, Map<string, Map<string, string>>>()
  for (const { entry, locale, place } of texts) {
    const value = storedValue(entry)
    if (value === '') continue
    const namespaces = byLocale.get(locale) ?? new Map<string, Map<string, string>>()
    const keys = namespaces.get(place.namespace) ?? new Map<string, string>()
    byLocale.set(locale, namespaces.set(place.namespace, keys.set(entry.key, value)))
  }
  for (const locale of choice.locales)
    compare(source, byLocale.get(locale) ?? new Map(), locale, { choice, known, differences })
  return sorted(differences)
}

function compare(
  source: Source,
  local: ReadonlyMap<string, ReadonlyMap<string, string>>,
  locale: string,
  { choice, known, differences }: { choice: Choice; known: Known; differences: Differences },
): void {
  const { config, facts } = source
  const sets = fileSetsOf(config).filter(
    (set) => takesLocale(set, locale) && (set.isByLocale || set.format.isMultiLocale || locale === facts.sourceLocale),
  )
  const isMeant = (namespace: string) =>
    (choice.namespaces.length === 0 || choice.namespaces.includes(namespace)) &&
    sets.some((set) => takesNamespace(set, namespace))
  const stored = new Map(
    Object.entries(known.stored.get(locale) ?? {}).map(([namespace, all]) => [
      namespace,
      new Map(Object.entries(all[locale] ?? {})),
    ]),
  )
  for (const namespace of new Set([...local.keys(), ...stored.keys()])) {
    if (!isMeant(namespace)) continue
    const here = local.get(namespace) ?? new Map<string, string>()
    const there = stored.get(namespace) ?? new Map<string, string>()
    for (const [key, localValue] of here) {
      const serverValue = there.get(key) ?? ''
      const name = { namespace, locale, key }
      if (serverValue === '') differences.onlyLocal.push({ ...name, value: localValue })
      else if (serverValue !== localValue) differences.different.push({ ...name, localValue, serverValue })
    }
    const missed = [...there].filter(([key, value]) => value !== '' && !here.has(key))
    const isHeld = holding(
      sets.filter((set) => takesNamespace(set, namespace)).map((set) => placeIn(set, locale, namespace, source)),
      missed.map(([key]) => ({ locale, key })),
      known,
    )
    for (const [key, value] of missed)
      if (isHeld({ locale, key })) differences.onlyService.push({ namespace, locale, key, value })
  }
}

const placeIn = (set: FileSet, locale: string, namespace: string, { config, cwd, facts }: Source): Place =>
  placeOf(set, set.isByLocale ? locale : set.format.isMultiLocale ? null : facts.sourceLocale, namespace, {
    config,
    cwd,
    languages: facts,
  })

/** Whether a text would be in one of some files. A file that is not there would hold anything. */
function holding(places: readonly Place[], wanted: readonly Wanted[], known: Known): (wanted: Wanted) => boolean {
  if (wanted.length === 0 || !places.every(({ absolute }) => existsSync(absolute))) return () => true
  const finds = places.map((place) => writtenAgain(place, wanted, known))
  return (one) => finds.some((find) => find(one) !== undefined)
}

const byName = (one: Named, other: Named) =>
  compareCodePoints(one.namespace, other.namespace) ||
  compareCodePoints(one.locale, other.locale) ||
  compareCodePoints(one.key, other.key)

const sorted = ({ onlyLocal, onlyService, different }: Differences): Differences => ({
  onlyLocal: onlyLocal.sort(byName),
  onlyService: onlyService.sort(byName),
  different: different.sort(byName),
})
