import { type Format, fileName, formats, hasFilesByLocale, importOptionsOf, nameOfFile } from '@parlance/formats'
import type { Config, FileEntry } from '../config/config.ts'
import { namesLocale, namesNamespace } from '../config/path-template.ts'
import { didYouMean } from '../flags/nearest.ts'
import { configFailure } from '../problem.ts'
import { comparable } from './comparable.ts'

/** Files of one format, as an entry of the configuration lays them out. */
export interface FileSet {
  entry: FileEntry
  format: Format
  /** Whether a file is for one language. Otherwise it holds all of them, or stands for the source language alone. */
  isByLocale: boolean
  isByNamespace: boolean
}

/** Every entry of the configuration, held against the format that it names. */
export function fileSetsOf(config: Config): FileSet[] {
  return config.files.map((entry, at) => {
    const fail = (fault: string) => configFailure(`files[${at}]${fault}`, { file: config.path })
    const format: Format | undefined = formats.find(({ id }) => id === entry.format)
    if (!format) {
      const meant = didYouMean(
        entry.format,
        formats.map(({ id }) => id),
      )
      throw fail(`.format: there is no format "${entry.format}".${meant}`)
    }
    const hasLocale = namesLocale(entry.path)
    if (format.isMultiLocale && hasLocale) throw fail(`.path: a file of ${format.name} holds all locales.`)
    if (hasFilesByLocale(format) && !hasLocale) throw fail('.path must have {locale}, or another spelling of it.')
    const wrong = wrongOption(format, entry.options)
    if (wrong !== undefined) throw fail(`.options: ${wrong}`)
    return { entry, format, isByLocale: hasLocale, isByNamespace: namesNamespace(entry.path) }
  })
}

function wrongOption(format: Format, options: FileEntry['options'] = {}): string | undefined {
  const known: NonNullable<Format['options']> = { ...importOptionsOf(format), ...format.options }
  for (const [name, value] of Object.entries(options)) {
    if (!Object.hasOwn(known, name))
      return `${format.name} has no option ${name}.${didYouMean(name, Object.keys(known))}`
    const values: readonly (string | boolean)[] = known[name] ?? []
    if (!values.includes(value)) return `${name} is one of ${values.join(', ')}, not ${value}.`
  }
  return undefined
}

export const takesLocale = ({ entry: { locales } }: FileSet, locale: string) =>
  !locales || locales.some((one) => comparable(one) === comparable(locale))

/** Whether texts of a namespace go through a set. */
export function takesNamespace({ entry, isByNamespace }: FileSet, namespace: string): boolean {
  if (!isByNamespace) return namespace === entry.namespace
  return !entry.namespaces || entry.namespaces.includes(namespace)
}

export const namespaceInPath = fileName
export const namespaceFromPath = nameOfFile
