import { compareCodePoints } from '@parlance/formats'
import { inParallel } from '../pull/in-parallel.ts'
import { fileSetsOf, takesLocale, takesNamespace } from '../texts/file-set.ts'
import { askValues } from '../texts/values.ts'
import { type LocalText, storedValue } from './local-texts.ts'
import type { Source } from './push.ts'

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

/** Texts of files beside those of the service. A text that is empty is none. */
export async function differencesOf(source: Source, texts: readonly LocalText[], choice: Choice): Promise<Differences> {
  const differences: Differences = { onlyLocal: [], onlyService: [], different: [] }
  const byLocale = new Map<string, Map<string, Map<string, string>>>()
  for (const { entry, locale, place } of texts) {
    const value = storedValue(entry)
    if (value === '') continue
    const namespaces = byLocale.get(locale) ?? new Map<string, Map<string, string>>()
    const keys = namespaces.get(place.namespace) ?? new Map<string, string>()
    byLocale.set(locale, namespaces.set(place.namespace, keys.set(entry.key, value)))
  }
  await inParallel(choice.locales, AT_ONCE, async (locale) => {
    const local = byLocale.get(locale) ?? new Map<string, Map<string, string>>()
    await compare(source, local, locale, { choice, differences })
  })
  return sorted(differences)
}

const AT_ONCE = 4

async function compare(
  { config, service, facts }: Source,
  local: ReadonlyMap<string, ReadonlyMap<string, string>>,
  locale: string,
  { choice, differences }: { choice: Choice; differences: Differences },
): Promise<void> {
  const sets = fileSetsOf(config).filter(
    (set) => takesLocale(set, locale) && (set.isByLocale || set.format.isMultiLocale || locale === facts.sourceLocale),
  )
  const isMeant = (namespace: string) =>
    (choice.namespaces.length === 0 || choice.namespaces.includes(namespace)) &&
    sets.some((set) => takesNamespace(set, namespace))
  const { values } = await askValues(service, { locales: [locale], namespaces: undefined, statuses: [], include: [] })
  const stored = new Map(
    Object.entries(values?.texts ?? {}).map(([namespace, all]) => [
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
    for (const [key, value] of there)
      if (value !== '' && !here.has(key)) differences.onlyService.push({ namespace, locale, key, value })
  }
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
