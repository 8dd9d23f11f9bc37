// A mark is a number, written in characters that nobody sees, at the end of the text that it names. All of it is taken
// from four operators of mathematics: unlike joiners, no language and no emoji needs them, so whatever is taken out of a
// page was put there by us.
const FRAME = '\u2064'
const DIGITS = ['\u2061', '\u2062', '\u2063'] as const
const MARK = /\u2064([\u2061-\u2063]+)\u2064/g
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
  let end = 0
  for (const { 0: mark, 1: digits = '', index } of marked.matchAll(MARK)) {
    pieces.push({ id: numberOf(digits), text: clean(marked.slice(end, index)) })
    end = index + mark.length
  }
  return { text: clean(marked.replace(MARK, '')), pieces }
}

const clean = (text: string) => (isMarked(text) ? text.replace(REMAINS, '') : text)

const numberOf = (digits: string) =>
  [...digits].reduce((sum, digit) => sum * DIGITS.length + digit.charCodeAt(0) - DIGITS[0].charCodeAt(0), 0)
