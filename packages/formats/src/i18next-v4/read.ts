import type { Entry } from '../entry.ts'
import type { Format, ReadOptions, ReadPart } from '../format.ts'
import { readJson } from '../json/read.ts'
import { type FindPlural, joinedAt, suffixedPlural } from './plural-names.ts'

/** As many texts as are joined in a millisecond or two. */
const STEP = 2_000

/** Texts as i18next has them, plurals joined from their forms. */
export function* readSuffixed(
  bytes: Uint8Array,
  options: ReadOptions,
  find: FindPlural,
): Generator<ReadPart, void, void> {
  const texts = new Map<string, string>()
  /** Of names that are too long to be stored. */
  const kept = new Map<string, Pick<Entry, 'formatData'>>()
  for (const { entries, nodes } of readJson(bytes, options, 'all')) {
    for (const { key, value, formatData } of entries) {
      texts.set(key, value)
      if (formatData) kept.set(key, { formatData })
    }
    yield { entries: [], nodes }
  }
  let entries: Entry[] = []
  for (const name of texts.keys()) {
    const joined = joinedAt(name, texts, options.locale ?? 'en', find)
    if (joined) entries.push(kept.size > 0 ? { ...joined.entry, ...kept.get(name) } : joined.entry)
    if (entries.length < STEP) continue
    yield { entries, nodes: 0 }
    entries = []
  }
  yield { entries, nodes: 0 }
}

export const readI18next: Format['read'] = (bytes, options) => readSuffixed(bytes, options, suffixedPlural)
