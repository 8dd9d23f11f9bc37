import { limits } from '@parlance/contract/limits'
import { unescaped } from './quoted.ts'
import { type CommentKind, type Form, isHeader, type Unit } from './unit.ts'

export interface Scanned {
  /** In the order of the file, the header among them. */
  units: Unit[]
  header: Unit | undefined
}

/** Characters, and so many for each line, that are looked at in a millisecond or two. */
const STEP = 2 ** 17
const LINE = 32

/** Finds the entries of a file. It pauses every few milliseconds. */
export function* scanPo(text: string, isLatin1: boolean): Generator<void, Scanned, void> {
  const scanner = new PoScanner(text, isLatin1)
  let looked = 0
  for (let from = 0; from < text.length; ) {
    const next = text.indexOf('\n', from)
    const end = next < 0 ? text.length : next
    scanner.line(from, end)
    looked += end - from + LINE
    from = end + 1
    if (looked < STEP) continue
    looked = 0
    yield
  }
  return scanner.end()
}

const KEYWORD = /(msgctxt|msgid_plural|msgid|msgstr)(?!\w)(?:[ \t]*\[[ \t]*(\d{1,2})[ \t]*\])?/y
const BLANK = /[ \t\r\f\v]*/y

/** In UTF-16 units; a text of twice as many has too many characters by any count. */
const LONGEST_TEXT = 2 * limits.value + 1
/** Four bytes of four characters each for every character of the longest text. */
const LONGEST_LINE = 2 ** 20
/** Of the comments of an entry: more can be kept nowhere. */
const LONGEST_COMMENTS = 2 ** 16

class PoScanner {
  readonly #text: string
  readonly #isLatin1: boolean
  readonly #units: Unit[] = []
  #header: Unit | undefined
  #unit: Unit | undefined
  /** Takes the next string. */
  #take: ((text: string, from: number, to: number) => void) | undefined
  /** Characters of the comments of this unit. */
  #kept = 0
  #line = 0
  #lineStart = 0

  constructor(text: string, isLatin1: boolean) {
    this.#text = text
    this.#isLatin1 = isLatin1
  }

