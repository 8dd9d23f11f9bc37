import { isLonger } from '@parlance/checks'
import { limits } from '@parlance/contract/limits'
import { LONGEST_PREFIX, shortened, storedKey } from '../stored-key.ts'
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
  /** As it is stored. */
  name: string
  /** In the file, where that is too long. */
  whole?: string
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
    const whole = inside.prefix + member.name
    // A branch with a name of megabytes would bring them along with each text.
    const isTooLong = whole.length > LONGEST_PREFIX
    const text = textIn?.(member)
    if (member.members && !text && !isTooLong) open.push({ node: member, prefix: `${whole}.`, at: 0 })
    else if (member.members && !text) yield { name: shortened(whole), node: member }
    else yield placeOf(whole, text ? { node: text, holder: member } : { node: member })
  }
}

function placeOf(whole: string, found: Pick<Place, 'node' | 'holder'>): Place {
  const name = storedKey(whole)
  return { name, ...(name === whole ? {} : { whole }), ...found }
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
