import { isLonger } from '@parlance/checks'
import { limits } from '@parlance/contract/limits'
import { shortened } from '../stored-key.ts'
import { isScalar, type JsonNode } from './json-tree.ts'

/** Values that are looked at in a millisecond or two. */
const STEP = 5_000

/** Where the texts of a file stand, by their names as a whole: `a.b` is in `{"a": {"b": …}}` and in `{"a.b": …}`. */
export interface KeyPlaces {
  first: Map<string, JsonNode>
  /** Those of names that came before. */
  again: Map<string, JsonNode[]>
  /** The objects that stand for a text and go with it. */
  holders: Map<JsonNode, JsonNode>
}

/** The text that an object stands for; undefined where it is a branch. */
export type TextIn = (object: JsonNode) => JsonNode | undefined

export interface Place {
  name: string
  /** A text; or what is not looked into, because its name is too long or because it lies too deep. */
  node: JsonNode
  /** The object that stands for the text. */
  holder?: JsonNode
}

/** Undefined is a pause. */
export function* placesIn(root: JsonNode, textIn?: TextIn): Generator<Place | undefined, void, void> {
  const open: { node: JsonNode; prefix: string; at: number }[] = [{ node: root, prefix: '', at: 0 }]
  let count = 0
  for (let inside = open.at(-1); inside; inside = open.at(-1)) {
    const member = inside.node.members?.[inside.at++]
    if (++count % STEP === 0) yield undefined
    if (!member) {
      open.pop()
      continue
    }
    const name = inside.prefix + member.name
    // Nothing is stored under such a name, and a branch with one of megabytes would bring them along with each text.
    const isTooLong = isLonger(name, limits.keyName)
    const text = isTooLong ? undefined : textIn?.(member)
    if (text) yield { name, node: text, holder: member }
    else if (member.members && !isTooLong) open.push({ node: member, prefix: `${name}.`, at: 0 })
    else yield { name: isTooLong ? shortened(name) : name, node: member }
  }
}

export function* keyPlaces(root: JsonNode, textIn?: TextIn): Generator<void, KeyPlaces, void> {
  const places = noPlaces()
  for (const place of placesIn(root, textIn)) {
    if (!place) yield
    else if (isScalar(place.node) && !isLonger(place.name, limits.keyName)) note(places, place)
  }
  return places
}

export const noPlaces = (): KeyPlaces => ({ first: new Map(), again: new Map(), holders: new Map() })

export function note({ first, again, holders }: KeyPlaces, { name, node, holder }: Place): void {
  if (holder) holders.set(node, holder)
  const others = again.get(name)
  if (others) others.push(node)
  else if (first.has(name)) again.set(name, [node])
  else first.set(name, node)
}
