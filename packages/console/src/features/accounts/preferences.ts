import { LANGUAGES, type LanguageCode } from '../../text/languages.ts'

export const THEMES = ['system', 'light', 'dark'] as const
export const DENSITIES = ['compact', 'normal', 'roomy'] as const

/** How somebody wants the console to be. */
export interface Preferences {
  theme: (typeof THEMES)[number]
  density: (typeof DENSITIES)[number]
  language: LanguageCode
  /** Letters alone are shortcuts in the list of keys. */
  singleKeys: boolean
  /** Leaving a field saves it; otherwise what was typed is kept as a draft. */
  saveOnLeave: boolean
}

/** What of it makes sense: it comes from a storage or a service that another version may have written to. */
export function readPreferences(said: unknown): Partial<Preferences> {
  const { theme, density, language, singleKeys, saveOnLeave } = Object(said) as Record<string, unknown>
  const among = <T extends string>(known: readonly T[], value: unknown) => known.find((item) => item === value)
  const read = {
    theme: among(THEMES, theme),
    density: among(DENSITIES, density),
    language: among(Object.keys(LANGUAGES) as LanguageCode[], language),
    singleKeys: typeof singleKeys === 'boolean' ? singleKeys : undefined,
    saveOnLeave: typeof saveOnLeave === 'boolean' ? saveOnLeave : undefined,
  }
  return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined))
}
