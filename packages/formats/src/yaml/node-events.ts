import type { ScalarType } from '../tree/outline.ts'
import type { CommentBefore } from '../tree/tree-handler.ts'

/** What was told of a node once, so that it can be told again where an alias stands for it. */
export type NodeEvent =
  | { is: 'open'; kind: 'map' | 'list'; from: number }
  | { is: 'close'; to: number }
  | {
      is: 'name'
      name: string
      /** What it stands for is taken over into its map. */
      isMerge: boolean
      from: number
      comment?: CommentBefore | undefined
      mayRepeat?: true
    }
  | { is: 'item'; from: number; comment?: CommentBefore | undefined }
  | { is: 'scalar'; type: ScalarType; text: string; from: number; to: number }
  | { is: 'alias'; node: Anchored; from: number; to: number }
  | { is: 'unsupported'; message: string; from: number; to: number }

/** A node that has a name, and where the events of it are. */
export interface Anchored {
  events: NodeEvent[]
  start: number
  /** Undefined as long as it goes on. */
  end: number | undefined
  /** Where its name stands. */
  at: number
}

/** Of events that begin with a node, where those of the next one begin. */
export function endOfNode(events: readonly NodeEvent[], from: number): number {
  let depth = 0
  for (let at = from; at < events.length; at++) {
    const { is } = events[at] as NodeEvent
    if (is === 'open') depth++
    else if (is === 'close') depth--
    if (depth === 0 && is !== 'name' && is !== 'item') return at + 1
  }
  return events.length
}
