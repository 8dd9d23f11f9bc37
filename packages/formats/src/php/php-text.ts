import { partsOf } from './heredoc.ts'

export type Quote = '"' | "'"

/** Texts of PHP are bytes: these are their letters, if they have any. Undefined: they are no text. */
export function textOfLiteral(literal: string): string | undefined {
  const [quote] = literal
  if (quote === "'") return withoutBackslashes(literal.slice(1, -1))
  if (quote === '"') return unescaped(literal.slice(1, -1), '"')
  const heredoc = partsOf(literal)
  if (heredoc?.body === undefined || heredoc.isPlain) return heredoc?.body
  return unescaped(heredoc.body, '')
}

const withoutBackslashes = (text: string) => (text.includes('\\') ? text.replaceAll(/\\([\\'])/g, '$1') : text)

const ESCAPE = /\\(?:([0-7]{1,3})|[xX]([\da-fA-F]{1,2})|u\{([\da-fA-F]+)\}|([\s\S]))/g
const SHORT: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', v: '\v', e: '\u001b', f: '\f' }

function unescaped(text: string, quote: string): string | undefined {
  if (!text.includes('\\')) return text
  let hasBytes = false
  let isBroken = false
  const said = text.replaceAll(ESCAPE, (whole, octal?: string, hex?: string, point?: string, other = '') => {
    if (octal !== undefined || hex !== undefined) {
      const byte = octal === undefined ? Number.parseInt(hex ?? '', 16) : Number.parseInt(octal, 8) & 0xff
      if (byte < 0x80) return String.fromCharCode(byte)
      hasBytes = true
      return String.fromCharCode(BYTES + byte)
    }
    if (point !== undefined) {
      const code = Number.parseInt(point, 16)
      if (code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)) return String.fromCodePoint(code)
      isBroken = true
    }
    if (other === '\\' || other === '$' || (other === quote && quote !== '')) return other
    return SHORT[other] ?? whole
  })
  if (isBroken) return undefined
  return hasBytes ? decoded(said) : said
}

/** Lone surrogates stand for bytes until all are together: no text that was decoded has any. */
const BYTES = 0xdc00

function decoded(said: string): string | undefined {
  try {
    return said.replaceAll(/(?<![\ud800-\udbff])[\udc80-\udcff]+/g, (run) =>
      new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(
        Uint8Array.from(run, (unit) => unit.charCodeAt(0) - BYTES),
      ),
    )
  } catch {
    return undefined
  }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not stand in a file as they are.
const CONTROL = /[\u0000-\u001f\u007f]/
const ESCAPES: Readonly<Record<string, string>> = {
  '\n': '\\n',
  '\t': '\\t',
  '\r': '\\r',
  '\v': '\\v',
  '\f': '\\f',
  '\u001b': '\\e',
}

/** A text as a literal. What cannot be seen is escaped, which is possible in double quotes alone. */
export function literalOf(text: string, quote: Quote): string {
  if (quote === '"' || CONTROL.test(text)) return `"${escaped(text)}"`
  return singleQuoted(text)
}

const singleQuoted = (text: string) => `'${text.replaceAll(/[\\']/g, '\\$&')}'`

const escaped = (text: string) =>
  text.replaceAll(
    // biome-ignore lint/suspicious/noControlCharactersInRegex: see above.
    /[\\"\u0000-\u001f\u007f]|\$(?=[{A-Za-z_\x80-\uffff])|(?<=\{)\$/g,
    (found) => {
      if (found === '\\' || found === '"' || found === '$') return `\\${found}`
      return ESCAPES[found] ?? `\\x${found.charCodeAt(0).toString(16).padStart(2, '0')}`
    },
  )

/** Another text in place of a literal, spelled as that is where it can be. */
export function respelled(literal: string, text: string): string {
  if (literal.startsWith('<')) return heredocOf(literal, text) ?? literalOf(text, '"')
  if (literal.startsWith('"')) return literalOf(text, '"')
  // Whoever has texts of several lines in single quotes likes to see them so.
  const isOfLines = /[\n\t]/.test(literal) && !CONTROL.test(text.replaceAll(/[\n\t]/g, ''))
  return isOfLines ? singleQuoted(text) : literalOf(text, "'")
}

function heredocOf(literal: string, text: string): string | undefined {
  const parts = partsOf(literal)
  if (!parts || parts.body === undefined || CONTROL.test(text.replaceAll(/[\n\t]/g, ''))) return undefined
  const { start, indent, word, lineEnd, isPlain } = parts
  const lines = text.split('\n').map((line) => (isPlain ? line : inHeredoc(line)))
  const mayEnd = new RegExp(`^[ \\t]*${word}(?![\\w\\x80-\\uffff])`)
  // A line break is that of the file here, and a blank line would lose what it is indented by.
  if (lineEnd !== '\n' || lines.some((line) => mayEnd.test(line) || /^[ \t]+$/.test(line))) return undefined
  const body = lines.map((line) => (line === '' ? '' : indent + line) + lineEnd).join('')
  return `${start}${body}${indent}${word}`
}

const inHeredoc = (line: string) => line.replaceAll(/\\|\$(?=[{A-Za-z_\x80-\uffff])|(?<=\{)\$/g, '\\$&')
