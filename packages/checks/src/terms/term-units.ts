import { comparedText } from './compared-text.ts'
import { ENDS_WORD, LETTER, MarkedUnits } from './marked-units.ts'

/** How a term is to be found. */
export interface TermForm {
  term: string
  isCaseSensitive: boolean
  /** As a whole word; otherwise a word may go on behind it. */
  isExactMatch: boolean
}

/** What a text must have one after the other to have the term in it. */
export function unitsOfTerm({ term, isCaseSensitive, isExactMatch }: TermForm): number[] {
  const marked = new MarkedUnits()
  marked.add(comparedText(term.trim()).text)
  marked.end()
  const units = (isCaseSensitive ? marked.cased : marked.folded).map((unit) => unit & (LETTER | ENDS_WORD))
  const last = units.at(-1)
  if (last !== undefined && !isExactMatch) units[units.length - 1] = last & LETTER
  return units
}

/** Whether a term stands in a text, looked for position by position: for few terms in a short text. */
export function standsIn(text: MarkedUnits, term: TermForm): boolean {
  const wanted = unitsOfTerm(term)
  const units = term.isCaseSensitive ? text.cased : text.folded
  if (wanted.length === 0) return false
  for (let at = 0; at + wanted.length <= units.length; at++) if (standsAt(units, at, wanted)) return true
  return false
}

function standsAt(units: readonly number[], start: number, wanted: readonly number[]): boolean {
  const last = wanted.length - 1
  for (let at = 0; at < last; at++) {
    if (((units[start + at] as number) & (LETTER | ENDS_WORD)) !== wanted[at]) return false
  }
  // The end of a word is asked for there or not.
  const [unit, end] = [units[start + last] as number, wanted[last] as number]
  return (unit & LETTER) === (end & LETTER) && (unit & end & ENDS_WORD) === (end & ENDS_WORD)
}
