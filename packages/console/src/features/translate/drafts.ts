import type { Version } from './conflict.ts'
import { isSameText } from './conflict.ts'
import type { Draft, Drafts, ValueRef } from './editor-context.ts'
import { Listeners, refId } from './listeners.ts'
import type { Shelf } from './shelf.ts'

interface DraftsOptions {
  /** What the device has kept. */
  kept: readonly Draft[]
  shelf: Shelf<Draft>
  /** What somebody sees who begins to type. */
  baseOf(ref: ValueRef): Version
  now(): number
}

/** Drafts, and what only those need who save them. */
export interface KeptDrafts extends Drafts {
  /** Gone from here at once, and from the device when it has `instead`. */
  discard(ref: ValueRef, instead?: Promise<void>): void
  /** What it was typed over was written anew. */
  rebase(ref: ValueRef, base: Version): void
  stop(): void
}

export function createDrafts(options: DraftsOptions): KeptDrafts {
  return new DraftStore(options)
}

/** Every draft is in memory and, as soon as the device has written it, there. Memory is never behind. */
class DraftStore implements KeptDrafts {
  readonly #options: DraftsOptions
  readonly #drafts: Map<string, Draft>
  readonly #refused = new Set<string>()
  readonly #listeners = new Listeners()
  /** The same array until something changes: React compares. */
  #all: readonly Draft[] | undefined
  readonly stop: () => void

  constructor(options: DraftsOptions) {
    this.#options = options
    this.#drafts = new Map(options.kept.map((draft) => [refId(draft), draft]))
    this.stop = options.shelf.watch((id, draft) => this.#hold(id, draft))
  }

  get(ref: ValueRef): Draft | undefined {
    return this.#drafts.get(refId(ref))
  }

  set(ref: ValueRef, text: string, given: { tmEntryId?: number } = {}): void {
    const known = this.get(ref)
    // A suggestion that somebody goes on with has helped, too.
    const tmEntryId = given.tmEntryId ?? known?.tmEntryId
    const origin = tmEntryId === undefined ? {} : { tmEntryId }
    const base = known?.base ?? this.#options.baseOf(ref)
    if (isSameText(base.value, text)) {
      this.discard(ref)
      return
    }
    if (known?.text === text && known.tmEntryId === tmEntryId) return
    const { keyId, locale } = ref
    void this.restore({ keyId, locale, text, base, ...origin, changedAt: this.#options.now() })
  }

  restore(draft: Draft): Promise<void> {
    const id = refId(draft)
    this.#hold(id, draft)
    const kept = this.#options.shelf.put(id, draft)
    this.#note(id, kept)
    return kept
  }

  rebase(ref: ValueRef, { value, updatedAt }: Version): void {
    const draft = this.get(ref)
    if (!draft) return
    if (isSameText(value, draft.text)) this.discard(ref)
    else void this.restore({ ...draft, base: { value, updatedAt } })
  }

  discard(ref: ValueRef, instead: Promise<void> = Promise.resolve()): void {
    const id = refId(ref)
    if (!this.#drafts.has(id)) return
    this.#hold(id, undefined)
    // Somebody may have typed on meanwhile.
    const isGone = instead.then(() => (this.#drafts.has(id) ? undefined : this.#options.shelf.remove(id)))
    this.#note(id, isGone)
  }

  all(): readonly Draft[] {
    this.#all ??= [...this.#drafts.values()].sort((a, b) => b.changedAt - a.changedAt)
    return this.#all
  }

  get unkept(): number {
    return this.#refused.size
  }

  subscribe(ref: ValueRef, listener: () => void): () => void {
    return this.#listeners.subscribe(refId(ref), listener)
  }

  subscribeAll(listener: () => void): () => void {
    return this.#listeners.subscribeAll(listener)
  }

  #hold(id: string, draft: Draft | undefined): void {
    if (draft) this.#drafts.set(id, draft)
    else this.#drafts.delete(id)
    this.#all = undefined
    this.#listeners.tell(id)
  }

  /** A device that is full keeps nothing, but this page still does: the person is told, and nothing else changes. */
  #note(id: string, written: Promise<void>): void {
    const settle = (isRefused: boolean) => {
      const isKnown = this.#refused.has(id)
      if (isRefused && this.#drafts.has(id)) this.#refused.add(id)
      else this.#refused.delete(id)
      if (isKnown !== this.#refused.has(id)) this.#listeners.tell(id)
    }
    written.then(
      () => settle(false),
      () => settle(true),
    )
  }
}
