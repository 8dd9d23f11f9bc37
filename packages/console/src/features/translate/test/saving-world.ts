import { ParlanceError, ParlanceNetworkError } from '@parlance/sdk'
import { versionOf } from '../draft-conflicts.ts'
import { createDrafts } from '../drafts.ts'
import type { Draft, Row, Rows, RowValue, ValueRef } from '../editor-context.ts'
import type { SaveJob, ValueAnswer, ValueBody } from '../save-job.ts'
import type { Timers } from '../save-queue.ts'
import { createSaves } from '../saves.ts'
import type { Shelf } from '../shelf.ts'

const ME = 1
const SHE = 2

/** Time stands still until a test lets it pass. */
export class ManualTime implements Timers {
  now = 0
  #timers: { at: number; run: () => void }[] = []

  set(run: () => void, ms: number): unknown {
    const timer = { at: this.now + ms, run }
    this.#timers.push(timer)
    return timer
  }

  clear(timer: unknown): void {
    this.#timers = this.#timers.filter((other) => other !== timer)
  }

  async pass(ms: number): Promise<void> {
    const until = this.now + ms
    for (;;) {
      await settle()
      const next = this.#timers.filter(({ at }) => at <= until).sort((a, b) => a.at - b.at)[0]
      if (!next) break
      this.now = next.at
      this.clear(next)
      next.run()
    }
    this.now = until
  }
}

/** Whatever waits for nothing but its turn has had it. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 16; turn++) await nextTurn()
}

export const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

/** A device that can be full. What it holds outlasts a page. */
export class TestShelf<T> implements Shelf<T> {
  readonly items = new Map<string, T>()
  isFull = false
  readonly #watchers = new Set<(id: string, item: T | undefined) => void>()

  async put(id: string, item: T): Promise<void> {
    if (this.isFull) throw new DOMException('full', 'QuotaExceededError')
    this.items.set(id, structuredClone(item))
  }

  async remove(id: string): Promise<void> {
    this.items.delete(id)
  }

  watch(listener: (id: string, item: T | undefined) => void): () => void {
    this.#watchers.add(listener)
    return () => this.#watchers.delete(listener)
  }

  /** Another page puts it there. */
  bring(id: string, item: T | undefined): void {
    for (const watcher of this.#watchers) watcher(id, item)
  }
}

const refusal = (status: number, code: string, meta?: Record<string, unknown>) =>
  new ParlanceError(new Response(null, { status }), { code, ...(meta ? { meta } : {}) })

/** Keeps values as the service does: refuses what was written over something else than what is there. */
export class TestService {
  readonly values = new Map<string, RowValue>()
  readonly history: { id: string; value: string | null; by: number }[] = []
  /** What befalls the next requests, in order; nothing: they are answered. */
  readonly mishaps: ('offline' | 'lost' | number)[] = []
  readonly requests: { id: string; body: ValueBody }[] = []
  #held: (() => void)[] | undefined
  #clock = 1_000
  onTheWay = 0
  mostOnTheWay = 0

  hold(): void {
    this.#held ??= []
  }

  async release(count = Number.POSITIVE_INFINITY): Promise<void> {
    const held = this.#held ?? []
    for (const go of held.splice(0, count)) go()
    if (count === Number.POSITIVE_INFINITY) this.#held = undefined
    await settle()
  }

