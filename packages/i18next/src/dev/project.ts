import { type Client, createClient, ParlanceError } from '@parlance/sdk'
import { BadRequest } from './answers.ts'

export interface DevOptions {
  /** Where the service is, such as https://texts.example.com. */
  baseUrl: string | URL
  /** `translations:read`; `translations:write` for missing keys, `context:write` for observations. */
  apiKey: string
  /** Names other than localhost under which this server is reached, and pages that may ask from elsewhere. */
  allowedHosts?: readonly string[]
}

type Settings = Awaited<ReturnType<Client['getProject']>>

/** How the project publishes, and what its default namespace is called there. */
export interface Publishing {
  projectId: number
  cdn: Settings['cdn']
  sourceLocale: string
  /** Undefined when it has none. */
  defaultNamespace: string | undefined
  locales: readonly string[]
}

/** Of keys, to learn how a project writes its texts. */
const SAMPLE = 50

/** Settings change seldom, and nobody tells when: they are asked again after a while. */
const KEPT_MS = 5_000

/** The project of the key. */
export class Project {
  readonly client: Client
  readonly baseUrl: string
  readonly apiKey: string
  #id: Promise<number> | undefined
  #known: { until: number; publishing: Promise<Publishing> } | undefined

  #hasWarned = false
  #lastTold = ''

  constructor({ baseUrl, apiKey }: DevOptions) {
    // What is read from the environment may not be there.
    if (!baseUrl || !apiKey)
      throw new Error('The companion needs baseUrl and apiKey. Are PARLANCE_URL and PARLANCE_API_KEY set?')
    this.baseUrl = String(baseUrl).replace(/\/+$/, '')
    this.apiKey = apiKey
    this.client = createClient({ baseUrl, apiKey })
  }

  publishing(): Promise<Publishing> {
    const now = Date.now()
    if (!this.#known || this.#known.until < now) {
      const known = { until: now + KEPT_MS, publishing: this.#ask() }
      this.#known = known
      known.publishing.catch(() => {
        if (this.#known === known) this.#known = undefined
      })
    }
    return this.#known.publishing
  }

  async #ask(): Promise<Publishing> {
    this.#id ??= this.client.getApiKey().then(({ projectId }) => projectId)
    const projectId = await this.#id.catch((error) => {
      this.#id = undefined
      throw error
    })
    const params = { projectId }
    const [project, { namespaces }] = await Promise.all([
      this.client.getProject({ params }),
      this.client.listNamespaces({ params }),
    ])
    this.#warnOf(project.cdn.format)
    return {
      projectId,
      cdn: project.cdn,
      sourceLocale: project.sourceLocaleCode,
      defaultNamespace: namespaces.find(({ isDefault }) => isDefault)?.name,
      locales: project.locales.map(({ code }) => code),
    }
  }

  /** In the terminal, once: to the page it is a status among many, and whoever looks there sees no reason. */
  tell(error: unknown): void {
    const fault = faultOf(error, this.baseUrl)
    if (fault === undefined || fault === this.#lastTold) return
    this.#lastTold = fault
    console.warn(`Parlance: ${fault}`)
  }

  /** Whether most of its keys are ICU messages, by the newest of them. One without any says nothing. */
  async hasIcuMessages({ projectId, sourceLocale }: Publishing): Promise<boolean> {
    const { data } = await this.client.listKeys({
      params: { projectId },
      query: { limit: SAMPLE, localeCodes: [sourceLocale], sortBy: 'createdAt', sortOrder: 'desc' },
    })
    return data.filter(({ syntax }) => syntax === null || syntax === 'icu').length * 2 > data.length
  }

  /** Texts would come, and look wrong only where there is a plural or a placeholder. */
  #warnOf(format: string): void {
    if (this.#hasWarned || format.startsWith('i18next')) return
    this.#hasWarned = true
    console.warn(
      `Parlance: the project publishes ${format}. i18next understands its plurals and placeholders only with a plugin; i18next-v4 needs none.`,
    )
  }
}

function faultOf(error: unknown, baseUrl: string): string | undefined {
  if (error instanceof BadRequest) return undefined
  if (!(error instanceof ParlanceError)) return `${baseUrl} cannot be reached. Is Parlance running there?`
  const { status, message, meta = {} } = error
  if (status === 401) return 'the service does not know the API key. Was it revoked, or is it one of another service?'
  const lacks = typeof meta['requiredPermission'] === 'string' ? ` It lacks ${meta['requiredPermission']}.` : ''
  return status === 403 ? `the API key may not do this.${lacks}` : `the service answered ${status}: ${message}`
}
