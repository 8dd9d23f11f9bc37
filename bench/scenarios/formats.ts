import { compareCodePoints, type Entry, type Format, formats, type Writer } from '../../packages/formats/src/index.ts'
import { pluralMessage } from '../../packages/formats/src/plural-message.ts'
import { workedMs } from '../../packages/server/test/this-machine.ts'
import type { LoneScenario } from '../lib/bench.ts'
import type { Figure } from '../lib/report.ts'

const ENTRIES = Number(process.env['FORMAT_ENTRIES'] ?? 100_000)
const CHOSEN = process.env['FORMATS']?.split(',')
const ROUNDS = 2
/** A format that has taken so long is not measured again: there are thirty of them. */
const LONG_ENOUGH_MS = 8_000
/** As many values as an export takes out of the database at once. */
const PAGE = 1_000
const LONGEST_STEP_MS = 50
const LOCALE = 'de'

/** What was promised for 100,000 entries, by the beginning of an id. */
const PROMISED_MS: Record<string, number> = {
  po: 1_000,
  properties: 1_000,
  'apple-strings': 1_000,
  android: 2_000,
  xliff: 2_000,
  'qt-ts': 2_000,
  resx: 2_000,
  yaml: 6_000,
  xlsx: 5_000,
}

const scenario: LoneScenario = {
  summary: `${ENTRIES.toLocaleString('en')} entries written, read and patched in every format, against JSON`,
  async runAlone(name) {
    const all: readonly Format[] = formats
    const json = all.find(({ id }) => id === 'json')
    if (!json) throw new Error('There is no JSON to compare with')
    const unknown = CHOSEN?.filter((id) => !all.some((format) => format.id === id)) ?? []
    if (unknown.length > 0) throw new Error(`There is no format ${unknown.join(', ')}`)
    const limit = measured(json)
    return all
      .filter(({ id }) => CHOSEN?.includes(id) ?? true)
      .flatMap((format) => figuresOf(name, format, measured(format), limit))
  },
}

export default scenario

interface Work {
  ms: number
  longestStepMs: number
}

interface Measured {
  write: Work
  read: Work
  /** Left out: such files are written anew. */
  patch?: Work
  megabytes: number
  /** Of 1: entries that came back, the patched one with its new value. */
  kept: number
}

function figuresOf(scenario: string, { id }: Format, found: Measured, json: Measured): Figure[] {
  const promised = Object.entries(PROMISED_MS).find(([start]) => id === start || id.startsWith(`${start}-`))?.[1]
  const most = promised === undefined ? undefined : (promised * ENTRIES) / 100_000
  const figure = (measure: string, unit: Figure['unit'], product: number, more: Partial<Figure> = {}): Figure => ({
    scenario,
    measure: `${id}, ${measure}`,
    unit,
    product,
    ...more,
  })
  const target = (value: number, is: '≤' | '≥' = '≤') => ({ target: { of: 'product', is, value } as const })
  const timed = (measure: string, { ms }: Work, limit: Work) =>
    figure(measure, 'ms', ms, { limit: limit.ms, ...(most === undefined ? {} : target(most)) })
  const longest = (measure: string, { longestStepMs }: Work, more?: Partial<Figure>) =>
    figure(`${measure}, longest step`, 'ms', longestStepMs, more)
  return [
    figure('size of the file', 'MB', found.megabytes, { limit: json.megabytes }),
    timed('writing', found.write, json.write),
    longest('writing', found.write, target(LONGEST_STEP_MS)),
    timed('reading', found.read, json.read),
    longest('reading', found.read, target(LONGEST_STEP_MS)),
    // The service reads and writes, beside the requests of others; files are patched by the command line alone.
    ...(found.patch ? [timed('patching', found.patch, json.read), longest('patching', found.patch)] : []),
    figure('entries that came back', 'of 1', found.kept, target(1, '≥')),
  ]
}

function measured(format: Format): Measured {
  const entries = entriesFor(format)
  const rounds: Measured[] = []
  for (const began = performance.now(); rounds.length < ROUNDS; ) {
    rounds.push(measureOnce(format, entries))
    if (performance.now() - began > LONG_ENOUGH_MS) break
  }
  const best = (works: Work[]): Work => ({
    ms: Math.min(...works.map(({ ms }) => ms)),
    longestStepMs: Math.min(...works.map(({ longestStepMs }) => longestStepMs)),
  })
  const patches = rounds.flatMap(({ patch }) => patch ?? [])
  return {
    write: best(rounds.map(({ write }) => write)),
    read: best(rounds.map(({ read }) => read)),
    ...(patches.length > 0 && { patch: best(patches) }),
    megabytes: rounds[0]?.megabytes ?? 0,
    kept: Math.min(...rounds.map(({ kept }) => kept)),
  }
}

