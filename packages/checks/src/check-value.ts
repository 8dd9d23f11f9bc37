import type { CheckId } from '@parlance/contract/checks'
import type { Syntax } from '@parlance/contract/syntaxes'
import { TEXT_CHECKS } from './checks/all.ts'
import { type Check, type Context, type Found, MOST_FINDINGS, type View } from './checks/check.ts'
import { cutMessage, cutParams, type Finding, nameOf } from './finding.ts'
import type { Unit } from './text/unit.ts'
import { type ReadText, readText, type TakenApart, takeApart } from './text/units.ts'

export interface ValueInContext {
  value: string
  /** Undefined for the source itself, and where there is none. */
  source: string | undefined
  context: Context
}

/** What a project wants to know of: checks that are off are not run. One function says the same each time. */
export type Enabled = (check: CheckId) => boolean

/** What is looked through again to know that fixes are good. Beyond this, further findings have none. */
const MOST_LOOKED_AT_AGAIN = 32_768

/** Everything that is found in a value. An empty one is checked by nothing. */
export function checkValue({ value, source, context }: ValueInContext, isEnabled: Enabled): Finding[] {
  if (value === '') return []
  const checking = new Checking(source || undefined, context, isEnabled)
  const found = checking.find(value)
  if (found === 'broken') return isEnabled('icu_syntax') ? [NO_MESSAGE] : []
  return found.length === 0 ? [] : withFixes(value, found, checking)
}

const NO_MESSAGE: Finding = {
  check: 'icu_syntax',
  branch: null,
  message: 'The value is no valid ICU message.',
  params: {},
  start: null,
  end: null,
  fix: null,
}

interface Fixable {
  finding: Finding
  name: string
  fix: (() => string | undefined) | undefined
}

/** A fix that leaves the finding or brings another one is none. */
function withFixes(value: string, found: readonly Fixable[], checking: Checking): Finding[] {
  const names = new Set(found.map(({ name }) => name))
  let left = MOST_LOOKED_AT_AGAIN
  return found.map(({ finding, name, fix }) => {
    // A fix is about as long as the value.
    if (!fix || value.length > left) return finding
    const fixed = fix()
    if (fixed === undefined || fixed === '' || fixed === value) return finding
    left -= fixed.length
    const after = checking.find(fixed)
    if (after === 'broken' || after.some((other) => other.name === name || !names.has(other.name))) return finding
    return { ...finding, fix: fixed }
  })
}

/** A source text, taken apart when somebody asks. */
class Source {
  readonly text: string
  readonly syntax: Syntax
  readonly isPlural: boolean
  readonly read: ReadText
  #taken: TakenApart | undefined
  #takenAsMessage = false

  constructor(text: string, syntax: Syntax, isPlural: boolean) {
    this.text = text
    this.syntax = syntax
    this.isPlural = isPlural
    this.read = readText(text, syntax, isPlural)
  }

  as(isMessage: boolean): TakenApart {
    if (!this.#taken || this.#takenAsMessage !== isMessage) {
      this.#taken = takeApart(this.text, isMessage ? this.read : 'broken', this.syntax)
      this.#takenAsMessage = isMessage
    }
    return this.#taken
  }

  /** Whoever writes braces into a text without arguments means braces. */
  get asksForMessage(): boolean {
    return (
      this.read !== 'broken' &&
      this.as(true).units.some(
        ({ placeholders, chosen, tags }) => placeholders.length + chosen.length + tags.length > 0,
      )
    )
  }
}

/** Where many values are looked at, those of one key follow each other: what its source is made of is known then. */
let last: Source | undefined

function sourceOf(text: string, { syntax, isPlural }: Context): Source {
  if (last?.text !== text || last.syntax !== syntax || last.isPlural !== isPlural)
    last = new Source(text, syntax, isPlural)
  return last
}

/** Looks at a value and at what it would become, beside one source. */
class Checking {
  readonly #source: Source | undefined
  readonly #context: Context
  readonly #checks: readonly Check[]
  readonly #isMessageAsked: boolean

