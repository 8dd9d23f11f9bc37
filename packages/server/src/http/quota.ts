import type { Quotas } from '../quotas.ts'
import { fault } from './errors.ts'

/** Refuses `more` of something of which there are `current` already, where the instance does not allow as many. */
export function assertRoomFor(quotas: Quotas, metric: keyof Quotas, current: number, more = 1): void {
  const limit = quotas[metric]
  if (current + more > limit) throw fault('quotaExceeded', { metric, current, limit })
}
