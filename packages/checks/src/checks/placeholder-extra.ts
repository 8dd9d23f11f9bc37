import type { Placeholder } from '../text/placeholder.ts'
import type { Unit } from '../text/unit.ts'
import { type Found, NOTHING, type PairCheck, type View } from './check.ts'
import { asksTheSame, namesOf, unknown } from './placeholder-names.ts'

export const placeholderExtra: PairCheck = {
  id: 'placeholder_extra',
  kind: 'pair',
  find(unit, source, view) {
    const isSame = asksTheSame(unit, source)
    if ((isSame || unit.placeholders.length === 0) && unit.chosen.length === 0) return NOTHING
    const known = namesOf(view.takenSource, view.context.syntax)
    const extra = unknown(isSame ? [] : unit.placeholders, known)
    const found = Array.from(extra.values(), (one) => extraOne(one.spelled, unit.inValue(one)))
    for (const { argument } of unit.chosen)
      if (!known.has(argument) && !extra.has(argument)) found.push(extraOne(`{${argument}}`, null))
    return found
  },
}

const extraOne = (spelled: string, span: Found['span']): Found => ({
  message: `The source has no placeholder ${spelled}.`,
  params: { placeholder: spelled },
  span,
})

/** Those that no unit of the source has, as often as they are there. */
export function extraPlaceholders({ placeholders }: Unit, { takenSource, context }: View): readonly Placeholder[] {
  if (placeholders.length === 0) return placeholders
  const known = namesOf(takenSource, context.syntax)
  return placeholders.filter(({ name }) => !known.has(name))
}
