import { endOfText } from './line.ts'

/** What stands around a text; `lines`: nothing, and it goes on in lines that are indented. */
export type Quoting = 'none' | 'lines' | '"' | "'" | '`' | '"""'

interface SpelledValue {
  value: string
  /** Behind it, its quotes included; it may stand some lines further down. */
  end: number
  quoting: Quoting
}

/** What may come behind a closing quote. */
const REST = /[ \t]*(?:$|[;#])/y

/** The text that begins here, in a line that ends there. Whatever is no text in quotes is one without. */
export function valueAt(text: string, from: number, lineEnd: number): SpelledValue {
  if (text.startsWith('"""', from)) return manyLines(text, from, lineEnd, '"""') ?? bare(text, from, lineEnd)
  const first = text[from]
  if (from < lineEnd && first === '`') return manyLines(text, from, lineEnd, '`') ?? bare(text, from, lineEnd)
  if (from < lineEnd && (first === '"' || first === "'"))
    return oneLine(text, from, lineEnd, first) ?? bare(text, from, lineEnd)
  return bare(text, from, lineEnd)
}

function bare(text: string, from: number, lineEnd: number): SpelledValue {
  const end = endOfText(text, from, lineEnd)
  return { value: text.slice(from, end), end, quoting: 'none' }
}

function oneLine(text: string, from: number, lineEnd: number, quote: '"' | "'"): SpelledValue | undefined {
  const line = text.slice(from, lineEnd)
  const close = closingQuote(line, quote)
  REST.lastIndex = close + 1
  if (close < 0 || !REST.test(line)) return undefined
  const inside = line.slice(1, close)
  return { value: quote === '"' ? unescaped(inside) : inside, end: from + close + 1, quoting: quote }
}

function closingQuote(line: string, quote: '"' | "'"): number {
  for (let at = line.indexOf(quote, 1); at >= 0; at = line.indexOf(quote, at + 1)) {
    if (quote === "'") return at
    let slashes = 0
    while (line[at - 1 - slashes] === '\\') slashes++
    if (slashes % 2 === 0) return at
  }
  return -1
}

/** Up to the last closing quote of the first line that has one, as go-ini reads it. */
function manyLines(text: string, from: number, lineEnd: number, quote: '`' | '"""'): SpelledValue | undefined {
  const start = from + quote.length
  let close = text.slice(start, lineEnd).lastIndexOf(quote)
  let end = lineEnd
  if (close >= 0) close += start
  else {
    close = text.slice(lineEnd, lineEnd + FURTHEST).indexOf(quote)
    if (close < 0) return undefined
    close += lineEnd
    const found = text.indexOf('\n', close)
    end = found < 0 ? text.length : found
    if (end - close < FURTHEST) close = text.lastIndexOf(quote, end - quote.length)
    if (text[end - 1] === '\r') end--
  }
  REST.lastIndex = close + quote.length - from
  const spelled = text.slice(from, Math.min(end, close + FURTHEST))
  if (!REST.test(spelled)) return undefined
  return { value: text.slice(start, close).replaceAll('\r\n', '\n'), end: close + quote.length, quoting: quote }
}

/** Within this many characters a text ends, or it is none. */
const FURTHEST = 2 ** 17

const ESCAPE = /\\(["\\nrt])/g
const MEANT: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' }

export const unescaped = (text: string) =>
  text.includes('\\') ? text.replaceAll(ESCAPE, (_, letter: string) => MEANT[letter] ?? letter) : text
