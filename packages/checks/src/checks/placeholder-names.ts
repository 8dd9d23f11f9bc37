import type { Syntax } from '@parlance/contract/syntaxes'
import type { Placeholder } from '../text/placeholder.ts'
import { ownNames } from '../text/placeholders.ts'
import type { Unit } from '../text/unit.ts'
import type { TakenApart } from '../text/units.ts'
import { MOST_FINDINGS } from './check.ts'

/** Branches that say by themselves how many there are. */
const TELLING = /^(?:=.*|zero|one|two)$/

/** Most texts ask for the same as their source, one after the other, and nothing is left to be compared. */
export function asksTheSame({ placeholders: here }: Unit, { placeholders: there }: Unit): boolean {
  if (here.length !== there.length) return false
  for (let at = 0; at < here.length; at++) {
    const [one, other] = [here[at] as Placeholder, there[at] as Placeholder]
    if (one.name !== other.name || one.class !== other.class) return false
  }
  return true
}

/** Of those with one name that are none of the known ones, the first; no more than are told. */
export function unknown(placeholders: readonly Placeholder[], known: ReadonlySet<string>): Map<string, Placeholder> {
  const found = new Map<string, Placeholder>()
  for (const placeholder of placeholders) {
    if (known.has(placeholder.name) || found.has(placeholder.name)) continue
    found.set(placeholder.name, placeholder)
    if (found.size === MOST_FINDINGS) break
  }
  return found
}

/** In ICU messages a tag is asked for by its name, too. */
export const tagNames = ({ tags }: Unit, syntax: Syntax): readonly string[] =>
  syntax === 'icu' ? tags.map(({ spelled }) => spelled) : []

/** Whether a unit may do without this one: `one {A file}` says how many without a number. */
export function tellsWithout(unit: Unit, source: Unit, placeholder: Placeholder, syntax: Syntax): boolean {
  const telling = unit.chosen.filter(({ isPlural, branch }) => isPlural && TELLING.test(branch))
  return telling.some(({ argument }) => {
    const names = ownNames(argument, syntax)
    return names ? names.includes(placeholder.name) : isCount(placeholder, source.placeholders)
  })
}

/** By position, the argument of a plural is the one for whole numbers, or the only one. */
const isCount = ({ class: found }: Placeholder, all: readonly Placeholder[]) =>
  found === 'integer' || all.every(({ name }) => name === all[0]?.name)

const known = new WeakMap<TakenApart, ReadonlySet<string>>()

/** What a source asks its caller for. Asked for each unit of a value, of which there may be a thousand. */
export function namesOf(source: TakenApart | undefined, syntax: Syntax): ReadonlySet<string> {
  if (!source) return new Set()
  let names = known.get(source)
  if (!names) {
    const found = new Set<string>()
    for (const unit of source.units) {
      for (const { name } of unit.placeholders) found.add(name)
      for (const { argument } of unit.chosen) found.add(argument)
      for (const name of tagNames(unit, syntax)) found.add(name)
    }
    names = found
    known.set(source, names)
  }
  return names
}
