import { comparedInPieces, comparedText, PIECE } from './compared-text.ts'
import { MarkedUnits } from './marked-units.ts'

/** A text in the form in which terms are looked for in it. */
export interface SearchedText {
  units: MarkedUnits
  /** Where the units from here to there stood before. */
  span(start: number, end: number): { start: number; end: number }
}

/** In pieces of some milliseconds at most: it yields after each. */
export function* searchedText(original: string): Generator<void, SearchedText> {
  const units = new MarkedUnits()
  // Most texts are one piece, which is known to stand where it does.
  if (original.length <= PIECE) {
    const { text, span } = comparedText(original)
    units.add(text)
    units.end()
    return { units, span }
  }
  let places: Places | undefined
  for (const piece of comparedInPieces(original)) {
    if (!piece.isInPlace) places ??= placesUpTo(units.folded.length)
    for (let at = 0; places && at < piece.text.length; at++) {
      const span = piece.span(at, at + 1)
      places.starts.push(piece.from + span.start)
      places.ends.push(piece.from + span.end)
    }
    units.add(piece.text)
    yield
  }
  units.end()
  return { units, span: (start, end) => (places ? spanOf(places, start, end) : { start, end }) }
}

/** Of each unit; kept only for texts that are not in place as they are. */
interface Places {
  starts: number[]
  ends: number[]
}

const placesUpTo = (length: number): Places => ({
  starts: Array.from({ length }, (_, at) => at),
  ends: Array.from({ length }, (_, at) => at + 1),
})

const spanOf = ({ starts, ends }: Places, start: number, end: number) => ({
  start: starts[start] ?? 0,
  end: ends[end - 1] ?? 0,
})
