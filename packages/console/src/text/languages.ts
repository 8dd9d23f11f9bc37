import type { Texts } from './text.ts'

/** The languages of the console, each called by its own name, each in a file that is loaded when it is asked for. */
export const LANGUAGES = {
  en: { name: 'English', load: () => import('../../text/en.json') },
  de: { name: 'Deutsch', load: () => import('../../text/de.json') },
  fr: { name: 'Français', load: () => import('../../text/fr.json') },
  es: { name: 'Español', load: () => import('../../text/es.json') },
  'pt-BR': { name: 'Português (Brasil)', load: () => import('../../text/pt-BR.json') },
  ja: { name: '日本語', load: () => import('../../text/ja.json') },
  'zh-Hans': { name: '简体中文', load: () => import('../../text/zh-Hans.json') },
  ar: { name: 'العربية', load: () => import('../../text/ar.json') },
} satisfies Record<string, { name: string; load: () => Promise<{ default: Texts }> }>

export type LanguageCode = keyof typeof LANGUAGES

const RIGHT_TO_LEFT = new Set(['ar', 'he', 'fa', 'ur', 'ps', 'sd', 'ug', 'yi', 'dv', 'ckb'])

/** Which way a language is written; of a language with several scripts, as its code says. */
export function directionOf(locale: string): 'ltr' | 'rtl' {
  const { language, script } = new Intl.Locale(locale).maximize()
  if (script !== undefined)
    return ['Arab', 'Hebr', 'Thaa', 'Nkoo', 'Syrc', 'Adlm', 'Rohg'].includes(script) ? 'rtl' : 'ltr'
  return RIGHT_TO_LEFT.has(language) ? 'rtl' : 'ltr'
}

/** The first of the wanted languages that there is, or English. */
export function bestLanguage(wanted: readonly string[]): LanguageCode {
  for (const code of wanted) {
    const exact = Object.keys(LANGUAGES).find((name) => name.toLowerCase() === code.toLowerCase())
    const near = Object.keys(LANGUAGES).find((name) => name.split('-')[0] === code.split('-')[0])
    if (exact ?? near) return (exact ?? near) as LanguageCode
  }
  return 'en'
}
