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
  #project: Promise<Project> | undefined
  /** Languages whose values are what they were. */
  readonly #same = new Set<string>()
  /** Of files of all languages: they wait until all of them have come. */
  readonly #gathered = new Map<Target, Entry[]>()

  constructor(pulling: Pulling) {
    this.#pulling = pulling
    const { sourceLocale, locales } = pulling.facts
    // Who may not see the source language is told of keys beside the first that they see.
    this.#base = locales.includes(sourceLocale) ? sourceLocale : (locales[0] ?? sourceLocale)
  }

  /** After a pull of the same whose files nobody has touched, only languages that have changed since are taken. */
  async run(last?: LastPull): Promise<void> {
    const { plan, output } = this.#pulling
    const isBaseSame = await this.#isBaseSame(last)
    const known = isBaseSame ? (last?.tags ?? {}) : {}
    let done = 0
    await inParallel(plan.locales, AT_ONCE, async (locale) => {
      const values = isBaseSame && this.#isInBase(locale) ? undefined : await this.#valuesOf(locale, known[locale])
      if (values) await this.#takeLocale(locale, values, () => true)
      else this.#same.add(locale)
      output.step(`${values ? 'Pulled' : 'Nothing new in'} ${locale} (${++done} of ${plan.locales.length})`)
    })
    await this.#gatherTheRest()
    for (const [target, entries] of this.#gathered) await this.#makeFiles(target, entries)
    for (const { place, locales } of plan.targets) {
      if (!locales.every((locale) => this.#same.has(locale))) continue
      for (const one of filesOf(place)) if (existsSync(one.absolute)) this.#add(one, UNCHANGED)
    }
  }

  /** What is known of the keys stands in files of all languages. */
  async #isBaseSame(last: LastPull | undefined): Promise<boolean> {
    if (!this.#needsBase()) return true
    this.#pulling.output.step('Asking what is known of the keys')
    const base = await this.#ask(BASE, last?.tags[BASE])
    if (base) this.#project = Promise.resolve(this.#projectWith(base))
    return base === undefined
  }

  /** A file of several languages is made of all of them, also of those that have not changed. */
  async #gatherTheRest(): Promise<void> {
    const begun = [...this.#gathered.keys()]
    const rest = [...this.#same].filter((locale) => begun.some(({ locales }) => locales.includes(locale)))
    await inParallel(rest, AT_ONCE, async (locale) => {
      const values = (await this.#valuesOf(locale)) ?? NO_VALUES
      await this.#takeLocale(locale, values, (target) => this.#gathered.has(target))
    })
  }

  /** What is known of the keys comes with all texts of a language: that one is asked for once. */
  #isInBase(locale: string): boolean {
    return locale === this.#base && this.#needsBase() && this.#pulling.statuses.length === 0
  }

  async #valuesOf(locale: string, known?: string): Promise<Values | undefined> {
    return this.#isInBase(locale) ? (await this.#readProject()).base : this.#ask(locale, known)
  }

  /** Nothing, if they are what they were called before. */
  async #ask(name: string, known?: string): Promise<Values | undefined> {
    const { values, tag } = await askValues(this.#pulling.service, this.#asked(name), known)
    // What is asked for twice goes by its first answer: what changed between them is then seen the next time.
    if (tag !== undefined) this.tags[name] ??= tag
    return values
  }

  /** Asked for once something is made of it. */
  #readProject(): Promise<Project> {
    this.#project ??= (async () => this.#projectWith(this.#needsBase() ? await this.#ask(BASE) : undefined))()
    return this.#project
  }

  #projectWith(base: Values = NO_VALUES): Project {
    const { facts, empty } = this.#pulling
    return { base, sourceLocale: facts.sourceLocale, empty }
  }

  async #takeLocale(locale: string, values: Values, takes: (target: Target) => boolean): Promise<void> {
    const project = await this.#readProject()
    for (const target of this.#pulling.plan.targets) {
      if (!target.locales.includes(locale) || !takes(target)) continue
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
    const include = plan.targets.some(({ place }) => place.set.format.hasStatuses) ? (['statuses'] as const) : []
    if (name === BASE)
      return { locales: [this.#base], namespaces: this.#namespaces(), statuses: [], include: ['meta', ...include] }
    return { locales: [name], namespaces: this.#namespaces(), statuses, include }
  }

  /** All of them are not named: there may be thousands. */
  #namespaces(): readonly string[] | undefined {
    const { plan, facts } = this.#pulling
    return plan.namespaces.length === facts.namespaces.length ? undefined : plan.namespaces
  }
}

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
