import type { Entry } from '../entry.ts'
import { FlatEntries } from '../flat-entries.ts'
import type { ReadOptions, ReadPart } from '../format.ts'
import { Lines } from '../lines.ts'
import { withPauses } from '../steps.ts'
import { storedKey } from '../stored-key.ts'
import { decodeText } from '../text-file.ts'
import { type Property, scanProperties } from './scan.ts'

const STEP = 2_000
const FAULTS = {
  malformed: ['syntax_error', 'Four hexadecimal digits must follow \\u'],
  too_long: ['value_too_long', 'A text has at most 65536 characters'],
} as const

export function* readProperties(bytes: Uint8Array, options: ReadOptions): Generator<ReadPart, void, void> {
  const { text } = yield* withPauses(decodeText(bytes, 'iso-8859-1'), { entries: [], nodes: 0 })
  const lines = new Lines(text)
  const entries = new FlatEntries(options, lines)
  let nodes = 0
  for (const property of scanProperties(text)) {
    if (property) {
      nodes++
      const { fault, name, line } = property
      yield* withPauses(lines.reach(line), { entries: [], nodes: 0 })
      if (fault) entries.tell('error', FAULTS[fault][0], FAULTS[fault][1], name, line)
      entries.add(entryOf(property), line)
    }
    if (property && nodes < STEP) continue
    yield { entries: [], nodes }
    nodes = 0
  }
  yield { entries: [], nodes }
  yield* entries.parts()
}

function entryOf({ name, value, comment, at }: Property): Entry {
  const key = storedKey(name)
  return {
    key,
    value,
    syntax: 'messageformat',
    ...(comment === undefined ? {} : { description: comment }),
    ...(key === name ? {} : { formatData: { properties: { name } } }),
    at,
  }
}
