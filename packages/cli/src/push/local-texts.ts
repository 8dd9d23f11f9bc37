import type { Entry } from '@parlance/formats'
import { exitCodes } from '../exit-codes.ts'
import type { Output } from '../output/output.ts'
import { comparable } from '../texts/comparable.ts'
import type { Place } from '../texts/places.ts'
import { readPlace } from '../texts/read-place.ts'
import { tellRemarks } from '../texts/remarks.ts'

/** A text of a file, in the language that it is in. */
export interface LocalText {
  entry: Entry
  locale: string
  place: Place
}

export interface ReadFile {
  place: Place
  texts: LocalText[]
}

/** What files hold, of some languages. A file that cannot be read is told, and is not among them. */
export async function readLocalTexts(
  places: readonly Place[],
  { sourceLocale, locales }: { sourceLocale: string; locales: readonly string[] },
  output: Output,
): Promise<ReadFile[]> {
  const files: ReadFile[] = []
  const wanted = new Set(locales.map(comparable))
  for (const place of places) {
    const { entries, remarks } = await readPlace(place, sourceLocale)
    if (tellRemarks(output, place, remarks)) continue
    const texts = entries.flatMap((entry): LocalText[] => {
      const locale =
        place.locale ?? locales.find((code) => comparable(code) === comparable(entry.locale ?? sourceLocale))
      return locale !== undefined && wanted.has(comparable(locale)) ? [{ entry, locale, place }] : []
    })
    files.push({ place, texts })
  }
  return files
}

/** Texts that two files say, each in its own way: which of them counts, nobody could tell. */
export function tellContradictions(files: readonly ReadFile[], output: Output): boolean {
  const places = files.map(({ place: { namespace, locale } }) => locale !== null && `${namespace}\0${locale}`)
  if (!places.includes(false) && new Set(places).size === places.length) return false
  const seen = new Map<string, LocalText>()
  let isFound = false
  for (const text of files.flatMap(({ texts }) => texts)) {
    const { entry, locale, place } = text
    const name = [place.namespace, locale, entry.key].join('\0')
    const other = seen.get(name)
    if (other && storedValue(other.entry) !== storedValue(entry)) {
      const message = `"${entry.key}" says something else here than in ${other.place.path}.`
      const about = { file: place.path, namespace: place.namespace, locale, key: entry.key }
      output.problem({ exitCode: exitCodes.file, code: 'duplicate_key', message, ...about })
      isFound = true
    }
    seen.set(name, text)
  }
  return isFound
}

/** A file may fill a text that nobody has translated with that of the source language. */
export const storedValue = ({ value, status, source }: Entry) =>
  status === 'not_translated' && value === source ? '' : value
