/** Length as every limit counts it: in code points, not in UTF-16 units. */
export function characterCount(text: string): number {
  let count = 0
  for (const _ of text) count++
  return count
}

/** In code points, of at most two units each: most texts are short enough by any count, others too long by any. */
export const isLonger = (text: string, limit: number) =>
  text.length > limit && (text.length > 2 * limit || endOfCharacters(text, limit) < text.length)

/** Where that many code points end. */
export function endOfCharacters(text: string, limit: number): number {
  let at = 0
  for (let count = 0; count < limit && at < text.length; count++) at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1
  return at
}
