import { isFault, type Pattern, patternIn } from './pattern.ts'

const INDENT = 4
const PLAIN = /^[^ \n\r{}](?:[^\n\r{}]*[^ \n\r{}])?$/

/**
 * A pattern in place of another, or a new one: the sign of equality stands before it, at a place that is indented so. It
 * is spelled as the other was where that says the same. Undefined: there is no way to write it.
 */
export function spelledPattern(
  value: string,
  lineEnd: string,
  outer: number,
  before?: Pick<Pattern, 'lead' | 'isBlock' | 'indent'>,
): string | undefined {
  const lead = before && !before.isBlock ? before.lead : ' '
  if (!before?.isBlock && PLAIN.test(value)) return lead + value
  const text = value.replaceAll('\r\n', '\n')
  for (const candidate of candidates(text, lineEnd, outer, before)) if (saysSo(candidate, text)) return candidate
  return undefined
}

function* candidates(
  text: string,
  lineEnd: string,
  outer: number,
  before?: Pick<Pattern, 'lead' | 'isBlock' | 'indent'>,
): Generator<string, void, void> {
  const lines = text.split('\n')
  if (before?.isBlock) yield before.lead + indented(lines, before.indent, lineEnd)
  else if (before) yield before.lead + (lines[0] ?? '') + further(lines, before.indent, lineEnd)
  if (lines.length === 1) yield ` ${text}`
  yield lineEnd + indented(lines, outer + INDENT, lineEnd)
  // A sign that begins something else on a line of its own.
  yield ` ${lines[0] ?? ''}${further(lines, outer + INDENT, lineEnd)}`
}

const indented = (lines: readonly string[], indent: number, lineEnd: string) =>
  lines.map((line) => (line === '' ? '' : ' '.repeat(indent) + line)).join(lineEnd)

const further = (lines: readonly string[], indent: number, lineEnd: string) =>
  lines.length === 1 ? '' : lineEnd + indented(lines.slice(1), indent, lineEnd)

function saysSo(candidate: string, text: string): boolean {
  const found = patternIn(candidate, 0, candidate.length)
  return found !== undefined && !isFault(found) && found.value === text && found.at.to === candidate.length
}
