import {
  type MessageFormatElement,
  type PluralElement,
  parse,
  type SelectElement,
  TYPE,
} from '@formatjs/icu-messageformat-parser'
import { limits } from '@parlance/contract/limits'
import type { Syntax } from '@parlance/contract/syntaxes'
import { parseMessage } from './icu.ts'
import { readMarked } from './marked-text.ts'
import { keepsPlaceholders, signature } from './placeholders.ts'
import { pluralCategories } from './plural-categories.ts'
import { type Untouched, untouchedIn } from './untouched.ts'

/** What a translator must not touch: it is taken out of the text and put back into the translation. */
type Hole =
  | { kind: 'syntax'; text: string }
  | ({ kind: 'literal' } & Untouched)
  | { kind: 'tag'; name: string }
  | { kind: 'choice'; element: PluralElement | SelectElement; branches: Map<string, Part> }

/** A run of text with its holes. The branches of plurals and selects are parts of their own. */
interface Part {
  unit: number
  holes: Hole[]
  isInPlural: boolean
}

/** A text taken apart for translation. */
export interface Template {
  /** The texts to translate, in which `<x id="0"/>` stands for a placeholder and `<g id="0">…</g>` for a tag. */
  units: string[]
  /** The whole in the target language; undefined when a translation lost or doubled a placeholder, or has no end. */
  assemble(translations: readonly string[], targetLocale: string): string | undefined
}

/**
 * More than any value may have. A plural in a plural in a plural has a branch in each branch: nine of them, in 200
 * characters, are ten million texts in a language of six categories, more than the process has memory for.
 */
const LONGEST = 2 * limits.value

export function templateOf(text: string, syntax: Syntax = 'icu', isPlural = false): Template {
  // A value of a plural key is a message whatever its syntax; other texts are messages of no syntax but ICU.
  const message = syntax === 'icu' || isPlural ? parseMessage(text, true) : undefined
  const write = message ? writingOf(text, syntax) : asItIs
  const builder = new Builder(text, syntax)
  const whole = message ? builder.part(message, false) : builder.plainPart(text)
  const parameters = syntax === 'icu' ? signature(text) : undefined
  const isKept = (made: string) =>
    syntax === 'icu' ? signature(made) === parameters : keepsPlaceholders(text, made, syntax, isPlural)
  return {
    units: builder.units,
    assemble(translations, targetLocale) {
      const made = new Assembly(translations, targetLocale, write).textOf(whole)
      return made !== undefined && isKept(made) ? made : undefined
    },
  }
}

class Builder {
  readonly units: string[] = []
  readonly #text: string
  readonly #syntax: Syntax

  constructor(text: string, syntax: Syntax) {
    this.#text = text
    this.#syntax = syntax
  }

  part(elements: readonly MessageFormatElement[], isInPlural: boolean): Part {
    const part: Part = { unit: this.units.push('') - 1, holes: [], isInPlural }
    this.units[part.unit] = this.#mark(elements, part)
    return part
  }

