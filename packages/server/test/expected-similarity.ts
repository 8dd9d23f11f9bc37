/** The similarity of two texts by the book: slow, and with nothing in common with the code it is compared with. */
export function expectedSimilarity(first: string, second: string): number {
  const [a, b] = [comparable(first), comparable(second)]
  if (a.join('') === b.join('')) return 100
  const longer = Math.max(a.length, b.length)
  // In whole numbers, halves up: a quotient might fall just short of a half.
  const hundredfold = 100n * BigInt(longer - distance(a, b))
  const rounded = (2n * hundredfold + BigInt(longer)) / (2n * BigInt(longer))
  return Math.min(99, Number(rounded))
}

const comparable = (text: string) => [...text.normalize('NFC').replaceAll(/\s+/gu, ' ').trim()]

/** Levenshtein's table of every prefix against every other, one row at a time. */
function distance(a: string[], b: string[]): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (const [i, x] of a.entries()) {
    const next = [i + 1]
    for (const [j, y] of b.entries()) {
      next.push(Math.min((row[j] ?? 0) + (x === y ? 0 : 1), (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1))
    }
    row = next
  }
  return row[b.length] ?? 0
}
