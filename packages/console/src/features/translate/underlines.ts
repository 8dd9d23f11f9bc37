import type { Issue } from './checks.ts'
import type { Underline } from './field/underlines.ts'

/** Where issues stand in a text; `within`: in the part of it that a field shows. */
export function underlinesOf(issues: readonly Issue[], within?: { start: number; end: number }): Underline[] {
  const from = within?.start ?? 0
  const to = within?.end ?? Number.POSITIVE_INFINITY
  return issues.flatMap(({ start, end, severity, ignored }) =>
    start === null || end === null || ignored !== null || start < from || end > to
      ? []
      : [{ start: start - from, end: end - from, severity }],
  )
}
