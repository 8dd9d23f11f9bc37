import type { Edit } from '../edits.ts'

/** What stands before a place on its line, where that is nothing but white space. */
export function indentOf(text: string, at: number): string | undefined {
  let from = at
  while (from > 0 && (text[from - 1] === ' ' || text[from - 1] === '\t')) from--
  return from === 0 || text[from - 1] === '\n' || text[from - 1] === '\r' ? text.slice(from, at) : undefined
}

/** Behind an element and the comments that follow it on its line: these are about it. */
export function behindElement(text: string, to: number): number {
  let end = to
  while (true) {
    let at = end
    while (text[at] === ' ' || text[at] === '\t') at++
    if (!text.startsWith('<!--', at)) return end
    const close = text.indexOf('-->', at)
    const line = text.indexOf('\n', at)
    if (close < 0 || (line >= 0 && line < close)) return end
    end = close + 3
  }
}

/** An element leaves with its lines, where nothing else stands on them. */
export function removal(text: string, from: number, to: number): Edit {
  const indent = indentOf(text, from)
  if (indent === undefined) return { from, to, text: '' }
  let end = to
  while (text[end] === ' ' || text[end] === '\t') end++
  if (text.startsWith('\r\n', end)) end += 2
  else if (text[end] === '\n' || text[end] === '\r') end++
  else return { from, to, text: '' }
  return { from: from - indent.length, to: end, text: '' }
}

/** An element as lines of its own: each is indented as its neighbour, which says none where all stand on one line. */
export const indented = (lines: readonly string[], indent: string | undefined, lineEnd: string) =>
  indent === undefined ? lines.map((line) => line.trimStart()).join('') : lines.join(`${lineEnd}${indent}`)
