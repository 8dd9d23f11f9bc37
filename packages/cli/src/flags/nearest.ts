/** How many letters have to be changed, added, taken away or swapped with their neighbour. */
function distance(one: string, other: string): number {
  let before: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let i = 1; i <= one.length; i++) {
    const row = [i]
    for (let j = 1; j <= other.length; j++) {
      const cost = one[i - 1] === other[j - 1] ? 0 : 1
      const steps = [(last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + cost]
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1])
        steps.push((before[j - 2] ?? 0) + 1)
      row.push(Math.min(...steps))
    }
    before = last
    last = row
  }
  return last[other.length] ?? 0
}

/** The one of some names that was probably meant. */
export function nearest(typed: string, names: Iterable<string>): string | undefined {
  let best: string | undefined
  let least = Number.POSITIVE_INFINITY
  for (const name of names) {
    const begins = typed.length >= 3 && name.startsWith(typed)
    const steps = begins ? 0 : distance(typed, name)
    if (steps < least) [best, least] = [name, steps]
  }
  return best !== undefined && least <= Math.max(2, Math.floor(best.length / 2)) ? best : undefined
}

export function didYouMean(typed: string, names: Iterable<string>, dashes = ''): string {
  const meant = nearest(typed, names)
  return meant === undefined ? '' : ` Did you mean ${dashes}${meant}?`
}
