import { type Entry, isPluralMessage } from '@parlance/formats'
import { storedValue } from '../push/local-texts.ts'
import type { Place } from '../texts/places.ts'

/** A text of a file as the project would store it. */
export interface Text {
  namespace: string
  key: string
  locale: string
  value: string
  isPlural: boolean
  syntax: NonNullable<Entry['syntax']> | undefined
  characterLimit: number | undefined
  /** What the file has beside it. */
  source: string | undefined
  at: Entry['at']
  place: Place
}

export function textOf(entry: Entry, locale: string, place: Place): Text {
  const { key, namespace, syntax, characterLimit, source, at, isPlural = isPluralMessage(entry.value) } = entry
  return {
    namespace: namespace ?? place.namespace,
    key,
    locale,
    value: storedValue(entry),
    isPlural,
    syntax: syntax ?? undefined,
    characterLimit,
    source,
    at,
    place,
  }
}

/** What is known of a key by its text in the source locale. */
type Source = Pick<Text, 'value' | 'isPlural' | 'syntax' | 'characterLimit'> & { format: Place['format'] }

/** The texts in the source locale, for those that are looked at beside them. */
export class SourceTexts {
  readonly #byKey = new Map<string, Source>()

  add({ namespace, key, value, isPlural, syntax, characterLimit, place: { format } }: Text): void {
    const id = idOf(namespace, key)
    if (!this.#byKey.has(id)) this.#byKey.set(id, { value, isPlural, syntax, characterLimit, format })
  }

  of({ namespace, key }: Pick<Text, 'namespace' | 'key'>): Source | undefined {
    return this.#byKey.get(idOf(namespace, key))
  }
}

const idOf = (namespace: string, key: string) => `${namespace}\0${key}`

/** What a text is held against. */
export interface Compared {
  /** Undefined where there is none, or where nobody could compare the two. */
  source: string | undefined
  syntax: NonNullable<Entry['syntax']>
  isPlural: boolean
  characterLimit: number | undefined
}

/** A text in the source locale itself. */
export const alone = (text: Text): Compared => ({ ...comparedWith(text, undefined), source: undefined })

/** Of the key its text in the source locale tells; what a file has beside a text counts where there is no such text. */
export function comparedWith(text: Text, source: Source | undefined): Compared {
  const { syntax = 'icu', isPlural, characterLimit, place } = text
  if (!source) return { source: text.source || undefined, syntax, isPlural, characterLimit }
  const beside = {
    isPlural: isPlural || source.isPlural,
    characterLimit: characterLimit ?? source.characterLimit,
  }
  // Within one format the syntax is said key by key, and may be left out in a file that has none of the placeholders.
  if (source.format === place.format)
    return { ...beside, source: source.value || undefined, syntax: source.syntax ?? syntax }
  const isSame = (source.syntax ?? 'icu') === syntax
  return { ...beside, source: (isSame && source.value) || undefined, syntax }
}
