// A mark is a number, written in characters that nobody sees, at the end of the text that it names. All of it is taken
// from four operators of mathematics: unlike joiners, no language and no emoji needs them, so whatever is taken out of a
// page was put there by us.
const FRAME = '\u2064'
const DIGITS = ['\u2061', '\u2062', '\u2063'] as const
/** What an application left of a mark when it cut a text short. */
const REMAINS = /[\u2061-\u2063]*\u2064[\u2061-\u2063]*/g

export interface Piece {
  id: number
  /** What stands before the mark, up to the mark before it. */
  text: string
}

export const isMarked = (text: string) => text.includes(FRAME)

export function markOf(id: number): string {
  let digits = ''
  for (let rest = id; digits === '' || rest > 0; rest = Math.floor(rest / DIGITS.length)) {
    digits = `${DIGITS[rest % DIGITS.length]}${digits}`
  }
  return `${FRAME}${digits}${FRAME}`
}

/** The text as people may see it, and which parts of it were named. */
export function readMarks(marked: string): { text: string; pieces: Piece[] } {
  const pieces: Piece[] = []
  let text = ''
  let end = 0
  for (let start = marked.indexOf(FRAME); start >= 0; start = marked.indexOf(FRAME, end)) {
    const close = marked.indexOf(FRAME, start + 1)
    const id = close < 0 ? undefined : numberOf(marked, start + 1, close)
    // What is left is a mark that an application cut off with its text.
    if (id === undefined) return { text: text + marked.slice(end).replace(REMAINS, ''), pieces }
    const piece = marked.slice(end, start)
    pieces.push({ id, text: piece })
    text += piece
    end = close + 1
  }
  return { text: end < marked.length ? text + marked.slice(end) : text, pieces }
}

const FIRST_DIGIT = DIGITS[0].charCodeAt(0)

/** Undefined where anything else stands between the frames. */
function numberOf(text: string, start: number, end: number): number | undefined {
  let sum = 0
  for (let at = start; at < end; at++) {
    const digit = text.charCodeAt(at) - FIRST_DIGIT
    if (digit < 0 || digit >= DIGITS.length) return undefined
    sum = sum * DIGITS.length + digit
  }
  return end > start ? sum : undefined
}
