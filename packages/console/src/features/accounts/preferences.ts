import { bestLanguage, LANGUAGES, type LanguageCode } from '../../text/languages.ts'

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

const PLACE = 'parlance.preferences'

/** They are kept on this device, so that they hold before anybody has signed in, and by the service for other devices. */
class KeptPreferences {
  #now: Preferences
  readonly #chosen = new Set<string>()
  readonly #listeners = new Set<() => void>()

  constructor() {
    const standard: Preferences = {
      theme: 'system',
      density: 'normal',
      language: bestLanguage(navigator.languages),
      singleKeys: true,
      saveOnLeave: false,
    }
    this.#now = { ...standard, ...this.#kept() }
    this.#apply()
    // Another tab of this browser has changed them.
    window.addEventListener('storage', ({ key }) => key === PLACE && this.#become({ ...this.#now, ...this.#kept() }))
  }

  get = () => this.#now

  subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  change(patch: Partial<Preferences>): void {
    for (const name of Object.keys(patch)) this.#chosen.add(name)
    this.#keep(patch)
  }

  /** What the service knows from elsewhere; what was chosen here meanwhile is newer. */
  take(patch: Partial<Preferences>): void {
    this.#keep(Object.fromEntries(Object.entries(patch).filter(([name]) => !this.#chosen.has(name))))
  }

  /** Somebody else sits down here. */
  startAnew(): void {
    this.#chosen.clear()
  }

  #keep(patch: Partial<Preferences>): void {
    this.#become({ ...this.#now, ...patch })
    try {
      localStorage.setItem(PLACE, JSON.stringify(this.#now))
    } catch {
      // A browser that keeps nothing has them until it is closed.
    }
  }

  #kept(): Partial<Preferences> {
    try {
      return readPreferences(JSON.parse(localStorage.getItem(PLACE) ?? '{}'))
    } catch {
      return {}
    }
  }

  #become(preferences: Preferences): void {
    this.#now = preferences
    this.#apply()
    for (const listener of this.#listeners) listener()
  }

  #apply(): void {
    document.documentElement.dataset['theme'] = this.#now.theme
    document.documentElement.dataset['density'] = this.#now.density
  }
}

export const preferences = new KeptPreferences()
