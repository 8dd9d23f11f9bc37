import { setTimeout as sleep } from 'node:timers/promises'
import { checkValue, NO_TERMS, SYNTAXES } from '../../packages/checks/src/index.ts'
import type { Bench, Scenario } from '../lib/bench.ts'
import { type Connection, connected } from '../lib/driver.ts'
import { LoopWatch } from '../lib/event-loop.ts'
import { dropSearchIndexes } from '../lib/load-keys.ts'
import { loadValues, MANY_LOCALES } from '../lib/load-values.ts'
import { percentile } from '../lib/measure.ts'
import type { Figure } from '../lib/report.ts'

const KEYS = Number(process.env['CHECKED_KEYS'] ?? 100_000)
const VALUES = KEYS * MANY_LOCALES.length
/** For all of them, and as much less for fewer. */
const TARGET_MS = 120_000 * (KEYS / 100_000)
const WRITTEN = 1_000
const ROUNDS = 5
const PREVIEWS = 300
const LONGEST = 65_536
const POLL_MS = 50

const scenario: Scenario = {
  summary: `what is wrong with ${VALUES.toLocaleString('en')} values, after an import of them and all over again`,
  async run(bench, name) {
    const figure = (measure: string, product: number, target?: number): Figure => ({
      scenario: name,
      measure,
      unit: 'ms',
      product,
      ...(target === undefined ? {} : { target: { of: 'product', is: '≤', value: target } as const }),
    })
    const loop = new LoopWatch()
    return connected(bench.database, async (database) => {
      // Searches are not measured here, and their index takes longer to write than all the rest.
      const rebuild = await dropSearchIndexes(database)
      const project = new CheckedProject(database, bench, await createProject(bench))
      await project.untilChecked()
      await loadValues(database, project.id, KEYS, 'recorded')
      const imported = await loop.during(bench.service, () => project.untilChecked())
      const found = await project.countIssues()
      await project.beginAgain()
      const swept = await loop.during(bench.service, () => project.untilChecked())
      const [written, previews] = [await project.writeSome(), await preview(bench, project.id)]
      await project.remove()
      for (const definition of rebuild) await database.query(definition)
      return [
        figure(
          `an import of ${VALUES.toLocaleString('en')} values, until they are checked`,
          imported.wallMs,
          TARGET_MS,
        ),
        figure('the same, processors', imported.cpuMs),
        figure('the whole project again, processors', swept.cpuMs, TARGET_MS),
        figure('the same, by the clock', swept.wallMs),
        figure('processors for 1,000 values', (1_000 * swept.cpuMs) / VALUES),
        { scenario: name, measure: 'values with a finding, of 1', unit: 'of 1', product: found / VALUES },
        figure(`${WRITTEN.toLocaleString('en')} values written together, until they are checked`, written, 2_000),
        figure('preview of one value, p50', percentile(previews, 0.5)),
        figure('preview of one value, p95', percentile(previews, 0.95), 20),
        ...hostile().map(([kind, ms]) => figure(`${LONGEST.toLocaleString('en')} characters, ${kind}`, ms, 50)),
        ...loop.figures(name, 'checking all'),
      ]
    })
  },
}

export default scenario

class CheckedProject {
  readonly id: number
  readonly #database: Connection
  readonly #bench: Bench

  constructor(database: Connection, bench: Bench, id: number) {
    this.id = id
    this.#database = database
    this.#bench = bench
  }

