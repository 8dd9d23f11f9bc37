import { bestLanguage, type LanguageCode } from '../../text/languages.ts'

export interface Appearance {
  theme: 'system' | 'light' | 'dark'
  density: 'compact' | 'normal' | 'roomy'
  language: LanguageCode
}

const PLACE = 'parlance.appearance'

/** How the console looks on this device, also before anybody has signed in. */
export function keptAppearance(): Appearance {
  const appearance: Appearance = { theme: 'system', density: 'normal', language: bestLanguage(navigator.languages) }
  try {
    return { ...appearance, ...(JSON.parse(localStorage.getItem(PLACE) ?? '{}') as Partial<Appearance>) }
  } catch {
    return appearance
  }
}

export function keepAppearance(appearance: Appearance): void {
  localStorage.setItem(PLACE, JSON.stringify(appearance))
  applyAppearance(appearance)
}

export function applyAppearance({ theme, density }: Appearance): void {
  document.documentElement.dataset['theme'] = theme
  document.documentElement.dataset['density'] = density
}
