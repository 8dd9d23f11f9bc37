import type { WriteOptions, Writer } from '../format.ts'
import { listOf } from '../list-of.ts'
import { pieces } from '../tree/pieces.ts'
import { messageLines, type PlacedEntry, placed } from './message-lines.ts'

/** Attributes of a message do not always come directly behind it. */
export function writeFluent(options: WriteOptions): Writer {
  const messages = new Map<string, PlacedEntry[]>()
  return {
    add(entries) {
      for (const entry of entries) {
        const place = placed(entry, options)
        if (place) listOf(messages, place.id).push(place)
      }
      return ''
    },
    end: () => pieces(printed(messages.values(), options)),
  }
}

function* printed(messages: Iterable<readonly PlacedEntry[]>, options: WriteOptions): Generator<string, void, void> {
  for (const parts of messages) {
    const lines = messageLines(parts, '\n', options)
    if (lines !== undefined) yield `${lines}\n`
  }
}
