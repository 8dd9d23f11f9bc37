import { existsSync } from 'node:fs'
import { compareCodePoints, type Entry, type Remark, UnreadableFile } from '@parlance/formats'
import type { Config, Status } from '../config/config.ts'
import { exitCodes } from '../exit-codes.ts'
import type { Output } from '../output/output.ts'
import type { Facts } from '../service/last-answer.ts'
import type { Service } from '../service/service.ts'
import { entriesOf, needsMeta, type Project } from '../texts/entries-of.ts'
import { type Made, makeFile } from '../texts/make-file.ts'
import { besideOf, type Place } from '../texts/places.ts'
import { tellRemarks } from '../texts/remarks.ts'
import { type Asked, askValues, type Values } from '../texts/values.ts'
import { inParallel } from './in-parallel.ts'
import type { Plan, Target } from './plan.ts'
import type { LastPull } from './unchanged.ts'

export interface PulledFile extends Omit<Made, 'state'> {
  path: string
  /** Null: all of them. */
  locale: string | null
  namespace: string
  state: Made['state'] | 'failed'
}

export interface Pulling {
  service: Service
  config: Config
  facts: Facts
  plan: Plan
  output: Output
  statuses: readonly Status[]
  empty: Project['empty']
  isDry: boolean
  isRewritten: boolean
  isPruned: boolean
}

const AT_ONCE = 4

/** One project's values on their way into files. What the service calls them (`tags`) is for the next time. */
export class Pull {
  readonly files: PulledFile[] = []
  readonly tags: Record<string, string> = {}
  readonly #pulling: Pulling
  readonly #base: string
  /** Of files of all languages: they wait until all of them have come. */
  readonly #gathered = new Map<Target, Entry[]>()

  /** What had changed when it was only asked whether anything has. */
  readonly #arrived = new Map<string, Answer>()

  constructor(pulling: Pulling) {
    this.#pulling = pulling
    const { sourceLocale, locales } = pulling.facts
    // Who may not see the source language is told of keys beside the first that they see.
    this.#base = locales.includes(sourceLocale) ? sourceLocale : (locales[0] ?? sourceLocale)
  }

