import type { Piece, WriteOptions, Writer } from '../format.ts'
import { readObjectFile } from '../json/json-file.ts'
import type { JsonNode } from '../json/json-tree.ts'
import { type KeyPlaces, noPlaces, note } from '../json/key-places.ts'
import { patched, type WantedText } from '../json/patch.ts'
import { patchWriter, pausing } from '../patch-writer.ts'
import { inTurns } from '../steps.ts'
import { Messages, messagesIn } from './message.ts'

export const patchChrome = (base: Uint8Array, options: WriteOptions): Writer =>
  patchWriter(function* (entries) {
    const file = yield* pausing(readObjectFile(base))
    const messages = new Messages(options)
    const places = yield* messagePlaces(file.root, messages)
    const texts = new Map<string, WantedText>()
    for (const entry of inTurns(entries.values())) {
      if (!entry) yield ''
      else {
        const { key, value: text } = entry
        if (places.first.has(key)) messages.tellPlural(entry)
        texts.set(key, { text, key, fresh: () => messages.memberOf(entry) })
      }
    }
    yield* patched(file, places, { texts }, { ...options, style: 'pretty' })
  })

function* messagePlaces(root: JsonNode, messages: Messages): Generator<Piece, KeyPlaces, void> {
  const places = noPlaces()
  for (const told of messagesIn(root, () => undefined)) {
    if (!told) yield ''
    else note(places, { name: told.key, node: told.node, ...(told.about ? { holder: told.about } : {}) })
  }
  for (const member of inTurns(root.members ?? [])) {
    if (member) messages.take(member.name)
    else yield ''
  }
  return places
}
