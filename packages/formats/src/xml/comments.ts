import type { Span } from '../entry.ts'
import { UNWRITABLE } from './escape-xml.ts'
import { indentOf } from './layout.ts'

/** White space between a comment and what it is about. */
const FARTHEST = 1_000

/**
 * A comment is about the element that begins at `from` if no empty line is between them, and if it does not follow
 * another element, which ends at `last`, on its line.
 */
export function isCommentOn(text: string, comment: Span, from: number, last: number): boolean {
  if (comment.from < last || from - comment.to > FARTHEST) return false
  const between = text.slice(comment.to, from)
  if (/\S/.test(between) || /\n[^\n]*\n|\r[^\r\n]*\r/.test(between)) return false
  return !/[\r\n]/.test(between) || indentOf(text, comment.from) !== undefined
}

const COMMENT_ENDS = /^<!--|-->$/g

/** What a comment says, without the spaces that only lay it out. */
export function commentText(text: string, { from, to }: Span): string {
  const lines = text
    .slice(from, to)
    .replaceAll(COMMENT_ENDS, '')
    .split(/\r\n?|\n/)
  return lines
    .map((line) => line.trim())
    .join('\n')
    .trim()
}

/** A comment must not have two hyphens in a row. */
export function commentLines(description: string | undefined): string[] {
  if (!description) return []
  const text = description.replaceAll(UNWRITABLE, '').replaceAll(/-(?=-)/g, '- ')
  const [first = '', ...others] = text.split(/\r\n?|\n/)
  return [`<!-- ${first}`, ...others.map((line) => `     ${line}`.trimEnd())].map((line, place, all) =>
    place === all.length - 1 ? `${line} -->` : line,
  )
}
