import type { Syntax } from '@parlance/contract/syntaxes'
import { MappedText } from './mapped-text.ts'
import type { Branch, Choice, Part } from './message.ts'
import type { Placeholder } from './placeholder.ts'
import { placeholdersIn } from './placeholders.ts'
import { type Chosen, Unit } from './unit.ts'
import { unquoted } from './unquoted.ts'

/** A plural of a message: which branches it has, and the path that leads to it. */
export interface Plural {
  type: 'cardinal' | 'ordinal'
  branches: readonly string[]
  path: string | null
}

export interface MessageUnits {
  units: readonly Unit[]
  plurals: readonly Plural[]
}

/**
 * What is put into units as the text around a branch, over all branches: a message may have a thousand branches within a
 * thousand words. Beyond this a branch stands alone, and beyond so many branches nobody looks.
 */
const MOST_AROUND = { parts: 10_000, characters: 65_536 }
const MOST_UNITS = 1_000

/** Takes a message apart into what people get to see. */
export function messageUnits(text: string, message: readonly Part[], syntax: Syntax): MessageUnits {
  const isPlain = syntax === 'icu' && !text.includes("'") && !message.some(({ kind }) => kind === 'choice')
  if (isPlain) return { units: [new Unit(null, text, argumentsOf(text, message), [])], plurals: [] }
  const taking = new Taking(text, syntax)
  taking.take(message, { around: undefined, path: null, chosen: [], plural: undefined })
  return taking
}

/** Of a message without choices and quotes, which is its own text. */
function argumentsOf(text: string, message: readonly Part[]): Placeholder[] {
  const found: Placeholder[] = []
  for (const part of message) {
    if (part.kind !== 'argument') continue
    const { name, class: type, start, end } = part
    found.push({ name, class: type, spelled: text.slice(start, end), start, end })
  }
  return found
}

/** The parts in which a choice stands, from the inside to the outside. */
interface Around {
  parts: readonly Part[]
  /** Where among them. */
  at: number
  /** The plural to which a # among them belongs. */
  plural: string | undefined
  outer: Around | undefined
  /** Of these and all outer ones. */
  size: typeof MOST_AROUND
}

interface Place {
  around: Around | undefined
  path: string | null
  chosen: readonly Chosen[]
  plural: string | undefined
}

class Taking {
  readonly units: Unit[] = []
  readonly plurals: Plural[] = []
  readonly #text: string
  readonly #syntax: Syntax
  readonly #left = { ...MOST_AROUND }

  constructor(text: string, syntax: Syntax) {
    this.#text = text
    this.#syntax = syntax
  }

  take(parts: readonly Part[], place: Place): void {
    if (this.units.length >= MOST_UNITS) return
    if (!parts.some(({ kind }) => kind === 'choice')) {
      this.units.push(this.#unitOf(parts, place))
      return
    }
    const size = sizeWith(parts, place.around?.size)
    for (const [at, part] of parts.entries()) {
      if (part.kind !== 'choice') continue
      if (part.type !== 'select') this.#notePlural(part, part.type, place.path)
      const around = { parts, at, plural: place.plural, outer: place.around, size }
      for (const branch of part.branches) this.#takeBranch(part, branch, around, place)
    }
  }

  #notePlural({ branches }: Choice, type: Plural['type'], path: string | null): void {
    this.plurals.push({ type, branches: branches.map(({ name }) => name), path })
  }

  #takeBranch({ name: argument, type }: Choice, branch: Branch, around: Around, { path, chosen }: Place): void {
    const isPlural = type !== 'select'
    const name = `${argument}.${branch.name}`
    this.take(branch.parts, {
      around,
      path: path === null ? name : `${path}.${name}`,
      chosen: [...chosen, { argument, branch: branch.name, isPlural }],
      plural: isPlural ? argument : undefined,
    })
  }

  #unitOf(parts: readonly Part[], { around, path, chosen, plural }: Place): Unit {
    const mapped = new MappedText()
    const placeholders: Placeholder[] = []
    const add = (some: readonly Part[], of: string | undefined) => {
      for (const part of some) this.#add(part, of, mapped, placeholders)
    }
    const surroundings = around && this.#takesRoom(around) ? fromOutside(around) : []
    for (const outer of surroundings) add(outer.parts.slice(0, outer.at), outer.plural)
    add(parts, plural)
    for (const outer of surroundings.reverse()) add(outer.parts.slice(outer.at + 1), outer.plural)
    const found = this.#syntax === 'icu' ? placeholders : placeholdersIn(mapped.text, this.#syntax)
    return new Unit(path, mapped, found, chosen)
  }

  #takesRoom({ size: { parts, characters } }: Around): boolean {
    if (parts > this.#left.parts || characters > this.#left.characters) return false
    this.#left.parts -= parts
    this.#left.characters -= characters
    return true
  }

  /** In other syntaxes an argument is text that nobody quoted, and # is text, too. */
  #add(part: Part, plural: string | undefined, mapped: MappedText, placeholders: Placeholder[]): void {
    const { start, end } = part
    const raw = part.kind === 'choice' ? `{${part.name}}` : this.#text.slice(start, end)
    if (part.kind === 'text') {
      if (!raw.includes("'")) mapped.add(raw, { start, end })
      else
        unquoted(raw, part.isInPlural, (some, from, to) => mapped.add(some, { start: start + from, end: start + to }))
      return
    }
    const name = part.kind === 'count' ? (plural ?? '') : part.name
    const spelled = part.kind === 'count' ? `{${name}}` : raw
    const isNumber = part.kind === 'count' || (part.kind === 'choice' && part.type !== 'select')
    const found = part.kind === 'argument' ? part.class : isNumber ? 'number' : 'text'
    placeholders.push({ name, class: found, spelled, start: mapped.length, end: mapped.length + raw.length })
    mapped.add(raw, { start, end })
  }
}

/** The outermost first. */
function fromOutside(around: Around): Around[] {
  const found: Around[] = []
  for (let one: Around | undefined = around; one; one = one.outer) found.push(one)
  return found.reverse()
}

function sizeWith(parts: readonly Part[], outer: typeof MOST_AROUND | undefined): typeof MOST_AROUND {
  let characters = outer?.characters ?? 0
  for (const part of parts) characters += part.kind === 'choice' ? part.name.length + 2 : part.end - part.start
  return { parts: (outer?.parts ?? 0) + parts.length, characters }
}
