import { isLonger } from '@parlance/checks'
import { limits } from '@parlance/contract/limits'
import type { JsonNode } from './json-tree.ts'

/** Values that are looked at in a millisecond or two. */
const STEP = 5_000

/** Where the texts of a file stand, by their names as a whole: `a.b` is in `{"a": {"b": …}}` and in `{"a.b": …}`. */
export interface KeyPlaces {
  first: Map<string, JsonNode>
  /** Those of names that came before. */
  again: Map<string, JsonNode[]>
}

export function* keyPlaces(root: JsonNode): Generator<void, KeyPlaces, void> {
  const places: KeyPlaces = { first: new Map(), again: new Map() }
  const open: { node: JsonNode; prefix: string; at: number }[] = [{ node: root, prefix: '', at: 0 }]
  let count = 0
  for (let inside = open.at(-1); inside; inside = open.at(-1)) {
    const member = inside.node.members?.[inside.at++]
    if (++count % STEP === 0) yield
    if (!member) {
      open.pop()
      continue
    }
    const name = inside.prefix + member.name
    // Nothing is stored under such a name, and a branch with one of megabytes would bring them along with each text.
    if (isLonger(name, limits.keyName)) continue
    if (member.members) open.push({ node: member, prefix: `${name}.`, at: 0 })
    else if (member.type !== 'object' && member.type !== 'array') note(places, name, member)
  }
  return places
}

function note({ first, again }: KeyPlaces, name: string, node: JsonNode): void {
  const others = again.get(name)
  if (others) others.push(node)
  else if (first.has(name)) again.set(name, [node])
  else first.set(name, node)
}