  line(from: number, end: number): void {
    this.#line++
    this.#lineStart = from
    const at = this.#skipBlank(from)
    if (at >= end) {
      if (this.#unit?.fault) this.#finish()
    } else if (this.#text[at] === '#') this.#comment(at, end)
    else this.#tokens(at, end)
  }

  end(): Scanned {
    this.#finish()
    return { units: this.#units, header: this.#header }
  }

  #skipBlank(from: number): number {
    BLANK.lastIndex = from
    BLANK.test(this.#text)
    return BLANK.lastIndex
  }

  #tokens(from: number, end: number): void {
    for (let at = from; at < end; at = this.#skipBlank(at)) {
      if (this.#text[at] === '#') return
      const next = this.#text[at] === '"' ? this.#string(at, end) : this.#keyword(at, end)
      if (next === undefined) return
      at = next
    }
  }

  #string(from: number, end: number): number | undefined {
    const close = this.#closing(from + 1, end)
    if (close < 0) return this.#fault(from, 'The quotes of this text are not closed')
    if (!this.#take) return this.#fault(from, 'A text without a keyword')
    const isTooLong = close - from > LONGEST_LINE
    const raw = this.#text.slice(from + 1, isTooLong ? from + 1 + LONGEST_TEXT : close)
    this.#take(isTooLong ? raw : unescaped(raw, this.#isLatin1), from, close + 1)
    return close + 1
  }

  /** Where the next quote is that no backslash takes away. */
  #closing(from: number, end: number): number {
    // Only this line, or every line without quotes would look at all that follow.
    const line = this.#text.slice(from, end)
    for (let at = line.indexOf('"'); at >= 0; at = line.indexOf('"', at + 1)) {
      let slashes = 0
      while (line[at - 1 - slashes] === '\\') slashes++
      if (slashes % 2 === 0) return from + at
    }
    return -1
  }

  #keyword(at: number, end: number): number | undefined {
    KEYWORD.lastIndex = at
    const [, keyword, index] = KEYWORD.exec(this.#text) ?? []
    const next = KEYWORD.lastIndex
    if (keyword === undefined || next > end) return this.#fault(at, 'Neither a keyword, a text nor a comment')
    const unit = this.#unitFor(keyword, at)
    if (unit.forms.length === 0 && unit.id === undefined && unit.context === undefined) {
      unit.keyword = at
      unit.line = this.#line
    }
    this.#take = undefined
    const reason = this.#begin(unit, keyword, index)
    return reason === undefined ? next : this.#fault(at, reason)
  }

  #unitFor(keyword: string, at: number): Unit {
    const { id, context } = this.#unit ?? {}
    const isNext = keyword === 'msgid' ? id !== undefined : keyword === 'msgctxt' && (id ?? context) !== undefined
    if (isNext) this.#finish()
    return this.#current(at)
  }

  #current(at: number): Unit {
    this.#unit ??= {
      from: at,
      to: at,
      keyword: at,
      line: this.#line,
      comments: {},
      flagLines: [],
      previousLines: [],
      forms: [],
    }
    return this.#unit
  }

  /** Why a keyword cannot come here. */
  #begin(unit: Unit, keyword: string, index: string | undefined): string | undefined {
    const isForm = keyword === 'msgstr'
    if (!isForm && index !== undefined) return `${keyword} has no number`
    if (keyword === 'msgctxt') this.#takeField(unit, 'context')
    else if (keyword === 'msgid') this.#takeField(unit, 'id')
    else if (unit.id === undefined) return `${keyword} without msgid`
    else if (!isForm) {
      if (unit.plural !== undefined || unit.forms.length > 0) return 'msgid_plural has another place'
      this.#takeField(unit, 'plural')
    } else if ((unit.plural === undefined) !== (index === undefined)) return 'Only texts with msgid_plural are numbered'
    else if (unit.forms.some((form) => form.index === Number(index ?? 0))) return 'The same form twice'
    else this.#takeForm(unit, Number(index ?? 0))
    return undefined
  }

  #takeField(unit: Unit, field: 'context' | 'id' | 'plural'): void {
    // A keyword without any text is a fault, which is found when the entry ends.
    this.#take = (text, _, to) => {
      unit[field] = appended(unit[field] ?? '', text)
      unit.to = to
    }
  }

  #takeForm(unit: Unit, index: number): void {
    let form: Form | undefined
    this.#take = (text, from, to) => {
      unit.to = to
      if (!form) {
        form = { index, text, from, to }
        unit.forms.push(form)
        return
      }
      form.text = appended(form.text, text)
      form.to = to
    }
  }

  #comment(at: number, end: number): void {
    if (this.#unit && (this.#unit.forms.length > 0 || this.#unit.fault)) this.#finish()
    const second = this.#text[at + 1] ?? ''
    if (second === '~') {
      // What comes before belongs to the obsolete entry, unless it has begun to be another.
      if (this.#unit?.id === undefined && this.#unit?.context === undefined) this.#unit = undefined
      this.#kept = 0
      return
    }
    const unit = this.#current(at)
    const kind = (['#.', '#:', '#,', '#|'] as const).find((sign) => sign[1] === second) ?? '#'
    if (kind === '#,') unit.flagLines.push({ from: this.#lineStart, to: end + 1 })
    if (kind === '#|') unit.previousLines.push({ from: this.#lineStart, to: end + 1 })
    this.#keep(unit, kind, this.#text.slice(at + kind.length, end))
  }

  #keep(unit: Unit, kind: CommentKind, line: string): void {
    unit.comments[kind] ??= []
    const lines = unit.comments[kind]
    this.#kept += line.length + 1
    if (this.#kept > LONGEST_COMMENTS) unit.hasMoreComments = true
    else lines.push(line.replace(/^ /, '').replace(/\r$/, ''))
  }

  #finish(): void {
    const unit = this.#unit
    this.#unit = undefined
    this.#take = undefined
    this.#kept = 0
    if (!unit) return
    const hasBegun = unit.id !== undefined || unit.context !== undefined
    if (hasBegun && unit.forms.length === 0)
      unit.fault ??= { message: 'An entry without msgid or msgstr', line: unit.line, column: 1 }
    if (!hasBegun && !unit.fault) return
    this.#units.push(unit)
    if (!unit.fault && isHeader(unit)) this.#header ??= unit
  }

  #fault(at: number, message: string): undefined {
    this.#take = undefined
    const unit = this.#current(at)
    unit.to = Math.max(unit.to, at)
    unit.fault ??= { message, line: this.#line, column: at - this.#lineStart + 1 }
  }
}

const appended = (text: string, more: string) => (text.length < LONGEST_TEXT ? text + more : text)
