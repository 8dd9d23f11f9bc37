interface Place {
  start: number
  end: number
}

export interface Part {
  start: number
  text: string
  isTerm: boolean
  isForbidden: boolean
  isPlaceholder: boolean
}

/** A text cut where terms and placeholders begin and end; a part may be both. */
export function partsOf(
  text: string,
  terms: readonly (Place & { isForbidden: boolean })[],
  placeholders: readonly Place[],
): Part[] {
  const cuts = new Set([0, text.length])
  for (const { start, end } of [...terms, ...placeholders]) cuts.add(start).add(end)
  const places = [...cuts].filter((at) => at >= 0 && at <= text.length).sort((a, b) => a - b)
  const inTerm = sweep(terms)
  const inForbidden = sweep(terms.filter(({ isForbidden }) => isForbidden))
  const inPlaceholder = sweep(placeholders)
  return places.slice(0, -1).map((start, index) => ({
    start,
    text: text.slice(start, places[index + 1]),
    isTerm: inTerm(start),
    isForbidden: inForbidden(start),
    isPlaceholder: inPlaceholder(start),
  }))
}

/** Whether a place is covered, asked from left to right: a text may hold thousands of terms. */
function sweep(places: readonly Place[]): (at: number) => boolean {
  const sorted = places.toSorted((a, b) => a.start - b.start)
  let next = 0
  let end = 0
  return (at) => {
    for (let place = sorted[next]; place && place.start <= at; place = sorted[next]) {
      end = Math.max(end, place.end)
      next++
    }
    return at < end
  }
}
