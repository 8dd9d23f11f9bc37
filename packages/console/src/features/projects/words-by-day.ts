import type { AnswerOf } from '@parlance/sdk'

type Days = AnswerOf<'getWordsByDay'>['days']

export interface DayOfWords {
  day: string
  /** Of each language that is shown, in their order; what the others wrote is the last. */
  words: readonly number[]
  total: number
}

export interface WordsChart {
  /** Those with the most words, the most first. */
  codes: readonly string[]
  hasOthers: boolean
  days: readonly DayOfWords[]
  /** Of the day with the most words. */
  highest: number
}

/** As many languages as can be told apart at a glance. */
const SHOWN = 4

/** Every day of the time that is shown, also those on which nobody wrote. */
export function wordsChart(days: Days, today: string, length: number): WordsChart {
  const totals = new Map<string, number>()
  for (const { locales } of days)
    for (const { code, words } of locales) totals.set(code, (totals.get(code) ?? 0) + words)
  const ranked = [...totals].sort(([, a], [, b]) => b - a).map(([code]) => code)
  const codes = ranked.slice(0, ranked.length === SHOWN + 1 ? SHOWN + 1 : SHOWN)
  const byDay = new Map(days.map(({ day, locales }) => [day, locales]))
  const shown = daysUpTo(today, length).map((day) => {
    const words = new Map((byDay.get(day) ?? []).map(({ code, words: count }) => [code, count]))
    const total = [...words.values()].reduce((sum, count) => sum + count, 0)
    const named = codes.map((code) => words.get(code) ?? 0)
    return { day, words: [...named, total - named.reduce((sum, count) => sum + count, 0)], total }
  })
  return {
    codes,
    hasOthers: ranked.length > codes.length,
    days: shown,
    highest: Math.max(0, ...shown.map(({ total }) => total)),
  }
}

function daysUpTo(today: string, length: number): string[] {
  const end = Date.parse(`${today}T00:00:00Z`)
  return Array.from({ length }, (_, index) =>
    new Date(end - (length - 1 - index) * 86_400_000).toISOString().slice(0, 10),
  )
}
