import { UnreadableFile } from '../remark.ts'
import { contentText } from '../xml/content-text.ts'
import { contentOf, elementAt, type XmlElement } from '../xml/element.ts'
import { readXml, type XmlTag } from '../xml/read-xml.ts'

const PARTS = ['source', 'comment', 'extracomment', 'translatorcomment', 'translation'] as const
type Part = (typeof PARTS)[number]
const isPart = (name: string): name is Part => (PARTS as readonly string[]).includes(name)

/** A text of a program. */
export interface QtMessage {
  element: XmlElement
  context: QtContext
  id: string | undefined
  isNumerus: boolean
  /** The program has it no longer. */
  isGone: boolean
  parts: Partial<Record<Part, XmlElement>>
  forms: XmlElement[]
}

/** Where a program has texts, mostly one of its classes. */
export interface QtContext {
  tag: XmlTag
  /** Where its closing tag begins, and behind that. */
  end: number
  to: number
  name: string
}

export interface TsFile {
  root: XmlTag
  /** Where the closing tag of the root begins. */
  end: number
  contexts: QtContext[]
  messages: QtMessage[]
}

/** The messages of a file and where their texts stand, found in steps. */
export function* scanTs(text: string): Generator<void, TsFile, void> {
  const scan = new Scan(text)
  yield* readXml(text, scan)
  return scan.found()
}

/** Six forms are the most that a language has. */
const MOST_FORMS = 32

class Scan {
  readonly #text: string
  #root: XmlTag | undefined
  #end = 0
  readonly #contexts: QtContext[] = []
  readonly #messages: QtMessage[] = []
  #context: QtContext | undefined
  #message: QtMessage | undefined
  /** A part of a message or the name of a context. */
  #part: XmlTag | undefined
  #form: XmlTag | undefined

  constructor(text: string) {
    this.#text = text
  }

  found(): TsFile {
    if (!this.#root) throw new UnreadableFile('syntax_error', 'There is no element "TS"')
    return { root: this.#root, end: this.#end, contexts: this.#contexts, messages: this.#messages }
  }

  open(tag: XmlTag): void {
    const { name, depth } = tag
    if (depth === 1) this.#begin(tag)
    else if (depth === 2 && name === 'context') this.#context = { tag, end: tag.to, to: tag.to, name: '' }
    else if (depth === 3 && this.#context) this.#openInContext(this.#context, tag)
    else if (depth === 4 && this.#message && isPart(name)) this.#part = tag
    else if (depth === 5 && name === 'numerusform' && this.#part?.name === 'translation') this.#form = tag
  }

  close(_name: string, from: number, to: number, depth: number): void {
    if (depth === 1) this.#end = from
    else if (depth === 2) this.#closeContext(from, to)
    else if (depth === 3) this.#closeInContext(from, to)
    else if (depth === 4) this.#closePart(from, to)
    else if (depth === 5 && this.#form) {
      const forms = this.#message?.forms
      if (forms && forms.length < MOST_FORMS) forms.push(elementAt(this.#form, from, to))
      this.#form = undefined
    }
  }

  #begin(tag: XmlTag): void {
    if (tag.name !== 'TS') throw new UnreadableFile('syntax_error', `The root element is "${tag.name}", not "TS"`)
    this.#root = tag
  }

  #openInContext(context: QtContext, tag: XmlTag): void {
    const { name, attributes } = tag
    if (name === 'name') this.#part = tag
    if (name !== 'message') return
    this.#message = {
      element: elementAt(tag, tag.to, tag.to),
      context,
      id: attributes['id'] || undefined,
      isNumerus: attributes['numerus'] === 'yes',
      isGone: false,
      parts: {},
      forms: [],
    }
  }

  #closeContext(from: number, to: number): void {
    const context = this.#context
    if (!context) return
    context.end = from
    context.to = to
    this.#contexts.push(context)
    this.#context = undefined
  }

  #closeInContext(from: number, to: number): void {
    const message = this.#message
    if (message) {
      message.element = elementAt(message.element.tag, from, to)
      this.#messages.push(message)
    } else if (this.#part && this.#context) {
      const name = contentOf(this.#text, elementAt(this.#part, from, to))
      this.#context.name = contentText(name, () => '') ?? ''
    }
    this.#message = undefined
    this.#part = undefined
  }

  #closePart(from: number, to: number): void {
    const part = this.#part
    const message = this.#message
    if (!part || !message || !isPart(part.name)) return
    message.parts[part.name] = elementAt(part, from, to)
    const type = part.attributes['type']
    if (part.name === 'translation') message.isGone = type === 'vanished' || type === 'obsolete'
    this.#part = undefined
  }
}
