/**
 * Does the same for each of a list, some at a time, in their order. After one that fails no other is begun; those that were
 * begun are waited for, so that nothing goes on behind what is told of the end.
 */
export async function inParallel<T>(
  items: readonly T[],
  atOnce: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const waiting = items[Symbol.iterator]()
  const faults: unknown[] = []
  const worker = async () => {
    for (const item of waiting) {
      await work(item).catch((fault: unknown) => faults.push(fault))
      if (faults.length > 0) return
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker))
  if (faults.length > 0) throw faults[0]
}
