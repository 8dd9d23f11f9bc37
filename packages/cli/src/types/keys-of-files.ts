import { type Entry, toIcu } from '@parlance/formats'
import type { Invocation } from '../command.ts'
import { counted } from '../output/counted.ts'
import { Failure } from '../problem.ts'
import { fileSetsOf } from '../texts/file-set.ts'
import { localPlaces, localSourceLocale } from '../texts/local-texts.ts'
import type { Place } from '../texts/places.ts'
import { readPlace } from '../texts/read-place.ts'
import { tellRemarks } from '../texts/remarks.ts'
import { parametersOf, type TypedKey } from './typed-key.ts'

/**
 * What the texts of files in the source locale ask for; the service is not asked. Where a file is missing or wrong there
 * are no types: without its keys they would call right code wrong.
 */
export async function keysOfFiles({
  config: find,
  output,
  cwd,
}: Pick<Invocation, 'config' | 'output' | 'cwd'>): Promise<TypedKey[]> {
  const config = await find()
  const sourceLocale = localSourceLocale(config)
  const sets = fileSetsOf(config)
  const { places, isWhole } = localPlaces(sets, [sourceLocale], { config, cwd, sourceLocale }, output)
  output.step(`Reading ${counted(places.length, 'file')}`)
  const keys = new Map<string, TypedKey>()
  let isRead = isWhole
  for (const place of places) {
    const { entries, remarks } = await readPlace(place, sourceLocale)
    if (tellRemarks(output, place, remarks)) isRead = false
    for (const entry of entries) {
      if (!isOf(sourceLocale, entry, place)) continue
      const { key, namespace = place.namespace } = entry
      keys.set(`${namespace}\0${key}`, { namespace, key, params: parametersOf(stored(entry, place)) })
    }
  }
  if (!isRead) throw new Failure()
  return [...keys.values()]
}

const isOf = (sourceLocale: string, { locale }: Entry, place: Place) =>
  place.locale !== null || locale === undefined || locale.replaceAll('_', '-') === sourceLocale

/** As `push` sends it: an ICU message where the configuration says so and it can be one. */
function stored(entry: Entry, { set }: Place): Entry {
  if (set.entry.placeholders !== 'convert' || !entry.syntax || entry.syntax === 'icu') return entry
  const icu = toIcu(entry, {})
  return icu ? { ...entry, value: icu.value, syntax: null } : entry
}
