import type { ScalarType } from './outline.ts'

/** Comments directly before a member. */
export interface CommentBefore {
  from: number
  /** Undefined where they are not for people. */
  text: string | undefined
}

/** What a scanner of a file that nests tells, in the order of the file. Offsets are those of the text. */
export interface TreeHandler {
  open(kind: 'map' | 'list', from: number): void
  close(to: number): void
  /** What comes next stands under this name; in a list, without one. */
  member(name: string | undefined, from: number, comment?: CommentBefore, mayRepeat?: boolean): void
  scalar(type: ScalarType, text: string, from: number, to: number): void
  /** Behind a value and all that belongs to it, and where its comma is: of members that are parted by commas. */
  memberEnd(to: number, comma: number | undefined): void
  /** A value that only a program could work out, or that is no text: it is left alone. */
  unsupported(message: string, from: number, to: number): void
}
