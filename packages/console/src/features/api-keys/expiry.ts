export const EXPIRIES = ['never', 'days30', 'days90', 'year', 'date'] as const
export type Expiry = (typeof EXPIRIES)[number]

const DAYS = { days30: 30, days90: 90, year: 365 }
const DAY_MS = 86_400_000
/** Before its end a key is marked this long. */
const SOON_MS = 14 * DAY_MS

/** When a key ends; on a chosen date it ends with the day, as days are where somebody sits. */
export function endOf(expiry: Expiry, date: string, now: number): string | null {
  if (expiry === 'never') return null
  if (expiry === 'date') return new Date(`${date}T23:59:59`).toISOString()
  return new Date(now + DAYS[expiry] * DAY_MS).toISOString()
}

/** As a field for dates writes it. */
export function dayAfter(now: number): string {
  const day = new Date(now + DAY_MS)
  const two = (number: number) => String(number).padStart(2, '0')
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`
}

export function lifeOf(expiresAt: string | null, now: number): 'good' | 'endsSoon' | 'over' {
  if (expiresAt === null) return 'good'
  const left = Date.parse(expiresAt) - now
  return left <= 0 ? 'over' : left < SOON_MS ? 'endsSoon' : 'good'
}
