import type { Quoting } from './value.ts'

/** How the texts of a file look, where a new one goes. */
export interface ValueStyle {
  quoting: Quoting
  indent?: string | undefined
  lineEnd: string
}

const STARTS_QUOTED = /^["'`]/
const LINE_BREAK = /[\n\r]/

/** A text in place of one that is spelled so, in the same way where that can hold it. */
export function spelledValue(value: string, { quoting, indent, lineEnd }: ValueStyle): string {
  if (quoting === '"') return escaped(value)
  if (quoting === 'none' && isBare(value)) return value
  if (quoting === 'lines' && areLines(value)) return value.replaceAll('\n', lineEnd + indent)
  if (quoting === "'" && !/['\n\r]/.test(value)) return `'${value}'`
  const isWithin = (quoting === '`' || quoting === '"""') && !value.includes(quoting) && !value.includes('\r')
  return isWithin ? quoting + value.replaceAll('\n', lineEnd) + quoting : quoted(value)
}

/** A text that was not there before. Many programs take what follows `;` or `#` for a comment, quotes protect it. */
export const spelledNewValue = (value: string, style: ValueStyle) =>
  style.quoting !== '"' && (/[;#]/.test(value) || value.endsWith('\\'))
    ? quoted(value)
    : spelledValue(value, { ...style, quoting: style.quoting === '"' ? '"' : 'none' })

const isBare = (value: string) => value.trim() === value && !STARTS_QUOTED.test(value) && !LINE_BREAK.test(value)

function areLines(value: string): boolean {
  const [first = '', ...more] = value.split('\n')
  return first !== '' && isBare(first) && more.every((line) => line !== '' && isBare(line) && !/^[;#[]|[=:]/.test(line))
}

/** Escapes are not known everywhere: in backticks, quotes need none. */
const quoted = (value: string) => (/^[^`\n\r]*"[^`\n\r]*$/.test(value) ? `\`${value}\`` : escaped(value))

const ESCAPES: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r' }

/** A backslash is escaped only where it would be taken for the beginning of an escape. */
const escaped = (text: string) =>
  `"${text.replaceAll(/\\(?=["\\ntr\n\r]|$)|["\n\r]/g, (found) => ESCAPES[found] ?? `\\${found}`)}"`

/** A name with a sign in it that would end it stands in quotes, as go-ini writes it. */
export function spelledName(name: string, { quoting }: ValueStyle): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are to be escaped
  const isPlain = name.trim() === name && !/^[[;#"`']|[=:\0-\x1f\x7f]/.test(name)
  // Of such files PHP is the reader: it takes a colon for a letter, and quotes as well.
  const isPlainToPhp = quoting === '"' && /^[^\s[;#"'`=][^=\n\r]*[^\s=:]$/.test(name) && !/:[ \t]/.test(name)
  return isPlain || isPlainToPhp ? name : quotedName(name)
}

const quotedName = (name: string) => (/[`\n\r]/.test(name) ? escaped(name) : `\`${name}\``)

export const spelledComment = (comment: string): string[] =>
  comment
    .trim()
    .split(/\r\n?|\n/)
    .map((line) => `; ${line}`.trimEnd())
