import { UnreadableFile } from '../remark.ts'

export type Quote = '"' | "'" | '`'

const ESCAPE = /\\(?:u\{([\da-f]{1,6})\}|u([\da-f]{4})|x([\da-f]{2})|([0-7]{1,3})|(\r\n|[\s\S]))/gi
const SHORT: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', v: '\v' }
const CONTINUED = new Set(['\n', '\r', '\r\n', '\u2028', '\u2029'])

/** What a literal says, without its quotes. */
export function textOfLiteral(literal: string): string {
  let text = literal.slice(1, -1)
  // In a template a line break is `\n`, however the lines of the file end.
  if (literal.startsWith('`') && text.includes('\r')) text = text.replaceAll(/\r\n?/g, '\n')
  return text.includes('\\') ? withoutEscapes(text) : text
}

/** Also of a name: `\u0061` is `a` there. */
export const withoutEscapes = (text: string) =>
  text.replaceAll(ESCAPE, (_, braced?: string, four?: string, two?: string, octal?: string, other = '') => {
    const digits = braced ?? four ?? two
    if (digits !== undefined) return character(Number.parseInt(digits, 16))
    if (octal !== undefined) return octalCharacter(octal)
    if (CONTINUED.has(other)) return ''
    if (other === 'u' || other === 'x') throw new UnreadableFile('syntax_error', 'An escape without its digits')
    return SHORT[other] ?? other
  })

function character(code: number): string {
  if (code > 0x10ffff) throw new UnreadableFile('syntax_error', 'An escape beyond the last character')
  return String.fromCodePoint(code)
}

/** `\400` is `\40` and a zero. */
function octalCharacter(digits: string): string {
  const code = Number.parseInt(digits, 8)
  if (code < 256) return String.fromCharCode(code)
  return String.fromCharCode(Number.parseInt(digits.slice(0, 2), 8)) + digits.slice(2)
}

const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\t': '\\t', '\r': '\\r' }

/** A text as a literal. Templates keep their line breaks, which end there as in the rest of the file. */
export function literalOf(text: string, quote: Quote, lineEnd = '\n'): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not stand in a file as they are.
  const escaped = text.replaceAll(/[\\"'`\u0000-\u001f\u007f\u2028\u2029\ufeff]|\$(?=\{)/g, (found) => {
    if (quote === '`') {
      if (found === '\n') return lineEnd
      if (found === '$') return '\\$'
    }
    if (found === '$') return found
    if (/["'`]/.test(found)) return found === quote ? `\\${found}` : found
    return ESCAPES[found] ?? `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`
  })
  return quote + escaped + quote
}

const BARE_NAME = /^[A-Za-z_$][\w$]*$/

/** A name before a colon. As `__proto__` is no member of an object, it needs brackets to become one. */
export function nameLiteral(name: string, quote: Quote, mayBeBare = true): string {
  if (name === '__proto__') return `[${literalOf(name, quote)}]`
  return mayBeBare && BARE_NAME.test(name) ? name : literalOf(name, quote)
}
