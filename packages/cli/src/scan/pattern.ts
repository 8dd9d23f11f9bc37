/** A text of which parts may be computed: what is known before, between and behind them. One piece is a plain text. */
export type Pattern = readonly string[]

export const exact = (text: string): Pattern => [text]

/** Wholly computed. */
export const ANY: Pattern = ['', '']

export const isExact = (pattern: Pattern) => pattern.length === 1
export const isAny = (pattern: Pattern) => pattern.length > 1 && pattern.every((piece) => piece === '')
export const shownPattern = (pattern: Pattern) => pattern.join('*')

/** One text behind the other; computed parts that touch are one. */
export function joined(...patterns: readonly Pattern[]): Pattern {
  const pieces: string[] = ['']
  for (const pattern of patterns) {
    pieces.push((pieces.pop() ?? '') + pattern[0], ...pattern.slice(1))
  }
  return pieces.filter((piece, at) => piece !== '' || at === 0 || at === pieces.length - 1)
}

/** As it is written in a configuration and in comments: `*` is any text. */
export const patternOf = (text: string): Pattern => joined(text.split('*'))

export function matches(pattern: Pattern, text: string): boolean {
  const first = pattern[0] ?? ''
  const last = pattern.at(-1) ?? ''
  if (pattern.length === 1) return text === first
  if (text.length < first.length + last.length || !text.startsWith(first) || !text.endsWith(last)) return false
  const end = text.length - last.length
  let at = first.length
  for (const piece of pattern.slice(1, -1)) {
    const found = text.indexOf(piece, at)
    if (found < 0 || found + piece.length > end) return false
    at = found + piece.length
  }
  return true
}

/** In two at the first separator that is known; undefined where there is none. */
export function splitAt(pattern: Pattern, separator: string): [Pattern, Pattern] | undefined {
  const at = pattern.findIndex((piece) => piece.includes(separator))
  const piece = pattern[at]
  if (piece === undefined) return undefined
  const cut = piece.indexOf(separator)
  const before = [...pattern.slice(0, at), piece.slice(0, cut)]
  return [before, [piece.slice(cut + separator.length), ...pattern.slice(at + 1)]]
}
