import type { OwnStyle } from '../placeholders/text.ts'

const LENGTHS = ['short', 'medium', 'long', 'full'] as const

/** Styles of ICU, and the formatters of i18next that do what they say. */
export const I18NEXT_STYLES: ReadonlyMap<OwnStyle, string> = new Map<OwnStyle, string>([
  ['number, percent', 'number(style: percent)'],
  ['number, integer', 'number(maximumFractionDigits: 0)'],
  ...LENGTHS.map((length) => [`date, ${length}`, `datetime(dateStyle: ${length})`] as const),
  ...LENGTHS.map((length) => [`time, ${length}`, `datetime(timeStyle: ${length})`] as const),
])
