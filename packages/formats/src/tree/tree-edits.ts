import type { Edit } from '../edits.ts'

/** Twice as many as characters may stand in the largest of files. */
const PLACES = 2 ** 26

/** Edits in the order of the text; what is put somewhere comes before what is taken away from there. */
export function inTextOrder(edits: readonly Edit[]): Edit[] {
  const places = new Float64Array(edits.length)
  for (const [at, { from, to }] of edits.entries()) places[at] = (from * 2 + (from < to ? 1 : 0)) * PLACES + at
  // Numbers alone are sorted ten times as fast: a hundred thousand in few milliseconds.
  places.sort()
  return Array.from(places, (place) => edits[place % PLACES] as Edit)
}
