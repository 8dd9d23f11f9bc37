const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const

/** How much something takes, as a language writes it: 812 byte, 4.2 kB, 31 MB. */
export function bytesText(bytes: number, locale: string): string {
  let [value, at] = [bytes, 0]
  while (value >= 1000 && at < UNITS.length - 1) {
    value /= 1000
    at++
  }
  const digits = at > 0 && value < 10 ? 1 : 0
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: UNITS[at] ?? 'byte',
    unitDisplay: at === 0 ? 'long' : 'short',
    maximumFractionDigits: digits,
  }).format(value)
}
