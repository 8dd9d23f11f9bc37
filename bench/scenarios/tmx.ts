import { readTmx, tmxHead, tmxTail, tmxUnit } from '../../packages/formats/src/tmx/index.ts'
import type { Scenario } from '../lib/bench.ts'
import { type Connection, connected } from '../lib/driver.ts'
import { LoopWatch } from '../lib/event-loop.ts'
import type { Figure } from '../lib/report.ts'
import { extended, sourceTexts } from '../lib/segments.ts'

const UNITS = 50_000
const ROUNDS = 3

const scenario: Scenario = {
  summary: `importing and exporting ${UNITS.toLocaleString('en')} units, against parsing and a bare insert, and a bare read`,
  async run(bench, name) {
    // So short that all of them stay under the largest file.
    const texts = extended(sourceTexts(), 4 * UNITS)
      .filter((text) => text.length < 60)
      .slice(0, UNITS)
    const client = await bench.client()
    const { locales } = await client.json<{ locales: { id: number; code: string }[] }>(
      'GET',
      `/v1/projects/${bench.projectId}`,
    )
    const [source, target] = locales
    if (!source || !target) throw new Error('The project has no languages')
    const content =
      tmxHead(source.code, '1', 'bench') +
      texts
        .map((text) =>
          tmxUnit({ source: { lang: source.code, text }, target: { lang: target.code, text }, context: null }),
        )
        .join('') +
      tmxTail
    const createMemory = async () => {
      const body = { name: 'TMX', sourceLocaleId: source.id }
      return (await client.json<{ id: number }>('POST', `/v1/organizations/${bench.orgId}/tms`, body)).id
    }
    const measured = { import: [] as number[], insert: [] as number[], export: [] as number[], read: [] as number[] }
    // The longest of all rounds: nobody may be kept waiting, however seldom.
    const loops = { import: new LoopWatch(), export: new LoopWatch() }
    const watched = async (kind: 'import' | 'export', work: () => Promise<unknown>) => {
      measured[kind].push(await loops[kind].during(bench.service, () => timeOf(work)))
    }
    await connected(bench.database, async (database) => {
      for (let round = 0; round < ROUNDS; round++) {
        const id = await createMemory()
        await watched('import', () => client.json('POST', `/v1/tms/${id}/import`, { content }))
        const bare = await createMemory()
        measured.insert.push(await timeOf(() => parseAndInsert(database, bare, target.id, content)))
        await watched('export', () => bench.download(`/v1/tms/${id}/export`))
        measured.read.push(
          await timeOf(() => database.query('select * from memory_entries where memory_id = $1', [id])),
        )
        for (const memory of [id, bare]) await client.ok('DELETE', `/v1/tms/${memory}`)
      }
    })
    client.close()
    const best = (times: number[]) => Math.min(...times)
    const figure = (measure: string, product: number[], limit: number[], most: number): Figure => ({
      scenario: name,
      measure,
      unit: 'ms',
      product: best(product),
      limit: best(limit),
      target: { of: 'ratio', is: '≤', value: most },
    })
    return [
      figure('import', measured.import, measured.insert, 3),
      ...loops.import.figures(name, 'import'),
      figure('export', measured.export, measured.read, 2),
      ...loops.export.figures(name, 'export'),
    ]
  },
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

async function parseAndInsert(
  database: Connection,
  memoryId: number,
  localeId: number,
  content: string,
): Promise<void> {
  const texts: [string[], string[]] = [[], []]
  for (const units of readTmx(content, { sourceLocale: null })) {
    for (const { segments } of units) {
      texts[0].push(segments[0]?.text ?? '')
      texts[1].push(segments[1]?.text ?? '')
    }
  }
  await database.query(
    `insert into memory_entries (memory_id, locale_id, source_text, target_text, created_at, updated_at)
     select $1, $2, source, target, now(), now() from unnest($3::text[], $4::text[]) as t (source, target)`,
    [memoryId, localeId, ...texts],
  )
}

export default scenario
