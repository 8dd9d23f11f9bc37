import { createContext, type ReactNode, useContext } from 'react'
import { languageNames, type NamedLanguage } from './language-names.ts'
import { directionOf, type LanguageCode } from './languages.ts'
import { type Texts, type Translate, translator } from './text.ts'

interface OwnText {
  locale: LanguageCode
  t: Translate
  number: (value: number) => string
  dateTime: (value: string | Date) => string
  relativeTime: (value: string | Date) => string
  /** What a language of a project is called in a sentence. */
  languageName: (language: NamedLanguage) => string
  /** The same where it stands alone: in a list, above a column. */
  languageTitle: (language: NamedLanguage) => string
}

const TextContext = createContext<OwnText | undefined>(undefined)

export function ownText(locale: LanguageCode, texts: Texts): OwnText {
  const numbers = new Intl.NumberFormat(locale)
  const times = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' })
  const languages = languageNames(locale)
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  return {
    locale,
    t: translator(locale, texts),
    number: (value) => numbers.format(value),
    dateTime: (value) => times.format(new Date(value)),
    relativeTime: (value) => relative.format(...elapsed(new Date(value))),
    languageName: languages.inSentence,
    languageTitle: languages.alone,
  }
}

function elapsed(then: Date): [number, Intl.RelativeTimeFormatUnit] {
  const seconds = Math.round((then.getTime() - Date.now()) / 1000)
  const steps: [number, Intl.RelativeTimeFormatUnit][] = [
    [60, 'second'],
    [60, 'minute'],
    [24, 'hour'],
    [30, 'day'],
    [12, 'month'],
  ]
  let value = seconds
  for (const [size, unit] of steps) {
    if (Math.abs(value) < size) return [value, unit]
    value = Math.round(value / size)
  }
  return [value, 'year']
}

export function TextProvider({ text, children }: { text: OwnText; children: ReactNode }) {
  document.documentElement.lang = text.locale
  document.documentElement.dir = directionOf(text.locale)
  return <TextContext value={text}>{children}</TextContext>
}

/** The console's texts, and numbers and times as its language writes them. */
export function useText(): OwnText {
  const text = useContext(TextContext)
  if (!text) throw new Error('No texts above')
  return text
}