  write({ keyId, locale }: ValueRef, value: string | null, by = SHE, status?: RowValue['status']): RowValue {
    const id = `${keyId}:${locale}`
    const known = this.values.get(id)
    const at = new Date(++this.#clock).toISOString()
    const written: RowValue = {
      id: known?.id ?? this.#clock,
      value,
      status: status ?? (value ? 'not_reviewed' : 'not_translated'),
      createdAt: known?.createdAt ?? at,
      createdBy: known?.createdBy ?? by,
      updatedAt: at,
      updatedBy: by,
      reviewedBy: null,
      reviewedAt: null,
    }
    this.values.set(id, written)
    this.history.push({ id, value, by })
    return written
  }

  async put(ref: ValueRef, body: ValueBody): Promise<ValueAnswer> {
    const id = `${ref.keyId}:${ref.locale}`
    this.requests.push({ id, body })
    this.mostOnTheWay = Math.max(this.mostOnTheWay, ++this.onTheWay)
    try {
      if (this.#held) await new Promise<void>((go) => this.#held?.push(go))
      await nextTurn()
      return this.#answer(ref, body, this.mishaps.shift())
    } finally {
      this.onTheWay--
    }
  }

  #answer(ref: ValueRef, body: ValueBody, mishap: 'offline' | 'lost' | number | undefined): ValueAnswer {
    if (mishap === 'offline') throw new ParlanceNetworkError('cut')
    if (typeof mishap === 'number') throw refusal(mishap, 'CODE')
    const there = this.values.get(`${ref.keyId}:${ref.locale}`)
    if (body.expectedUpdatedAt !== undefined && (there?.updatedAt ?? null) !== body.expectedUpdatedAt) {
      const { value = null, status = null, updatedAt = null, updatedBy = null } = there ?? {}
      throw refusal(409, 'VALUE_CHANGED', { value, status, updatedAt, updatedBy })
    }
    const written = this.write(ref, body.value, ME, body.status)
    if (mishap === 'lost') throw new ParlanceNetworkError('cut')
    return written
  }
}

function testRows(service: TestService): Rows {
  const rows = new Map<number, Row>()
  const listeners = new Map<number, Set<() => void>>()
  const read = (keyId: number): Row => {
    const values = [...service.values].filter(([id]) => id.startsWith(`${keyId}:`))
    const translations = Object.fromEntries(values.map(([id, value]) => [id.slice(id.indexOf(':') + 1), value]))
    return { id: keyId, key: `key ${keyId}`, translations } as Row
  }
  const put = (added: readonly Row[]) => {
    for (const row of added) rows.set(row.id, row)
    for (const row of added) for (const listener of listeners.get(row.id) ?? []) listener()
  }
  return {
    get: (keyId) => rows.get(keyId),
    isGone: () => false,
    subscribe: (keyId, listener) => {
      const known = listeners.get(keyId) ?? new Set()
      listeners.set(keyId, known.add(listener))
      return () => known.delete(listener)
    },
    put,
    patchValue: ({ keyId, locale }, value) => {
      const row = rows.get(keyId)
      if (row && value) put([{ ...row, translations: { ...row.translations, [locale]: value } }])
    },
    markGone: () => {},
    load: async (keyIds) => put(keyIds.map(read)),
    reload: async () => put([...rows.keys()].map(read)),
  }
}

/** One service, and pages of one person at one device. */
export class World {
  readonly service = new TestService()
  readonly time = new ManualTime()
  readonly draftShelf = new TestShelf<Draft>()
  readonly saveShelf = new TestShelf<SaveJob>()
  signIns: (() => void)[] = []
  mayReview = true

  /** A page with these keys loaded. Opened again, it is what a reload brings. */
  async open(keyIds: readonly number[] = [1]) {
    const { service, time } = this
    const rows = testRows(service)
    await rows.load(keyIds)
    const drafts = createDrafts({
      kept: [...this.draftShelf.items.values()],
      shelf: this.draftShelf,
      now: () => time.now,
      baseOf: (ref) => {
        const version = versionOf(rows.get(ref.keyId), ref.locale)
        return { ...version, value: saves.pendingText(ref) ?? version.value }
      },
    })
    const saves = createSaves({
      userId: ME,
      rows,
      drafts,
      kept: [...this.saveShelf.items.values()],
      shelf: this.saveShelf,
      put: (ref, body) => service.put(ref, body),
      whoChanged: async () => 'She',
      mayReview: () => this.mayReview,
      askToSignIn: () => new Promise<void>((resolve) => this.signIns.push(resolve)),
      timers: time,
      now: () => time.now,
    })
    return { rows, drafts, saves }
  }
}
