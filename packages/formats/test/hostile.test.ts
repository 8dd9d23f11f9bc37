import assert from 'node:assert/strict'
import { describe, test as nodeTest } from 'node:test'
import type { Entry } from '../src/entry.ts'
import type { Format, Piece } from '../src/format.ts'
import { formats } from '../src/formats.ts'
import { type Remark, UnreadableFile } from '../src/remark.ts'
import {
  bombsOfXml,
  bombsOfYaml,
  brokenFiles,
  type Hostile,
  longOnes,
  manyOnes,
  openings,
  Sample,
  wholeFiles,
} from './hostile-files.ts'
import { zipBombs } from './zip-bombs.ts'

/** What does not end by then never does. */
const MOST_MS = 20_000
/** A machine has bad moments; what is slow at every try is slow. */
const TRIES = 3
const AFFORDABLE_MS = 60
/** What takes a minute for all formats: `HOSTILE=full`, for whoever writes one. */
const isFull = process.env['HOSTILE'] === 'full'
/** Nobody else is served for so long. Half of it is promised, on a machine that does nothing else. */
const LONGEST_STEP_MS = isFull ? 50 : 100
/** Each is looked at only where the one before took time in proportion. */
const SMALL = isFull ? [2 ** 15, 2 ** 18] : [2 ** 13, 2 ** 16]
const MIDDLE = isFull ? [2 ** 16, 5 * 2 ** 20] : [2 ** 16, 2 ** 19]
const LARGE = [2 ** 16, 5 * 2 ** 20]

/** What is known to be slow, by format and test. */
const KNOWN: Readonly<Record<string, Record<string, string>>> = {}

/** With the files beside theirs. */
const all = (formats as readonly Format[]).flatMap((format) => [
  format,
  ...(format.companion ? [format.companion.format] : []),
])
/** Of formats that read with the same code, the first. */
const distinct = all.filter(({ read }, at) => all.findIndex((format) => format.read === read) === at)

for (const format of distinct) {
  const sample = new Sample(format)
  const test = (title: string, work: () => void) =>
    nodeTest(title, { skip: (!isFull && KNOWN[format.id]?.[title]) || false }, work)
  describe(format.id, () => {
    test('signs without end', () => assertHarmless(format, wholeFiles(sample), LARGE))
    test('what opens and never closes', () => assertHarmless(format, openings(sample), SMALL))
    test('long ones', () => assertHarmless(format, longOnes(sample), LARGE))
    test('many of them', () => assertHarmless(format, manyOnes(sample), MIDDLE))
    test('files that are broken anywhere', () => {
      const faults: string[] = []
      for (const [title, bytes] of brokenFiles(sample)) {
        const { fault } = read(format, bytes)
        if (fault) faults.push(`${title}: ${fault}`)
      }
      assert.deepEqual(faults, [])
    })
    if (sample.isXml) test('entities are refused', () => assertRefused(format, bombsOfXml(sample), 'unsafe_xml'))
    if (format.id.startsWith('yaml'))
      test('aliases are counted', () => assertRefused(format, bombsOfYaml(), 'unsafe_yaml'))
    if (format.id === 'xlsx')
      test('archives that become too large', () => {
        const faults = zipBombs().map(([title, bytes]) => [title, outcomeOf(format, bytes, [])] as const)
        assert.deepEqual(
          faults.filter(([, fault]) => fault !== undefined),
          [],
        )
      })
  })
}

function assertRefused(format: Format, bombs: [string, Uint8Array][], code: Remark['code']): void {
  for (const [title, bytes] of bombs) {
    const { codes, fault } = read(format, bytes)
    assert.equal(fault, undefined, title)
    assert.ok(codes.includes(code), `${title}: ${codes.join(', ')}`)
  }
}

function assertHarmless(format: Format, cases: Hostile[], sizes: number[]): void {
  const faults: string[] = []
  for (const { title, make } of cases) {
    let before: { ms: number; size: number } | undefined
    for (const size of sizes) {
      const wanted = before && !isFull ? affordable(size, before) : size
      const bytes = make(wanted)
      const growth = before && bytes.length / before.size
      // Half as much again for what the machine does beside, and what it takes to begin.
      const most = before && growth ? 1.5 * growth * Math.max(before.ms, 5) + 50 : MOST_MS
      const isPatched = isFull || (wanted > 2 ** 13 && wanted < 2 ** 20)
      const works = [() => read(format, bytes), ...(isPatched ? [() => patch(format, bytes)] : [])]
      const found = works.map((work) => atBest(work, most))
      const fault = found.map((one) => one.fault).find((one) => one !== undefined)
      if (fault) faults.push(`${title}, ${bytes.length} bytes: ${fault}`)
      if (fault) break
      before = { ms: Math.max(...found.map(({ ms }) => ms)), size: bytes.length }
    }
  }
  assert.deepEqual(faults, [])
}

