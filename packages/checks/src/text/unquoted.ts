import { isQuotable } from './message.ts'

/**
 * Takes the quotes of an ICU message away, and says of each part where it stood: two apostrophes are one, and what stands
 * between single ones is text if the first is followed by a brace, a tag or, in a plural, by #.
 */
export function unquoted(
  raw: string,
  isInPlural: boolean,
  add: (part: string, from: number, to: number) => void,
): void {
  let from = 0
  let isQuoted = false
  for (let at = raw.indexOf("'"); at >= 0; at = raw.indexOf("'", at)) {
    if (raw[at + 1] === "'") {
      add(raw.slice(from, at), from, at)
      add("'", at, at + 2)
      at += 2
      from = at
    } else if (isQuoted || isQuotable(raw.charCodeAt(at + 1), isInPlural)) {
      add(raw.slice(from, at), from, at)
      isQuoted = !isQuoted
      at += 1
      from = at
    } else at += 1
  }
  add(raw.slice(from), from, raw.length)
}

/**
 * A text as it is written into a branch so that a message reads it literally: a run of what has a meaning there goes
 * between apostrophes, and an apostrophe elsewhere is doubled.
 */
export const quoted = (text: string) =>
  text.replaceAll(/[{}#']+/g, (run) => {
    const doubled = run.replaceAll("'", "''")
    return /[{}#]/.test(run) ? `'${doubled}'` : doubled
  })
