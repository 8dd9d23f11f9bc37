// biome-ignore lint/suspicious/noControlCharactersInRegex: these cannot stand in XML, or not as what they are
const UNWRITABLE = /[\0-\x08\x0b-\x1f\ufffe\uffff]/g
// biome-ignore lint/suspicious/noControlCharactersInRegex: the same
const LIKE_ESCAPE = /_(?=x[\dA-Fa-f]{4}[_\0-\x08\x0b-\x1f\ufffe\uffff])/g
const ESCAPE = /_x([\dA-Fa-f]{4})_/g

const escaped = (character: string) => `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`

/** A text as a workbook has it: characters that XML does not hold have a spelling, and so has what looks like one. */
export const encodeCell = (text: string) => text.replaceAll(LIKE_ESCAPE, '_x005F_').replaceAll(UNWRITABLE, escaped)

export const decodeCell = (text: string) =>
  text.includes('_x')
    ? text.replaceAll(ESCAPE, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)))
    : text
