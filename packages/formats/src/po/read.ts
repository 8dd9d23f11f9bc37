import { isLonger } from '@parlance/checks'
import { limits } from '@parlance/contract/limits'
import type { Entry } from '../entry.ts'
import { fittingData } from '../fitting-data.ts'
import { FlatEntries } from '../flat-entries.ts'
import type { ReadOptions, ReadPart } from '../format.ts'
import { UnreadableFile } from '../remark.ts'
import { storedKey } from '../stored-key.ts'
import { decodePo, headerOf } from './header.ts'
import { isIcuPlural, mergedForms, sourceOf, textOf } from './message.ts'
import { formsOfFile } from './plural-forms.ts'
import { dataOf, type PoData } from './po-data.ts'
import { scanPo } from './scan.ts'
import { syntaxOfFlags } from './syntax-flags.ts'
import { flagsOf, isHeader, nameOf, type Unit } from './unit.ts'

/** Templates have texts of the source language alone. */
export type Kind = 'translations' | 'template'

/** As many as are made in a millisecond or two. */
const STEP = 1_000
/** Characters of texts, likewise. */
const TEXTS = 2 ** 17

/** The entries of a file of gettext. */
export function* readPo(bytes: Uint8Array, options: ReadOptions, kind: Kind): Generator<ReadPart, void, void> {
  const nothing = { entries: [], nodes: 0 }
  const { text, encoding } = yield* inSteps(decodePo(bytes), nothing)
  const { units, header } = yield* inSteps(scanPo(text, encoding === 'iso-8859-1'), nothing)
  const [fault] = units.map((unit) => unit.fault)
  if (fault && units.every((unit) => unit.fault)) {
    const { message, ...place } = fault
    throw new UnreadableFile('syntax_error', `Line ${place.line}: ${message}`, place)
  }
  const made = new PoEntries(options, kind, header)
  let work = 0
  for (const unit of units) {
    if (unit !== header) made.add(unit)
    work += TEXTS / STEP + unit.to - unit.from
    if (work < TEXTS) continue
    work = 0
    yield nothing
  }
  yield* made.parts()
}

/** Runs what pauses, and says each time that nothing was found yet. */
export function* inSteps<Part, Result>(
  steps: Generator<void, Result, void>,
  part: Part,
): Generator<Part, Result, void> {
  while (true) {
    const step = steps.next()
    if (step.done) return step.value
    yield part
  }
}

class PoEntries {
  readonly #kind: Kind
  readonly #isMonolingual: boolean
  readonly #sourceLocale: string
  readonly #remark: ReadOptions['remark']
  readonly #entries: FlatEntries
  readonly #fileLocale: string | undefined
  /** Under which what only this language has is kept. */
  readonly #locale: string
  readonly #categoryOf: (index: number) => string
  #line = 1

  constructor({ locale, sourceLocale = 'en', options = {}, remark }: ReadOptions, kind: Kind, unit: Unit | undefined) {
    const header = headerOf(unit)
    this.#kind = kind
    this.#remark = remark
    this.#isMonolingual = options['monolingual'] === true
    this.#sourceLocale = sourceLocale
    this.#fileLocale = header.locale
    this.#locale = locale ?? header.locale ?? 'und'
    this.#categoryOf = formsOfFile(header.formula, this.#locale).categoryOf
    this.#entries = new FlatEntries({ remark }, { at: () => ({ line: this.#line, column: 1 }) })
    if (!header.hasOddFormula || !unit) return
    const message = 'Plural-Forms cannot be worked out: forms are taken for those that the language has'
    remark({ severity: 'warning', code: 'unsupported_entry', message, line: unit.line, column: 1 })
  }

  parts(): Generator<ReadPart, void, void> {
    return this.#entries.parts()
  }

  add(unit: Unit): void {
    const { fault, line } = unit
    this.#line = line
    const key = storedKey(nameOf(unit))
    if (fault) {
      const named = unit.id === undefined ? {} : { key: key.replaceAll('\0', '\ufffd') }
      this.#remark({ severity: 'error', code: 'syntax_error', ...named, ...fault })
    } else if (isHeader(unit)) {
      this.#entries.tell('warning', 'duplicate_key', 'A second header: the first one counts', '', unit.keyword)
    } else this.#entries.add(this.#entryOf(unit, key), unit.keyword)
  }

  #entryOf(unit: Unit, key: string): Entry {
    const source = this.#isMonolingual ? undefined : sourceOf(unit, this.#sourceLocale)
    // Longer ones are not kept whole, neither as a name nor as a text: whoever adds the entry tells it.
    if (isLonger(source ?? '', limits.value)) return { key, value: source ?? '' }
    const isTemplate = this.#kind === 'template' && source !== undefined
    const value = isTemplate ? source : textOf(unit, this.#categoryOf)
    const flags = flagsOf(unit)
    const status = statusOf(value, flags)
    const description = unit.comments['#.']?.join('\n') ?? ''
    const first = unit.forms[0]
    return {
      key,
      value,
      ...(unit.plural === undefined ? {} : { isPlural: true }),
      syntax: syntaxOfFlags(flags),
      ...(description === '' ? {} : { description }),
      ...(isTemplate || status === undefined ? {} : { status }),
      ...(isTemplate || source === undefined ? {} : { source }),
      ...(this.#fileLocale === undefined ? {} : { locale: this.#fileLocale }),
      ...this.#formatData(unit, key),
      ...(first ? { at: { from: first.from, to: unit.to } } : {}),
    }
  }

  #formatData(unit: Unit, key: string): { formatData?: { po: PoData } } {
    const name = nameOf(unit)
    const forms = mergedForms(unit, this.#categoryOf)
    if (forms && this.#kind === 'translations') {
      const message = 'Several forms have one category: the first of them is the text'
      this.#entries.tell('warning', 'plural_forms_merged', message, key, unit.keyword)
    }
    const isRawPlural = unit.plural === undefined && isIcuPlural(unit.forms[0]?.text ?? '')
    const whole = dataOf(unit, this.#locale, {
      ...(name === key ? {} : { name }),
      ...(unit.plural === undefined ? {} : { plural: unit.plural }),
      ...(isRawPlural ? { plural: false } : {}),
      ...(forms ? { forms: { [this.#locale]: forms } } : {}),
    })
    const po = fittingData('po', whole)
    if (unit.hasMoreComments || Object.keys(po).length < Object.keys(whole).length) {
      const message = `Comments and forms that take more than ${limits.formatData} bytes are not kept`
      this.#entries.tell('warning', 'format_data_too_large', message, key, unit.keyword)
    }
    return Object.keys(po).length > 0 ? { formatData: { po } } : {}
  }
}

function statusOf(value: string, flags: readonly string[]): Entry['status'] {
  if (value === '') return 'not_translated'
  return flags.includes('fuzzy') ? 'not_reviewed' : undefined
}
