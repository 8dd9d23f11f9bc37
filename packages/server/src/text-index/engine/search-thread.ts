import { setPriority } from 'node:os'
import { codePoints, comparable } from '../similarity.ts'
import { compareTexts } from './compare-texts.ts'
import { type Kernel, loadKernel } from './kernel.ts'
import type { Ask } from './messages.ts'
import { readQuery } from './query.ts'
import type { Search } from './search.ts'
import { bytesForSearch, searchParts } from './search-parts.ts'
import type { Ranked } from './segment.ts'
import { allocate, isPatient, memory, release, serve, unwanted } from './thread-side.ts'

/** On the scale of `nice`: among others, a tenth of their share. */
const PATIENT_PRIORITY = 10
// Linux gives each thread a priority of its own; elsewhere this would slow down the whole process.
if (isPatient && process.platform === 'linux') setPriority(PATIENT_PRIORITY)

let kernel: Kernel | undefined
/** Kept from search to search; a thread runs one at a time. */
let scratch = { at: 0, bytes: 0 }

serve((ask, call) => {
  const isWanted = () => Atomics.load(unwanted, 0) !== call
  switch (ask.to) {
    case 'search':
      return search(ask, isWanted)
    case 'compare':
      return compareTexts(ask, isWanted)
    case 'fold':
      return comparable(ask.text)
    default:
      throw new Error(`A search thread does not ${ask.to}`)
  }
})

async function search(ask: Extract<Ask, { to: 'search' }>, isWanted: () => boolean): Promise<Ranked[] | undefined> {
  kernel ??= loadKernel(memory)
  const query = readQuery(codePoints(comparable(ask.text)))
  const wanted: Search = { ...ask.options, query, state: ask.state, share: ask.share, isWanted }
  await makeRoom(bytesForSearch(wanted))
  return searchParts(memory, kernel, scratch.at, wanted)
}

async function makeRoom(bytes: number): Promise<void> {
  if (bytes <= scratch.bytes) return
  if (scratch.bytes > 0) release(scratch.at)
  scratch = { at: 0, bytes: 0 }
  // Some more, so that an index that grows does not ask each time.
  const roomy = Math.ceil(bytes * 1.25)
  scratch = { at: await allocate(roomy), bytes: roomy }
}
