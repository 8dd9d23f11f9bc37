import { flagsOf, type Unit } from './unit.ts'

/** What only PO can say of a key. What belongs to a language stands under its code, so that no other gets it. */
export interface PoData {
  /** The whole msgid, with its context, where that is too long for a key. */
  name?: string
  /** msgid_plural; false where a text with branches of ICU stands in an entry without any. */
  plural?: string | false
  references?: readonly string[]
  /** All but `fuzzy`. */
  flags?: readonly string[]
  comments?: Readonly<Record<string, readonly string[]>>
  previous?: Readonly<Record<string, readonly string[]>>
  forms?: Readonly<Record<string, readonly string[]>>
}

/** Without what is empty. */
export function dataOf(unit: Unit, locale: string, more: PoData): PoData {
  const flags = flagsOf(unit).filter((flag) => flag !== 'fuzzy')
  const { '#': comments, '#:': references, '#|': previous } = unit.comments
  return {
    ...more,
    ...(references ? { references } : {}),
    ...(flags.length > 0 ? { flags } : {}),
    ...(comments ? { comments: { [locale]: comments } } : {}),
    ...(previous ? { previous: { [locale]: previous } } : {}),
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((text) => typeof text === 'string') : []
const ofLocale = (value: unknown, locale: string) =>
  textsOf(isRecord(value) && Object.hasOwn(value, locale) ? value[locale] : undefined)

/** What a key says for a file of this language. Anyone may have written it, in any form. */
export function storedData(formatData: Readonly<Record<string, unknown>> | undefined, locale: string) {
  const own = formatData && Object.hasOwn(formatData, 'po') ? formatData['po'] : undefined
  const data: Record<string, unknown> = isRecord(own) ? own : {}
  return {
    plural: typeof data['plural'] === 'string' ? data['plural'] : undefined,
    isWithoutForms: data['plural'] === false,
    references: textsOf(data['references']),
    flags: textsOf(data['flags']),
    comments: ofLocale(data['comments'], locale),
    previous: ofLocale(data['previous'], locale),
    forms: ofLocale(data['forms'], locale),
  }
}
