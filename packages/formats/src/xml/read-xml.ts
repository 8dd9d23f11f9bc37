import { SaxesParser } from 'saxes'
import { Lines } from '../lines.ts'
import { type RemarkCode, UnreadableFile } from '../remark.ts'
import type { LongText } from '../text-pieces.ts'

/** So few that they take few milliseconds even when the code is cold. */
const CHUNK = 8 * 1024
const DEEPEST = 64
/** Far more than any tool writes. */
const MOST_ATTRIBUTES = 256

/** A tag that opens an element, and where it stands in the text. */
export interface XmlTag {
  name: string
  attributes: Readonly<Record<string, string>>
  isSelfClosing: boolean
  /** Of the tag: from its `<` to behind its `>`. */
  from: number
  to: number
  /** The root has 1. */
  depth: number
}

/** What a file is made of, told in its order. What stands between two places is `text.slice` of the file. */
export interface XmlHandler {
  open?(tag: XmlTag): void
  /** `from` is where the closing tag begins, or the end of a self-closing one. */
  close?(name: string, from: number, to: number, depth: number): void
  /** With entities resolved; may come in several pieces. */
  text?(text: string): void
  cdata?(text: string, from: number, to: number): void
  comment?(text: string, from: number, to: number): void
}

/**
 * Reads XML in steps. Nothing but the five entities of XML is known: a DOCTYPE may name the kind of a file, but one that
 * declares anything is refused, and nothing is ever fetched.
 */
export function* readXml(text: LongText, handler: XmlHandler): Generator<void, void, void> {
  const parser = parserOf(text, handler)
  for (let from = 0; from < text.length; from += CHUNK) {
    attempt(text, parser, () => parser.write(text.slice(from, from + CHUNK)))
    yield
  }
  attempt(text, parser, () => parser.close())
}

class Refusal extends Error {
  readonly code: RemarkCode
  constructor(code: RemarkCode, message: string) {
    super(message)
    this.code = code
  }
}

function attempt(text: LongText, parser: SaxesParser, step: () => unknown): void {
  try {
    step()
  } catch (error) {
    if (error instanceof UnreadableFile) throw error
    const place = new Lines(text).at(parser.position)
    const reason = (error as Error).message.replace(/^\d+:\d+: /, '')
    const code = error instanceof Refusal ? error.code : 'syntax_error'
    throw new UnreadableFile(code, `Line ${place.line}: ${reason}`, place)
  }
}

function parserOf(text: LongText, handler: XmlHandler): SaxesParser {
  const parser = new SaxesParser({ xmlns: false, position: true })
  let depth = 0
  let attributes = 0
  parser.on('error', (error) => {
    throw error
  })
  parser.on('doctype', (declared) => {
    if (declared.includes('[')) throw new Refusal('unsafe_xml', 'a DOCTYPE must not declare anything.')
  })
  parser.on('attribute', () => {
    if (++attributes > MOST_ATTRIBUTES) throw new Refusal('unsafe_xml', 'too many attributes.')
  })
  parser.on('opentag', ({ name, attributes: given, isSelfClosing }) => {
    attributes = 0
    if (++depth > DEEPEST) throw new Refusal('unsafe_xml', `nested deeper than ${DEEPEST} levels.`)
    const to = parser.position
    handler.open?.({ name, attributes: given, isSelfClosing, from: text.lastIndexOf('<', to - 1), to, depth })
  })
  parser.on('closetag', ({ name, isSelfClosing }) => {
    const to = parser.position
    handler.close?.(name, isSelfClosing ? to : text.lastIndexOf('<', to - 1), to, depth)
    depth--
  })
  if (handler.text) parser.on('text', (piece) => handler.text?.(piece))
  // Line ends inside are told as one character, so only the text tells where it begins.
  parser.on('cdata', (content) => {
    const to = parser.position
    handler.cdata?.(content, text.lastIndexOf('<![CDATA[', to), to)
  })
  parser.on('comment', (content) => {
    // It is told before its last character.
    const to = parser.position + 1
    handler.comment?.(content, text.lastIndexOf('<!--', to - 4), to)
  })
  return parser
}
