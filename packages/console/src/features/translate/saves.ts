import { isSameText } from './conflict.ts'
import { followDrafts, versionOf } from './draft-conflicts.ts'
import type { SaveNews, SaveState, Saves, ValueRef } from './editor-context.ts'
import type { SaveJob } from './save-job.ts'
import { type JobsOptions, SaveJobs } from './save-jobs.ts'
import { SaveStates } from './save-states.ts'
import type { Status } from './search.ts'

interface SavesOptions extends JobsOptions {
  /** Whether this person may call a text reviewed, also one that was before. */
  mayReview(): boolean
  /** What waited when the page was left. */
  kept: readonly SaveJob[]
  now(): number
}

/** Saves, and what only those need who keep them going. */
export interface RunningSaves extends Saves {
  /** What waited in a page that is gone. */
  adopt(jobs: readonly SaveJob[]): void
  /** Something may get through again. */
  hurry(): void
  stop(): void
}

export function createSaves(options: SavesOptions): RunningSaves {
  return new SaveStore(options)
}

/** What people ask for; `SaveJobs` sees to it. */
class SaveStore implements RunningSaves {
  readonly #options: SavesOptions
  readonly #states: SaveStates
  readonly #jobs: SaveJobs
  readonly #unfollow: () => void

  constructor(options: SavesOptions) {
    this.#options = options
    this.#states = new SaveStates(options.timers)
    this.#jobs = new SaveJobs(options, this.#states)
    this.adopt(options.kept)
    const unfollow = followDrafts({
      ...options,
      states: this.#states,
      isPending: (ref) => this.#jobs.get(ref) !== undefined,
      onConflict: (ref) => this.#jobs.tell({ kind: 'conflict', ref }),
    })
    const unsubscribe = options.drafts.subscribeAll(() => this.#clearLeftStates())
    this.#unfollow = () => {
      unfollow()
      unsubscribe()
    }
  }

  get waiting(): number {
    return this.#jobs.size
  }

  get unkept(): number {
    return this.#jobs.unkept
  }

  stateOf(ref: ValueRef): SaveState {
    return this.#states.get(ref)
  }

  pendingText(ref: ValueRef): string | undefined {
    return this.#jobs.get(ref)?.text
  }

  subscribe(ref: ValueRef, listener: () => void): () => void {
    return this.#states.subscribe(ref, listener)
  }

  subscribeAll(listener: () => void): () => void {
    return this.#states.subscribeAll(listener)
  }

  onNews(listener: (news: SaveNews) => void): () => void {
    return this.#jobs.onNews(listener)
  }

  hurry(): void {
    this.#jobs.hurry()
  }

  stop(): void {
    this.#jobs.stop()
    this.#unfollow()
  }

  adopt(jobs: readonly SaveJob[]): void {
    const { drafts } = this.#options
    for (const job of jobs) {
      const own = this.#jobs.get(job)
      // Of two texts of one person the later counts; the device may have the other.
      if (own && own.savedAt >= job.savedAt) {
        void this.#jobs.keep(own)
        continue
      }
      const draft = drafts.get(job)
      // Left behind by a page that was closed between two writes to the device.
      if (draft?.text === job.text) drafts.discard(job)
      void this.#jobs.add(own ? { ...job, base: own.base, before: own.before, sent: [...own.sent, ...job.sent] } : job)
    }
  }

  save(ref: ValueRef, text: string, options: { status?: Status; tmEntryId?: number } = {}): void {
    const { drafts, rows, now } = this.#options
    const pending = this.#jobs.get(ref)
    const draft = drafts.get(ref)
    const { status, tmEntryId = draft?.tmEntryId } = options
    const base = pending?.base ?? draft?.base ?? versionOf(rows.get(ref.keyId), ref.locale)
    const isTyped = pending !== undefined || !isSameText(base.value, text)
    if (!isTyped && status === undefined) {
      drafts.discard(ref)
      return
    }
    const kept = this.#jobs.add({
      keyId: ref.keyId,
      locale: ref.locale,
      purpose: isTyped ? 'text' : 'status',
      text,
      base,
      before: pending?.before ?? { value: base.value, status: this.#statusOf(ref) },
      sent: pending?.sent ?? [],
      savedAt: now(),
      ...(status === undefined ? {} : { status }),
      ...(tmEntryId === undefined ? {} : { tmEntryId }),
    })
    drafts.discard(ref, kept)
  }

  setStatus(ref: ValueRef, status: Status): void {
    const { drafts, rows } = this.#options
    const mine = drafts.get(ref) ?? this.#jobs.get(ref)
    // What somebody approves is what they see.
    const text = mine?.text ?? rows.get(ref.keyId)?.translations[ref.locale]?.value ?? ''
    if (text === '') return
    this.save(ref, text, { ...mine, status })
  }

  tryAgain(ref: ValueRef): void {
    const draft = this.#options.drafts.get(ref)
    const status = this.#jobs.refusedStatusOf(ref)
    if (this.#jobs.get(ref)) this.#jobs.hurry(ref)
    else if (draft) this.save(ref, draft.text, draft)
    else if (status !== undefined) this.setStatus(ref, status)
  }

  keepMine(ref: ValueRef): void {
    const { drafts } = this.#options
    const state = this.stateOf(ref)
    const draft = drafts.get(ref)
    if (state.kind !== 'conflict' || !draft) return
    const { value, updatedAt } = state.theirs
    void drafts.restore({ ...draft, base: { value, updatedAt } })
    this.save(ref, draft.text, draft)
  }

  takeTheirs(ref: ValueRef): void {
    const { rows, drafts } = this.#options
    const state = this.stateOf(ref)
    if (state.kind !== 'conflict') return
    const { value, status, updatedAt, updatedBy } = state.theirs
    const known = rows.get(ref.keyId)?.translations[ref.locale]
    if (known && updatedAt !== null) rows.patchValue(ref, { ...known, value, status, updatedAt, updatedBy })
    drafts.discard(ref)
    this.#states.set(ref, { kind: 'idle' })
    void rows.load([ref.keyId], true).catch(() => {})
  }

  undo(ref: ValueRef): void {
    const written = this.#jobs.takeWritten(ref)
    if (!written) return
    const pending = this.#jobs.get(ref)
    const { before, keyId, locale } = written.job
    void this.#jobs.add({
      keyId,
      locale,
      purpose: 'undo',
      text: before.value ?? '',
      ...(before.status === 'translated' && !this.#options.mayReview() ? {} : { status: before.status }),
      base: pending?.base ?? written.version,
      before: { value: written.version.value, status: written.status },
      sent: pending?.sent ?? [],
      savedAt: this.#options.now(),
    })
  }

  #statusOf(ref: ValueRef): Status {
    const state = this.stateOf(ref)
    if (state.kind === 'conflict') return state.theirs.status
    return this.#options.rows.get(ref.keyId)?.translations[ref.locale]?.status ?? 'not_translated'
  }

  /** A draft that was discarded takes its failure or conflict with it. */
  #clearLeftStates(): void {
    for (const ref of this.#states.troubled()) {
      const isLeft = this.#options.drafts.get(ref) || this.#jobs.get(ref) || this.#jobs.refusedStatusOf(ref)
      if (!isLeft) this.#states.set(ref, { kind: 'idle' })
    }
  }
}
