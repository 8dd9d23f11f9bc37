import type { Span } from '../entry.ts'
import { UnreadableFile } from '../remark.ts'
import { isCommentOn } from '../xml/comments.ts'
import { contentOf, elementAt, type XmlElement } from '../xml/element.ts'
import { plainText } from '../xml/pieces.ts'
import { readXml, type XmlTag } from '../xml/read-xml.ts'

/** A name in a dictionary and what stands under it. */
export interface Member {
  name: string
  /** Where its `key` begins. */
  from: number
  value: XmlElement
  /** Of a dictionary. */
  members?: Member[]
  /** Of the comment directly before its name. */
  comment?: Span
}

export interface PropertyList {
  root: XmlElement
  members: Member[]
}

/** Where the lines of a member begin, the comment that is about it included. */
export const beginningOf = ({ comment, from }: Member) => comment?.from ?? from

/** The dictionary of a property list in XML, found in steps. */
export function* scanPropertyList(text: string): Generator<void, PropertyList, void> {
  const scan = new Scan(text)
  yield* readXml(text, scan)
  return scan.found()
}

/** Of a longer one, as much as tells it from others. */
const LONGEST_NAME = 2 ** 18

/** A dictionary that is not closed yet. */
interface Open {
  tag: XmlTag
  members: Member[]
  keyTag: XmlTag | undefined
  /** Waits for its value. */
  key: Pick<Member, 'name' | 'from' | 'comment'> | undefined
}

/** Nothing in a list depends on them, and a large one has a million of them. */
const NO_ATTRIBUTES = {}

const opened = (tag: XmlTag): Open => ({ tag, members: [], keyTag: undefined, key: undefined })

class Scan {
  readonly #text: string
  #found: PropertyList | undefined
  readonly #open: Open[] = []
  /** Of a value that is no dictionary. */
  #valueTag: XmlTag | undefined
  #comment: Span | undefined
  /** Behind the last element that began or ended. */
  #last = 0

  constructor(text: string) {
    this.#text = text
  }

  found(): PropertyList {
    if (!this.#found) throw new UnreadableFile('syntax_error', 'There is no dictionary in the property list')
    return this.#found
  }

  open({ attributes: _, ...rest }: XmlTag): void {
    const tag = { ...rest, attributes: NO_ATTRIBUTES }
    const dictionary = this.#open.at(-1)
    if (tag.depth === 1 && tag.name !== 'plist')
      throw new UnreadableFile('syntax_error', `The root element is "${tag.name}", not "plist"`)
    if (tag.depth === 2 && tag.name === 'dict') this.#open.push(opened(tag))
    else if (dictionary && tag.depth === dictionary.tag.depth + 1) this.#openIn(dictionary, tag)
    this.#last = tag.to
  }

  #openIn(dictionary: Open, tag: XmlTag): void {
    if (tag.name === 'key' ? dictionary.key : !dictionary.key)
      throw new UnreadableFile('syntax_error', `In a dictionary, "${tag.name}" stands in the wrong place`)
    if (tag.name === 'key') {
      dictionary.keyTag = tag
      const isAbout = this.#comment && isCommentOn(this.#text, this.#comment, tag.from, this.#last)
      if (!isAbout) this.#comment = undefined
    } else if (tag.name === 'dict') this.#open.push(opened(tag))
    else this.#valueTag = tag
  }

  close(_name: string, from: number, to: number, depth: number): void {
    const dictionary = this.#open.at(-1)
    if (dictionary?.tag.depth === depth) this.#endDictionary(dictionary, from, to)
    else if (dictionary && depth === dictionary.tag.depth + 1) this.#closeIn(dictionary, from, to)
    this.#last = to
  }

  #endDictionary({ tag, members, key }: Open, from: number, to: number): void {
    if (key) throw new UnreadableFile('syntax_error', `The name "${key.name.slice(0, 100)}" has no value`)
    this.#open.pop()
    const element = elementAt(tag, from, to)
    const outer = this.#open.at(-1)
    if (outer) this.#put(outer, element, members)
    else this.#found ??= { root: element, members }
  }

  #closeIn(dictionary: Open, from: number, to: number): void {
    if (this.#valueTag) {
      this.#put(dictionary, elementAt(this.#valueTag, from, to))
      this.#valueTag = undefined
    } else if (dictionary.keyTag) {
      const element = elementAt(dictionary.keyTag, from, to)
      dictionary.keyTag = undefined
      const comment = this.#comment ? { comment: this.#comment } : {}
      dictionary.key = { name: this.#nameIn(element), from: element.tag.from, ...comment }
      this.#comment = undefined
    }
  }

  #nameIn(element: XmlElement): string {
    const xml = contentOf(this.#text, element)
    const name = xml.length > LONGEST_NAME ? xml.slice(0, LONGEST_NAME) : plainText(xml)
    if (name === undefined) throw new UnreadableFile('syntax_error', 'A name has elements in it')
    return name
  }

  #put(dictionary: Open, value: XmlElement, members?: Member[]): void {
    const { key } = dictionary
    if (!key) return
    dictionary.key = undefined
    dictionary.members.push({ ...key, value, ...(members ? { members } : {}) })
  }

  comment(_content: string, from: number, to: number): void {
    this.#comment = { from, to }
  }
}
