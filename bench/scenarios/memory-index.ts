import { setTimeout as sleep } from 'node:timers/promises'
import { type Segment, type TextIndex, TextIndexes } from '../../packages/server/src/text-index/engine/index.ts'
import {
  codePoints,
  comparable,
  highestSimilarity,
  similarity,
} from '../../packages/server/src/text-index/similarity.ts'
import { watchTurns } from '../../packages/server/test/longest-turn.ts'
import type { Scenario } from '../lib/bench.ts'
import { percentile } from '../lib/measure.ts'
import type { Figure } from '../lib/report.ts'
import { extended, seeded, sourceTexts, varied } from '../lib/segments.ts'

const SEGMENTS = 1_000_000
const QUERIES = 200
const ADDED_PER_SECOND = 50
const OPTIONS = { minSimilarity: 50, maxResults: 5 }

const scenario: Scenario = {
  summary: 'the search index alone: a million segments, texts that are a little different from one of them',
  async run(_bench, name) {
    const texts = sourceTexts()
    const segments = extended(texts, SEGMENTS).map((text, at) => ({ id: at + 1, text }))
    const random = seeded(13)
    const queries = Array.from({ length: QUERIES }, () =>
      varied(segments[Math.floor(random() * SEGMENTS)]?.text ?? '', texts, random),
    )
    const indexes = new TextIndexes()
    try {
      return await measure(name, indexes, segments, queries)
    } finally {
      await indexes.close()
    }
  },
}

export default scenario

async function measure(name: string, indexes: TextIndexes, segments: Segment[], queries: string[]): Promise<Figure[]> {
  const textBytes = segments.reduce((sum, { text }) => sum + 2 * comparable(text).length, 0)
  const small = await indexes.load(batches(segments.slice(0, 10_000)))
  const smallAlone = await timesOf(small, queries)

  const watched = watchTurns()
  const began = performance.now()
  const loading = indexes.load(batches(segments))
  const smallMeanwhile: number[] = []
  let isLoading = true
  const loaded = loading.finally(() => {
    isLoading = false
  })
  for (let at = 0; isLoading; at++) {
    smallMeanwhile.push(...(await timesOf(small, [queries[at % queries.length] ?? ''])))
    await sleep(5)
  }
  const index = await loaded
  const loadMs = performance.now() - began
  const aboveText = (index.bytes - textBytes) / index.size

  await timesOf(index, queries)
  const alone = await timesOf(index, queries)
  const whileAdding = await timesWhileAdding(index, queries)
  const held = watched()
  const recall = await recallOf(index, segments, queries)
  smallMeanwhile.sort((a, b) => a - b)

  const figure = (measure: string, unit: Figure['unit'], product: number, more: Partial<Figure> = {}) =>
    ({ scenario: name, measure, unit, product, ...more }) as Figure
  const atMost = (value: number) => ({ target: { of: 'product', is: '≤', value } }) as const
  return [
    figure('search, p50', 'ms', percentile(alone, 0.5)),
    figure('search, p95', 'ms', percentile(alone, 0.95), atMost(20)),
    figure(`search while ${ADDED_PER_SECOND} a second are added, p95`, 'ms', percentile(whileAdding, 0.95), {
      limit: percentile(alone, 0.95),
      target: { of: 'ratio', is: '≤', value: 1.5 },
    }),
    figure(`share found of the true best ${OPTIONS.maxResults}`, 'of 1', recall, {
      target: { of: 'product', is: '≥', value: 1 },
    }),
    figure('load of a million', 'ms', loadMs, atMost(15_000)),
    figure('search of another index meanwhile, p95', 'ms', percentile(smallMeanwhile, 0.95), {
      limit: percentile(smallAlone, 0.95),
    }),
    figure('memory per segment above the text', 'bytes', aboveText, atMost(300)),
    figure('longest turn of the event loop', 'ms', held.work, atMost(50)),
    figure('the same by the clock', 'ms', held.clock),
  ]
}

async function* batches(segments: Segment[]): AsyncGenerator<Segment[]> {
  for (let at = 0; at < segments.length; at += 2_000) yield segments.slice(at, at + 2_000)
}

/** Sorted. */
async function timesOf(index: TextIndex, queries: string[]): Promise<number[]> {
  const milliseconds: number[] = []
  for (const query of queries) {
    const began = performance.now()
    await index.search(query, OPTIONS)
    milliseconds.push(performance.now() - began)
  }
  return milliseconds.sort((a, b) => a - b)
}

async function timesWhileAdding(index: TextIndex, queries: string[]): Promise<number[]> {
  let id = SEGMENTS
  let isSearching = true
  const adding = async () => {
    const added: number[] = []
    while (isSearching) {
      added.push(++id)
      await index.apply({ upserts: [{ id, text: `${queries[id % queries.length]} ${id}` }] })
      await sleep(1000 / ADDED_PER_SECOND)
    }
    await index.apply({ deletes: added })
  }
  const added = adding()
  const times = await timesOf(index, queries)
  isSearching = false
  await added
  return times
}

/** Every query compared with every segment that is not too long or too short, by the function that defines the similarity. */
async function recallOf(index: TextIndex, segments: Segment[], queries: string[]): Promise<number> {
  const forms = segments.map(({ text }) => codePoints(comparable(text)))
  let [expected, found] = [0, 0]
  for (const query of queries) {
    const wanted = codePoints(comparable(query))
    const best: { id: number; similarity: number }[] = []
    for (const [at, form] of forms.entries()) {
      const least = best[OPTIONS.maxResults - 1]?.similarity ?? OPTIONS.minSimilarity
      if (highestSimilarity(wanted.length, form.length) < least) continue
      const alike = similarity(wanted, form)
      if (alike < least) continue
      best.push({ id: at + 1, similarity: alike })
      best.sort((a, b) => b.similarity - a.similarity || b.id - a.id).splice(OPTIONS.maxResults)
    }
    const matches = await index.search(query, OPTIONS)
    expected += best.length
    found += best.filter(
      ({ id, similarity }, at) => matches[at]?.id === id && matches[at].similarity === similarity,
    ).length
  }
  return found / expected
}
