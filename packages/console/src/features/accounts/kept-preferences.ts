import { bestLanguage } from '../../text/languages.ts'
import { type Preferences, readPreferences } from './preferences.ts'

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
