import type { Span } from '../entry.ts'

interface Line {
  text: string
  indent: number
  /** It begins within a placeable, where white space means nothing. */
  isInside: boolean
}

/**
 * A pattern without what its lines are indented by together, and how much that is. Lines of text are taken for what
 * Fluent takes them for; those within placeables keep their shape, and move as far with them as they can.
 */
export function dedented(
  source: string,
  { from, to }: Span,
  isBlock: boolean,
  inside: readonly Span[],
): { value: string; indent: number } {
  const lines = linesOf(source, from, to, inside)
  const [first, ...more] = lines
  if (!isBlock && more.length === 0) return { value: first?.text ?? '', indent: 0 }
  const counted = isBlock ? lines : more
  const common = least(counted.filter(({ isInside }) => !isInside))
  const within = Math.min(least(counted.filter(({ isInside }) => isInside)), common)
  const indent = Number.isFinite(common) ? common : Number.isFinite(within) ? within : 0
  const texts = counted.map(({ text, isInside }) => text.slice(isInside ? Math.min(within, indent) : indent))
  return { value: (isBlock ? texts : [first?.text ?? '', ...texts]).join('\n'), indent }
}

const least = (lines: readonly Line[]) =>
  lines.reduce(
    (lowest, { text, indent }) => (text === '' ? lowest : Math.min(lowest, indent)),
    Number.POSITIVE_INFINITY,
  )

function linesOf(source: string, from: number, to: number, inside: readonly Span[]): Line[] {
  const lines: Line[] = []
  let placeable = 0
  for (let at = from; at <= to; ) {
    const found = source.indexOf('\n', at)
    const end = found < 0 || found > to ? to : found
    const whole = source.slice(at, found === end && source[end - 1] === '\r' ? end - 1 : end)
    const indent = whole.search(/[^ ]/)
    const start = at + Math.max(0, indent)
    while ((inside[placeable]?.to ?? Number.POSITIVE_INFINITY) <= start) placeable++
    const isInside = (inside[placeable]?.from ?? Number.POSITIVE_INFINITY) < start
    lines.push({ text: indent < 0 ? '' : whole, indent, isInside })
    at = end + 1
  }
  return lines
}