/** A slow format has been looked at long enough with less, unless everything is wanted. */
const affordable = (size: number, before: { ms: number; size: number }) =>
  Math.round(Math.min(size, Math.max(2 * before.size, (AFFORDABLE_MS * before.size) / Math.max(before.ms, 1))))

interface Outcome {
  ms: number
  longestStepMs: number
  /** Of remarks and of what was thrown. */
  codes: string[]
  fault?: string
}

function atBest(work: () => Outcome, most: number): Outcome {
  let outcome = work()
  for (let tries = 1; tries < TRIES && isSlow(outcome, most) && outcome.ms < 5 * most; tries++) {
    const again = work()
    outcome = {
      ...again,
      ms: Math.min(outcome.ms, again.ms),
      longestStepMs: Math.min(outcome.longestStepMs, again.longestStepMs),
    }
  }
  const { ms, longestStepMs, fault } = outcome
  if (fault || !isSlow(outcome, most)) return outcome
  const slow = longestStepMs > LONGEST_STEP_MS ? `a step of ${Math.round(longestStepMs)} ms` : undefined
  return { ...outcome, fault: slow ?? `${Math.round(ms)} ms, at most ${Math.round(most)} would be in proportion` }
}

const isSlow = ({ ms, longestStepMs }: Outcome, most: number) => ms > most || longestStepMs > LONGEST_STEP_MS

function read(format: Format, bytes: Uint8Array): Outcome {
  const codes: string[] = []
  const entries: Entry[] = []
  const steps = new Steps()
  const fault = steps.through(
    () => format.read(bytes, { locale: 'de', remark: ({ code }) => codes.push(code) }),
    (part) => entries.push(...part.entries),
    codes,
  )
  return { ms: steps.ms, longestStepMs: steps.longestMs, codes, ...faultOf(fault ?? unstorable(entries, codes)) }
}

/** Brings the file up to date with something it does not have. */
function patch(format: Format, base: Uint8Array): Outcome {
  const codes: string[] = []
  const steps = new Steps()
  const options = { locale: 'de', structure: 'flat', style: 'pretty', remark: () => undefined } as const
  const entry = { key: 'Knew', value: 'new', syntax: format.syntax, ...(format.isMultiLocale && { locale: 'de' }) }
  const fault = steps.through<Piece>(
    function* () {
      const writer = format.patch?.(base, options)
      if (!writer) return
      yield writer.add([entry])
      yield* writer.end()
    },
    () => undefined,
    codes,
  )
  return { ms: steps.ms, longestStepMs: steps.longestMs, codes, ...faultOf(fault) }
}

const faultOf = (fault: string | undefined) => (fault === undefined ? {} : { fault })

/** By the work of this thread, so that others on the machine count little. */
class Steps {
  ms = 0
  longestMs = 0

  /** Anything but an end or an UnreadableFile is a fault. */
  through<T>(make: () => Iterable<T>, take: (step: T) => void, codes: string[]): string | undefined {
    try {
      const iterator = this.#timed(() => make()[Symbol.iterator]())
      for (let step = this.#timed(() => iterator.next()); !step.done; step = this.#timed(() => iterator.next())) {
        take(step.value)
        if (this.ms > MOST_MS) return 'no end'
      }
    } catch (error) {
      if (!(error instanceof UnreadableFile))
        return error instanceof Error ? `${error.name}: ${error.message}` : 'thrown'
      codes.push(error.code)
    }
    return undefined
  }

  #timed<R>(work: () => R): R {
    const began = process.threadCpuUsage()
    try {
      return work()
    } finally {
      const { user, system } = process.threadCpuUsage(began)
      const ms = (user + system) / 1_000
      this.ms += ms
      this.longestMs = Math.max(this.longestMs, ms)
    }
  }
}

/** What is told without an error can be stored. */
function unstorable(entries: readonly Entry[], codes: readonly string[]): string | undefined {
  const isFine = (text: string) => text.isWellFormed() && !text.includes('\0')
  const bad = entries.find(({ value, description = '' }) => !isFine(value) || !isFine(description))
  if (bad) return `a text that cannot be stored: ${JSON.stringify(bad.value.slice(0, 20))}`
  const name = entries.find(({ key }) => !isFine(key))
  return name && codes.length === 0
    ? `a name that cannot be stored: ${JSON.stringify(name.key.slice(0, 20))}`
    : undefined
}

function outcomeOf(format: Format, bytes: Uint8Array, wanted: string[]): string | undefined {
  const { fault, codes, longestStepMs } = atBest(() => read(format, bytes), MOST_MS)
  if (fault) return fault
  return wanted.every((code) => codes.includes(code)) ? undefined : `${codes.join(', ')} ${longestStepMs}`
}
