import type { Format } from './format.ts'

/** What an archive tells about its files: a list, which no file of texts is. */
export const WARNINGS_PATH = 'warnings.json'

/**
 * The file of one namespace and locale, as archives and published files lay it out. In a format with all languages in one
 * file, any of them leads there.
 */
export function filePath(
  format: Pick<Format, 'path' | 'sourcePath' | 'localeSpelling'>,
  namespace: { name: string; isDefault: boolean },
  locale: string,
  sourceLocale?: string,
): string {
  const folder = fileName(namespace.name)
  const path = (locale === sourceLocale ? format.sourcePath : undefined) ?? format.path
  const spelled = format.localeSpelling?.inPath(locale) ?? locale
  const file = path.replace('{locale}', () => spelled).replace('{namespace}', () => folder)
  return namespace.isDefault ? file : `${folder}/${file}`
}

/**
 * The same among others. Two languages may be spelled alike, as `he` and `iw` are on Android: the second bears its own name,
 * or lies in a folder of that.
 */
export function freeFilePath(
  taken: Set<string>,
  format: Format,
  namespace: { name: string; isDefault: boolean },
  locale: string,
  sourceLocale: string,
): string {
  const usual = filePath(format, namespace, locale, sourceLocale)
  const named = { path: format.path }
  const apart = { ...format, path: `${locale}/${format.path}` }
  const others = () => [named, apart].map((layout) => filePath(layout, namespace, locale))
  const path = taken.has(usual) ? (others().find((other) => !taken.has(other)) ?? usual) : usual
  taken.add(path)
  return path
}

/** Whether a language has a file of its own. Otherwise one holds all of them, or is a template for any. */
export const hasFilesByLocale = ({ isMultiLocale, path }: Pick<Format, 'isMultiLocale' | 'path'>) =>
  !isMultiLocale && path.includes('{locale}')

const utf8 = new TextEncoder()

/** A name that every file system takes for one name: what separates, drives or climbs is percent-encoded. */
export const fileName = (name: string) =>
  name === '.' || name === '..'
    ? name.replaceAll('.', '%2E')
    : name.replaceAll(/[%/\\:\p{Cc}]/gu, (character) =>
        Array.from(utf8.encode(character), (byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join(''),
      )

/** The name a file was given for. What was never encoded stays as it is: not every file comes from here. */
export function nameOfFile(file: string): string {
  try {
    return decodeURIComponent(file)
  } catch {
    return file
  }
}
