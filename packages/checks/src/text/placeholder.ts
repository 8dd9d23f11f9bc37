import type { Span } from './mapped-text.ts'

/** What a program can put there; `any` where the text does not say. */
export type PlaceholderClass = 'text' | 'integer' | 'real' | 'character' | 'number' | 'date' | 'tag' | 'any'

/** A part of a text for which the program puts something else. */
export interface Placeholder extends Span {
  /** What it is compared by: the name, or the position among those that go by position. */
  name: string
  class: PlaceholderClass
  /** As it stands in the text. */
  spelled: string
}
