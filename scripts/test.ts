// Runs test files against one PostgreSQL that is started for them: `npm run test:only [-- files]`, all by default.
import { type StdioOptions, spawn } from 'node:child_process'
import { closeSync, existsSync, globSync, openSync, readFileSync, statfsSync, statSync } from 'node:fs'
import { availableParallelism, freemem } from 'node:os'
import { join } from 'node:path'
import { findBrowser, HOW_TO_GET_ONE } from '../packages/console/test/find-browser.ts'
import { type Scratch, withScratchDatabase } from './scratch-database.ts'

const given = process.argv.slice(2)
const files = given.filter((name) => !name.startsWith('--'))
// The long runs (fuzzing, crashes) are short unless asked for in full.
const full = given.includes('--full')

/** Processes at a time: one more than there are cores, for each of them waits for a third of its time. */
const AT_ONCE = Math.min(availableParallelism(), 4) + 1
/**
 * Files that share a process. Each process reads the whole service first, a second of work, and warms it up; those of the
 * console share a browser and a running service, too.
 */
const TOGETHER = 16
const TOGETHER_IN_BROWSER = 8
/** What has not ended by then never will: something that a test left open keeps its process alive. */
const LONGEST_MS = full ? 4 * 3_600_000 : 10 * 60_000

async function run(scratch: Scratch, names: string[]): Promise<number> {
  const waiting = inProcesses(names)
  const totals = new Map<string, number>()
  const failures: Failure[] = []
  const times: [number, string][] = []
  // One of them goes through the browsers, which would be in each other's way; the others begin with the longest.
  const work = async (_: unknown, index: number) => {
    const next = () => (index === 0 ? waiting.shift() : waiting.pop())
    for (let group = next(); group; group = next()) {
      const began = performance.now()
      const { exit, output, killed } = await runTogether(scratch, group)
      times.push([
        performance.now() - began,
        group.length === 1 ? (group[0] ?? '') : `${group[0]} and ${group.length - 1} more`,
      ])
      // A process that died has no summary: it is told whole, and its exit fails the run.
      const [told = '', failing = ''] = output.replaceAll(SUMMARY, '').split(FAILURES)
      process.stdout.write(told)
      for (const [, name = '', count] of output.matchAll(SUMMARY)) add(totals, name, Number(count))
      if (exit !== 0) failures.push({ group, killed, failing })
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  times.sort(([a], [b]) => b - a)
  for (const [ms, name] of times.slice(0, LONGEST_TOLD)) console.log(`ℹ ${(ms / 1000).toFixed(1)} s ${name}`)
  for (const [name, count] of totals) console.log(`ℹ ${name} ${count}`)
  // At the very end, where somebody looks first: thousands of lines stand above.
  for (const { group, killed, failing } of failures) {
    if (killed) console.log(`✖ never ended, and was killed:\n${group.join('\n')}\n`)
    if (failing) console.log(`✖ failing tests:${failing}`)
  }
  return failures.length === 0 || (await passAlone(scratch, failures)) ? 0 : 1
}

interface Failure {
  group: string[]
  killed: boolean
  failing: string
}

/**
 * What failed beside others is tried once more with nothing beside it: three processes on two cores get in each other's
 * way, and a shared machine stands still for seconds. What fails again is red. What does not is told as loudly, since it
 * has a cause that somebody must find; and where much fails at once, no neighbour is to blame.
 */
async function passAlone(scratch: Scratch, failures: Failure[]): Promise<boolean> {
  const again = failures.map(({ group, failing }) => group.filter((name) => failing.includes(`test at ${name}:`)))
  const known = failures.every(({ killed }, at) => !killed && again[at]?.length)
  if (files.length > 0 || !known || again.flat().length > MOST_TRIED_AGAIN) return false
  for (const group of again) {
    const { exit, output } = await runTogether(scratch, group)
    if (exit !== 0) console.log(`✖ failing again, alone:\n${output}`)
    if (exit !== 0) return false
    console.log(`⚠ passed only alone, at the second try: ${group.join(', ')}`)
  }
  return true
}

const MOST_TRIED_AGAIN = 3

/** Who wants the suite shorter begins with these. */
const LONGEST_TOLD = 12

/** What a process counts at its end. How long each took is left out: they run side by side. */
const SUMMARY = /^ℹ (?:duration_ms|(tests|suites|pass|fail|cancelled|skipped|todo)) ([\d.]+)\n/gm

/** Where a process begins to tell again, in full, what failed in it. */
const FAILURES = /^✖ failing tests:/m

const add = (totals: Map<string, number>, name: string, count: number) =>
  name === '' ? totals : totals.set(name, (totals.get(name) ?? 0) + count)

/** First what needs a browser, then what is short, at the end what is long: none of that is left over for the last. */
function inProcesses(names: string[]): string[][] {
  const others = names.filter((name) => !isOfBrowser(name))
  const alone = bySize(others.filter(isAlone)).reverse()
  return [
    ...inGroups(names.filter(isOfBrowser), TOGETHER_IN_BROWSER),
    ...alone.map(({ name }) => [name]),
    ...inGroups(
      others.filter((name) => !isAlone(name)),
      TOGETHER,
    ),
  ]
}

/** The longer a file, the longer it takes: each goes where there is least so far. */
function inGroups(names: string[], together: number): string[][] {
  const groups = Array.from({ length: Math.ceil(names.length / together) }, () => ({ size: 0, names: [] as string[] }))
  for (const { name, size } of bySize(names)) {
    const smallest = groups.reduce((least, group) => (group.size < least.size ? group : least))
    smallest.size += size
    smallest.names.push(name)
  }
  return groups.map((group) => group.names)
}

/** The largest first. */
const bySize = (names: string[]) =>
  names.map((name) => ({ name, size: statSync(name).size })).sort((a, b) => b.size - a.size)

/**
 * Files that start services of their own as processes, hold memory, time and turns of the event loop to figures, or have
 * hooks that would run around the tests of others too.
 */
const isAlone = (name: string) =>
  /^(before|after)(Each)?\(|process\.(?!env)|performance\.now|child_process|\/(running-service|crash-scene|longest-turn|this-machine)\.ts/m.test(
    readFileSync(name, 'utf8'),
  )

function runTogether({ connection, dataDir }: Scratch, names: string[]) {
  const env = {
    ...process.env,
    PARLANCE_TEST_SOCKET: connection.host,
    // What is made once for all of them.
    PARLANCE_TEST_SHARED: dataDir,
    // Half of a start is reading one's own code, and over a hundred processes read the same.
    NODE_COMPILE_CACHE: join(dataDir, 'code'),
    FORCE_COLOR: process.stdout.isTTY ? '1' : '0',
    ...(full ? { PARLANCE_TEST_FULL: '1' } : {}),
  }
  // Into a file: what is on its way through a pipe is lost when the process ends itself.
  const printed = join(dataDir, `printed-${++runs}`)
  const file = openSync(printed, 'w')
  const stdio: StdioOptions = ['ignore', file, file]
  const tests = spawn(process.execPath, ['--test', ...limitsOf(names), ...names], { stdio, env })
  closeSync(file)
  let killed = false
  const limit = setTimeout(() => {
    killed = tests.kill('SIGKILL')
  }, LONGEST_MS)
  return new Promise<{ exit: number; output: string; killed: boolean }>((resolve) =>
    tests.on('exit', (exit) => {
      clearTimeout(limit)
      resolve({ exit: exit ?? 1, output: readFileSync(printed, 'utf8'), killed })
    }),
  )
}

let runs = 0

function limitsOf(names: string[]): string[] {
  // What a failed test leaves open (a reader of a stream, a browser) would keep its process alive for good.
  const always = ['--test-isolation=none', '--test-reporter=spec', '--test-force-exit']
  if (names.some(isOfBrowser)) return [...always, '--test-timeout=240000']
  // What never ends is a fault of its own; in full there are runs of an hour.
  return full ? always : [...always, '--test-timeout=300000']
}

const isOfBrowser = (name: string) => /^packages\/(console\/test|context\/test\/in-page)/.test(name)

/** Without a browser what needs one is left out, said loudly; where it must not be left out, the run fails. */
function withBrowser(names: string[]): string[] {
  if (!names.some(isOfBrowser)) return names
  const browser = findBrowser()
  if (browser) process.env['CHROMIUM_PATH'] = browser
  if (browser) return names
  console.log(`✖ NO BROWSER: the tests in pages are ${process.env['CI'] ? 'missing' : 'skipped'}. ${HOW_TO_GET_ONE}`)
  if (process.env['CI']) process.exit(1)
  return names.filter((name) => !isOfBrowser(name))
}

/** Where there is memory to spare, files that nobody keeps are made in it: the tests make hundreds of databases. */
function temporaryFolder(): string | undefined {
  const inMemory = '/dev/shm'
  if (!existsSync(inMemory)) return undefined
  const { bavail, bsize } = statfsSync(inMemory)
  return Math.min(bavail * bsize, freemem()) > ROOM_BYTES ? inMemory : undefined
}

/** Twice what the databases of the tests take, and what the tests themselves do. */
const ROOM_BYTES = 8 * 2 ** 30

const folder = temporaryFolder()
if (folder) process.env['TMPDIR'] ??= folder

const wanted = withBrowser(files.length > 0 ? files : globSync('packages/*/{src,test}/**/*.test.ts').sort())
process.exit(await withScratchDatabase((scratch) => run(scratch, wanted)))
