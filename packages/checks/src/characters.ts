/** Length as every limit counts it: in code points, not in UTF-16 units. */
export function characterCount(text: string): number {
  let count = 0
  for (const _ of text) count++
  return count
}
