import type { Format } from '../format.ts'
import { isScalar, type JsonNode, MAX_LEVELS } from '../json/json-tree.ts'
import { type Place, placesIn } from '../json/key-places.ts'
import { readTold, type Tell } from '../json/told-entries.ts'
import type { ToldText } from '../json/told-text.ts'
import { FAMILY, messageIn } from './message.ts'

export const readFormatjs: Format['read'] = (bytes, options) =>
  readTold(bytes, options, { family: FAMILY, syntax: 'icu', textsIn })

function* textsIn(root: JsonNode, tell: Tell): Generator<ToldText | undefined, void, void> {
  for (const place of placesIn(root, messageIn)) {
    if (!place) yield undefined
    else if (place.node.type === 'null' && place.node.parent?.type === 'array') continue
    else if (isScalar(place.node) || place.node.members)
      yield { key: place.name, ...named(place), node: place.node, about: place.holder }
    else tell('error', place.name, ['too_deep', `Nested deeper than ${MAX_LEVELS} levels`], place.node.from)
  }
}

const named = ({ whole }: Place): Pick<ToldText, 'name'> => (whole === undefined ? {} : { name: whole })
