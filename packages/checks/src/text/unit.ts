import { type Address, addressesIn } from './address.ts'
import { entitiesIn } from './entity.ts'
import type { MappedText, Span } from './mapped-text.ts'
import type { Placeholder } from './placeholder.ts'
import { Prose } from './prose.ts'
import { type Tag, tagsIn } from './tag.ts'
import { wordBoundsIn } from './words.ts'

/** An argument by which a unit was chosen. */
export interface Chosen {
  argument: string
  branch: string
  isPlural: boolean
}

/** A part of the text that prose has a gap for. */
export interface Gap extends Span {
  kind: 'placeholder' | 'tag' | 'address' | 'entity'
}

/**
 * A text that somebody gets to see as a whole: a plain value, or one innermost branch of a message with the text around it.
 * What is found in it is worked out once, when the first check asks.
 */
export class Unit {
  /** The path of arguments and branches, `count.one`; null for a plain value. */
  readonly branch: string | null
  readonly text: string
  readonly placeholders: readonly Placeholder[]
  readonly chosen: readonly Chosen[]
  /** Undefined where the text is the value itself. */
  readonly #mapped: MappedText | undefined
  #tags: readonly Tag[] | undefined
  #addresses: readonly Address[] | undefined
  #gaps: readonly Gap[] | undefined
  #prose: Prose | undefined
  #wordBounds: readonly number[] | undefined

  constructor(
    branch: string | null,
    text: string | MappedText,
    placeholders: readonly Placeholder[],
    chosen: readonly Chosen[],
  ) {
    this.branch = branch
    this.text = typeof text === 'string' ? text : text.text
    this.placeholders = placeholders
    this.chosen = chosen
    this.#mapped = typeof text === 'string' ? undefined : text
  }

  get tags(): readonly Tag[] {
    this.#tags ??= tagsIn(this.text, this.placeholders)
    return this.#tags
  }

  get addresses(): readonly Address[] {
    this.#addresses ??= addressesIn(this.text, this.placeholders)
    return this.#addresses
  }

  /** In the order of the text, none within another. */
  get gaps(): readonly Gap[] {
    this.#gaps ??= this.#findGaps()
    return this.#gaps
  }

  /** The text with a gap for everything that is not language. */
  get prose(): string {
    return this.gaps.length === 0 ? this.text : this.#asProse().text
  }

  /** Where the words of the prose begin and end, in turn. */
  get wordBounds(): readonly number[] {
    this.#wordBounds ??= wordBoundsIn(this.prose)
    return this.#wordBounds
  }

  /** Where a part of the text stands in the value. */
  inValue({ start, end }: Span): Span {
    return this.#mapped ? this.#mapped.originOf(start, end) : { start, end }
  }

  /** Where a part of the prose stands in the text. */
  inText({ start, end }: Span): Span {
    return this.gaps.length === 0 ? { start, end } : this.#asProse().inText({ start, end })
  }

  /** Where a part of the prose stands in the value. */
  proseInValue(span: Span): Span {
    return this.inValue(this.inText(span))
  }

  #asProse(): Prose {
    this.#prose ??= new Prose(this.text, this.gaps)
    return this.#prose
  }

  #findGaps(): Gap[] {
    const { text, placeholders, tags, addresses } = this
    const entities = entitiesIn(text)
    if (placeholders.length + tags.length + addresses.length + entities.length === 0) return []
    const kinds = [
      gapsOf('placeholder', placeholders),
      gapsOf('tag', tags),
      gapsOf('address', addresses),
      gapsOf('entity', entities),
    ].filter((gaps) => gaps.length > 0)
    const [only, ...others] = kinds
    return only && others.length === 0 ? only : outermost(kinds.flat())
  }
}

/** Of two the outer one counts: a tag or an address may hold placeholders. */
function outermost(gaps: Gap[]): Gap[] {
  gaps.sort((one, other) => one.start - other.start || other.end - one.end)
  let end = 0
  return gaps.filter((gap) => {
    if (gap.start < end) return false
    end = gap.end
    return true
  })
}

const gapsOf = (kind: Gap['kind'], spans: readonly Span[]): Gap[] =>
  spans.map(({ start, end }) => ({ kind, start, end }))
