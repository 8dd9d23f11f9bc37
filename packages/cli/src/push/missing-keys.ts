import type { NamedKey } from '../keys/delete-keys.ts'
import { Failure } from '../problem.ts'
import { fileSetsOf } from '../texts/file-set.ts'
import { placesOn } from '../texts/places.ts'
import { readPlace } from '../texts/read-place.ts'
import { tellRemarks } from '../texts/remarks.ts'
import type { Source } from './push.ts'

/** Keys of some namespaces that no file has, in whatever language: also those of files that are not pushed count. */
export async function missingKeys(
  { service, config, cwd, facts, output }: Source,
  namespaces: ReadonlySet<string>,
): Promise<NamedKey[]> {
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
  return keys.flatMap(({ namespace, key }) =>
    namespaces.has(namespace) && !named.has(`${namespace}\0${key}`) ? [{ namespace, key }] : [],
  )
}
