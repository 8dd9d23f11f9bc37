import { isLonger } from '@parlance/checks'
import { limits } from '@parlance/contract'
import type { TmxSegment, TmxUnit } from '@parlance/formats/tmx'
import { localeCode } from '../../../locale.ts'

export type ConflictResolution = 'skip' | 'overwrite' | 'keep_highest'

export interface PlannedEntry {
  localeId: number
  sourceText: string
  contextKey: string | null
  target: TmxSegment
}

interface Circumstances {
  sourceLocaleCode: string
  /** The organization's locales by code. */
  locales: ReadonlyMap<string, number>
  /** What the caller says that a language of the file is. */
  mapped: (lang: string) => string | undefined
  mayWrite: (code: string) => boolean
  resolution: ConflictResolution
}

/** Errors that are told one by one; a file full of them need not be read to its end. */
const ERRORS_TOLD = 100

/**
 * What a file would bring into a memory: each source text, language and context once. Units are added as they are read;
 * nothing is looked up and nothing is written.
 */
export class ImportPlan {
  readonly #circumstances: Circumstances
  readonly #entries = new Map<string, PlannedEntry>()
  readonly #errors: string[] = []
  readonly #left = new Map<string, number>()
  /** Spelling a code canonically takes longer than reading the unit it stands in. */
  readonly #codes = new Map<string, string>()
  #units = 0
  #skipped = 0
  #untold = 0

  constructor(circumstances: Circumstances) {
    this.#circumstances = circumstances
  }

  get entries(): Iterable<PlannedEntry> {
    return this.#entries.values()
  }

  get skipped(): number {
    return this.#skipped
  }

  get errors(): string[] {
    const left = Array.from(this.#left, ([reason, count]) => `${reason} (${count} skipped)`)
    const more = this.#untold > 0 ? [`${this.#untold} more units had errors.`] : []
    return [...left, ...this.#errors, ...more]
  }

  /** The organization's code for a language of the file. */
  codeOf(lang: string): string {
    const known = this.#codes.get(lang)
    if (known !== undefined) return known
    const meant = this.#circumstances.mapped(lang) ?? lang
    const code = localeCode(meant)
    this.#codes.set(lang, code)
    return code
  }

  add({ segments, context }: TmxUnit): void {
    this.#units++
    const { sourceLocaleCode } = this.#circumstances
    const source = segments.find(({ lang }) => this.codeOf(lang) === sourceLocaleCode)
    const targets = this.#targetsOf(segments)
    const fault = targets.length === 0 ? 'it has no translation' : faultOf(source, context, sourceLocaleCode)
    if (fault !== undefined || !source) this.#refuse(fault ?? '', Math.max(1, targets.length))
    else for (const target of targets) this.#addTarget(source.text, context, target)
  }

  /** A memory may hold entries in its own language; exported, they are units with that language twice. */
  #targetsOf(segments: readonly TmxSegment[]): readonly TmxSegment[] {
    const targets = segments.filter(({ lang }) => this.codeOf(lang) !== this.#circumstances.sourceLocaleCode)
    const [first, second] = segments
    return targets.length === 0 && segments.length === 2 && second?.lang === first?.lang ? segments.slice(1) : targets
  }

  #addTarget(sourceText: string, contextKey: string | null, target: TmxSegment): void {
    const { locales, mayWrite } = this.#circumstances
    const code = this.codeOf(target.lang)
    const localeId = locales.get(code)
    const fault = faultOf(target, null, code)
    if (localeId === undefined) this.#leave(`The organization has no locale "${target.lang.slice(0, 100)}"`)
    else if (!mayWrite(code)) this.#leave(`Access denied to locale: ${code}`)
    else if (fault !== undefined) this.#refuse(fault, 1)
    else this.#plan({ localeId, sourceText, contextKey, target })
  }

  #plan(entry: PlannedEntry): void {
    const identity = JSON.stringify([entry.localeId, entry.contextKey, entry.sourceText])
    const known = this.#entries.get(identity)
    if (known) this.#skipped++
    if (!known || this.#replaces(entry.target, known.target)) this.#entries.set(identity, entry)
  }

  #replaces(target: TmxSegment, known: TmxSegment): boolean {
    const { resolution } = this.#circumstances
    if (resolution === 'keep_highest') return (target.usageCount ?? 0) > (known.usageCount ?? 0)
    return resolution === 'overwrite'
  }

  #refuse(reason: string, count: number): void {
    this.#skipped += count
    if (this.#errors.length < ERRORS_TOLD) this.#errors.push(`Unit ${this.#units} is skipped: ${reason}.`)
    else this.#untold++
  }

  #leave(reason: string): void {
    this.#skipped++
    this.#left.set(reason, (this.#left.get(reason) ?? 0) + 1)
  }
}

/** Why a text cannot be stored; undefined when it can. */
function faultOf(segment: TmxSegment | undefined, context: string | null, code: string): string | undefined {
  if (!segment) return `it has no text in ${code}`
  if (segment.text === '') return `its text in ${code} is empty`
  if (isLonger(segment.text, limits.memoryText)) return `its text in ${code} is too long`
  if (context !== null && isLonger(context, limits.memoryContext)) return 'its context is too long'
  // XML cannot hold these, but the JSON in which our own files write odd contexts can.
  if (context !== null && (!context.isWellFormed() || context.includes('\0'))) return 'its context is no text'
  return undefined
}
