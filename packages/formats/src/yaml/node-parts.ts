import type { CommentBefore } from '../tree/tree-handler.ts'
import { isFlowSign, isGap } from './yaml-characters.ts'
import { textOfComment } from './yaml-comment.ts'
import type { YamlCursor } from './yaml-cursor.ts'
import type { NodeProperties } from './yaml-handler.ts'

const AND = 38
const BANG = 33
const LONGEST_COMMENT = 2 ** 15
/** Names of anchors and tags are not kept beyond. */
const LONGEST_KEPT = 1_000

export const isProperty = (code: number) => code === AND || code === BANG

/** An anchor or a tag at the cursor, together with those before it. */
export function* readProperty(
  cursor: YamlCursor,
  before: NodeProperties | undefined,
): Generator<void, NodeProperties, void> {
  const properties: NodeProperties = before ?? { from: cursor.at, lineStart: cursor.lineStart }
  const isAnchor = cursor.code === AND
  if (isAnchor ? properties.anchor !== undefined : properties.tag !== undefined)
    cursor.refuse('A second anchor or tag of the same node')
  const word = yield* readWord(cursor)
  if (isAnchor && word === '') cursor.refuse('An anchor without a name')
  return isAnchor ? { ...properties, anchor: word } : { ...properties, tag: `!${word}` }
}

/** What follows the sign at the cursor, up to white space or a bracket. */
export function* readWord(cursor: YamlCursor): Generator<void, string, void> {
  const from = cursor.at + 1
  const isVerbatim = cursor.text[from] === '<'
  do {
    cursor.at++
    if (cursor.isTired(1)) yield
  } while (!isGap(cursor.code) && (isVerbatim || !isFlowSign(cursor.code)))
  return cursor.text.slice(from, Math.min(cursor.at, from + LONGEST_KEPT))
}

/** What is said directly before the place where the cursor is. */
export function commentBefore({ text, commentFrom, commentTo }: YamlCursor): CommentBefore | undefined {
  if (commentFrom === commentTo) return undefined
  return {
    from: commentFrom,
    text: textOfComment(text.slice(commentFrom, Math.min(commentTo, commentFrom + LONGEST_COMMENT))),
  }
}
