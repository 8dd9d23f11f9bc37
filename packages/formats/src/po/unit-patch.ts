import type { Edit } from '../edits.ts'
import type { Entry, Span } from '../entry.ts'
import { faultOf } from '../entry-fault.ts'
import type { WriteOptions } from '../format.ts'
import { cardinalOf } from '../numbered-forms.ts'
import { isIcuPlural, textOf } from './message.ts'
import type { FileForms } from './plural-forms.ts'
import { quotedLines } from './quoted.ts'
import { flagsOf, type Unit } from './unit.ts'
import { EntryWriter, type Shape } from './write.ts'

export interface FileShape extends FileForms, Shape {
  text: string
  isLatin1: boolean
  /** Whether the texts of the project are not written into it. */
  isTemplate: boolean
  /** How many forms its formula knows; undefined where it has none. */
  formCount: number | undefined
}

/** Brings single entries of a file up to date. */
export class UnitPatch {
  readonly #options: WriteOptions
  readonly #shape: FileShape

  constructor(options: WriteOptions, shape: FileShape) {
    this.#options = options
    this.#shape = shape
  }

  *edits(unit: Unit, entry: Entry): Generator<Edit, void, void> {
    if (unit.fault || this.#shape.isTemplate) return
    const text = textOf(unit, this.#shape.categoryOf)
    // What cannot be stored was never taken from the file.
    const isSame = text === entry.value || (entry.value === '' && faultOf(entry.key, text) !== undefined)
    const changes = isSame ? [] : this.#valueEdits(unit, entry)
    if (!isSame && changes.some(({ text }) => !this.holds(text))) {
      this.tellUnwritable(entry.key)
      return
    }
    yield* this.#fuzzyEdits(unit, entry, isSame)
    yield* changes
  }

  /** Whether the encoding of the file has all of the characters. */
  holds(text: string): boolean {
    return !this.#shape.isLatin1 || !/[^\0-\xff]/.test(text)
  }

  tellUnwritable(key: string): void {
    const message = 'The file is in ISO-8859-1, which lacks characters of this text, so it was left as it is.'
    this.#options.remark?.({ severity: 'warning', code: 'value_not_convertible', key, message })
  }

  #valueEdits(unit: Unit, entry: Entry): Edit[] {
    const { lineEnd } = this.#shape
    if (unit.plural !== undefined) return this.#formEdits(unit, entry)
    const form = unit.forms[0]
    if (!form) return []
    if (entry.isPlural && cardinalOf(entry) && !isIcuPlural(form.text)) this.#writer([]).tellUnsayable(entry.key)
    return [{ from: form.from, to: form.to, text: quotedLines(entry.value, lineEnd) }]
  }

  #formEdits(unit: Unit, entry: Entry): Edit[] {
    const { categoryOf, lineEnd, formCount } = this.#shape
    const last = Math.max(...unit.forms.map(({ index }) => index))
    const count = Math.max(formCount ?? 0, last + 1)
    const before = Array.from({ length: count }, (_, at) => unit.forms.find(({ index }) => index === at)?.text)
    const writer = this.#writer(before.map((_, index) => categoryOf(index)))
    const message = cardinalOf(entry)
    if (!message && entry.value !== '') {
      writer.tellUnsayable(entry.key)
      return []
    }
    const forms = message ? writer.forms(entry, message, before) : before.map(() => '')
    const edits = unit.forms
      .filter(({ index, text }) => forms[index] !== text)
      .map(({ index, from, to }) => ({ from, to, text: quotedLines(forms[index] ?? '', lineEnd) }))
    const missing = forms.map((form, index) =>
      before[index] === undefined ? `${lineEnd}msgstr[${index}] ${quotedLines(form, lineEnd)}` : '',
    )
    return [...edits, { from: unit.to, to: unit.to, text: missing.join('') }].filter(
      ({ from, to, text }) => from < to || text !== '',
    )
  }

  #writer(categories: readonly string[]): EntryWriter {
    return new EntryWriter(this.#options, 'translations', { categories, lineEnd: this.#shape.lineEnd })
  }

  *#fuzzyEdits(unit: Unit, entry: Entry, isSame: boolean): Generator<Edit, void, void> {
    const isFuzzy = flagsOf(unit).includes('fuzzy')
    const isMarked = this.#options.options?.['markUnreviewed'] === true && entry.status === 'not_reviewed'
    if (!isFuzzy && isMarked && entry.value !== '') yield this.#markEdit(unit)
    if (!isFuzzy || isMarked || (isSame && entry.status !== 'translated')) return
    for (const line of unit.flagLines) yield* this.#withoutFuzzy(line)
    // They tell of which text the translation was; now it is of this one.
    for (const { from, to } of unit.previousLines) yield { from, to, text: '' }
  }

  #markEdit({ flagLines: [line], previousLines: [previous], keyword }: Unit): Edit {
    const { text, lineEnd } = this.#shape
    if (line) {
      const at = text.indexOf(',', line.from) + 1
      return { from: at, to: at, text: ' fuzzy,' }
    }
    const at = previous?.from ?? text.lastIndexOf('\n', keyword) + 1
    return { from: at, to: at, text: `#, fuzzy${lineEnd}` }
  }

  *#withoutFuzzy({ from, to }: Span): Generator<Edit, void, void> {
    const { text } = this.#shape
    const begin = text.indexOf(',', from) + 1
    const line = text.slice(begin, to)
    const kept = line.trimEnd().split(',')
    const others = kept.filter((flag) => flag.trim() !== 'fuzzy')
    if (others.length === kept.length) return
    if (others.every((flag) => flag.trim() === '')) yield { from, to, text: '' }
    else yield { from: begin, to: begin + line.trimEnd().length, text: others.join(',') }
  }
}