  async isChecked(): Promise<boolean> {
    const { rows } = await this.#database.query(
      `select from issue_positions s join project_counters c on c.project_id = s.project_id
       where s.project_id = $1 and s.seq = c.seq and s.swept_to is null
         and not exists (select from keys_to_check m where m.project_id = s.project_id)`,
      [this.id],
    )
    return rows.length > 0
  }

  async untilChecked(): Promise<{ wallMs: number; cpuMs: number }> {
    const { service } = this.#bench
    const [began, before] = [performance.now(), service.cpuMs()]
    while (!(await this.isChecked())) await sleep(POLL_MS)
    return { wallMs: performance.now() - began, cpuMs: service.cpuMs() - before }
  }

  async beginAgain(): Promise<void> {
    await this.#database.query('update issue_positions set swept_to = 0 where project_id = $1', [this.id])
  }

  async countIssues(): Promise<number> {
    const { rows } = await this.#database.query<{ count: string }>(
      'select count(distinct (key_id, locale_id)) from issues where project_id = $1',
      [this.id],
    )
    return Number(rows[0]?.count)
  }

  /** The slowest of some rounds, from the answer on. */
  async writeSome(): Promise<number> {
    const builder = await this.#bench.buildClient(this.id)
    let slowest = 0
    for (let round = 0; round < ROUNDS; round++) {
      const texts = Object.fromEntries(
        Array.from({ length: WRITTEN }, (_, at) => [`checked.${at + 1}`, `Runde ${round}  der Werte, ${at}`]),
      )
      const body = { namespaces: { default: { de: texts } }, options: { conflictResolution: 'keep_local' } }
      await builder.ok('POST', `/v1/projects/${this.id}/import/commit`, JSON.stringify(body))
      slowest = Math.max(slowest, (await this.untilChecked()).wallMs)
    }
    builder.close()
    return slowest
  }

  /** Other scenarios shall not meet two million values more. */
  async remove(): Promise<void> {
    await this.#database.query('delete from changes where project_id = $1', [this.id])
    await this.#database.query('delete from issues where project_id = $1', [this.id])
    await this.#database.query('begin; set local session_replication_role = replica')
    for (const table of ['translations', 'keys']) {
      await this.#database.query(`delete from ${table} where project_id = $1`, [this.id])
    }
    await this.#database.query('commit')
    await this.#database.query('vacuum analyze keys, translations, changes, issues')
  }
}

async function createProject(bench: Bench): Promise<number> {
  const [sourceLocale, ...locales] = MANY_LOCALES
  const body = { name: 'Checked', sourceLocale, locales }
  const client = await bench.client()
  const { id } = await client.json<{ id: number }>('POST', `/v1/organizations/${bench.orgId}/projects`, body)
  client.close()
  return id
}

async function preview(bench: Bench, projectId: number): Promise<number[]> {
  const client = await bench.client()
  const times: number[] = []
  for (let asked = 0; asked < PREVIEWS; asked++) {
    const source = `Please try again in {minutes} minutes, attempt ${asked}`
    const body = { source, locale: 'de', value: `Bitte versuchen Sie es erneut,  Versuch ${asked}` }
    const began = performance.now()
    await client.ok('POST', `/v1/projects/${projectId}/qa/preview`, JSON.stringify(body))
    times.push(performance.now() - began)
  }
  client.close()
  return times.sort((a, b) => a - b)
}

/** Each repeated until it is as long as a value may be, as value and as source, by every syntax: the slowest. */
const HOSTILE: Record<string, string> = {
  letters: 'a',
  words: 'word ',
  'one word again and again': 'no no ',
  spaces: ' ',
  braces: '{',
  'braces of both kinds': '{a}',
  'open tags': '<a',
  tags: '<b>',
  brackets: '(',
  'percent signs': '%1$',
  digits: '1',
  numbers: '1,0 ',
  addresses: 'https://a.b/',
  'e-mail addresses': 'a@b.c ',
  entities: '&amp;',
  apostrophes: "'",
  backslashes: '\\',
  'marks upon letters': 'e\u0301\u0323',
  'marks alone': '\u0301',
  'invisible characters': '\u200b',
  embeddings: '\u202a',
  'broken characters': 'Ã¤',
  dots: '.',
  'line ends': '\n',
  Chinese: '字',
}

function hostile(): [kind: string, ms: number][] {
  return Object.entries(HOSTILE).map(([kind, part]) => {
    const text = part.repeat(Math.ceil(LONGEST / part.length)).slice(0, LONGEST)
    return [kind, Math.max(...SYNTAXES.map((syntax) => timeOf(text, syntax)))]
  })
}

/** By this thread's own work, the least of three: what the machine does beside is not the text's fault. */
function timeOf(value: string, syntax: (typeof SYNTAXES)[number]): number {
  const context = { locale: 'de', sourceLocale: 'en', syntax, isPlural: false, lengthHint: 10, terms: NO_TERMS }
  const times = Array.from({ length: 3 }, (_, round) => {
    // Another source each time: what the last one was made of is known.
    const source = `${value.slice(1)}${round}`
    const before = process.threadCpuUsage()
    checkValue({ value, source, context }, () => true)
    const { user, system } = process.threadCpuUsage(before)
    return (user + system) / 1_000
  })
  return Math.min(...times)
}
