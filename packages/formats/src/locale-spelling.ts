import type { LocaleSpelling } from './format.ts'

/** `pt_BR`, as Java and Flutter write it. */
export const underscores: LocaleSpelling = {
  inPath: (locale) => locale.replaceAll('-', '_'),
  fromPath: (spelled) => (/^\w+$/.test(spelled) ? spelled.replaceAll('_', '-') : undefined),
}

/** Android kept the codes that these languages had until 1989. */
const OLD_CODES = [
  ['id', 'in'],
  ['he', 'iw'],
  ['yi', 'ji'],
] as const
const toOld = new Map<string, string>(OLD_CODES)
const fromOld = new Map<string, string>(OLD_CODES.map(([code, old]) => [old, code]))

const PLAIN = /^([a-z]{2,3})(?:-([A-Z]{2}))?$/
const QUALIFIER = /^([a-z]{2,3})(?:-r([a-z]{2}))?$/i

/** `pt-rBR`; whatever has more parts than a language and a country is `b+sr+Latn`. */
export const androidQualifiers: LocaleSpelling = {
  inPath: (locale) => {
    const [, language, region] = PLAIN.exec(locale) ?? []
    if (language === undefined) return `b+${locale.replaceAll('-', '+')}`
    const code = toOld.get(language) ?? language
    return region === undefined ? code : `${code}-r${region}`
  },
  fromPath: (spelled) => {
    if (/^b\+[a-z\d+]+$/i.test(spelled)) return current(spelled.slice(2).split('+'))
    const [, language, region] = QUALIFIER.exec(spelled) ?? []
    return language === undefined ? undefined : current(region === undefined ? [language] : [language, region])
  },
}

function current([language = '', ...others]: string[]): string {
  const code = language.toLowerCase()
  return [fromOld.get(code) ?? code, ...others].join('-')
}

/** Xcode has a folder `Base.lproj` for the language that a program is written in. */
export const appleFolders: LocaleSpelling = {
  inPath: (locale) => locale,
  fromPath: (spelled) => spelled,
  source: 'Base',
}

/** The same for all spellings of a locale. */
export const comparableLocale = (locale: string) => locale.replaceAll('_', '-').toLowerCase()
