import { unescapeXml } from '../xml/escape-xml.ts'
import { cdataText, withLineFeeds, xmlPieces } from '../xml/pieces.ts'
import { taggedParts } from '../xml/tagged-text.ts'

/** How a file spells a text, beside what it says. */
export interface Spelling {
  cdata?: boolean
  /** What looks like tags is text. */
  escaped?: boolean
  /** Not a text of its own but the name of another resource. */
  reference?: boolean
}

export interface AndroidText {
  value: string
  spelling: Spelling
}

/** Nothing in it means anything else than it says. */
const PLAIN = /^[^\s\\"<&]+(?: [^\s\\"<&]+)*$/
/** Longer content is too long as a text, however it is spelled. */
const LONGEST = 2 ** 20

/** The text of the content of a resource. Where it has tags it stays XML, with the escapes of Android taken off. */
export function decodeText(xml: string): AndroidText {
  if (xml.length > LONGEST) return { value: xml, spelling: {} }
  const isReference = /^\s*[@?]/.test(xml)
  if (PLAIN.test(xml)) return { value: xml, spelling: isReference ? { reference: true } : {} }
  const pieces = xmlPieces(xml)
  const hasTags = pieces.some(({ kind }) => kind === 'tag')
  const text = new Unescaped()
  for (const { kind, from, to } of pieces) {
    const piece = withLineFeeds(xml.slice(from, to))
    if (kind === 'tag') text.tag(piece)
    else if (kind === 'cdata') text.add(hasTags ? escapeMarkup(cdataText(piece)) : cdataText(piece))
    else if (kind === 'text') text.add(hasTags ? unescapeBesideTags(piece) : unescapeXml(piece))
  }
  const value = text.end()
  if (hasTags) return { value, spelling: {} }
  const cdata = pieces.some(({ kind }) => kind === 'cdata')
  const escaped = !cdata && taggedParts(value, XLIFF) !== undefined
  return {
    value,
    spelling: {
      ...(cdata ? { cdata } : {}),
      ...(escaped ? { escaped } : {}),
      ...(isReference ? { reference: true } : {}),
    },
  }
}

/** Tags of this prefix mark placeholders, so it is declared in every file that is written. */
export const XLIFF: ReadonlySet<string> = new Set(['xliff'])

const MARKUP: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;' }
const escapeMarkup = (text: string) => text.replaceAll(/[&<]/g, (character) => MARKUP[character] ?? character)

/** Entities that stand for signs of XML stay, as their text is XML. */
export const unescapeBesideTags = (text: string) =>
  text.replaceAll(/&[^;]*;/g, (entity) => {
    const character = unescapeXml(entity)
    return character === '>' ? '&gt;' : escapeMarkup(character)
  })

const ESCAPED: Readonly<Record<string, string>> = { n: '\n', t: '\t' }
const isSpace = (character: string) => /[ \n\t\r]/.test(character)

/** Takes off what Android needs: white space counts once, unless it stands between quotation marks or is escaped. */
class Unescaped {
  #text = ''
  #isQuoted = false
  /** White space that counts only if more follows. */
  #isSpaceDue = false

  add(piece: string): void {
    for (let at = 0; at < piece.length; at++) {
      const character = piece[at] ?? ''
      if (character === '"') this.#isQuoted = !this.#isQuoted
      else if (character === '\\') at += this.#escape(piece, at + 1)
      else if (isSpace(character) && !this.#isQuoted) this.#isSpaceDue = true
      else this.#put(character)
    }
  }

  tag(tag: string): void {
    this.#put(tag)
  }

  end(): string {
    return this.#text
  }

  #put(text: string): void {
    if (this.#isSpaceDue && this.#text !== '') this.#text += ' '
    this.#isSpaceDue = false
    this.#text += text
  }

  /** How many characters an escape has behind its backslash. Of an unknown one the backslash is nothing. */
  #escape(piece: string, at: number): number {
    const hex = /^u([\da-fA-F]{4})/.exec(piece.slice(at, at + 5))?.[1]
    if (hex !== undefined) {
      this.#put(String.fromCharCode(Number.parseInt(hex, 16)))
      return 5
    }
    const character = piece[at]
    if (character === undefined || character === 'u') {
      this.#put('\\')
      return 0
    }
    this.#put(ESCAPED[character] ?? character)
    return 1
  }
}
