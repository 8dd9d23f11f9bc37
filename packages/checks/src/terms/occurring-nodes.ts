import type { Automaton } from './automaton.ts'
import type { MarkedUnits } from './marked-units.ts'
import { Reader } from './reader.ts'

/** Where all terms end that stand anywhere in a text, one within another, too. Each is looked at once. */
export function occurringNodes(automaton: Automaton, units: MarkedUnits): ReadonlySet<number> {
  const occurring = new Set<number>()
  const reader = new Reader(automaton, units)
  for (let at = 0; reader.leadsAnywhere && at < units.folded.length; at++) {
    for (const longest of reader.read(at) ?? []) {
      for (let node = longest; node !== 0 && !occurring.has(node); node = automaton.shorter(node)) occurring.add(node)
    }
  }
  return occurring
}
