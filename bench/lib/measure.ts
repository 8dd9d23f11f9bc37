/** What one side of a measurement did, over all its slices. */
export interface Sample {
  /** Of single operations, sorted. */
  milliseconds: number[]
  /** Operations per second of each slice, sorted. */
  rates: number[]
}

/** One operation; `client` tells the concurrent callers apart. */
export type Operation = (client: number) => Promise<unknown>

interface Plan {
  product: Operation
  limit: Operation
  clients?: number
  warmUpMs?: number
  sliceMs?: number
  slices?: number
}

/**
 * Runs the product and its limit in turn, a slice of time each. Whatever else the machine does meanwhile hits both, so
 * their ratio holds where the figures themselves do not.
 */
export async function interleave(plan: Plan): Promise<{ product: Sample; limit: Sample }> {
  const { product, limit, clients = 1, warmUpMs = 2_000, sliceMs = 100, slices = 80 } = plan
  await runSlice(product, clients, warmUpMs, emptySample())
  await runSlice(limit, clients, warmUpMs, emptySample())
  const found = { product: emptySample(), limit: emptySample() }
  for (let slice = 0; slice < slices; slice++) {
    await runSlice(product, clients, sliceMs, found.product)
    await runSlice(limit, clients, sliceMs, found.limit)
  }
  for (const { milliseconds, rates } of [found.product, found.limit]) {
    milliseconds.sort((a, b) => a - b)
    rates.sort((a, b) => a - b)
  }
  return found
}

const emptySample = (): Sample => ({ milliseconds: [], rates: [] })

async function runSlice(operation: Operation, clients: number, ms: number, sample: Sample): Promise<void> {
  const began = performance.now()
  const before = sample.milliseconds.length
  const repeat = async (client: number) => {
    for (let now = performance.now(); now - began < ms; ) {
      await operation(client)
      const done = performance.now()
      sample.milliseconds.push(done - now)
      now = done
    }
  }
  await Promise.all(Array.from({ length: clients }, (_, client) => repeat(client)))
  const seconds = (performance.now() - began) / 1000
  sample.rates.push((sample.milliseconds.length - before) / seconds)
}

/** The value below which `share` of the sorted values lie. */
export function percentile(sorted: readonly number[], share: number): number {
  const value = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]
  if (value === undefined) throw new Error('Nothing was measured')
  return value
}
