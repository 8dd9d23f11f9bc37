import type { NamedKey } from '../keys/delete-keys.ts'
import { Failure } from '../problem.ts'
import { fileSetsOf } from '../texts/file-set.ts'
import { groupedBy } from '../texts/grouped-by.ts'
import { own, valuesAt } from '../texts/own.ts'
import { type Place, placesOn } from '../texts/places.ts'
import { readPlace } from '../texts/read-place.ts'
import { tellRemarks } from '../texts/remarks.ts'
import { type Known, knownOf } from './known.ts'
import type { Source } from './push.ts'
import { writtenAgain } from './written-again.ts'

/**
 * Keys of some namespaces that no file has, though it could, in whatever language: also those of files that are not pushed
 * count.
 */
export async function missingKeys(source: Source, namespaces: ReadonlySet<string>): Promise<NamedKey[]> {
  const { service, config, cwd, facts, output } = source
  const around = { config, cwd, languages: facts }
  const places = placesOn(fileSetsOf(config), facts.locales, around).filter(({ namespace }) =>
    namespaces.has(namespace),
  )
  const named = new Set<string>()
  let isUnsure = false
  for (const place of places) {
    const { entries, remarks } = await readPlace(place, facts.sourceLocale)
    if (remarks.some(({ severity }) => severity === 'error')) isUnsure = tellRemarks(output, place, remarks)
    for (const { key } of entries) named.add(`${place.namespace}\0${key}`)
  }
  // Of a file that was not understood nobody knows which keys it has.
  if (isUnsure) throw new Failure()
  const { keys } = await service.client.getTypes({ params: service.params })
  const missing = keys.flatMap(({ namespace, key }) =>
    namespaces.has(namespace) && !named.has(`${namespace}\0${key}`) ? [{ namespace, key }] : [],
  )
  if (missing.length === 0) return missing
  const known = await knownOf(source, facts.locales)
  return [...groupedBy(missing, ({ namespace }) => namespace)].flatMap(([namespace, together]) => {
    const isLeftOut = leavingOut(
      together.map(({ key }) => key),
      places.filter((place) => place.namespace === namespace),
      known,
    )
    return together.filter(({ key }) => !isLeftOut(key))
  })
}

/** Whether a key has texts that none of some files can hold: nobody has taken it out of one. */
function leavingOut(keys: readonly string[], places: readonly Place[], known: Known): (key: string) => boolean {
  const written = places.map((place) => {
    const locales = [...known.stored.keys()].filter((locale) => place.locale === null || place.locale === locale)
    const wanted = locales.flatMap((locale) => {
      const texts = valuesAt(known.stored.get(locale) ?? {}, place.namespace, locale)
      return keys.filter((key) => own(texts, key)).map((key) => ({ locale, key }))
    })
    return { wanted, find: writtenAgain(place, wanted, known) }
  })
  const texts = new Set(written.flatMap(({ wanted }) => wanted.map(({ key }) => key)))
  const held = new Set(written.flatMap(({ wanted, find }) => wanted.filter(find).map(({ key }) => key)))
  return (key) => texts.has(key) && !held.has(key)
}
