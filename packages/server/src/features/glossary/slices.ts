import { setImmediate as turn } from 'node:timers/promises'

/** Works through a long list in slices, and lets other requests have their turn between two of them. */
export async function inSlices<T>(
  items: readonly T[],
  size: number,
  work: (slice: readonly T[]) => Promise<void> | void,
): Promise<void> {
  for (let at = 0; at < items.length; at += size) {
    if (at > 0) await turn()
    await work(items.slice(at, at + size))
  }
}