  plainPart(text: string): Part {
    const part: Part = { unit: this.units.push('') - 1, holes: [], isInPlural: false }
    this.units[part.unit] = markLiteral(text, part, untouchedIn(text, this.#syntax, false))
    return part
  }

  #mark(elements: readonly MessageFormatElement[], part: Part): string {
    return elements.map((element) => this.#markElement(element, part)).join('')
  }

  #markElement(element: MessageFormatElement, part: Part): string {
    switch (element.type) {
      case TYPE.literal:
        return markLiteral(element.value, part, untouchedIn(element.value, this.#syntax, true))
      case TYPE.tag: {
        const id = part.holes.push({ kind: 'tag', name: element.value }) - 1
        return `<g id="${id}">${this.#mark(element.children, part)}</g>`
      }
      case TYPE.plural:
      case TYPE.select: {
        const isInPlural = element.type === TYPE.plural
        const branches = new Map<string, Part>()
        const id = part.holes.push({ kind: 'choice', element, branches }) - 1
        for (const [name, { value }] of Object.entries(element.options))
          branches.set(name, this.part(value, isInPlural))
        return `<x id="${id}"/>`
      }
      default: {
        const { start, end } = element.location ?? { start: { offset: 0 }, end: { offset: 0 } }
        const text = element.type === TYPE.pound ? '#' : this.#text.slice(start.offset, end.offset)
        return `<x id="${part.holes.push({ kind: 'syntax', text }) - 1}"/>`
      }
    }
  }
}

function markLiteral(text: string, { holes }: Part, untouched: readonly Untouched[]): string {
  let marked = ''
  let at = 0
  for (const found of untouched) {
    marked += escapeXml(text.slice(at, found.start))
    marked += `<x id="${holes.push({ kind: 'literal', ...found }) - 1}"/>`
    at = found.start + found.text.length
  }
  return marked + escapeXml(text.slice(at))
}

const escapeXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Puts the translations of one text together. A part is made once, for however many branches it stands. */
class Assembly {
  readonly #translations: readonly string[]
  readonly #locale: string
  readonly #write: Write
  readonly #made = new Map<Part, string | undefined>()

  constructor(translations: readonly string[], locale: string, write: Write) {
    this.#translations = translations
    this.#locale = locale
    this.#write = write
  }

  textOf(part: Part): string | undefined {
    if (this.#made.has(part)) return this.#made.get(part)
    const made = this.#assemble(part)
    const text = made !== undefined && made.length <= LONGEST ? made : undefined
    this.#made.set(part, text)
    return text
  }

  #assemble(part: Part): string | undefined {
    const pieces = readMarked(this.#translations[part.unit] ?? '')
    if (!pieces) return undefined
    const used = new Set<string>()
    let text = ''
    // Written together: two quoted runs side by side would be one with an apostrophe in it.
    let literal = ''
    let lastByOrder = -1
    for (const piece of pieces) {
      if (piece.kind === 'text') {
        literal += piece.text
        continue
      }
      const hole = part.holes[piece.id]
      const name = `${piece.kind} ${piece.id}`
      if (!hole || used.has(name) || (hole.kind === 'tag') !== (piece.kind !== 'hole')) return undefined
      used.add(name)
      if (hole.kind === 'literal') {
        if (hole.isByOrder && piece.id < lastByOrder) return undefined
        if (hole.isByOrder) lastByOrder = piece.id
        literal += hole.text
        continue
      }
      const filled = this.#fill(hole, piece.kind)
      if (filled === undefined) return undefined
      text += this.#write(literal, part.isInPlural) + filled
      literal = ''
    }
    const expected = part.holes.reduce((sum, { kind }) => sum + (kind === 'tag' ? 2 : 1), 0)
    return used.size === expected ? text + this.#write(literal, part.isInPlural) : undefined
  }

  #fill(hole: Hole, kind: string): string | undefined {
    if ('text' in hole) return hole.text
    if (hole.kind === 'tag') return kind === 'close' ? `</${hole.name}>` : `<${hole.name}>`
    const { element, branches } = hole
    let text = `{${element.value}, `
    if (element.type === TYPE.select) text += 'select,'
    else
      text += `${element.pluralType === 'ordinal' ? 'selectordinal' : 'plural'},${element.offset ? ` offset:${element.offset}` : ''}`
    for (const [name, part] of branchesFor(element, branches, this.#locale)) {
      const branch = this.textOf(part)
      if (branch === undefined) return undefined
      text += ` ${name} {${branch}}`
    }
    return `${text}}`
  }
}

/** A plural gets a branch for each category of the target language; what the source has none for is its `other`. */
function branchesFor(element: PluralElement | SelectElement, branches: Map<string, Part>, locale: string) {
  if (element.type === TYPE.select) return branches
  const other = branches.get('other')
  const exact = [...branches].filter(([name]) => name.startsWith('='))
  const categories = pluralCategories(locale, element.pluralType ?? 'cardinal')
  return [
    ...exact,
    ...categories.flatMap((name): [string, Part][] => {
      const part = branches.get(name) ?? other
      return part ? [[name, part]] : []
    }),
  ]
}

/** How a literal text is written into the whole. */
type Write = (text: string, isInPlural: boolean) => string

const asItIs: Write = (text) => text

/**
 * Quotes what the message would take for syntax. Apostrophes beside it are quoted along; elsewhere they are doubled where
 * a single one would begin a quotation, and in plurals of another syntax always.
 */
function writingOf(message: string, syntax: Syntax): Write {
  const tag = readsTags(message) ? '|<(?=[a-z/])' : ''
  const runs = new RegExp(`(?:[{}']${tag})+`, 'gi')
  const runsInPlural = new RegExp(`(?:[{}#']${tag})+`, 'gi')
  return (text, isInPlural) =>
    text.replaceAll(isInPlural ? runsInPlural : runs, (run, at: number) => {
      const doubled = run.replaceAll("'", "''")
      if (/[^']/.test(run)) return `'${doubled}'`
      return syntax === 'icu' && run.length === 1 && /^[^<>#]/.test(text.slice(at + 1)) ? run : doubled
    })
}

/** A message whose tags do not add up is one without tags. */
function readsTags(message: string): boolean {
  try {
    return parse(message).length >= 0
  } catch {
    return false
  }
}