  /** Whether anything has changed since; if so, or if that is not known, everything is to be pulled. */
  async isUnchanged(last: LastPull): Promise<boolean> {
    const { plan, service } = this.#pulling
    const questions = [...(this.#needsBase() ? [BASE] : []), ...plan.locales]
    let isSame = questions.every((name) => Object.hasOwn(last.tags, name))
    await inParallel(questions, AT_ONCE, async (name) => {
      if (!isSame) return
      const answer = await askValues(service, this.#asked(name), last.tags[name])
      if (!answer.values) return
      isSame = false
      this.#arrived.set(name, answer)
    })
    if (!isSame) return false
    for (const { place } of plan.targets)
      for (const one of filesOf(place)) if (existsSync(one.absolute)) this.#add(one, UNCHANGED)
    return true
  }

  async run(): Promise<void> {
    const { plan, facts, output, empty } = this.#pulling
    const project: Project = { base: NO_VALUES, sourceLocale: facts.sourceLocale, empty }
    if (this.#needsBase()) {
      output.step('Asking what is known of the keys')
      project.base = await this.#ask(BASE)
    }
    let done = 0
    await inParallel(plan.locales, AT_ONCE, async (locale) => {
      const values = await this.#ask(locale)
      await this.#takeLocale(locale, values, project)
      output.step(`Pulled ${locale} (${++done} of ${plan.locales.length})`)
    })
    for (const [target, entries] of this.#gathered) await this.#makeFiles(target, entries)
  }

  async #ask(name: string): Promise<Values> {
    const arrived = this.#arrived.get(name)
    this.#arrived.delete(name)
    const { values = NO_VALUES, tag } = arrived ?? (await askValues(this.#pulling.service, this.#asked(name)))
    if (tag !== undefined) this.tags[name] = tag
    return values
  }

  async #takeLocale(locale: string, values: Values, project: Project): Promise<void> {
    for (const target of this.#pulling.plan.targets) {
      if (!target.locales.includes(locale)) continue
      const { set, namespace } = target.place
      const entries = entriesOf(set, { namespace, locale }, values, project, this.#remarkOn(target.place))
      if (set.format.isMultiLocale) this.#gather(target, entries)
      else await this.#makeFiles(target, entries)
    }
  }

  #gather(target: Target, entries: readonly Entry[]): void {
    const all = this.#gathered.get(target) ?? []
    for (const entry of entries) all.push(entry)
    this.#gathered.set(target, all)
  }

  /** A file and the one beside it. Where nothing is to be said, none is begun. */
  async #makeFiles(target: Target, entries: readonly Entry[]): Promise<void> {
    const { place } = target
    const { companion } = place.set.format
    const files = filesOf(place)
    for (const one of files) {
      const isThere = existsSync(one.absolute)
      const isBeside = one !== place
      // Of texts that a file cannot hold, one that is there knows which they are.
      const isShared = !isThere && companion && files.length > 1
      const own = isShared ? entries.filter((entry) => companion.holds(entry) === isBeside) : entries
      if (own.length > 0 || isThere) await this.#makeFile(one, inOrder(own, target.locales), target.locales)
    }
  }

  async #makeFile(place: Place, entries: readonly Entry[], locales: readonly string[]): Promise<void> {
    const { facts, isDry, isRewritten, isPruned, output } = this.#pulling
    const making = { sourceLocale: facts.sourceLocale, locales, isDry, isRewritten, isPruned }
    try {
      this.#add(place, await makeFile(place, entries, making, this.#remarkOn(place)))
    } catch (error) {
      this.#add(place, { ...UNCHANGED, state: 'failed' })
      output.problem({ exitCode: exitCodes.file, file: place.path, ...faultOf(error) })
    }
  }

  #add({ path, locale, namespace }: Place, made: Omit<PulledFile, 'path' | 'locale' | 'namespace'>): void {
    this.files.push({ path, locale, namespace, ...made })
  }

  #remarkOn(place: Place) {
    return (remark: Remark) => void tellRemarks(this.#pulling.output, place, [{ ...remark, severity: 'warning' }])
  }

  #needsBase(): boolean {
    const { plan, empty } = this.#pulling
    return empty !== 'omit' || plan.targets.some(({ place }) => needsMeta(place.set))
  }

  #asked(name: string): Asked {
    const { plan, statuses } = this.#pulling
    if (name === BASE) return { locales: [this.#base], namespaces: this.#namespaces(), statuses: [], include: ['meta'] }
    const hasStatuses = plan.targets.some(({ place }) => place.set.format.hasStatuses)
    return { locales: [name], namespaces: this.#namespaces(), statuses, include: hasStatuses ? ['statuses'] : [] }
  }

  /** All of them are not named: there may be thousands. */
  #namespaces(): readonly string[] | undefined {
    const { plan, facts } = this.#pulling
    return plan.namespaces.length === facts.namespaces.length ? undefined : plan.namespaces
  }
}

type Answer = Awaited<ReturnType<typeof askValues>>

/** Stands for what is known of the keys, which is asked for beside the languages. */
const BASE = '*'
const NO_VALUES: Values = { texts: {}, statuses: {}, keys: {} }
const UNCHANGED = { state: 'unchanged', added: 0, changed: 0, removed: 0 } as const

export function filesOf(place: Place): Place[] {
  const beside = besideOf(place)
  return beside ? [place, beside] : [place]
}

/** Key by key, in the order of the languages. */
function inOrder(entries: readonly Entry[], locales: readonly string[]): readonly Entry[] {
  if (locales.length < 2) return entries
  const positions = new Map(locales.map((locale, at) => [locale, at]))
  const positionOf = ({ locale = '' }: Entry) => positions.get(locale) ?? 0
  return entries.toSorted((a, b) => compareCodePoints(a.key, b.key) || positionOf(a) - positionOf(b))
}

function faultOf(error: unknown): { code: string; message: string; line?: number; column?: number } {
  if (error instanceof UnreadableFile) {
    const message = `${error.message} (--rewrite replaces the file)`
    return { code: error.code, message, ...error.place }
  }
  const { code, message, syscall } = error as NodeJS.ErrnoException
  if (syscall === undefined) throw error
  return { code: code ?? 'FILE', message }
}
