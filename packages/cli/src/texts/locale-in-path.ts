import { formatOf } from '@parlance/formats'

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
  const own = Object.hasOwn(localeNames, locale) ? localeNames[locale] : undefined
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
