import { formatOf } from '@parlance/formats'
import { comparable } from './comparable.ts'

interface Spelling {
  localeNames?: Readonly<Record<string, string>> | undefined
  sourceLocale: string
}

/** How a placeholder says a locale: that which is written first, then what is read as well. */
export function spellingsOf(
  placeholder: string,
  locale: string,
  { localeNames = {}, sourceLocale }: Spelling,
): string[] {
  const own = Object.entries(localeNames).find(([code]) => comparable(code) === comparable(locale))?.[1]
  const isSource = locale === sourceLocale
  if (placeholder === 'locale-android') return [isSource ? '' : `-${own ?? androidName(locale)}`]
  if (own !== undefined) return [own]
  if (placeholder === 'locale_') return [locale.replaceAll('-', '_')]
  // Xcode has a folder for the language that a program is written in.
  if (placeholder === 'locale-apple' && isSource) return [locale, 'Base']
  return [locale]
}

const androidName = (locale: string) => formatOf('android').localeSpelling?.inPath(locale) ?? locale

/** What probably names a language that the project does not have, and not anything else that lies beside. */
export const looksLikeLocale = (spelled: string) =>
  /^-?(b\+)?[a-z]{2,3}([-_+](r?[A-Z]{2}|[A-Z][a-z]{3}|\d{3}))*$/.test(spelled)

/** Which locale is spelled so where a placeholder stands; undefined where that is none. */
export function localeSpelled(
  placeholder: string,
  spelled: string,
  { localeNames = {}, sourceLocale }: Spelling,
): string | undefined {
  const isAndroid = placeholder === 'locale-android'
  if (isAndroid && spelled === '') return sourceLocale
  const name = isAndroid ? spelled.replace(/^-/, '') : spelled
  const own = Object.entries(localeNames).find(([, text]) => text === name)?.[0]
  if (own !== undefined) return own
  if (placeholder === 'locale-apple' && name === 'Base') return sourceLocale
  if (isAndroid) return spelled.startsWith('-') ? formatOf('android').localeSpelling?.fromPath(name) : undefined
  if (placeholder === 'locale_') return name.includes('-') ? undefined : name.replaceAll('_', '-')
  return name
}

let languages: Intl.DisplayNames | undefined

/**
 * Whether a text is a locale of a language that people speak: folders may be called anything. Many words of three letters
 * are some language (`bin`, and `src` is another spelling of `sc`), so of those only such count as Node has rules for.
 */
export function isLanguage(locale: string): boolean {
  try {
    const { language } = new Intl.Locale(locale)
    const [spelled = ''] = locale.split('-', 1)
    if (spelled.length > 2)
      return spelled.toLowerCase() === language && Intl.PluralRules.supportedLocalesOf([language]).length > 0
    languages ??= new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' })
    return languages.of(language) !== undefined
  } catch {
    return false
  }
}
