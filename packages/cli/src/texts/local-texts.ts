import type { Entry } from '@parlance/formats'
import type { Invocation } from '../command.ts'
import type { Config } from '../config/config.ts'
import { usageFailure } from '../problem.ts'
import { lastFacts } from '../service/last-answer.ts'
import { fileSetsOf } from './file-set.ts'
import { type Place, placesOn } from './places.ts'
import { readPlace } from './read-place.ts'
import { tellRemarks } from './remarks.ts'

/** A text of a file, and which file that is. */
export interface LocalText extends Entry {
  namespace: string
  locale: string
  place: Place
}

/** Which language texts are translated from, told without asking the service. */
export function localSourceLocale(config: Config): string {
  const known = config.sourceLocale ?? lastFacts(config)?.sourceLocale
  if (known === undefined)
    throw usageFailure(
      'Which locale is the source? Put "sourceLocale" into the configuration, or run "parlance status" once.',
    )
  return known
}

/** What the files of some languages hold. What is wrong in them is told. */
export async function* localTexts(
  { config: find, output, cwd }: Pick<Invocation, 'config' | 'output' | 'cwd'>,
  locales: readonly string[],
): AsyncGenerator<LocalText, void, void> {
  const config = await find()
  const sourceLocale = localSourceLocale(config)
  for (const place of placesOn(fileSetsOf(config), locales, { config, cwd, languages: { sourceLocale } })) {
    output.step(`Reading ${place.path}`)
    const { entries, remarks } = await readPlace(place, sourceLocale)
    tellRemarks(output, place, remarks)
    for (const entry of entries) {
      const locale = place.locale ?? entry.locale ?? sourceLocale
      if (locales.includes(locale)) yield { ...entry, locale, namespace: entry.namespace ?? place.namespace, place }
    }
  }
}
