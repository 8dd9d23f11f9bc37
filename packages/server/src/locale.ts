const MAX_LENGTH = 100

/**
 * The canonical BCP 47 spelling of a locale code (`en_us` is `en-US`), or undefined when it is none. Deprecated codes
 * keep their name: Intl would turn `iw` into `he`, and files named `iw.json` would no longer be found.
 */
export function canonicalLocale(code: string): string | undefined {
  if (code.length > MAX_LENGTH) return undefined
  const given = code.replaceAll('_', '-')
  try {
    const [canonical] = Intl.getCanonicalLocales(given)
    if (canonical === undefined) return undefined
    const language = given.split('-', 1)[0]?.toLowerCase() ?? ''
    return canonical.split('-', 1)[0] === language ? canonical : respell(given)
  } catch {
    return isWellFormed(given) ? respell(given) : undefined
  }
}

/** The code that a sent spelling means. What is no code at all stays as it is: nothing has a language of that name. */
export const localeCode = (sent: string) => canonicalLocale(sent) ?? sent

// Intl knows the newer grammar of Unicode; BCP 47 has more: extended languages (zh-yue), private use (x-pirate), and the
// tags that were registered before there was a grammar.
const EXTENDED = /^[a-z]{2,3}(-[a-z]{3}){1,3}(-[a-z]{4})?(-([a-z]{2}|\d{3}))?(-([a-z\d]{5,8}|\d[a-z\d]{3}))*$/i
const PRIVATE = /^x(-[a-z\d]{1,8})+$/i
const REGISTERED =
  /^(en-gb-oed|i-(ami|bnn|default|enochian|hak|klingon|lux|mingo|navajo|pwn|tao|tay|tsu)|sgn-(be-fr|be-nl|ch-de))$/i

const isWellFormed = (code: string) => EXTENDED.test(code) || PRIVATE.test(code) || REGISTERED.test(code)

// The casing of RFC 5646, section 2.1.1: regions in capitals, scripts with one, all else small.
function respell(code: string): string {
  const parts = code.toLowerCase().split('-')
  const singleton = parts.findIndex((part) => part.length === 1)
  return parts
    .map((part, at) => {
      if (at === 0 || (singleton >= 0 && at > singleton)) return part
      if (part.length === 4 && /^[a-z]+$/.test(part)) return part.charAt(0).toUpperCase() + part.slice(1)
      return part.length === 2 ? part.toUpperCase() : part
    })
    .join('-')
}

/** The name people know a locale by, in English; the code itself where nobody gave it one. */
export function localeName(code: string): string {
  try {
    return new Intl.DisplayNames('en', { type: 'language' }).of(code) ?? code
  } catch {
    return code
  }
}

export function textDirection(code: string): 'ltr' | 'rtl' {
  try {
    return new Intl.Locale(code).getTextInfo?.().direction === 'rtl' ? 'rtl' : 'ltr'
  } catch {
    return 'ltr'
  }
}
