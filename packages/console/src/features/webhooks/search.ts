import { type DeliveryStatus, STATUSES } from './deliveries.ts'

/** What the address of a webhook says besides its number. */
export interface DeliverySearch {
  status?: DeliveryStatus
  /** The one that is open. */
  delivery?: number
}

/** Reads an address that anybody may have written: what makes no sense is left out. */
export function readDeliverySearch(raw: Record<string, unknown>): DeliverySearch {
  const status = STATUSES.find((name) => name === raw['status'])
  const delivery = /^[1-9]\d{0,14}$/.test(String(raw['delivery'])) ? Number(raw['delivery']) : undefined
  return { ...(status && { status }), ...(delivery !== undefined && { delivery }) }
}
