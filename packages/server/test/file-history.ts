import assert from 'node:assert/strict'
import type { Dice } from './fuzz-values.ts'
import type { ListedKey } from './told.ts'

const KEYS = 40
const PATIENCE_MS = 30_000

type Status = 'not_reviewed' | 'translated'

/** What is in the files as far as their writer knows: more than one thing after an answer that never came. */
interface Possible {
  isThere: boolean[]
  statuses: Status[]
}

/** Files that are imported, each of forty keys, and batches that change all keys of one at once. */
export class FileHistory {
  acknowledged = 0
  readonly #url: string
  readonly #project: string
  readonly #cookie: string
  readonly #apiKey: string
  readonly #files = new Map<string, Possible>()
  /** Of files that need not be looked at again. */
  #settledKeys = 0

  private constructor(url: string, projectId: number, cookie: string, apiKey: string) {
    this.#url = url
    this.#project = `/v1/projects/${projectId}`
    this.#cookie = cookie
    this.#apiKey = apiKey
  }

  static async begin(url: string, projectId: number, cookie: string): Promise<FileHistory> {
    const headers = { cookie, 'content-type': 'application/json' }
    const body = JSON.stringify({ name: 'build', scopes: ['translations:read', 'translations:write'] })
    const response = await fetch(`${url}/v1/projects/${projectId}/api-keys`, { method: 'POST', headers, body })
    assert.equal(response.status, 201)
    return new FileHistory(url, projectId, cookie, ((await response.json()) as { key: string }).key)
  }

  async write(dice: Dice, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const name = `file ${dice.below(2 ** 32)} `
      const isThere = await this.#import(name)
      if (isThere) await this.#setStatus(name)
    }
  }

  async #import(name: string): Promise<boolean> {
    const texts = Object.fromEntries(Array.from({ length: KEYS }, (_, at) => [name + at, `Text ${name}${at}`]))
    const options = { conflictResolution: 'keep_local', deleteOrphans: false }
    const authorization = `Bearer ${this.#apiKey}`
    const body = { namespaces: { default: { en: texts } }, options }
    const answer = await this.#send('POST', '/import/commit', { authorization }, body)
    if (answer) assert.equal(answer['success'], true, JSON.stringify(answer))
    this.#files.set(name, { isThere: answer ? [true] : [true, false], statuses: ['not_reviewed'] })
    return answer !== undefined
  }

  async #setStatus(name: string): Promise<void> {
    const ids = await this.#send('GET', `/keys/ids?search=${encodeURIComponent(name)}`, { cookie: this.#cookie })
    const possible = this.#files.get(name)
    if (!ids || !possible) return
    assert.equal(ids['count'], KEYS, `${name} has ${ids['count']} keys`)
    const body = { keyIds: ids['ids'], localeCode: 'en', status: 'translated' }
    const answer = await this.#send('POST', '/keys/batch/status', { cookie: this.#cookie }, body)
    if (answer) assert.equal(answer['processed'], KEYS, JSON.stringify(answer))
    possible.statuses = answer ? ['translated'] : ['not_reviewed', 'translated']
  }

  /** Undefined where it may be done or not. */
  async #send(method: string, path: string, credential: Record<string, string>, body?: object) {
    const headers = { ...credential, ...(body ? { 'content-type': 'application/json' } : {}) }
    const signal = AbortSignal.timeout(PATIENCE_MS)
    const init = { method, headers, signal, ...(body ? { body: JSON.stringify(body) } : {}) }
    const answer = await fetch(this.#url + this.#project + path, init)
      .then(async (response) => ({ status: response.status, text: await response.text() }))
      .catch(() => undefined)
    if (!answer || answer.status === 503) return undefined
    assert.equal(answer.status, 200, `${path}: ${answer.text}`)
    if (method === 'POST') this.acknowledged++
    return JSON.parse(answer.text) as Record<string, unknown>
  }

  /**
   * Each file is there as a whole or not at all, with one status, and what was acknowledged is so. Returns the keys of those
   * written since the last time, and how many there are in all.
   */
  async verify(): Promise<{ fresh: ListedKey[]; count: number }> {
    const fresh: ListedKey[] = []
    for (const [name, { isThere, statuses }] of this.#files) {
      const path = `/keys?limit=100&search=${encodeURIComponent(name)}`
      const page = await this.#send('GET', path, { cookie: this.#cookie })
      assert.ok(page)
      const keys = page['data'] as ListedKey[]
      assert.ok(keys.length === 0 || keys.length === KEYS, `${name} has ${keys.length} keys`)
      assert.ok(isThere.includes(keys.length > 0), `${name} is ${keys.length > 0 ? '' : 'not '}there`)
      const found = new Set(keys.map(({ translations }) => translations['en']?.status as Status))
      assert.ok(found.size <= 1, `${name} has the statuses ${[...found]}`)
      for (const status of found) assert.ok(statuses.includes(status), `${name} is ${status}, and not ${statuses}`)
      for (const { key, translations } of keys) assert.equal(translations['en']?.value, `Text ${key}`)
      fresh.push(...keys)
    }
    this.#files.clear()
    this.#settledKeys += fresh.length
    const counted = await this.#send('GET', '/keys/count', { cookie: this.#cookie })
    assert.equal(counted?.['count'], this.#settledKeys, 'keys are there that nobody wrote, or gone that were')
    return { fresh, count: this.#settledKeys }
  }
}
