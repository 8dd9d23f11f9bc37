import type { InitOptions, ReadCallback, Services } from 'i18next'
import { LoadFault, loadBundle } from './bundle.ts'
import type { Companion } from './companion.ts'

export interface ParlanceBackendOptions {
  /** Where the project's published files are: `cdnUrl` of the project. */
  cdnUrl?: string
  /** What the application calls the project's default namespace. */
  defaultNamespace?: string
  /** Where the companion is, such as `/__parlance`; left out or false in production. */
  dev?: string | false
}

/** Loads texts for i18next: published ones, or with `dev` those of now, which then change as the project does. */
export class ParlanceBackend {
  static readonly type = 'backend'
  static readonly callbackApi = true
  readonly type = 'backend'
  readonly callbackApi = true
  #options: ParlanceBackendOptions = {}
  #companion: Promise<Companion> | undefined

  init(services: Services, options: ParlanceBackendOptions | undefined, i18nextOptions: InitOptions): void {
    this.#options = options ?? {}
    const { dev } = this.#options
    if (!dev) return
    // React is not told of texts that change, unless i18next is asked to: other frameworks listen by themselves.
    const forReact = i18nextOptions as { react?: { bindI18nStore?: string } }
    const bound = forReact.react?.bindI18nStore
    forReact.react = { ...forReact.react, bindI18nStore: bound ? `${bound} added` : 'added' }
    // A file of its own, so that nobody else loads it.
    this.#companion = import('./companion.ts').then(({ Companion }) => new Companion(dev, services))
  }

  read(language: string, namespace: string, callback: ReadCallback): void {
    this.#load(language, namespace).then(
      ({ bundle }) => callback(null, bundle),
      (fault: Error) => callback(fault, fault instanceof LoadFault && fault.isPassing),
    )
  }

  /** Called by i18next for each key that has no text, with `saveMissing`. */
  create(_languages: readonly string[], namespace: string, key: string, fallbackValue: string): void {
    const value = fallbackValue === key ? '' : String(fallbackValue ?? '')
    void this.#companion?.then((companion) => companion.missing({ namespace: this.#named(namespace), key, value }))
  }

  /** Ends what goes on beside: the stream of changes, and keys that wait to be sent. */
  async close(): Promise<void> {
    const companion = await this.#companion
    companion?.close()
  }

  async #load(language: string, namespace: string) {
    const companion = await this.#companion
    const folder = this.#named(namespace)
    return companion
      ? companion.load(language, namespace, folder)
      : loadBundle(publishedAt(this.#options.cdnUrl, folder, language))
  }

  /** Null is the default namespace of the project, whatever its name there. */
  #named(namespace: string): string | null {
    return namespace === (this.#options.defaultNamespace ?? 'translation') ? null : namespace
  }
}

function publishedAt(cdnUrl: string | undefined, namespace: string | null, language: string): string {
  if (!cdnUrl) throw new LoadFault('ParlanceBackend needs cdnUrl, or dev', false)
  const folder = namespace === null ? '' : `${encodeURIComponent(namespace)}/`
  return `${cdnUrl.replace(/\/+$/, '')}/${folder}${encodeURIComponent(language)}.json`
}
