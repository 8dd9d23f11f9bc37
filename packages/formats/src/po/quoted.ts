const ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  a: '\x07',
  b: '\b',
  f: '\f',
  v: '\v',
  '"': '"',
  '\\': '\\',
}
const ESCAPED = /(?:\\(?:[0-7]{1,3}|x[\da-fA-F]{1,2}))+|\\[\s\S]/g

/** What stands between quotes, as it is meant. A sign that cannot be escaped keeps its backslash. */
export const unescaped = (text: string, isLatin1: boolean) =>
  text.includes('\\')
    ? text.replaceAll(ESCAPED, (run) => ESCAPES[run.slice(1)] ?? (/^\\[0-7x]/.test(run) ? ofBytes(run, isLatin1) : run))
    : text

/** Numbers stand for bytes of the file, several of them for a character. */
function ofBytes(run: string, isLatin1: boolean): string {
  if (run === '\\x') return run
  const codes = Array.from(
    run.matchAll(/\\(?:([0-7]{1,3})|x([\da-fA-F]{1,2}))/g),
    ([, octal, hex]) => (octal === undefined ? Number.parseInt(hex ?? '', 16) : Number.parseInt(octal, 8)) & 0xff,
  )
  if (!isLatin1 && codes.some((code) => code > 0x7f)) {
    try {
      return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Uint8Array.from(codes))
    } catch {
      // No UTF-8: each byte is taken for a character.
    }
  }
  return codes.map((code) => String.fromCharCode(code)).join('')
}

const NAMES: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(ESCAPES).map(([name, character]) => [character, `\\${name}`]),
)

const codeOf = (character: string) => `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`
const UNSAID = new RegExp(`[${Object.keys(NAMES).map(codeOf).join('')}]`, 'g')
const escaped = (text: string) => text.replaceAll(UNSAID, (character) => NAMES[character] ?? '')

/** A text as a file has it: each of its lines on one of its own, as msgcat writes without folding long ones. */
export function quotedLines(text: string, lineEnd: string): string {
  const end = text.indexOf('\n')
  if (end < 0 || end === text.length - 1) return `"${escaped(text)}"`
  const lines = text.match(/[^\n]*\n|[^\n]+$/g) ?? []
  return ['""', ...lines.map((line) => `"${escaped(line)}"`)].join(lineEnd)
}
