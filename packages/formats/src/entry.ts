import type { Syntax } from '@parlance/contract/syntaxes'

/** Part of a file, in the UTF-16 units of its text. */
export interface Span {
  from: number
  to: number
}

/**
 * A text of a file with all that the file says about it, or a value of a project with all that a file may say. What is
 * not said is left out. Entries stand in the order of their file.
 */
export interface Entry {
  key: string
  /**
   * As it is stored: in the syntax of the file. Of a plural it is one ICU message, whatever the syntax, because a
   * message may have several of them; `plural-message.ts` makes it of the forms that a file has.
   */
  value: string
  isPlural?: boolean
  /** Left out, or null: `icu`. */
  syntax?: Syntax | null
  description?: string
  characterLimit?: number
  status?: 'translated' | 'not_reviewed' | 'not_translated'
  /** The text in the source language, where a file has both side by side. */
  source?: string
  /** Where a file says of itself, or of a text, in which language it is. */
  locale?: string
  /** Where a file holds several. */
  namespace?: string
  /** What only one family of formats can say, by its name: flags and references of PO, placeholders of Chrome. */
  formatData?: Readonly<Record<string, unknown>>
  /** Where the value stands in the file it was read from, so that another can be put in its place. */
  at?: Span
}
