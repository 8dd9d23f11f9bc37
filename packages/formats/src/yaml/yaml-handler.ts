import type { CommentBefore } from '../tree/tree-handler.ts'
import type { YamlScalar } from './yaml-scalar.ts'

/** What stands before a node and is about it. */
export interface NodeProperties {
  anchor?: string
  tag?: string
  from: number
  /** Of the line in which they begin. */
  lineStart: number
}

/** What the structure of a file is made of, in its order. */
export interface YamlHandler {
  open(kind: 'map' | 'list', from: number, properties?: NodeProperties): void
  close(to: number): void
  name(scalar: YamlScalar, from: number, comment?: CommentBefore, properties?: NodeProperties): void
  /** A name by alias. */
  aliasName(anchor: string, from: number, comment?: CommentBefore): void
  /** What comes next is a name that is no text, and what comes then is its value. */
  complexName(from: number, comment?: CommentBefore): void
  item(from: number, comment?: CommentBefore): void
  scalar(scalar: YamlScalar, properties?: NodeProperties): void
  alias(anchor: string, from: number, to: number): void
  /** Of members that are parted by commas. */
  memberEnd(to: number, comma: number | undefined): void
}
