import { parentPort } from 'node:worker_threads'
import { codePoints, comparable, similarity } from '../similarity.ts'
import { byRank, type Changes, type Ranked, type SearchOptions, type Segment } from './segment.ts'

interface Call {
  call: number
  index: number
  apply?: Changes
  search?: SearchOptions & { query: string }
}

const indexes = new Map<number, Map<number, Segment>>()

parentPort?.on('message', ({ call, index, apply, search }: Call) => {
  try {
    const segments = indexes.get(index) ?? new Map<number, Segment>()
    if (apply) parentPort?.postMessage({ call, result: applied(segments, apply) })
    else if (search) parentPort?.postMessage({ call, result: found(segments, search) })
    if (apply || search) indexes.set(index, segments)
    else indexes.delete(index)
  } catch (error) {
    parentPort?.postMessage({ call, error })
  }
})

function applied(segments: Map<number, Segment>, { deletes = [], upserts = [] }: Changes) {
  for (const id of deletes) segments.delete(id)
  for (const segment of upserts) segments.set(segment.id, segment)
  return { size: segments.size, bytes: segments.size * 300 }
}

function found(
  segments: Map<number, Segment>,
  { query, minSimilarity, maxResults, exclude = [] }: NonNullable<Call['search']>,
) {
  const wanted = codePoints(comparable(query))
  const matches: Ranked[] = []
  for (const { id, text, usage = 0, time = 0 } of segments.values()) {
    if (exclude.includes(id)) continue
    const score = similarity(wanted, codePoints(comparable(text)))
    if (score >= minSimilarity) matches.push({ id, similarity: score, usage, time })
  }
  return matches
    .sort(byRank)
    .slice(0, maxResults)
    .map(({ id, similarity }) => ({ id, similarity }))
}
