import { withAppleData } from '../apple-stringsdict/apple-data.ts'
import { countedParts } from '../apple-stringsdict/counted-text.ts'
import type { Entry } from '../entry.ts'
import { FlatEntries } from '../flat-entries.ts'
import type { ReadOptions, ReadPart } from '../format.ts'
import { Lines } from '../lines.ts'
import { withPauses } from '../steps.ts'
import { storedKey } from '../stored-key.ts'
import { type StringsItem, scanStrings } from './scan.ts'
import { isEndless, unspelled } from './spelling.ts'

const STEP = 2_000
const NOTHING: ReadPart = { entries: [], nodes: 0 }

export function* readStrings(text: string, options: ReadOptions): Generator<ReadPart, void, void> {
  const lines = new Lines(text)
  const entries = new FlatEntries(options, lines)
  let nodes = 0
  for (const item of scanStrings(text)) {
    if (item) {
      nodes++
      const { name, kind } = item
      yield* withPauses(lines.reach(name.from), NOTHING)
      if (kind === 'other')
        entries.tell('warning', 'unsupported_entry', 'Only texts are read', nameIn(text, item), name.from)
      else entries.add(entryOf(text, item), name.from)
    }
    if (item && nodes < STEP) continue
    yield { entries: [], nodes }
    nodes = 0
  }
  yield { entries: [], nodes }
  yield* entries.parts()
}

/** Of one that is too long, as much as shows what it is. */
const SHOWN = 2 ** 17

export const nameIn = (text: string, { name }: StringsItem) =>
  isEndless(name) ? text.slice(name.from, name.from + SHOWN) : unspelled(text, name)

export function valueIn(text: string, { name, value, kind }: StringsItem): string {
  const spelled = kind === 'short' ? name : value
  return isEndless(spelled) ? text.slice(spelled.from, spelled.from + SHOWN) : unspelled(text, spelled)
}

function entryOf(text: string, item: StringsItem): Entry {
  const name = nameIn(text, item)
  const key = storedKey(name)
  const value = valueIn(text, item)
  const isText = countedParts({ value, syntax: 'apple' }) !== undefined
  return {
    key,
    value,
    syntax: 'apple',
    ...(item.comment === undefined ? {} : { description: item.comment }),
    ...withAppleData({ ...(isText ? { isText } : {}), ...(key === name ? {} : { name }) }),
    at: { from: item.value.from, to: item.value.to },
  }
}
