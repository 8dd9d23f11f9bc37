import ar from './text/ar.json' with { type: 'json' }
import de from './text/de.json' with { type: 'json' }
import en from './text/en.json' with { type: 'json' }
import es from './text/es.json' with { type: 'json' }
import fr from './text/fr.json' with { type: 'json' }
import ja from './text/ja.json' with { type: 'json' }
import ptBR from './text/pt-BR.json' with { type: 'json' }
import zhHans from './text/zh-Hans.json' with { type: 'json' }

export type MailTextId = keyof typeof en

/** All that the service says to people in their languages, which are those of the console. Answers to programs are in English. */
export const mailTexts = { en, de, fr, es, 'pt-BR': ptBR, ja, 'zh-Hans': zhHans, ar } satisfies Record<
  string,
  Record<MailTextId, string>
>

export type MailLanguage = keyof typeof mailTexts

const offered = Object.keys(mailTexts) as MailLanguage[]

/** Of the console's preferences, as they were put: the language that somebody has chosen there. */
export function chosenLanguage(preferences: string | null | undefined): MailLanguage | undefined {
  if (!preferences) return undefined
  const { console: ofConsole } = JSON.parse(preferences) as { console?: unknown }
  const { language } = Object(ofConsole) as { language?: unknown }
  return offered.find((code) => code === language)
}

/** The first language of an Accept-Language header that there is; another script is another language. */
export function acceptedLanguage(header: string | undefined): MailLanguage | undefined {
  const wanted = (header ?? '')
    .split(',')
    .map((part) => part.split(';'))
    .map(([code = '', ...parameters]) => ({ code: code.trim(), weight: weightOf(parameters) }))
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
  return wanted.flatMap(({ code }) => offered.find((language) => isSame(language, code)) ?? []).at(0)
}

function weightOf(parameters: readonly string[]): number {
  const [, weight = '1'] = /^\s*q=([\d.]+)\s*$/.exec(parameters.join(';')) ?? []
  return Number(weight)
}

function isSame(language: MailLanguage, code: string): boolean {
  try {
    const [one, other] = [new Intl.Locale(language).maximize(), new Intl.Locale(code).maximize()]
    return one.language === other.language && one.script === other.script
  } catch {
    return false
  }
}
