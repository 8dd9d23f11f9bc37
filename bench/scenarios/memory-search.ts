import {
  codePoints,
  comparable,
  highestSimilarity,
  similarity,
} from '../../packages/server/src/text-index/similarity.ts'
import type { Bench, Scenario } from '../lib/bench.ts'
import { type Connection, connected } from '../lib/driver.ts'
import { LoopWatch } from '../lib/event-loop.ts'
import type { HttpClient } from '../lib/http.ts'
import { loadMemory } from '../lib/load-memory.ts'
import { percentile } from '../lib/measure.ts'
import type { Figure } from '../lib/report.ts'
import { extended, seeded, sourceTexts, varied } from '../lib/segments.ts'

const SEGMENTS = Number(process.env['MEMORY_SEGMENTS'] ?? 1_000_000)
const QUERIES = 200
const RECALLED = 8
const PASSES = 5
const BEST = 5

interface Match {
  id: number
  similarity: number
}

const scenario: Scenario = {
  summary: `searching ${SEGMENTS.toLocaleString('en')} segments of one language, against an empty memory and pg_trgm`,
  async run(bench, name) {
    const known = sourceTexts()
    const texts = extended(known, SEGMENTS)
    const random = seeded(13)
    const queries = Array.from({ length: QUERIES }, () =>
      varied(texts[Math.floor(random() * SEGMENTS)] ?? '', known, random),
    )
    const { locales } = await project(bench)
    const [source = 0, target = 0] = locales.map(({ id }) => id)
    const [large, empty] = [await createMemory(bench, source), await createMemory(bench, source)]
    await connected(bench.database, (database) => loadMemory(database, large, target, texts))
    await bench.restart()
    const client = await bench.client()
    const search = (memory: number, sourceText: string) => find(client, memory, target, sourceText)
    await search(empty, 'warm-up')
    const loop = new LoopWatch()
    const loadMs = await loop.during(bench.service, () => timeOf(() => search(large, queries[0] ?? '')))
    for (const query of queries) await search(large, query)
    // In turn and several times: a pass takes two seconds, and so does many a bad moment of the machine.
    const times = { quiet: [] as number[], nothing: [] as number[], busy: [] as number[] }
    for (let pass = 0; pass < PASSES; pass++) {
      times.quiet.push(...(await timesOf(queries, (query) => search(large, query))))
      times.nothing.push(...(await timesOf(queries, (query) => search(empty, query))))
      times.busy.push(
        ...(await loop.during(bench.service, () =>
          whileWriting(bench, large, target, () => timesOf(queries, (query) => search(large, query))),
        )),
      )
    }
    const [quiet, nothing, busy] = [sharesOf(times.quiet), sharesOf(times.nothing), sharesOf(times.busy)]
    const indexBytes = await gauge(client, 'memory_index_bytes')
    const recall = await recallOf(texts, queries, (query) => search(large, query))
    const trigrams = await connected(bench.database, (database) => measureTrigrams(database, large, target, queries))
    client.close()
    const above = indexBytes - texts.reduce((sum, text) => sum + Buffer.byteLength(text, 'utf16le'), 0)
    const figure = (measured: string, product: number, more: Partial<Figure> = {}): Figure => ({
      scenario: name,
      measure: measured,
      unit: 'ms',
      product,
      ...more,
    })
    return [
      figure('a search, p50', quiet.p50, { limit: trigrams.p50, target: { of: 'ratio', is: '≤', value: 0.01 } }),
      figure('a search, p95', quiet.p95, { limit: trigrams.p95 }),
      figure('above an empty search, p95', quiet.p95 - nothing.p95, { target: { of: 'product', is: '≤', value: 20 } }),
      figure('with 50 new entries per s, p95', busy.p95, {
        limit: quiet.p95,
        target: { of: 'ratio', is: '≤', value: 1.25 },
      }),
      figure('the first search, which loads', loadMs, { target: { of: 'product', is: '≤', value: 15_000 } }),
      figure('index above its text', above / 2 ** 20, {
        unit: 'MB',
        target: { of: 'product', is: '≤', value: Math.round((300 * SEGMENTS) / 2 ** 20) },
      }),
      figure('recall of the best five', recall, { unit: 'of 1', target: { of: 'product', is: '≥', value: 1 } }),
      ...loop.figures(name, 'loading and searching'),
    ]
  },
}

