import type { Entry } from './entry.ts'
import type { Piece, Writer } from './format.ts'

/**
 * A writer for a file that exists: where its texts stand is known only when all entries are. They are told by key, in
 * the order of keys.
 */
export function patchWriter(patch: (entries: ReadonlyMap<string, Entry>) => Iterable<Piece>): Writer {
  const entries = new Map<string, Entry>()
  return {
    add(more) {
      for (const entry of more) entries.set(entry.key, entry)
      return ''
    },
    end: () => patch(entries),
  }
}

/** Steps of something else among those of a writer: pieces without anything in them. */
export function* pausing<T>(steps: Generator<unknown, T, void>): Generator<Piece, T, void> {
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done) return step.value
    yield ''
  }
}
