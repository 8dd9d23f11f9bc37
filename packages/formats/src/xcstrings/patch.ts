import type { Entry } from '../entry.ts'
import type { Piece, WriteOptions, Writer } from '../format.ts'
import { JsonDraft } from '../json/json-draft.ts'
import { readJsonFile } from '../json/json-file.ts'
import { styleOf } from '../json/json-style.ts'
import { written } from '../json/patch.ts'
import { comparableLocale } from '../locale-spelling.ts'
import { pausing } from '../patch-writer.ts'
import { catalogKey, catalogOf } from './catalog.ts'
import { KeyEdits } from './key-edits.ts'
import { keyMember } from './key-value.ts'
import { XCODE_STYLE } from './write.ts'

/** Characters of a file, or new keys, that are looked at in a millisecond or two. */
const STEP = 2 ** 16
const NEW_KEYS = 500

/** By language, as `comparableLocale` spells it. */
type Entries = Map<string, Map<string, Entry>>

export function patchXcstrings(base: Uint8Array, options: WriteOptions): Writer {
  const keys: Entries = new Map()
  return {
    add(entries) {
      for (const entry of entries) {
        const languages = keys.get(entry.key) ?? new Map<string, Entry>()
        keys.set(entry.key, languages.set(comparableLocale(entry.locale ?? options.locale), entry))
      }
      return ''
    },
    end: () => patched(base, keys, options),
  }
}

function* patched(base: Uint8Array, keys: Entries, options: WriteOptions): Generator<Piece, void, void> {
  const file = yield* pausing(readJsonFile(base))
  const { strings, sourceLanguage = options.sourceLocale ?? options.locale } = catalogOf(file.root)
  const draft = new JsonDraft(file, yield* pausing(styleOf(file.text, file.root, XCODE_STYLE)))
  const edits = new KeyEdits(draft, { ...options, sourceLanguage })
  const known = new Set<string>()
  let looked = 0
  for (const node of strings.members ?? []) {
    const key = catalogKey(node)
    known.add(key.key)
    for (const length of edits.of(key, keys.get(key.key))) {
      looked += length
      if (looked < STEP) continue
      looked = 0
      yield ''
    }
  }
  let added = 0
  for (const [key, languages] of keys) {
    if (++added % NEW_KEYS === 0) yield ''
    if (!known.has(key)) draft.insert(strings, { members: [keyMember([...languages.values()], edits.about)] })
  }
  yield* written(draft)
}
