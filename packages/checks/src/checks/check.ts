import type { CheckId } from '@parlance/contract/checks'
import type { Syntax } from '@parlance/contract/syntaxes'
import type { Params } from '../finding.ts'
import type { Terms } from '../terms/terms.ts'
import type { Span } from '../text/mapped-text.ts'
import type { Unit } from '../text/unit.ts'
import type { TakenApart } from '../text/units.ts'

/** What is known about a value beside its text. */
export interface Context {
  locale: string
  sourceLocale: string
  syntax: Syntax
  isPlural: boolean
  /** How many characters were seen to fit; null where nobody looked, or the source has changed since. */
  lengthHint: number | null
  terms: Terms
}

/** What a check says about one unit. */
export interface Found {
  message: string
  params: Params
  /** Where it stands in the value; null for what is missing. */
  span: Span | null
  /** Makes the whole value without it; undefined where that cannot be. */
  fix?: () => string | undefined
  /** Where it is not the unit's: the path to a plural as a whole. */
  branch?: string | null
}

/** All that a check may look at beside its two units. */
export interface View {
  value: string
  taken: TakenApart
  takenSource: TakenApart | undefined
  context: Context
}

interface Described {
  id: CheckId
  /** Looks at the value once, however many units it has. */
  isWhole?: true
}

/** Looks at every value; the source is only asked whether it has the same. */
export interface AloneCheck extends Described {
  kind: 'alone'
  find(unit: Unit, source: Unit | undefined, view: View): readonly Found[]
}

/** Compares with the source. */
export interface PairCheck extends Described {
  kind: 'pair'
  find(unit: Unit, source: Unit, view: View): readonly Found[]
}

export type Check = AloneCheck | PairCheck

export const NOTHING: readonly Found[] = []

/** A part of a value, and what shall stand there. */
export interface Replacement extends Span {
  by: string
}

/** Of one check in one value. Whoever has a hundred has another problem than the hundred and first. */
export const MOST_FINDINGS = 100

/** In one fix. What has to be mended at more places is for a person, or a program of theirs. */
export const MOST_PARTS = 1_000

/** The value with parts of it replaced. They are given in any order, and do not overlap. */
export function replaced(value: string, parts: readonly Replacement[]): string {
  let made = ''
  let at = 0
  for (const { start, end, by } of [...parts].sort((one, other) => one.start - other.start)) {
    made += value.slice(at, start) + by
    at = end
  }
  return made + value.slice(at)
}
