/** More than the longest text takes when each of its characters is escaped. */
export const LONGEST_LINE = 2 ** 19
/** Of a longer line, as much as shows its name. */
export const LONGEST_NAME = 2 ** 16

export interface IniLine {
  from: number
  /** The first character that is not blank; the end where there is none. */
  start: number
  end: number
  /** Behind the line end. */
  to: number
  /** There is more of it than is looked at. */
  isTooLong: boolean
}

export function lineAt(text: string, from: number): IniLine {
  const found = text.indexOf('\n', from)
  const to = found < 0 ? text.length : found + 1
  const last = found > from && text[found - 1] === '\r' ? found - 1 : found < 0 ? to : found
  const isTooLong = last - from > LONGEST_LINE
  const end = isTooLong ? from + LONGEST_NAME : last
  let start = from
  while (start < end && isBlank(text, start)) start++
  // What is far behind blanks is nothing that anybody wrote.
  if (isTooLong && start === end) start = from
  return { from, start, end, to, isTooLong }
}

export const isBlank = (text: string, at: number) => text[at] === ' ' || text[at] === '\t'

/** Without blanks behind it. */
export function endOfText(text: string, from: number, to: number): number {
  let end = to
  while (end > from && isBlank(text, end - 1)) end--
  return end
}
