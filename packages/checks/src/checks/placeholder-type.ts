import type { Span } from '../text/mapped-text.ts'
import type { PlaceholderClass } from '../text/placeholder.ts'
import type { Tag } from '../text/tag.ts'
import type { Unit } from '../text/unit.ts'
import { type Found, NOTHING, type PairCheck } from './check.ts'
import { asksTheSame } from './placeholder-names.ts'
import { haveSameTags } from './tags-by-spelling.ts'

export const placeholderType: PairCheck = {
  id: 'placeholder_type',
  kind: 'pair',
  find(unit, source, { context: { syntax } }) {
    const withTags = syntax === 'icu'
    if (!asksFor(unit, withTags) || !asksFor(source, withTags)) return NOTHING
    if (asksTheSame(unit, source) && (!withTags || haveSameTags(unit, source))) return NOTHING
    const expected = byName(askedFor(source, withTags))
    const seen = new Set<string>()
    const found: Found[] = []
    for (const one of askedFor(unit, withTags)) {
      const same = expected.get(one.name)
      if (!same || seen.has(one.name) || same.some((other) => fits(other.class, one.class))) continue
      seen.add(one.name)
      found.push(wrongType(same[0] as Asked, one, unit))
    }
    return found
  },
}

/** Something that the program has to give: a placeholder, or in ICU messages a tag. */
interface Asked extends Span {
  name: string
  class: PlaceholderClass
  spelled: string
}

const asksFor = ({ placeholders, tags }: Unit, withTags: boolean) =>
  placeholders.length > 0 || (withTags && tags.length > 0)

const askedFor = ({ placeholders, tags }: Unit, withTags: boolean): readonly Asked[] =>
  withTags && tags.length > 0 ? [...placeholders, ...firstTags(tags)] : placeholders

/** Of each name the first: all of them are tags. */
function firstTags(tags: readonly Tag[]): Asked[] {
  const names = new Set<string>()
  const first: Asked[] = []
  for (const { isClosing, spelled: name, start, end } of tags) {
    if (isClosing || names.has(name)) continue
    names.add(name)
    first.push({ start, end, name, class: 'tag', spelled: `<${name}>` })
  }
  return first
}

/** Of each name, one for each class. */
function byName(asked: readonly Asked[]): Map<string, Asked[]> {
  const named = new Map<string, Asked[]>()
  for (const one of asked) {
    const same = named.get(one.name)
    if (!same) named.set(one.name, [one])
    else if (!same.some((other) => other.class === one.class)) same.push(one)
  }
  return named
}

/** A program that has a number for what ICU takes for text, or the other way round, is fine. */
const fits = (expected: PlaceholderClass, found: PlaceholderClass) =>
  expected === found || expected === 'any' || found === 'any' || (isTextOrNumber(expected) && isTextOrNumber(found))

const isTextOrNumber = (one: PlaceholderClass) => one === 'text' || one === 'number'

const wrongType = (expected: Asked, one: Asked, unit: Unit): Found => ({
  message: `The placeholder ${one.spelled} is for ${SPELLED[one.class]}; in the source it is for ${SPELLED[expected.class]}.`,
  params: { placeholder: expected.spelled, expected: expected.class, found: one.class },
  span: unit.inValue(one),
})

const SPELLED: Record<PlaceholderClass, string> = {
  text: 'text',
  integer: 'a whole number',
  real: 'a decimal number',
  character: 'a single character',
  number: 'a number',
  date: 'a date or time',
  tag: 'a tag',
  any: 'anything',
}
