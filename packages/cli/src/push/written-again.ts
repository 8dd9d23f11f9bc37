import { compareCodePoints, type Entry, type Remark } from '@parlance/formats'
import { comparable } from '../texts/comparable.ts'
import { entriesOf } from '../texts/entries-of.ts'
import { groupedBy } from '../texts/grouped-by.ts'
import { bytesOfNew } from '../texts/make-file.ts'
import { own, valuesAt } from '../texts/own.ts'
import type { Place } from '../texts/places.ts'
import { readBytes } from '../texts/read-place.ts'
import type { Values } from '../texts/values.ts'
import type { Known } from './known.ts'

export interface Wanted {
  locale: string
  key: string
}

/** A text of the service as its file says it. */
export interface Again {
  value: string
  isPlural: boolean
  /** The file cannot say it, so that it stands there as it is stored. */
  isKept: boolean
}

/**
 * What pull would write of texts of the service, read again. Many a message is the same in a file though it is spelled in
 * another way there, or says less: nobody but the writer knows. Texts that a file has no way to hold are not there.
 */
export function writtenAgain(
  place: Place,
  wanted: readonly Wanted[],
  known: Known,
): (wanted: Wanted) => Again | undefined {
  const kept = new Set<string>()
  const byLocale = groupedBy(wanted, ({ locale }) => locale)
  const entries = [...byLocale].flatMap(([locale, together]) => {
    const keep = ({ key = '' }: Remark) => void kept.add(nameOf(locale, key))
    const keys = together.map(({ key }) => key)
    return entriesIn(place, locale, keys, known, keep)
  })
  const { sourceLocale } = known
  const locales = [...byLocale.keys()]
  // Those of a key stay in the order of their languages.
  entries.sort((one, other) => compareCodePoints(one.key, other.key))
  const bytes = bytesOfNew(place, entries, { sourceLocale, locales }, ({ code, key = '' }) => {
    if (place.format.converts && KEEPING.has(code)) kept.add(nameOf(place.locale ?? sourceLocale, key))
  })
  const read = new Map<string, Again>()
  for (const { key, locale, value, isPlural = false } of readBytes(place, bytes, sourceLocale).entries) {
    const name = nameOf(place.locale ?? locale ?? sourceLocale, key)
    read.set(name, { value, isPlural, isKept: kept.has(name) })
  }
  return ({ locale, key }) => read.get(nameOf(locale, key))
}

/** Of a message that its writer leaves as it is. */
const KEEPING: ReadonlySet<Remark['code']> = new Set(['value_not_convertible', 'syntax_error'])

const nameOf = (locale: string, key: string) => `${comparable(locale)}\0${key}`

function entriesIn(
  { set, namespace }: Place,
  locale: string,
  keys: readonly string[],
  { base, stored, sourceLocale }: Known,
  remark: (remark: Remark) => void,
): Entry[] {
  const all = valuesAt(stored.get(locale) ?? {}, namespace, locale)
  const values: Values = {
    texts: { [namespace]: { [locale]: Object.fromEntries(keys.map((key) => [key, own(all, key) ?? ''])) } },
    // A text that is to be reviewed is another to some formats, and to no reader.
    statuses: { [namespace]: { [locale]: Object.fromEntries(keys.map((key) => [key, 'translated'])) } },
    keys: {},
  }
  return entriesOf(set, { namespace, locale }, values, { base, sourceLocale, empty: 'omit' }, remark)
}
