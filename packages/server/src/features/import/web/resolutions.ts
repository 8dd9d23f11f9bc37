import { localeCode } from '../../../locale.ts'
import { eachInTurns } from '../../../turns.ts'
import type { Contested, MappedFile } from '../plan/plan.ts'
import type { Resolution } from '../session.ts'

export interface SentResolution {
  key: string
  locale: string
  /** Null: whoever decided could not see it, so it may be any. */
  existingValue: string | null
  newValue: string
  namespace?: string
  resolution?: Resolution
}

export interface Decided extends Contested {
  resolution: Resolution
  /** The value is no longer the one that the resolution was made for: it stays. */
  isStale: boolean
}

/** Sent for something that is no conflict. */
export interface Unmatched {
  namespace: string
  locale: string
  key: string
  existingValue: string | null
}

/** What decides where nothing was sent for a key. */
interface Standards {
  ofAll: Resolution | null
  /** For one file; this comes before what is said for all. */
  ofFiles?: readonly { filename: string; resolution: Resolution }[] | undefined
}

const DEFAULT_NAMESPACE = 'default'

const placeOf = (namespace: string, locale: string, key: string) => `${locale}\0${namespace}\0${key}`

export class Resolutions {
  readonly #sent = new Map<string, SentResolution>()
  readonly #ofAll: Resolution
  readonly #ofFiles: ReadonlyMap<string, Resolution>

  private constructor({ ofAll, ofFiles = [] }: Standards) {
    this.#ofAll = ofAll ?? 'keep_existing'
    this.#ofFiles = new Map(ofFiles.map(({ filename, resolution }) => [filename, resolution]))
  }

  static async of(sent: readonly SentResolution[], standards: Standards): Promise<Resolutions> {
    const resolutions = new Resolutions(standards)
    await eachInTurns(sent, (resolution) => {
      const { namespace = DEFAULT_NAMESPACE, locale, key } = resolution
      resolutions.#sent.set(placeOf(namespace, localeCode(locale), key), resolution)
    })
    return resolutions
  }

  /** What was sent for something that is no conflict any more. */
  async unmatched(conflicts: readonly Contested[], files: readonly MappedFile[]): Promise<Unmatched[]> {
    const places = placesOf(files)
    const matched = new Set<string>()
    const unmatched: Unmatched[] = []
    if (this.#sent.size === 0) return unmatched
    await eachInTurns(conflicts, (conflict) => matched.add(places(conflict)))
    await eachInTurns(this.#sent, ([place, { existingValue }]) => {
      const [locale = '', namespace = '', key = ''] = place.split('\0')
      if (!matched.has(place)) unmatched.push({ locale, namespace, key, existingValue })
    })
    return unmatched
  }

  async decide(conflicts: readonly Contested[], files: readonly MappedFile[]): Promise<Decided[]> {
    const places = placesOf(files)
    const standards = new Map(files.map((file) => [file.position, this.#ofFiles.get(file.filename) ?? this.#ofAll]))
    const decided: Decided[] = []
    await eachInTurns(conflicts, (conflict) => {
      const sent = this.#sent.get(places(conflict))
      const isStale = sent !== undefined && (sent.existingValue ?? conflict.existingValue) !== conflict.existingValue
      const resolution = isStale
        ? 'keep_existing'
        : (sent?.resolution ?? standards.get(conflict.position) ?? this.#ofAll)
      decided.push({ ...conflict, resolution, isStale })
    })
    return decided
  }
}

function placesOf(files: readonly MappedFile[]) {
  const byPosition = new Map(files.map((file) => [file.position, file]))
  return ({ position, key }: Contested) => {
    const { namespace = '', locale = '' } = byPosition.get(position) ?? {}
    return placeOf(namespace, locale, key)
  }
}
