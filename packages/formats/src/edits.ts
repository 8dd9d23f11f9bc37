import { compareCodePoints } from './code-points.ts'
import type { LongText } from './text-pieces.ts'

/**
 * A part of a text and what comes in its place; where both ends are the same, something new. Nothing new in place of
 * nothing is a pause: what is ready leaves.
 */
export interface Edit {
  from: number
  to: number
  text: string
}

/** Characters that leave at a time. */
const PIECE = 2 ** 16

/** A text with its edits, which come in their order and do not meet. The time is that of the text and of the edits. */
export function* edited(text: LongText, edits: Iterable<Edit>): Generator<string, void, void> {
  let at = 0
  let ready = ''
  for (const edit of edits) {
    while (edit.from - at > PIECE) {
      const end = endOfPiece(text, at)
      yield ready + text.slice(at, end)
      ready = ''
      at = end
    }
    ready += text.slice(at, edit.from) + edit.text
    at = edit.to
    if (ready.length < PIECE && (edit.text !== '' || edit.from < edit.to)) continue
    yield ready
    ready = ''
  }
  while (at < text.length) {
    const end = endOfPiece(text, at)
    yield ready + text.slice(at, end)
    ready = ''
    at = end
  }
  if (ready !== '') yield ready
}

/** Each piece is encoded for itself: what two units make up stays together. */
function endOfPiece(text: LongText, from: number): number {
  const end = from + PIECE
  const last = text.charCodeAt(end - 1)
  return last >= 0xd800 && last <= 0xdbff ? end - 1 : end
}

/**
 * Where new names go among the siblings of a file: behind the one before them where these are sorted, else behind the
 * last. New names come sorted; the answer is by the place of the sibling, -1 for before all of them.
 */
export function placesFor(siblings: readonly string[], names: readonly string[]): Map<number, string[]> {
  const places = new Map<number, string[]>()
  if (names.length === 0) return places
  let at = siblings.length - 1
  const isSorted = siblings.every(
    (name, place) => place === 0 || compareCodePoints(siblings[place - 1] ?? '', name) <= 0,
  )
  if (!isSorted || siblings.length === 0) return places.set(at, [...names])
  at = -1
  for (const name of names) {
    while (at + 1 < siblings.length && compareCodePoints(siblings[at + 1] ?? '', name) < 0) at++
    const there = places.get(at)
    if (there) there.push(name)
    else places.set(at, [name])
  }
  return places
}