function measureOnce(format: Format, entries: readonly Entry[]): Measured {
  const options = { locale: LOCALE, structure: 'flat', style: 'pretty' } as const
  const steps = { write: new Steps(), read: new Steps(), patch: new Steps() }
  const file = written(steps.write, () => format.write(options), entries)
  const found = entriesOf(steps.read, format, file)
  const one = Math.floor(entries.length / 2)
  const changed = entries.map((entry, at) =>
    at === one ? { ...entry, value: 'Something else', isPlural: false } : entry,
  )
  const { patch } = format
  const patched = patch && written(steps.patch, () => patch.call(format, file, options), changed)
  const again = patched ? entriesOf(new Steps(), format, patched) : found
  const { key = '', value } = entries[one] ?? {}
  // A template has no values.
  const isPatched = !patched || found.get(key)?.value !== value || again.get(key)?.value.includes('Something else')
  return {
    write: steps.write,
    read: steps.read,
    ...(patched && { patch: steps.patch }),
    megabytes: file.length / 1e6,
    kept: isPatched ? Math.min(found.size, again.size) / entries.length : 0,
  }
}

/** Measures by the work of this thread, garbage collection included: what the machine does beside is not its fault. */
class Steps implements Work {
  ms = 0
  longestStepMs = 0

  take<T>(step: () => T): T {
    const began = workedMs()
    const result = step()
    const ms = workedMs() - began
    this.ms += ms
    this.longestStepMs = Math.max(this.longestStepMs, ms)
    return result
  }
}

function written(steps: Steps, make: () => Writer, entries: readonly Entry[]): Uint8Array {
  const pieces: (string | Uint8Array)[] = []
  const writer = steps.take(make)
  for (let at = 0; at < entries.length; at += PAGE)
    pieces.push(steps.take(() => writer.add(entries.slice(at, at + PAGE))))
  const end = steps.take(() => writer.end()[Symbol.iterator]())
  for (let step = steps.take(() => end.next()); !step.done; step = steps.take(() => end.next())) pieces.push(step.value)
  return Buffer.concat(pieces.map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece)))
}

function entriesOf(steps: Steps, format: Format, file: Uint8Array): Map<string, Entry> {
  const found = new Map<string, Entry>()
  const remark = () => undefined
  const reading = steps.take(() => format.read(file, { locale: LOCALE, remark }))
  for (let step = steps.take(() => reading.next()); !step.done; step = steps.take(() => reading.next()))
    for (const entry of step.value.entries) found.set(entry.key, entry)
  return found
}

/** Syntaxes that have plurals of their own, inside their texts. */
const RAW = new Set(['vue', 'laravel', 'fluent'])

/** As in a program of some size: names that every format can hold, a plural among twenty, a comment at every tenth. */
function entriesFor({ syntax, hasPlurals, hasDescriptions, isMultiLocale }: Format): Entry[] {
  return Array.from({ length: ENTRIES }, (_, at) => {
    const isPlural = hasPlurals && !RAW.has(syntax) && at % 20 === 7
    return {
      key: `screen_${Math.floor(at / 40)}_label_${at}`,
      value: isPlural ? plural(at) : text(at),
      syntax,
      ...(isPlural && { isPlural }),
      ...(hasDescriptions && at % 10 === 3 && { description: `Shown on top of screen ${Math.floor(at / 40)}` }),
      ...(isMultiLocale && { locale: LOCALE }),
    }
  }).sort((a, b) => compareCodePoints(a.key, b.key))
}

const text = (at: number) =>
  at % 25 === 0
    ? `Zeile ${at}: „Größe“ & "Gewicht",\nund so weiter`
    : `Die Änderungen an Seite ${at} werden gespeichert, sobald Sie fertig sind.`

const plural = (at: number) =>
  pluralMessage({
    argument: 'count',
    type: 'cardinal',
    branches: new Map([
      ['one', `Eine Datei in Ordner ${at}`],
      ['other', `Mehrere Dateien in Ordner ${at}`],
    ]),
  })
