import type { Entry } from '../entry.ts'
import type { WriteOptions, Writer } from '../format.ts'
import { readObjectFile } from '../json/json-file.ts'
import type { NewValue } from '../json/json-style.ts'
import { type KeyPlaces, keyPlaces } from '../json/key-places.ts'
import { patched, type WantedText } from '../json/patch.ts'
import { patchWriter, pausing } from '../patch-writer.ts'
import { inTurns } from '../steps.ts'
import { nameOfKey } from '../stored-key.ts'
import { FAMILY, isMisread, messageIn, messageOf } from './message.ts'
import { valueToWrite } from './write.ts'

export const patchFormatjs = (base: Uint8Array, options: WriteOptions): Writer =>
  patchWriter(function* (entries) {
    const file = yield* pausing(readObjectFile(base))
    const places = yield* pausing(keyPlaces(file.root, messageIn))
    const newValue = newValueIn(places)
    const texts = new Map<string, WantedText>()
    for (const entry of inTurns(entries.values())) {
      if (entry)
        texts.set(entry.key, { text: entry.value, key: entry.key, fresh: () => [nameOf(entry), newValue(entry)] })
      else yield ''
    }
    yield* patched(file, places, { texts }, { ...options, textIn: messageIn })
  })

const nameOf = ({ key, formatData }: Entry) => nameOfKey(key, formatData, FAMILY)

/** Where all texts are told in one way, so are new ones: a program that reads the file may know no other. */
function newValueIn({ first, holders }: KeyPlaces): (entry: Entry) => NewValue {
  if (first.size === 0 || (holders.size > 0 && holders.size < first.size)) return valueToWrite
  if (holders.size > 0) return (entry) => messageOf(entry).value
  return (entry) => (isMisread(entry.key) ? messageOf(entry).value : entry.value)
}
