/** Languages that people translate into most, for lists; any other can be typed by its code. */
const COMMON =
  'af am ar ar-EG ar-SA az be bg bn bs ca cs cy da de de-AT de-CH el en en-AU en-CA en-GB en-US eo es es-419 es-ES es-MX et eu fa fi fil fr fr-CA fr-CH ga gl gu ha he hi hr hu hy id is it ja jv ka kk km kn ko ku ky lb lo lt lv mg mk ml mn mr ms mt my nb ne nl nl-BE nn or pa pl ps pt pt-BR pt-PT ro ru rw sd si sk sl so sq sr sr-Latn sv sw ta te tg th tk tr tt ug uk ur uz vi wo yi yo zh zh-Hans zh-Hant zh-HK zh-TW zu'.split(
    ' ',
  )

/** A code as it is usually written; undefined when it is none. */
export function canonicalCode(text: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(text.trim().replaceAll('_', '-'))[0]
  } catch {
    return undefined
  }
}

/** The common ones by their names in a language, and what was typed if it is a code of its own. */
export function languagesFor(locale: string, typed: string): { codes: string[]; labelOf: (code: string) => string } {
  const names = new Intl.DisplayNames(locale, { type: 'language', fallback: 'code' })
  const labelOf = (code: string) => `${names.of(code)} (${code})`
  const own = canonicalCode(typed)
  const { compare } = new Intl.Collator(locale)
  const codes = [...new Set([...COMMON, ...(own === undefined ? [] : [own])])]
  // Whoever types "germ" means German before Austrian German.
  const begins = (code: string) => labelOf(code).toLowerCase().startsWith(typed.trim().toLowerCase())
  const order = (a: string, b: string) => Number(begins(b)) - Number(begins(a)) || compare(labelOf(a), labelOf(b))
  return { codes: codes.sort(order), labelOf }
}
