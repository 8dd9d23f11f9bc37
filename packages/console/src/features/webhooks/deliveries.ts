import type { AnswerOf } from '@parlance/sdk'

export type Delivery = AnswerOf<'getDelivery'>
export type DeliveryStatus = Delivery['status']
type Page = AnswerOf<'listDeliveries'>

export const STATUSES = ['pending', 'retrying', 'success', 'failed'] as const satisfies readonly DeliveryStatus[]

/** While an attempt is on its way. */
const LOOK_MS = 700
/** However far off the next attempt is: its time may be moved. */
const LONGEST_MS = 30_000

/**
 * When to look at deliveries again; false when all have ended. The stream does not tell of attempts. Every page that is
 * shown is read again, so the more there are, the rarer.
 */
export function nextLook(deliveries: readonly Delivery[], pages: number, now: number): number | false {
  const waits = deliveries.flatMap(({ status, nextRetryAt }) => {
    if (status === 'pending') return [LOOK_MS]
    if (status !== 'retrying') return []
    return nextRetryAt === null ? [LOOK_MS] : [Date.parse(nextRetryAt) - now + LOOK_MS]
  })
  if (waits.length === 0) return false
  return Math.min(LONGEST_MS, Math.max(LOOK_MS, Math.min(...waits)) * Math.max(1, pages))
}

/** The pages with a delivery as it is now: in its place, or on top when it is new and matches. */
export function withDelivery(pages: readonly Page[], delivery: Delivery, status: DeliveryStatus | undefined): Page[] {
  const isThere = pages.some(({ deliveries }) => deliveries.some(({ id }) => id === delivery.id))
  if (isThere) {
    const replaced = (listed: Delivery) => (listed.id === delivery.id ? delivery : listed)
    return pages.map((page) => ({ ...page, deliveries: page.deliveries.map(replaced) }))
  }
  if (status !== undefined && status !== delivery.status) return [...pages]
  return pages.map((page, at) => ({
    ...page,
    total: page.total + 1,
    deliveries: at === 0 ? [delivery, ...page.deliveries] : page.deliveries,
  }))
}
