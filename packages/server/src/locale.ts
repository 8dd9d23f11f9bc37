const MAX_LENGTH = 100

/**
 * The canonical BCP 47 spelling of a locale code (`en_us` is `en-US`), or undefined when it is none. Deprecated codes
 * keep their name: Intl would turn `iw` into `he`, and files named `iw.json` would no longer be found.
 */
export function canonicalLocale(code: string): string | undefined {
  if (code.length > MAX_LENGTH) return undefined
  try {
    const given = code.replaceAll('_', '-')
    const [canonical] = Intl.getCanonicalLocales(given)
    if (canonical === undefined) return undefined
    const language = given.split('-', 1)[0]?.toLowerCase() ?? ''
    return canonical.split('-', 1)[0] === language ? canonical : respell(given)
  } catch {
    return undefined
  }
}

// The casing of RFC 5646, section 2.1.1, for the codes that Intl would rename.
function respell(code: string): string {
  return code
    .toLowerCase()
    .split('-')
    .map((part, at) => {
      if (at === 0) return part
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
