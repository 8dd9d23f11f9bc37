import type { Config } from '../config/config.ts'
import { lastFacts } from '../service/last-answer.ts'
import { type FileSet, takesLocale } from './file-set.ts'
import { isLanguage, localeSpelled } from './locale-in-path.ts'
import { filesAt } from './walk.ts'

/**
 * The locales that files are of, as their paths tell, and those that the configuration names; the source first. Files of
 * all locales say theirs by themselves.
 */
export function localesInFiles(sets: readonly FileSet[], config: Config, sourceLocale: string): string[] {
  const known = new Set([sourceLocale, ...(lastFacts(config)?.locales ?? [])])
  const found = new Set([sourceLocale])
  for (const set of sets.filter(({ isByLocale }) => isByLocale)) {
    const { localeNames, locales = [], path } = set.entry
    for (const locale of locales) found.add(locale)
    for (const { read } of filesAt(config.folder, path, () => null)) {
      const [placeholder = '', spelled = ''] = [...read].find(([name]) => name !== 'namespace') ?? []
      const locale = localeSpelled(placeholder, spelled, { localeNames, sourceLocale })
      if (locale === undefined || !takesLocale(set, locale)) continue
      if (known.has(locale) || isLanguage(locale)) found.add(locale)
    }
  }
  return [...found]
}
