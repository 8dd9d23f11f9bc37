// Measures the service beside its limits: `npm run bench [name …]`, all scenarios by default. See README.md.
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { basename, join } from 'node:path'
import { Bench, type LoneScenario, type Scenario } from './lib/bench.ts'
import { cleanUp } from './lib/cleanup.ts'
import { type Figure, isMet, ratioOf, table } from './lib/report.ts'

const SCENARIOS = join(import.meta.dirname, 'scenarios')
const RESULTS = join(import.meta.dirname, 'results')
/** More than twice what the longest step takes on a busy machine. What takes longer waits for something that never comes. */
const LONGEST_STEP_MINUTES = 10

const names = readdirSync(SCENARIOS).map((file) => basename(file, '.ts'))
const given = process.argv.slice(2)
const unknown = given.filter((name) => !names.includes(name))
if (unknown.length > 0) {
  console.error(`There is no scenario ${unknown.join(', ')}. Choose from: ${names.join(', ')}`)
  process.exit(2)
}

process.once('uncaughtException', async (error) => {
  console.error(error)
  await cleanUp()
  process.exit(1)
})

let interrupted = false
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, async () => {
    interrupted = true
    console.error(`\nStopped by ${signal}; cleaning up.`)
    await cleanUp()
    process.exit(130)
  })
}

try {
  const figures = await measure(given.length > 0 ? given : names)
  console.log(`\n${table(figures)}\n`)
  console.log(`Written to ${save(figures)}`)
  process.exitCode = figures.some((figure) => isMet(figure) === false) ? 1 : 0
} catch (error) {
  // What is measured breaks off when it is interrupted; that is no news.
  if (!interrupted) console.error(error)
  process.exitCode = 1
} finally {
  await cleanUp()
}
// What a broken-off step still waits for would keep the process.
process.exit()

async function measure(chosen: string[]): Promise<Figure[]> {
  const scenarios: [name: string, scenario: Scenario | LoneScenario][] = []
  for (const name of chosen) {
    const module = (await import(join(SCENARIOS, `${name}.ts`))) as { default: Scenario | LoneScenario }
    scenarios.push([name, module.default])
  }
  const figures: Figure[] = []
  const needsService = scenarios.some(([, scenario]) => 'run' in scenario)
  const open = () => timed('load', 'a project of 100,000 keys in three languages', () => Bench.open())
  const bench = needsService ? await open() : undefined
  for (const [name, scenario] of scenarios) {
    const run = () => {
      if ('runAlone' in scenario) return scenario.runAlone(name)
      if (!bench) throw new Error(`${name} needs the service`)
      return scenario.run(bench, name)
    }
    figures.push(...(await measureScenario(name, scenario.summary, run)))
  }
  return figures
}

/** A machine has bad moments: what misses a target is measured once more, and then that counts. Both tries are printed. */
async function measureScenario(name: string, summary: string, run: () => Promise<Figure[]>): Promise<Figure[]> {
  const figures = await timed(name, summary, run)
  if (!tellMissed(figures)) return figures
  const again = await timed(`${name}, once more`, summary, run)
  tellMissed(again)
  return again
}

function tellMissed(figures: Figure[]): boolean {
  const missed = figures.filter((figure) => isMet(figure) === false)
  if (missed.length > 0) console.log(table(missed))
  return missed.length > 0
}

async function timed<T>(name: string, summary: string, work: () => Promise<T>): Promise<T> {
  const began = performance.now()
  process.stdout.write(`${name}: ${summary} … `)
  const result = await inTime(name, work())
  console.log(`${((performance.now() - began) / 1000).toFixed(1)} s`)
  return result
}

async function inTime<T>(name: string, work: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const sentence = `"${name}" did not come to its end within ${LONGEST_STEP_MINUTES} minutes`
  const timer = setTimeout(() => reject(new Error(sentence)), LONGEST_STEP_MINUTES * 60_000)
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

function save(figures: Figure[]): string {
  const at = new Date().toISOString()
  const machine = { cpu: cpus()[0]?.model, cores: cpus().length, load: loadavg(), node: process.version }
  const results = figures.map((figure) => ({ ...figure, ratio: ratioOf(figure), met: isMet(figure) }))
  mkdirSync(RESULTS, { recursive: true })
  const file = join(RESULTS, `${at.replaceAll(/[:.]/g, '-')}.json`)
  writeFileSync(file, `${JSON.stringify({ at, machine, figures: results }, null, 2)}\n`)
  return file
}
