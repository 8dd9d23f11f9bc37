/** As the service takes it; where no namespace is said it is the project's default one. */
export interface Observation {
  namespace?: string
  key: string
  uiType: string
  translationRole: string
  lengthHint: string | null
  neighbors: { role: string; namespace: string; key: string; text: string }[]
  screenGroup: string
}

const EVERY_MS = 5000
const MOST_AT_ONCE = 1000
/** Of what waits: a companion that is not there must not fill the memory of the page. */
const MOST_WAITING = 20_000
/** A browser sends no more than 64 KiB for a page that is being left. */
const MOST_AT_THE_END = 60

/** Of this page since it was loaded, whoever sends it. */
const seen = new Set<string>()

/** Sends each different observation once. */
export class Outbox {
  readonly #endpoint: string
  #waiting: Observation[] = []
  #isSending = false
  readonly #timer = setInterval(() => void this.#send(), EVERY_MS)
  readonly #leave = () => void this.#post(this.#waiting.splice(0, MOST_AT_THE_END), true)

  constructor(endpoint: string) {
    this.#endpoint = endpoint
    addEventListener('pagehide', this.#leave)
  }

  add(observation: Observation): void {
    const name = `${this.#endpoint}\n${nameOf(observation)}`
    if (seen.has(name) || this.#waiting.length >= MOST_WAITING) return
    seen.add(name)
    this.#waiting.push(observation)
  }

  /** What waits is sent, but not waited for. */
  stop(): void {
    clearInterval(this.#timer)
    removeEventListener('pagehide', this.#leave)
    while (this.#waiting.length > 0) void this.#post(this.#waiting.splice(0, MOST_AT_ONCE), false)
  }

  async #send(): Promise<void> {
    if (this.#isSending || this.#waiting.length === 0) return
    this.#isSending = true
    const sent = this.#waiting.splice(0, MOST_AT_ONCE)
    // What is refused would be refused again; what did not arrive is tried again with the next.
    if (!(await this.#post(sent, false))) this.#waiting.unshift(...sent)
    this.#isSending = false
  }

  /** Whether there is an answer that will not become another. */
  async #post(observations: Observation[], keepalive: boolean): Promise<boolean> {
    if (observations.length === 0) return true
    const body = JSON.stringify({ observations })
    const headers = { 'content-type': 'application/json' }
    try {
      const { status } = await fetch(this.#endpoint, { method: 'POST', headers, body, keepalive })
      return status < 500 && status !== 429
    } catch {
      return false
    }
  }
}

/** Texts around with numbers and names in them change all the time, and say nothing new. */
function nameOf(one: Observation): string {
  let name = [one.namespace, one.key, one.uiType, one.translationRole, one.lengthHint, one.screenGroup].join('\n')
  for (const { role, namespace, key } of one.neighbors) name += `\n${role}\n${namespace}\n${key}`
  return name
}
