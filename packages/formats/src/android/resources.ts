import type { Span } from '../entry.ts'
import { UnreadableFile } from '../remark.ts'
import { isCommentOn } from '../xml/comments.ts'
import { elementAt, type XmlElement } from '../xml/element.ts'
import { readXml, type XmlTag } from '../xml/read-xml.ts'

/** An element with text. */
export interface TextElement extends XmlElement {
  /** Of the comment directly before it. */
  comment?: Span
}

export interface Item extends TextElement {
  /** Of a plural. */
  quantity?: string
}

export interface Resource extends TextElement {
  kind: 'string' | 'plurals' | 'string-array'
  name: string
  isTranslatable: boolean
  items: Item[]
}

export interface Resources {
  root: XmlTag
  /** Where the closing tag of the root begins. */
  end: number
  resources: Resource[]
}

const KINDS: ReadonlySet<string> = new Set(['string', 'plurals', 'string-array'])
const isKind = (name: string): name is Resource['kind'] => KINDS.has(name)

/** The texts of a file and where they stand, found in steps. */
export function* scanResources(text: string): Generator<void, Resources, void> {
  const scan = new Scan(text)
  yield* readXml(text, scan)
  return scan.found()
}

class Scan {
  readonly #text: string
  #root: XmlTag | undefined
  #end = 0
  readonly #resources: Resource[] = []
  #resource: Resource | undefined
  #item: Item | undefined
  #comment: Span | undefined
  /** Behind the last element that ended. */
  #last = 0

  constructor(text: string) {
    this.#text = text
  }

  found(): Resources {
    if (!this.#root) throw new UnreadableFile('syntax_error', 'There is no element "resources"')
    return { root: this.#root, end: this.#end, resources: this.#resources }
  }

  open(tag: XmlTag): void {
    if (tag.depth === 1) this.#begin(tag)
    else if (tag.depth === 2) this.#openResource(tag)
    else if (tag.depth === 3 && tag.name === 'item' && this.#resource && this.#resource.kind !== 'string')
      this.#item = { ...this.#element(tag), ...quantityOf(tag) }
    this.#last = tag.to
  }

  close(_name: string, from: number, to: number, depth: number): void {
    if (depth === 1) this.#end = from
    else if (depth === 2 && this.#resource) {
      this.#resources.push(endedAt(this.#resource, from, to))
      this.#resource = undefined
    } else if (depth === 3 && this.#item) {
      this.#resource?.items.push(endedAt(this.#item, from, to))
      this.#item = undefined
    }
    this.#last = to
  }

  comment(_content: string, from: number, to: number): void {
    this.#comment = { from, to }
  }

  #begin(tag: XmlTag): void {
    if (tag.name !== 'resources')
      throw new UnreadableFile('syntax_error', `The root element is "${tag.name}", not "resources"`)
    this.#root = tag
  }

  #openResource(tag: XmlTag): void {
    const { name, attributes } = tag
    if (!isKind(name) || attributes['name'] === undefined) return
    this.#resource = {
      ...this.#element(tag),
      kind: name,
      name: attributes['name'],
      isTranslatable: attributes['translatable'] !== 'false',
      items: [],
    }
  }

  #element(tag: XmlTag): TextElement {
    const comment = this.#comment
    const isAbout = comment && isCommentOn(this.#text, comment, tag.from, this.#last)
    return { ...elementAt(tag, tag.to, tag.to), ...(isAbout ? { comment } : {}) }
  }
}

const quantityOf = ({ attributes }: XmlTag) =>
  attributes['quantity'] === undefined ? {} : { quantity: attributes['quantity'] }

const endedAt = <Element extends TextElement>(element: Element, from: number, to: number): Element => ({
  ...element,
  ...elementAt(element.tag, from, to),
})

/** Where an element begins with the comment that is about it. */
export const beginningOf = ({ comment, tag }: TextElement) => comment?.from ?? tag.from
