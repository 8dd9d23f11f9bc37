// Runs test files against one PostgreSQL that is started for them: `npm run test:only [-- files]`, all by default.
import { spawn } from 'node:child_process'
import { globSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { findBrowser, HOW_TO_GET_ONE } from '../packages/console/test/find-browser.ts'
import { type Scratch, withScratchDatabase } from './scratch-database.ts'

const given = process.argv.slice(2)
const files = given.filter((name) => !name.startsWith('--'))
// The long runs (fuzzing, crashes) are short unless asked for in full.
const full = given.includes('--full')

/** Processes at a time, as many as the smallest machine has cores. */
const AT_ONCE = 2
/**
 * Files that share a process. Each process reads the whole service first, a second of work, and warms it up; those of the
 * console share a browser and a running service, too.
 */
const TOGETHER = 8
/** What has not ended by then never will: something that a test left open keeps its process alive. */
const LONGEST_MS = full ? 4 * 3_600_000 : 10 * 60_000

async function run(scratch: Scratch, names: string[]): Promise<number> {
  const waiting = inProcesses(names)
  const totals = new Map<string, number>()
  const failures: string[] = []
  const times: [number, string][] = []
  let failed = 0
  const work = async () => {
    for (let group = waiting.shift(); group; group = waiting.shift()) {
      const began = performance.now()
      const { exit, output, killed } = await runTogether(scratch, group)
      times.push([
        performance.now() - began,
        group.length === 1 ? (group[0] ?? '') : `${group[0]} and ${group.length - 1} more`,
      ])
      if (killed) failures.push(`\n\nnever ended, and was killed:\n${group.join('\n')}\n`)
      // A process that died has no summary: it is told whole, and its exit fails the run.
      const [told = '', failing] = output.replaceAll(SUMMARY, '').split(FAILURES)
      process.stdout.write(told)
      if (failing) failures.push(failing)
      for (const [, name = '', count] of output.matchAll(SUMMARY)) add(totals, name, Number(count))
      if (exit !== 0) failed++
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  times.sort(([a], [b]) => b - a)
  for (const [ms, name] of times.slice(0, LONGEST_TOLD)) console.log(`ℹ ${(ms / 1000).toFixed(1)} s ${name}`)
  for (const [name, count] of totals) console.log(`ℹ ${name} ${count}`)
  // At the very end, where somebody looks first: thousands of lines stand above.
  for (const failing of failures) console.log(`✖ failing tests:${failing}`)
  return failed === 0 ? 0 : 1
}

/** Who wants the suite shorter begins with these. */
const LONGEST_TOLD = 12

/** What a process counts at its end. How long each took is left out: they run side by side. */
const SUMMARY = /^ℹ (?:duration_ms|(tests|suites|pass|fail|cancelled|skipped|todo)) ([\d.]+)\n/gm

/** Where a process begins to tell again, in full, what failed in it. */
const FAILURES = /^✖ failing tests:/m

const add = (totals: Map<string, number>, name: string, count: number) =>
  name === '' ? totals : totals.set(name, (totals.get(name) ?? 0) + count)

/** The longest first, so that none of them is left over for the end, when one core would stand idle. */
function inProcesses(names: string[]): string[][] {
  const others = names.filter((name) => !isOfBrowser(name))
  const alone = others.filter(isAlone)
  const shared = others.filter((name) => !isAlone(name))
  const groups = Array.from({ length: Math.ceil(shared.length / TOGETHER) }, (_, index) =>
    shared.slice(index * TOGETHER, (index + 1) * TOGETHER),
  )
  return [...inBrowsers(names.filter(isOfBrowser)), ...alone.map((name) => [name]), ...groups]
}

/** The longer a file, the longer it takes: each goes where there is least so far. */
function inBrowsers(names: string[]): string[][] {
  const groups = Array.from({ length: Math.ceil(names.length / TOGETHER) }, () => ({ size: 0, names: [] as string[] }))
  const files = names.map((name) => ({ name, size: statSync(name).size })).sort((a, b) => b.size - a.size)
  for (const { name, size } of files) {
    const smallest = groups.reduce((least, group) => (group.size < least.size ? group : least))
    smallest.size += size
    smallest.names.push(name)
  }
  return groups.map((group) => group.names)
}

/**
 * Files that start services of their own as processes, hold memory and turns of the event loop to figures, or have hooks
 * that would run around the tests of others too.
 */
const isAlone = (name: string) =>
  name.startsWith('packages/server/test/') ||
  /^(before|after)(Each)?\(|process\.|eventLoop|performance\.now/m.test(readFileSync(name, 'utf8'))

function runTogether({ connection, dataDir }: Scratch, names: string[]) {
  const env = {
    ...process.env,
    PARLANCE_TEST_SOCKET: connection.host,
    // Half of a start is reading one's own code, and over a hundred processes read the same.
    NODE_COMPILE_CACHE: join(dataDir, 'code'),
    FORCE_COLOR: process.stdout.isTTY ? '1' : '0',
    ...(full ? { PARLANCE_TEST_FULL: '1' } : {}),
  }
  const tests = spawn(process.execPath, ['--test', ...limitsOf(names), ...names], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env,
  })
  const chunks: Buffer[] = []
  tests.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
  tests.stderr.on('data', (chunk: Buffer) => chunks.push(chunk))
  let killed = false
  const limit = setTimeout(() => {
    killed = tests.kill('SIGKILL')
    // Its own children may hold what it printed to open for ever.
    tests.stdout.destroy()
    tests.stderr.destroy()
  }, LONGEST_MS)
  return new Promise<{ exit: number; output: string; killed: boolean }>((resolve) =>
    tests.on('close', (exit) => {
      clearTimeout(limit)
      resolve({ exit: exit ?? 1, output: Buffer.concat(chunks).toString(), killed })
    }),
  )
}

function limitsOf(names: string[]): string[] {
  // What a failed test leaves open (a reader of a stream, a browser) would keep its process alive for good.
  const always = ['--test-isolation=none', '--test-reporter=spec', '--test-force-exit']
  if (names.some(isOfBrowser)) return [...always, '--test-timeout=240000']
  // What never ends is a fault of its own; in full there are runs of an hour.
  return full ? always : [...always, '--test-timeout=300000']
}

const isOfBrowser = (name: string) => name.startsWith('packages/console/test/')

/** Without a browser what needs one is left out, said loudly; where it must not be left out, the run fails. */
function withBrowser(names: string[]): string[] {
  if (!names.some(isOfBrowser)) return names
  const browser = findBrowser()
  if (browser) process.env['CHROMIUM_PATH'] = browser
  if (browser) return names
  console.log(
    `✖ NO BROWSER: the tests of the console are ${process.env['CI'] ? 'missing' : 'skipped'}. ${HOW_TO_GET_ONE}`,
  )
  if (process.env['CI']) process.exit(1)
  return names.filter((name) => !isOfBrowser(name))
}

const wanted = withBrowser(files.length > 0 ? files : globSync('packages/*/{src,test}/**/*.test.ts').sort())
process.exit(await withScratchDatabase((scratch) => run(scratch, wanted)))
