import type { LocaleSpelling } from '../format.ts'

/** Codes that Java changed back only lately: folders of resources keep the old ones. */
const OLD_CODES: Readonly<Record<string, string>> = { id: 'in', he: 'iw', yi: 'ji' }
const NEW_CODES: Readonly<Record<string, string>> = { in: 'id', iw: 'he', ji: 'yi' }

const SIMPLE = /^([a-z]{2,3})(?:-([A-Z]{2}|\d{3}))?$/
const FOLDER = /^([a-z]{2,3})(?:-r([A-Z]{2}|\d{3}))?$/i

/** Folders say `pt-rBR`; what has more parts than that is written `b+sr+Latn`. */
export const androidSpelling: LocaleSpelling = {
  inPath(locale) {
    const [, language = '', region] = SIMPLE.exec(locale) ?? []
    if (language === '') return `b+${locale.replaceAll('-', '+')}`
    const code = OLD_CODES[language] ?? language
    return region === undefined ? code : `${code}-r${region}`
  },
  fromPath(spelled) {
    if (spelled.startsWith('b+')) return spelled.slice(2).replaceAll('+', '-')
    const [, language, region] = FOLDER.exec(spelled) ?? []
    if (language === undefined) return undefined
    const code = NEW_CODES[language.toLowerCase()] ?? language.toLowerCase()
    return region === undefined ? code : `${code}-${region.toUpperCase()}`
  },
}
