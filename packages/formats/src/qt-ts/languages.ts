import type { ReadOptions, WriteOptions } from '../format.ts'
import { posixLocaleOf } from '../posix-locale.ts'
import type { XmlTag } from '../xml/read-xml.ts'

/** Of a file, by its path and by what it says of itself. */
export interface Languages {
  /** Whose plurals these are. */
  locale: string
  /** What the file says. */
  inside: string | undefined
  source: string
  /** The program has these texts itself: what is not translated is said as it stands there. */
  isSource: boolean
}

export function languagesOf(
  root: XmlTag,
  options: Pick<ReadOptions & WriteOptions, 'sourceLocale'> & { locale?: string },
): Languages {
  const inside = posixLocaleOf(root.attributes['language'] ?? '')
  const source = posixLocaleOf(root.attributes['sourcelanguage'] ?? '') ?? options.sourceLocale ?? 'en'
  const locale = options.locale ?? inside ?? 'und'
  return { locale, inside, source, isSource: locale === source }
}
