import type { Span } from '../text/mapped-text.ts'
import type { Placeholder } from '../text/placeholder.ts'
import type { Unit } from '../text/unit.ts'
import { quoted } from '../text/unquoted.ts'
import { type Found, MOST_PARTS, NOTHING, type PairCheck, replaced, type View } from './check.ts'
import { extraPlaceholders } from './placeholder-extra.ts'
import { asksTheSame, tagNames, tellsWithout, unknown } from './placeholder-names.ts'

export const placeholderMissing: PairCheck = {
  id: 'placeholder_missing',
  kind: 'pair',
  find(unit, source, view) {
    if (source.placeholders.length === 0 || asksTheSame(unit, source)) return NOTHING
    const missing = missingPlaceholders(unit, source, view)
    const [only] = missing
    if (!only) return NOTHING
    const fix = missing.length === 1 ? () => withPlaceholder(unit, only, view) : undefined
    return missing.map(
      ({ spelled }): Found => ({
        message: `The placeholder ${spelled} of the source is missing.`,
        params: { placeholder: spelled },
        span: null,
        ...(fix ? { fix } : {}),
      }),
    )
  },
}

function missingPlaceholders(unit: Unit, source: Unit, { context: { syntax } }: View): Placeholder[] {
  const there = new Set(unit.placeholders.map(({ name }) => name))
  const lacking = [...unknown(source.placeholders, there).values()]
  if (lacking.length === 0) return lacking
  const tags = new Set(tagNames(unit, syntax))
  return lacking.filter((one) => !tags.has(one.name) && !tellsWithout(unit, source, one, syntax))
}

/** With one that the source does not have in its place, it was misspelled. */
function withPlaceholder(unit: Unit, { spelled }: Placeholder, view: View): string | undefined {
  const { value, taken, context } = view
  const extra = extraPlaceholders(unit, view)
  const [first] = extra
  if (!first || extra.length > MOST_PARTS || extra.some(({ name }) => name !== first.name)) return undefined
  const isQuoted = context.syntax !== 'icu' && taken.plurals.length > 0
  const parts = extra.map((wrong) => {
    const span = unit.inValue(wrong)
    return isQuoted ? { ...withQuotes(value, span), by: quoted(spelled) } : { ...span, by: spelled }
  })
  return replaced(value, parts)
}

/** What is quoted goes with its quotes. */
const withQuotes = (value: string, { start, end }: Span): Span =>
  value[start - 1] === "'" && value[end] === "'" ? { start: start - 1, end: end + 1 } : { start, end }