  constructor(source: string | undefined, context: Context, isEnabled: Enabled) {
    const { syntax, isPlural } = context
    this.#context = context
    this.#checks = enabledBy(isEnabled)
    this.#source = source === undefined ? undefined : sourceOf(source, context)
    this.#isMessageAsked = syntax === 'icu' && (isPlural || this.#source?.asksForMessage === true)
  }

  find(value: string): Fixable[] | 'broken' {
    const { syntax, isPlural } = this.#context
    const read = readText(value, syntax, isPlural)
    if (this.#isMessageAsked && read === 'broken') return 'broken'
    // Where one of the two is no message, nobody takes the other for one: braces are braces. A plural is one always.
    const isMessage = read !== 'broken' && (isPlural || this.#source?.read !== 'broken')
    const taken = takeApart(value, isMessage ? read : 'broken', syntax)
    const takenSource = isMessage && this.#source?.read === 'broken' ? undefined : this.#source?.as(isMessage)
    return this.#findIn({ value, taken, takenSource, context: this.#context })
  }

  #findIn(view: View): Fixable[] {
    const { taken, takenSource } = view
    const sources = takenSource ? sourcesOf(taken, takenSource) : []
    const found: Fixable[] = []
    for (const check of this.#checks) {
      if (check.kind === 'pair' && !takenSource) continue
      const last = check.isWhole ? Math.min(1, taken.units.length) : taken.units.length
      let some: Map<string, Fixable> | undefined
      for (let at = 0; at < last; at++) {
        const unit = taken.units[at] as Unit
        for (const one of look(check, unit, sources[at], view)) {
          some ??= new Map()
          if (some.size >= MOST_FINDINGS) break
          const fixable = present(check, unit, one)
          if (!some.has(fixable.name)) some.set(fixable.name, fixable)
        }
        if (some && some.size >= MOST_FINDINGS) break
      }
      if (some) found.push(...some.values())
    }
    return found
  }
}

const enabled = new WeakMap<Enabled, readonly Check[]>()

/** Asked once of each function: to ask for 30 checks took a tenth of the time of a short text. */
function enabledBy(isEnabled: Enabled): readonly Check[] {
  let checks = enabled.get(isEnabled)
  if (!checks) {
    checks = TEXT_CHECKS.filter(({ id }) => isEnabled(id))
    enabled.set(isEnabled, checks)
  }
  return checks
}

const look = (check: Check, unit: Unit, source: Unit | undefined, view: View): readonly Found[] => {
  if (check.kind === 'alone') return check.find(unit, source, view)
  return source ? check.find(unit, source, view) : []
}

function present(check: Check, unit: Unit, { message, params, span, fix, branch }: Found): Fixable {
  const finding: Finding = {
    check: check.id,
    branch: branch !== undefined ? branch : check.isWhole ? null : unit.branch,
    message: cutMessage(message),
    params: cutParams(params),
    start: span?.start ?? null,
    end: span?.end ?? null,
    fix: null,
  }
  return { finding, name: nameOf(finding), fix }
}

/** Of source texts over all units: a long one beside a thousand branches would be read a thousand times. */
const MOST_COMPARED = 65_536

/** What each unit is compared with, as long as all of it together is not too long; the others are looked at by themselves. */
function sourcesOf({ units }: TakenApart, source: TakenApart): (Unit | undefined)[] {
  const sourceOf = sourcesByBranch(source)
  let left = MOST_COMPARED
  return units.map((unit) => {
    const compared = sourceOf(unit)
    left -= compared?.text.length ?? 0
    return left >= 0 ? compared : undefined
  })
}

/** The unit of the source of the same name, else its branch `other`. */
function sourcesByBranch({ units }: TakenApart): (unit: Unit) => Unit | undefined {
  const [first] = units
  if (units.length <= 1) return () => first
  const byBranch = new Map(units.map((unit) => [unit.branch, unit]))
  const other = units.find(({ chosen }) => chosen.every(({ branch }) => branch === 'other')) ?? first
  return ({ branch, chosen }) =>
    byBranch.get(branch) ?? byBranch.get(chosen.map(({ argument }) => `${argument}.other`).join('.')) ?? other
}
