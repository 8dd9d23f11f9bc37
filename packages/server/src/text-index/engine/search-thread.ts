import { codePoints, comparable } from '../similarity.ts'
import { loadKernel } from './kernel.ts'
import { readQuery } from './query.ts'
import type { Search } from './search.ts'
import { bytesForSearch, searchParts } from './search-parts.ts'
import { allocate, memory, release, serve, unwanted } from './thread-side.ts'

const kernel = loadKernel(memory)
/** Kept from search to search; a thread runs one at a time. */
let scratch = { at: 0, bytes: 0 }

serve(async (ask, call) => {
  if (ask.to !== 'search') throw new Error(`A search thread does not ${ask.to}`)
  const isWanted = () => Atomics.load(unwanted, 0) !== call
  const query = readQuery(codePoints(comparable(ask.text)))
  const search: Search = { ...ask.options, query, state: ask.state, share: ask.share, isWanted }
  await makeRoom(bytesForSearch(search))
  return searchParts(memory, kernel, scratch.at, search)
})

async function makeRoom(bytes: number): Promise<void> {
  if (bytes <= scratch.bytes) return
  if (scratch.bytes > 0) release(scratch.at)
  scratch = { at: 0, bytes: 0 }
  // Some more, so that an index that grows does not ask each time.
  const roomy = Math.ceil(bytes * 1.25)
  scratch = { at: await allocate(roomy), bytes: roomy }
}
