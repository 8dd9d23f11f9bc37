const languages = new Map<string, string>()
const written = new Map<string, string>()

/** The language of a locale code, without script and region. */
export const languageOf = (locale: string) =>
  kept(languages, locale, () => (locale.split(/[-_]/, 1)[0] ?? '').toLowerCase())

/** Language and script, as they most likely are; whoever writes the same in both says the same. */
export const writtenLanguageOf = (locale: string) =>
  kept(written, locale, () => {
    try {
      const { language, script } = new Intl.Locale(locale.replaceAll('_', '-')).maximize()
      return `${language}-${script ?? ''}`
    } catch {
      return locale.toLowerCase()
    }
  })

/** Codes are of somebody else's making: without end they would fill the memory. */
const MOST_KEPT = 2_000

function kept(known: Map<string, string>, locale: string, find: () => string): string {
  let found = known.get(locale)
  if (found === undefined) {
    found = find()
    if (known.size >= MOST_KEPT) known.clear()
    known.set(locale, found)
  }
  return found
}
