import type { Span } from '../entry.ts'

/** A form of a text and where its quotes are. */
export interface Form extends Span {
  index: number
  text: string
}

/** The comments of an entry by their kind, without the signs they begin with. */
export interface Comments {
  '#': string[]
  '#.': string[]
  '#:': string[]
  '#,': string[]
  '#|': string[]
}

export type CommentKind = keyof Comments

/** An entry of a file, with all that belongs to it. */
export interface Unit extends Span {
  /** Where its first keyword stands. */
  keyword: number
  line: number
  comments: Partial<Comments>
  /** Whether it has more of them than can be kept. */
  hasMoreComments?: boolean
  /** Lines of flags and of what was translated before, to the beginning of the next line. */
  flagLines: Span[]
  previousLines: Span[]
  context?: string
  id?: string
  plural?: string
  /** Not in their order where a file has them otherwise. */
  forms: Form[]
  /** Why it is no entry. */
  fault?: { message: string; line: number; column: number }
}

/** Between context and msgid, as in compiled files. */
const SEPARATOR = '\u0004'

export const nameOf = ({ context, id = '' }: Pick<Unit, 'context' | 'id'>) =>
  context === undefined ? id : `${context}${SEPARATOR}${id}`

/** Context and msgid of a name. */
export function partsOf(name: string): { context?: string; id: string } {
  const end = name.indexOf(SEPARATOR)
  return end < 0 ? { id: name } : { context: name.slice(0, end), id: name.slice(end + 1) }
}

export const isHeader = ({ context, id }: Unit) => context === undefined && id === ''

/** The flags of an entry, `fuzzy` included. */
export const flagsOf = ({ comments }: Unit) =>
  (comments['#,'] ?? []).flatMap((line) => line.split(',').map((flag) => flag.trim())).filter((flag) => flag !== '')
