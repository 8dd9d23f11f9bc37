import { codePoints, comparable, similarity } from '../similarity.ts'

/** Texts to compare with one, without an index of them. */
export interface Comparison {
  text: string
  texts: readonly string[]
  /** 0 to 100, inclusive. */
  minSimilarity: number
  /** What cannot be among so many of these texts is left out; those that draw level with the last are not. */
  maxResults: number
}

export interface Compared {
  /** Its place among the texts. */
  at: number
  similarity: number
}

/** One by one, each only as far as it can still be among the best. Undefined when nobody wants it any more. */
export function compareTexts(
  { text, texts, minSimilarity, maxResults }: Comparison,
  isWanted: () => boolean,
): Compared[] | undefined {
  const wanted = codePoints(comparable(text))
  const found: Compared[] = []
  /** Of the best so far, from high to low. */
  const best: number[] = []
  let least = minSimilarity
  for (const [at, other] of texts.entries()) {
    const alike = similarity(wanted, codePoints(comparable(other)), least, isWanted)
    if (!isWanted()) return undefined
    if (alike < least) continue
    found.push({ at, similarity: alike })
    best.push(alike)
    best.sort((a, b) => b - a).splice(maxResults)
    least = best[maxResults - 1] ?? least
  }
  return found.filter((match) => match.similarity >= least)
}
