import { kindOfPlain, type PlainKind } from './plain-kind.ts'

/** How a text is marked as one; `plain` where it needs no quotes, else in double ones. */
export type Quoting = 'plain' | 'single' | 'double'

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what YAML does not allow anywhere.
const UNPRINTABLE = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/
// biome-ignore lint/suspicious/noControlCharactersInRegex: as above, with what has a meaning between quotes.
const ESCAPED = /[\u0000-\u001f"\\\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g
const SHORT: Readonly<Record<string, string>> = { '"': '\\"', '\\': '\\\\', '\n': '\\n', '\t': '\\t', '\r': '\\r' }

const BEGINS_PLAIN = /^(?:[^\s\-?:,[\]{}#&*!|>'"%@`]|[-?:](?=\S))/
const NOT_PLAIN = /[\n\t]|:(?:\s|$)|\s#|^(?:---|\.\.\.)|\s$/
const NOT_IN_FLOW = /[,[\]{}:?]/
const BEGINS_WITH_BLANK = /^\n*[ \t]/
const BLANK_LINE = /^[ \t]+$/m

/** A text on one line. A plain one must be a text to everybody, or of a kind that may stand there. */
export function spelled(text: string, quoting: Quoting, inFlow: boolean, kind: PlainKind = 'text'): string {
  if (quoting === 'plain' && canBePlain(text, inFlow) && ['text', kind].includes(kindOfPlain(text))) return text
  if (quoting === 'single' && !text.includes('\n') && !UNPRINTABLE.test(text)) return `'${text.replaceAll("'", "''")}'`
  return inDoubleQuotes(text)
}

const canBePlain = (text: string, inFlow: boolean) =>
  BEGINS_PLAIN.test(text) && !NOT_PLAIN.test(text) && !UNPRINTABLE.test(text) && !(inFlow && NOT_IN_FLOW.test(text))

/** As JSON has it, with escapes also for what older readers of YAML take for line breaks. */
export const inDoubleQuotes = (text: string) =>
  `"${text.replaceAll(ESCAPED, (found) => SHORT[found] ?? `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`)}"`

/** Whether a text can stand in lines of its own, however many of them are empty at its end. */
export const canBeBlock = (text: string) =>
  /[^\n]/.test(text) && !UNPRINTABLE.test(text) && !BEGINS_WITH_BLANK.test(text) && !BLANK_LINE.test(text)

/** Whether a text gains by lines of its own. */
export const isOfLines = (text: string) => /\n./.test(text) && !text.endsWith('\n\n') && canBeBlock(text)

/** A text in lines of its own, below a header. */
export function inLines(text: string, indent: string, lineEnd: string): string {
  const header = text.endsWith('\n') ? '|' : '|-'
  return [header, ...indentedLines(text.replace(/\n$/, ''), indent)].join(lineEnd)
}

export const indentedLines = (text: string, indent: string) =>
  text.split('\n').map((line) => (line === '' ? '' : indent + line))
