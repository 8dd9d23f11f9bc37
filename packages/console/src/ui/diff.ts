/** A piece of a difference. The same and the removed ones make the first text, the same and the added ones the second. */
export interface Piece {
  kind: 'same' | 'removed' | 'added'
  text: string
}

/** Beyond this many comparisons nobody would read what comes out. */
const MOST_COMPARISONS = 250_000

/** What was changed between two texts, word by word. */
export function difference(before: string, after: string, locale: string): Piece[] {
  const [old, fresh] = [words(before, locale), words(after, locale)]
  const start = commonStart(old, fresh)
  const end = commonEnd(old.slice(start), fresh.slice(start))
  const [oldMiddle, freshMiddle] = [old.slice(start, old.length - end), fresh.slice(start, fresh.length - end)]
  return joined([
    { kind: 'same', text: old.slice(0, start).join('') },
    ...middle(oldMiddle, freshMiddle),
    { kind: 'same', text: old.slice(old.length - end).join('') },
  ])
}

function words(text: string, locale: string): string[] {
  const segmenter = new Intl.Segmenter(locale, { granularity: 'word' })
  return Array.from(segmenter.segment(text), ({ segment }) => segment)
}

function commonStart(old: readonly string[], fresh: readonly string[]): number {
  let count = 0
  while (count < Math.min(old.length, fresh.length) && old[count] === fresh[count]) count++
  return count
}

const commonEnd = (old: readonly string[], fresh: readonly string[]) =>
  commonStart(old.toReversed(), fresh.toReversed())

function middle(old: readonly string[], fresh: readonly string[]): Piece[] {
  if (old.length * fresh.length <= MOST_COMPARISONS) return alongLongest(old, fresh)
  return [
    { kind: 'removed', text: old.join('') },
    { kind: 'added', text: fresh.join('') },
  ]
}

/** Along the longest row of words that both have. */
function alongLongest(old: readonly string[], fresh: readonly string[]): Piece[] {
  const width = fresh.length + 1
  // How long the longest common row of what follows each pair of places is.
  const lengths = new Uint32Array((old.length + 1) * width)
  const at = (i: number, j: number) => lengths[i * width + j] ?? 0
  for (let i = old.length - 1; i >= 0; i--)
    for (let j = fresh.length - 1; j >= 0; j--)
      lengths[i * width + j] = old[i] === fresh[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
  const pieces: Piece[] = []
  for (let i = 0, j = 0; i < old.length || j < fresh.length; ) {
    if (i < old.length && j < fresh.length && old[i] === fresh[j]) {
      pieces.push({ kind: 'same', text: old[i] as string })
      i++
      j++
    } else if (j >= fresh.length || (i < old.length && at(i + 1, j) >= at(i, j + 1)))
      pieces.push({ kind: 'removed', text: old[i++] as string })
    else pieces.push({ kind: 'added', text: fresh[j++] as string })
  }
  return pieces
}

/** Neighbours of one kind as one piece, and no empty ones. */
function joined(pieces: readonly Piece[]): Piece[] {
  const all: Piece[] = []
  for (const { kind, text } of pieces) {
    const last = all.at(-1)
    if (last?.kind === kind) last.text += text
    else if (text !== '') all.push({ kind, text })
  }
  return all
}
