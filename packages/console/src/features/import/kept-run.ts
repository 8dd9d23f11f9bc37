import { tabStore } from '../../tab-store.ts'
import type { CommitAnswer, CommitBody } from './prepared-import.ts'

/** An import that somebody has begun: what was sent, until it is known what came of it. */
export type KeptRun = Begun | { answer: CommitAnswer }

interface Begun {
  body: CommitBody
  /** What is to be sent when the service has forgotten the files; not after a reload, which has forgotten them too. */
  renew?: () => Promise<CommitBody | undefined>
}

const kept = new Map<string, KeptRun>()

const nameOf = (run: string) => `parlance-import-${run}`

/** A reload goes on with it: sent once more under the same key, an import is done once. */
export function keepRun(run: string, what: KeptRun, store: Storage | undefined = tabStore()): void {
  kept.set(run, what)
  try {
    store?.setItem(nameOf(run), JSON.stringify(what))
  } catch {
    // No room for so many decisions: then a reload shows how far the import is, and its numbers.
    store?.removeItem(nameOf(run))
  }
}

/** Undefined in a tab that knows nothing of it. */
export function keptRun(run: string, store: Storage | undefined = tabStore()): KeptRun | undefined {
  const known = kept.get(run)
  if (known) return known
  const text = store?.getItem(nameOf(run))
  return text ? (JSON.parse(text) as KeptRun) : undefined
}
