/** A language of a file, and which one of the organization it is; null leaves its texts out. */
export type LanguageMapping = Readonly<Record<string, string | null>>

const plain = (code: string) => code.toLowerCase().replaceAll('_', '-')
const baseOf = (code: string) => plain(code).split('-')[0]

/** What the languages of a file most probably are: the same, or the only one of the same base. */
export function guessMapping(languages: readonly string[], codes: readonly string[]): LanguageMapping {
  return Object.fromEntries(languages.map((language) => [language, guess(language, codes)]))
}

function guess(language: string, codes: readonly string[]): string | null {
  const same = codes.find((code) => plain(code) === plain(language))
  if (same !== undefined) return same
  const alike = codes.filter((code) => baseOf(code) === baseOf(language))
  return alike.length === 1 ? (alike[0] ?? null) : null
}

/** "No language", in the standard of language codes: the service has none of that name and leaves such texts out. */
const NO_LANGUAGE = 'zxx'

export const mappingToSend = (mapping: LanguageMapping): Record<string, string> =>
  Object.fromEntries(Object.entries(mapping).map(([language, code]) => [language, code ?? NO_LANGUAGE]))
