const LOOKS_LIKE_LOCALE = /^[a-z]{2,3}(?:[-_][a-z\d]{2,8}){0,4}$/i
const languages = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' })

/** The locale that a name at the top of a file stands for: `title` is none. */
export function localeOfName(name: string): string | undefined {
  if (!LOOKS_LIKE_LOCALE.test(name)) return undefined
  try {
    const [locale = ''] = Intl.getCanonicalLocales(name.replaceAll('_', '-'))
    return languages.of(locale.split('-', 1)[0] ?? '') === undefined ? undefined : locale
  } catch {
    return undefined
  }
}

export const isLocaleName = (name: string) => localeOfName(name) !== undefined
