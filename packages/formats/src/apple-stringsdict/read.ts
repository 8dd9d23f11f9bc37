import { FlatEntries } from '../flat-entries.ts'
import type { ReadOptions, ReadPart } from '../format.ts'
import { Lines } from '../lines.ts'
import { withPauses } from '../steps.ts'
import { decodeText } from '../text-file.ts'
import { entryOf } from './entries.ts'
import { scanPropertyList } from './property-list.ts'

const NOTHING: ReadPart = { entries: [], nodes: 0 }
/** Characters of content that are read in a millisecond or two. */
const STEP = 2 ** 16

export function* readStringsdict(bytes: Uint8Array, options: ReadOptions): Generator<ReadPart, void, void> {
  const { text } = yield* withPauses(decodeText(bytes), NOTHING)
  const { members } = yield* withPauses(scanPropertyList(text), NOTHING)
  const lines = new Lines(text)
  const entries = new FlatEntries(options, lines)
  const { locale = 'en' } = options
  let looked = 0
  for (const member of members) {
    const { from, value } = member
    yield* withPauses(lines.reach(from), NOTHING)
    const { entry, warning } = entryOf(text, member, locale)
    if (warning) entries.tell('warning', warning[0], warning[1], member.name, from)
    if (entry) entries.add(entry, from)
    looked += value.to - from
    if (looked < STEP) continue
    looked = 0
    yield NOTHING
  }
  yield* entries.parts()
}