async function gauge(client: HttpClient, name: string): Promise<number> {
  const { body } = await client.ok('GET', '/metrics')
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(body.toString())?.[1])
}

const project = async (bench: Bench) => {
  const client = await bench.client()
  const found = await client.json<{ locales: { id: number }[] }>('GET', `/v1/projects/${bench.projectId}`)
  client.close()
  return found
}

async function createMemory(bench: Bench, sourceLocaleId: number): Promise<number> {
  const client = await bench.client()
  const body = { name: 'Bench', sourceLocaleId }
  const { id } = await client.json<{ id: number }>('POST', `/v1/organizations/${bench.orgId}/tms`, body)
  client.close()
  return id
}

async function find(client: HttpClient, memoryId: number, targetLocaleId: number, sourceText: string) {
  const body = { sourceText, targetLocaleId, minSimilarity: 50, maxResults: BEST }
  return (await client.json<{ matches: Match[] }>('POST', `/v1/tms/${memoryId}/search`, body)).matches
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

async function timesOf(queries: readonly string[], work: (query: string) => Promise<unknown>): Promise<number[]> {
  const times: number[] = []
  for (const query of queries) times.push(await timeOf(() => work(query)))
  return times
}

function sharesOf(times: number[]) {
  times.sort((a, b) => a - b)
  return { p50: percentile(times, 0.5), p95: percentile(times, 0.95) }
}

async function whileWriting<T>(bench: Bench, memoryId: number, localeId: number, work: () => Promise<T>): Promise<T> {
  const writer = await bench.client()
  let written = 0
  let pending = Promise.resolve()
  const timer = setInterval(() => {
    const body = { sourceText: `Written meanwhile ${++written}`, targetText: 'x', targetLocaleId: localeId }
    pending = pending.then(() => writer.json('POST', `/v1/tms/${memoryId}/entries`, body).then(() => {}))
  }, 20)
  try {
    return await work()
  } finally {
    clearInterval(timer)
    await pending
    writer.close()
  }
}

/** How many of the best similarities, found by comparing with every text, the search returns too. */
async function recallOf(
  texts: readonly string[],
  queries: readonly string[],
  search: (query: string) => Promise<Match[]>,
) {
  const points = texts.map((text) => codePoints(comparable(text)))
  let found = 0
  let wanted = 0
  for (const query of queries.slice(0, RECALLED)) {
    const text = codePoints(comparable(query))
    const best: number[] = []
    for (const other of points) {
      const least = best[BEST - 1] ?? 50
      if (highestSimilarity(text.length, other.length) < least) continue
      const alike = similarity(text, other)
      if (alike < least) continue
      best.push(alike)
      best.sort((a, b) => b - a).splice(BEST)
    }
    const returned = (await search(query)).map((match) => match.similarity)
    wanted += best.length
    found += best.filter((alike, at) => returned[at] === alike).length
  }
  return found / wanted
}

/** What the extension for similar texts takes, with the index that serves it best. */
async function measureTrigrams(database: Connection, memoryId: number, localeId: number, queries: readonly string[]) {
  await database.query(`set maintenance_work_mem = '512MB'`)
  await database.query(
    'create index bench_trigrams on memory_entries using gin (memory_id, locale_id, source_text gin_trgm_ops)',
  )
  await database.query('set pg_trgm.similarity_threshold = 0.5')
  const measured = sharesOf(
    await timesOf(queries, (query) =>
      database.query(
        `select id, similarity(source_text, $3) from memory_entries
       where memory_id = $1 and locale_id = $2 and source_text % $3 order by 2 desc limit ${BEST}`,
        [memoryId, localeId, query],
      ),
    ),
  )
  await database.query('drop index bench_trigrams')
  return measured
}

export default scenario
