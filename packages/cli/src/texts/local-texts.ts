import type { Config } from '../config/config.ts'
import { exitCodes } from '../exit-codes.ts'
import type { Output } from '../output/output.ts'
import { configFailure, usageFailure } from '../problem.ts'
import { lastFacts } from '../service/last-answer.ts'
import { type FileSet, takesLocale } from './file-set.ts'
import { type Place, placesOn } from './places.ts'

/** Which language texts are translated from, told without asking the service. */
export function localSourceLocale(config: Config): string {
  const known = config.sourceLocale ?? lastFacts(config)?.sourceLocale
  if (known === undefined)
    throw usageFailure(
      'Which locale is the source? Put "sourceLocale" into the configuration, or run "parlance status" once.',
    )
  if (!isLocale(known)) throw configFailure(`sourceLocale is no locale: "${known}".`, { file: config.path })
  return known
}

export function isLocale(text: string): boolean {
  try {
    return Intl.getCanonicalLocales(text).length > 0
  } catch {
    return false
  }
}

interface Where {
  config: Config
  cwd: string
  sourceLocale: string
}

/** The files of some locales. Where there is none although there should be, that is told. */
export function localPlaces(
  sets: readonly FileSet[],
  locales: readonly string[],
  { config, cwd, sourceLocale }: Where,
  output: Output,
): { places: Place[]; isWhole: boolean } {
  if (sets.length === 0) throw configFailure('It names no files: nothing can be read.', { file: config.path })
  const places = placesOn(sets, locales, { config, cwd, languages: { sourceLocale } })
  let isWhole = true
  for (const set of sets) {
    const isMeant = !set.isByLocale || locales.some((locale) => takesLocale(set, locale))
    if (!isMeant || places.some((place) => place.set === set)) continue
    isWhole = false
    const message = `No file is at ${set.entry.path}.`
    output.problem({ exitCode: exitCodes.file, code: 'FILE_NOT_FOUND', message })
  }
  return { places, isWhole }
}
