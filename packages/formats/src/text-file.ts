import { UnreadableFile } from './remark.ts'

/** A file of text and what must be known to write it back as it was. */
export interface TextFile {
  text: string
  encoding: 'utf-8' | 'utf-16le' | 'utf-16be' | 'iso-8859-1'
  /** The mark is no part of the text. */
  hasByteOrderMark: boolean
}

/** Bytes that are decoded in a millisecond or two. */
const PIECE = 2 ** 20
/** `String.fromCharCode` takes so many arguments everywhere. */
const CHARACTERS = 2 ** 13

/**
 * The text of a file in UTF-8, or in UTF-16 that says so by its mark. What is neither is refused, unless the format has
 * files in ISO-8859-1. It pauses every few milliseconds.
 */
export function* decodeText(
  bytes: Uint8Array,
  otherwise: 'refuse' | 'iso-8859-1' = 'refuse',
): Generator<void, TextFile, void> {
  try {
    const { pieces, ...file } = yield* decodePieces(bytes)
    return { text: pieces.join(''), ...file }
  } catch (error) {
    const [, mark] = encodingOf(bytes)
    if (!(error instanceof UnreadableFile) || otherwise === 'refuse' || mark > 0) throw error
  }
  return { text: yield* decodeLatin1(bytes), encoding: 'iso-8859-1', hasByteOrderMark: false }
}

/** The same as it comes: to put hundreds of megabytes together would take longer than anybody may wait. */
export function* decodePieces(bytes: Uint8Array): Generator<void, Omit<TextFile, 'text'> & { pieces: string[] }, void> {
  const [encoding, mark] = encodingOf(bytes)
  const content = bytes.subarray(mark)
  try {
    const decoder = new TextDecoder(encoding, { fatal: true, ignoreBOM: true })
    const pieces: string[] = []
    for (let at = 0; at < content.length; at += PIECE) {
      pieces.push(decoder.decode(content.subarray(at, at + PIECE), { stream: true }))
      yield
    }
    pieces.push(decoder.decode())
    return { pieces, encoding, hasByteOrderMark: mark > 0 }
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    throw new UnreadableFile('encoding', `The file is not in ${encoding.toUpperCase()}`)
  }
}

/** The `latin1` of TextDecoder is Windows-1252, in which other characters stand between 0x80 and 0x9f. */
export function* decodeLatin1(bytes: Uint8Array): Generator<void, string, void> {
  const pieces: string[] = []
  for (let at = 0; at < bytes.length; at += CHARACTERS) {
    pieces.push(String.fromCharCode(...bytes.subarray(at, at + CHARACTERS)))
    if (at % PIECE === 0) yield
  }
  return pieces.join('')
}

export function encodingOf(bytes: Uint8Array): [encoding: 'utf-8' | 'utf-16le' | 'utf-16be', mark: number] {
  const [first, second, third] = bytes
  if (first === 0xff && second === 0xfe) return ['utf-16le', 2]
  if (first === 0xfe && second === 0xff) return ['utf-16be', 2]
  return ['utf-8', first === 0xef && second === 0xbb && third === 0xbf ? 3 : 0]
}

/** The first characters of a file, whatever is wrong with it: so many of its bytes. */
export function beginningOf(bytes: Uint8Array, length: number): string {
  const [encoding] = encodingOf(bytes)
  return new TextDecoder(encoding).decode(bytes.subarray(0, length))
}

/** Pieces of text as the file has them. The first piece of a file brings its mark. */
export function encoderOf({ encoding, hasByteOrderMark }: Omit<TextFile, 'text'>): (piece: string) => Uint8Array {
  const utf8 = new TextEncoder()
  let mark = hasByteOrderMark ? '\ufeff' : ''
  return (piece) => {
    const text = mark + piece
    mark = ''
    if (encoding === 'utf-8') return utf8.encode(text)
    return encoding === 'iso-8859-1' ? latin1Of(text) : utf16Of(text, encoding === 'utf-16le')
  }
}

function utf16Of(text: string, isLittle: boolean): Uint8Array {
  const bytes = new Uint8Array(text.length * 2)
  const view = new DataView(bytes.buffer)
  for (let at = 0; at < text.length; at++) view.setUint16(at * 2, text.charCodeAt(at), isLittle)
  return bytes
}

/** Whoever writes such a file escapes what it cannot hold. */
const latin1Of = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0))

/** How the lines of a text end, by the first of them. */
export function lineEndOf(text: string): '\n' | '\r\n' | '\r' {
  const end = /\r\n?|\n/.exec(text.slice(0, PIECE))?.[0]
  return end === '\r\n' || end === '\r' ? end : '\n'
}
