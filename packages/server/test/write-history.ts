import assert from 'node:assert/strict'
import type { Dice } from './fuzz-values.ts'
import { foldChanges, type ListedKey, stateOf, type Told } from './told.ts'

/** What a key may be as far as its writer knows: more than one thing after an answer that never came. */
interface Possible {
  id: number | undefined
  alive: boolean[]
  /** By locale; undefined is no value. */
  values: Map<string, (string | undefined)[]>
}

type Outcome = { is: 'acknowledged'; body: Record<string, unknown> } | { is: 'refused' | 'unknown' }
type Change = Told & { id: number }

const LOCALES = ['en', 'de'] as const
const PATIENCE_MS = 30_000

/** A project of a running service and what its writers were told, kept outside of the service. */
export class WriteHistory {
  url: string
  acknowledged = 0
  /** How often each status was answered; 0 is no answer at all. */
  readonly statuses = new Map<number, number>()
  readonly projectId: number
  readonly cookie: string
  readonly #keys = new Map<string, Possible>()
  readonly #changes: Change[] = []
  #named = 0

  private constructor(url: string, projectId: number, cookie: string) {
    this.url = url
    this.projectId = projectId
    this.cookie = cookie
  }

  /** Registers an account with a fresh service and makes a project. */
  static async begin(url: string): Promise<WriteHistory> {
    const post = async <T>(path: string, body: object, cookie = '') => {
      const headers = { 'content-type': 'application/json', cookie }
      const response = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })
      assert.equal(response.status, 201)
      return { cookie: response.headers.getSetCookie()[0]?.split(';', 1)[0], body: (await response.json()) as T }
    }
    const account = { email: 'writer@example.com', password: 'correct horse battery', name: 'Writer' }
    const { cookie, body } = await post<{ organizations: { id: number }[] }>('/v1/auth/register', account)
    const path = `/v1/organizations/${body.organizations[0]?.id}/projects`
    const project = await post<{ id: number }>(path, { name: 'Written', sourceLocale: 'en', locales: ['de'] }, cookie)
    return new WriteHistory(url, project.body.id, cookie ?? '')
  }

  /** Writes one thing after the other until `signal`. No other writer touches its keys. */
  async write(dice: Dice, signal: AbortSignal): Promise<void> {
    const own: string[] = []
    while (!signal.aborted) {
      const name = own.length > 0 && dice.chance(0.65) ? dice.pick(own) : undefined
      if (name === undefined) own.push(await this.#create(dice))
      else if (dice.chance(0.8)) await this.#put(name, dice)
      else {
        own.splice(own.indexOf(name), 1)
        await this.#delete(name)
      }
    }
  }

  async #create(dice: Dice): Promise<string> {
    const name = `key ${++this.#named}`
    const value = `first ${dice.below(1e9)}`
    // Refused as a whole: the second locale is not on the project.
    const toRefuse = dice.chance(0.1)
    const part = { value, status: 'translated' }
    const body = { key: name, translations: toRefuse ? { en: part, fr: part } : { en: part } }
    const outcome = await this.#send('POST', '/keys', body)
    assert.ok(!toRefuse || outcome.is !== 'acknowledged')
    const alive = { acknowledged: [true], refused: [false], unknown: toRefuse ? [false] : [true, false] }[outcome.is]
    const id = outcome.is === 'acknowledged' ? Number(outcome.body['id']) : undefined
    this.#keys.set(name, { id, alive, values: new Map([['en', [value]]]) })
    return name
  }

  async #put(name: string, dice: Dice): Promise<void> {
    const locale = dice.pick(LOCALES)
    const value = `then ${dice.below(1e9)}`
    const possible = this.#possible(name)
    const outcome = await this.#send('PUT', `/keys/${encodeURIComponent(name)}`, { locale, value })
    if (outcome.is === 'unknown') possible.values.set(locale, [...(possible.values.get(locale) ?? [undefined]), value])
    if (outcome.is !== 'acknowledged') return
    possible.values.set(locale, [value])
    possible.alive = [true]
  }

  async #delete(name: string): Promise<void> {
    const possible = this.#possible(name)
    if (possible.id === undefined) return
    const outcome = await this.#send('DELETE', `/keys/${possible.id}`)
    if (outcome.is === 'unknown') possible.alive = [true, false]
    if (outcome.is === 'acknowledged') possible.alive = [false]
  }

  get #project(): string {
    return `/v1/projects/${this.projectId}`
  }

  #possible(name: string): Possible {
    const possible = this.#keys.get(name)
    assert.ok(possible)
    return possible
  }

  async #send(method: string, path: string, body?: object): Promise<Outcome> {
    const headers = { cookie: this.cookie, ...(body ? { 'content-type': 'application/json' } : {}) }
    const signal = AbortSignal.timeout(PATIENCE_MS)
    const init = { method, headers, signal, ...(body ? { body: JSON.stringify(body) } : {}) }
    const answer = await fetch(`${this.url}${this.#project}${path}`, init)
      .then(async (response) => ({ status: response.status, text: await response.text() }))
      // No answer came, and the write may be done or not.
      .catch(() => ({ status: 0, text: '' }))
    this.statuses.set(answer.status, (this.statuses.get(answer.status) ?? 0) + 1)
    if (answer.status === 0) return { is: 'unknown' }
    const told = (answer.text === '' ? {} : JSON.parse(answer.text)) as Record<string, unknown>
    if (answer.status === 503) {
      assert.equal(told['code'], 'SERVICE_UNAVAILABLE')
      return { is: 'unknown' }
    }
    assert.ok(answer.status < 500, answer.text)
    if (answer.status >= 300) return { is: 'refused' }
    this.acknowledged++
    return { is: 'acknowledged', body: told }
  }

  /** Reads everything back: what was acknowledged is there, what was refused is not, and the changes tell the same. */
  async verify(): Promise<void> {
    const listed = await this.#readKeys()
    const byName = new Map(listed.map((key) => [key.key, key]))
    assert.equal(byName.size, listed.length, 'a name is there twice')
    for (const [name, possible] of this.#keys) {
      const found = byName.get(name)
      byName.delete(name)
      assert.ok(possible.alive.includes(found !== undefined), `"${name}" is ${found ? '' : 'not '}there`)
      possible.alive = [found !== undefined]
      if (found) verifyValues(found, possible)
    }
    assert.deepEqual([...byName.keys()], [], 'keys are there that nobody wrote')
    await this.#readChanges()
    assert.deepEqual(this.told(), stateOf(listed))
  }

  /** What the changes that were read tell, all together. */
  told = () => foldChanges(this.#changes)

  get lastChange(): number {
    return this.#changes.at(-1)?.id ?? 0
  }

  /** Every key that ever was there, of those changes. */
  createdKeys = () => this.#changes.filter(({ event }) => event === 'key.created').map(({ key }) => key ?? '')

  async #readKeys(): Promise<ListedKey[]> {
    const keys: ListedKey[] = []
    for (let cursor = ''; ; ) {
      const page = await this.#get<{ data: ListedKey[]; pagination: { nextCursor: string | null } }>(
        `/keys?limit=100${cursor}`,
      )
      keys.push(...page.data)
      if (page.pagination.nextCursor === null) return keys
      cursor = `&cursor=${page.pagination.nextCursor}`
    }
  }

  /** The changes since the last time, whose numbers go on from there one by one. */
  async #readChanges(): Promise<void> {
    const last = this.#changes.at(-1)?.id ?? 0
    const fresh: Change[] = []
    for (let cursor = ''; ; ) {
      const page = await this.#get<{ activity: Change[]; nextCursor: string | null }>(`/activity?limit=100${cursor}`)
      fresh.push(...page.activity.filter(({ id }) => id > last))
      if (page.nextCursor === null || (page.activity.at(-1)?.id ?? 0) <= last) break
      cursor = `&cursor=${page.nextCursor}`
    }
    fresh.reverse()
    assert.deepEqual(
      fresh.map(({ id }) => id),
      fresh.map((_, at) => last + at + 1),
    )
    this.#changes.push(...fresh)
  }

  async #get<T>(path: string): Promise<T> {
    const response = await fetch(`${this.url}${this.#project}${path}`, { headers: { cookie: this.cookie } })
    assert.equal(response.status, 200)
    return (await response.json()) as T
  }
}

function verifyValues({ key, translations }: ListedKey, { values }: Possible): void {
  for (const locale of LOCALES) {
    const value = translations[locale]?.value ?? undefined
    const possible = values.get(locale) ?? [undefined]
    assert.ok(possible.includes(value), `"${key}" is "${value}" in ${locale} and could be ${JSON.stringify(possible)}`)
    values.set(locale, [value])
  }
}
