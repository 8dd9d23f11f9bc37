import { readEvents, type StreamMessage } from '@parlance/sdk'
import type { Services } from 'i18next'
import { type Bundle, type Loaded, loadBundle } from './bundle.ts'
import { MissingKeys } from './missing-keys.ts'

/** Texts that the application has, and what they are called in the project. */
interface Held {
  language: string
  /** As i18next calls it. */
  namespace: string
  address: string
  /** As the project calls it; undefined while nobody has said. */
  name: string | undefined
  text: string
  loading: Promise<Loaded>
}

/** What it can do beside what its type says. */
interface Store {
  data: Record<string, Record<string, unknown>>
  addResourceBundle(language: string, namespace: string, bundle: Bundle): void
}

/** So many changes at once are one: whoever imports files makes thousands. */
const GATHER_MS = 50

/** What an application has of its companion: texts of now, the news of them, and a place for keys that are missing. */
export class Companion {
  readonly #url: string
  readonly #services: Services
  readonly #held = new Map<string, Held>()
  readonly #missing: MissingKeys
  readonly #closing = new AbortController()
  readonly #stale = new Set<Held>()
  #isRenewing = false
  #sourceLocale: string | null = null

  constructor(dev: string, services: Services) {
    this.#url = absolute(dev)
    this.#services = services
    this.#missing = new MissingKeys((items) => this.#report(items))
    void this.#follow()
  }

  async load(language: string, namespace: string, folder: string | null): Promise<Loaded> {
    const path = [language, ...(folder === null ? [] : [folder])].map(encodeURIComponent).join('/')
    const address = `${this.#url}/resources/${path}`
    const loading = loadBundle(address)
    const held = { language, namespace, address, name: folder ?? undefined, text: '', loading }
    // Before it is there: it may change while it is on its way.
    this.#held.set(`${language}|${namespace}`, held)
    const loaded = await loading
    this.#learn(held, loaded)
    return loaded
  }

  missing(item: { namespace: string | null; key: string; value: string }): void {
    this.#missing.add(item)
  }

  close(): void {
    this.#closing.abort()
    this.#missing.close()
  }

  #learn(held: Held, { headers, text }: Loaded): void {
    const name = headers.get('x-parlance-namespace')
    this.#sourceLocale = headers.get('x-parlance-source-locale') ?? this.#sourceLocale
    if (name !== null) held.name = decodeURIComponent(name)
    held.text = text
  }

  async #follow(): Promise<void> {
    const { signal } = this.#closing
    // The stream of the service, under the address of the companion.
    const open: typeof fetch = (_, init) => fetch(`${this.#url}/events`, init)
    try {
      for await (const message of readEvents({ baseUrl: this.#url, fetch: open, signal })) this.#hear(message)
    } catch (error) {
      this.#services.logger.warn('Parlance: texts will not change by themselves', error)
    }
  }

  #hear(message: StreamMessage): void {
    for (const held of this.#held.values()) if (concerns(message, held)) this.#stale.add(held)
    if (this.#stale.size > 0 && !this.#isRenewing) void this.#renewAll()
  }

  async #renewAll(): Promise<void> {
    this.#isRenewing = true
    while (this.#stale.size > 0 && !this.#closing.signal.aborted) {
      await new Promise((resolve) => setTimeout(resolve, GATHER_MS))
      const stale = [...this.#stale]
      this.#stale.clear()
      await Promise.all(stale.map((held) => this.#renew(held)))
    }
    this.#isRenewing = false
  }

  async #renew(held: Held): Promise<void> {
    // What i18next asked for comes first, or it would be put over what is newer.
    await held.loading.catch(() => {})
    const loaded = await loadBundle(held.address).catch((error: Error) => {
      this.#services.logger.warn(`Parlance: ${error.message}`)
    })
    if (!loaded || loaded.text === held.text) return
    this.#learn(held, loaded)
    const { language, namespace } = held
    const store = this.#services.resourceStore as unknown as Store
    // Bundles are merged into those that are there: what was deleted would stay.
    const ofLanguage = store.data[language]
    if (ofLanguage) ofLanguage[namespace] = {}
    store.addResourceBundle(language, namespace, loaded.bundle)
    this.#services.backendConnector.emit('loaded', { [language]: { [namespace]: true } })
  }

  /** Whether it need not be said again. */
  async #report(items: readonly { namespace: string | null; key: string; value: string }[]): Promise<boolean> {
    const body = JSON.stringify({ items: items.map((item) => ({ ...item, locale: this.#sourceLocale })) })
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(`${this.#url}/missing`, { method: 'POST', headers, body }).catch(() => undefined)
    if (!answer || answer.status >= 500) return false
    if (!answer.ok) this.#services.logger.warn(`Parlance: missing keys were refused with ${answer.status}`)
    return true
  }
}

/** Streams are opened by whole addresses. */
function absolute(dev: string): string {
  const here = typeof location === 'undefined' ? undefined : location.href
  return new URL(dev, here).href.replace(/\/+$/, '')
}

function concerns(message: StreamMessage, { language, name }: Held): boolean {
  if (message.event === 'reset') return true
  if (!('data' in message) || !('namespace' in message.data)) return false
  const { data } = message
  if (name !== undefined && data.namespace !== name) return false
  return !('locale' in data) || data.locale === language
}
