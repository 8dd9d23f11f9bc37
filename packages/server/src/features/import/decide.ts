import { canonicalLocale } from '../../locale.ts'
import type { Contested, MappedFile } from './plan.ts'
import type { Resolution } from './session.ts'

export interface SentResolution {
  key: string
  locale: string
  existingValue: string
  newValue: string
  namespace?: string
  resolution?: Resolution
}

export interface Decided extends Contested {
  resolution: Resolution
  /** The value is no longer the one that the resolution was made for: it stays. */
  isStale: boolean
}

const DEFAULT_NAMESPACE = 'default'

const placeOf = (namespace: string, locale: string, key: string) => `${locale}\0${namespace}\0${key}`

export class Resolutions {
  readonly #sent: Map<string, SentResolution>
  readonly #standard: Resolution

  constructor(sent: readonly SentResolution[], standard: Resolution | null) {
    this.#sent = new Map(
      sent.map((resolution) => [
        placeOf(
          resolution.namespace ?? DEFAULT_NAMESPACE,
          canonicalLocale(resolution.locale) ?? resolution.locale,
          resolution.key,
        ),
        resolution,
      ]),
    )
    this.#standard = standard ?? 'keep_existing'
  }

  /** What was sent for something that is no conflict any more. */
  unmatched(conflicts: readonly Contested[], files: readonly MappedFile[]) {
    const places = placesOf(files)
    const matched = new Set(conflicts.map((conflict) => places(conflict)))
    return [...this.#sent].flatMap(([place, { existingValue }]) => {
      const [locale = '', namespace = '', key = ''] = place.split('\0')
      return matched.has(place) ? [] : [{ locale, namespace, key, existingValue }]
    })
  }

  decide(conflicts: readonly Contested[], files: readonly MappedFile[]): Decided[] {
    const places = placesOf(files)
    return conflicts.map((conflict) => {
      const sent = this.#sent.get(places(conflict))
      const isStale = sent !== undefined && sent.existingValue !== conflict.existingValue
      const resolution = isStale ? 'keep_existing' : (sent?.resolution ?? this.#standard)
      return { ...conflict, resolution, isStale }
    })
  }
}

function placesOf(files: readonly MappedFile[]) {
  const byPosition = new Map(files.map((file) => [file.position, file]))
  return ({ position, key }: Contested) => {
    const { namespace = '', locale = '' } = byPosition.get(position) ?? {}
    return placeOf(namespace, locale, key)
  }
}
