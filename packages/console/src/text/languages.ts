import type { Texts } from './text.ts'

/** The languages of the console, each called by its own name, each in files that are loaded when they are asked for. */
export const LANGUAGES = {
  en: {
    name: 'English',
    load: () => import('../../text/en.json?first'),
    loadRest: () => import('../../text/en.json?rest'),
  },
  de: {
    name: 'Deutsch',
    load: () => import('../../text/de.json?first'),
    loadRest: () => import('../../text/de.json?rest'),
  },
  fr: {
    name: 'Français',
    load: () => import('../../text/fr.json?first'),
    loadRest: () => import('../../text/fr.json?rest'),
  },
  es: {
    name: 'Español',
    load: () => import('../../text/es.json?first'),
    loadRest: () => import('../../text/es.json?rest'),
  },
  'pt-BR': {
    name: 'Português (Brasil)',
    load: () => import('../../text/pt-BR.json?first'),
    loadRest: () => import('../../text/pt-BR.json?rest'),
  },
  ja: {
    name: '日本語',
    load: () => import('../../text/ja.json?first'),
    loadRest: () => import('../../text/ja.json?rest'),
  },
  'zh-Hans': {
    name: '简体中文',
    load: () => import('../../text/zh-Hans.json?first'),
    loadRest: () => import('../../text/zh-Hans.json?rest'),
  },
  ar: {
    name: 'العربية',
    load: () => import('../../text/ar.json?first'),
    loadRest: () => import('../../text/ar.json?rest'),
  },
} satisfies Record<string, Language>

interface Language {
  name: string
  load: () => Promise<{ default: Partial<Texts> }>
  loadRest: () => Promise<{ default: Partial<Texts> }>
}

export type LanguageCode = keyof typeof LANGUAGES

const RIGHT_TO_LEFT = new Set(['ar', 'he', 'fa', 'ur', 'ps', 'sd', 'ug', 'yi', 'dv', 'ckb'])

const directions = new Map<string, 'ltr' | 'rtl'>()

/** Which way a language is written; of a language with several scripts, as its code says. */
export function directionOf(locale: string): 'ltr' | 'rtl' {
  const direction = directions.get(locale) ?? directionByCode(locale)
  // Asked for every cell that is drawn, and slow to find out.
  directions.set(locale, direction)
  return direction
}

function directionByCode(locale: string): 'ltr' | 'rtl' {
  const { language, script } = new Intl.Locale(locale).maximize()
  if (script !== undefined)
    return ['Arab', 'Hebr', 'Thaa', 'Nkoo', 'Syrc', 'Adlm', 'Rohg'].includes(script) ? 'rtl' : 'ltr'
  return RIGHT_TO_LEFT.has(language) ? 'rtl' : 'ltr'
}

/**
 * The first of the wanted languages that there is, or English. As in Unicode's language matching, another script comes
 * after everything else that somebody reads: who asks for Traditional Chinese and then English gets English, and
 * Simplified Chinese only where nothing else was asked for.
 */
export function bestLanguage(wanted: readonly string[]): LanguageCode {
  const offered = Object.keys(LANGUAGES) as LanguageCode[]
  const asked = wanted.flatMap(maximal)
  const match = (fits: (one: Intl.Locale, other: Intl.Locale) => boolean) =>
    asked.flatMap((locale) => offered.find((code) => fits(new Intl.Locale(code).maximize(), locale)) ?? []).at(0)
  return (
    match((one, other) => one.language === other.language && one.script === other.script) ??
    match((one, other) => one.language === other.language) ??
    'en'
  )
}

/** With the script that its readers expect; none for what is no code. */
function maximal(code: string): Intl.Locale[] {
  try {
    return [new Intl.Locale(code).maximize()]
  } catch {
    return []
  }
}
