import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import type { Dice } from './fuzz-values.ts'

interface Seen {
  began: number
  ended: number
  version: number
  what: string
}

/**
 * Readers of published files that hold one number each, the same in all files of a deploy. What they saw must be what a
 * single register would show: once the number was read anywhere, nobody who asks later reads a smaller one.
 */
export class PublishedReaders {
  readonly #addresses: readonly string[]
  readonly #seen: Seen[] = []
  bases: string[]

  constructor(bases: string[], addresses: readonly string[]) {
    this.bases = bases
    this.#addresses = addresses
  }

  get count(): number {
    return this.#seen.length
  }

  async readUntil(signal: AbortSignal, dice: Dice): Promise<void> {
    while (!signal.aborted) await this.#read(`${dice.pick(this.bases)}/cdn/${dice.pick(this.#addresses)}`)
  }

  /** Every file on every instance, each once. */
  async readAll(): Promise<number[]> {
    const from = this.#seen.length
    for (const base of this.bases) for (const address of this.#addresses) await this.#read(`${base}/cdn/${address}`)
    return [...new Set(this.#seen.slice(from).map(({ version }) => version))]
  }

  async #read(url: string): Promise<void> {
    const began = performance.now()
    const response = await fetch(url, { headers: { 'accept-encoding': 'identity' } }).catch(() => undefined)
    // An instance that was killed answers nothing, or half of it.
    const bytes = await response?.bytes().catch(() => undefined)
    if (!response || !bytes) return
    assert.equal(response.status, 200, url)
    const hash = createHash('sha256').update(bytes).digest('hex')
    assert.equal(response.headers.get('etag'), `"${hash.slice(0, 32)}"`)
    const { version } = JSON.parse(Buffer.from(bytes).toString()) as { version: string }
    this.#seen.push({ began, ended: performance.now(), version: Number(version), what: url })
  }

  assertOneRegister(): void {
    const byEnd = this.#seen.toSorted((a, b) => a.ended - b.ended)
    let [newest, at] = [0, 0]
    for (const seen of this.#seen.toSorted((a, b) => a.began - b.began)) {
      for (let ended = byEnd[at]; ended && ended.ended < seen.began; ended = byEnd[++at]) {
        newest = Math.max(newest, ended.version)
      }
      assert.ok(seen.version >= newest, `${seen.what} showed ${seen.version} after ${newest} had been seen`)
    }
  }
}
