/** A name that is a number to PHP: it counts further from there. */
export function indexOfName(name: string): number | undefined {
  return name.length < 16 && /^(?:0|-?[1-9]\d*)$/.test(name) ? Number(name) : undefined
}

const WHOLE = /^([+-]?)(?:(0x[\da-f_]+|0b[01_]+)|0o?([0-7_]+)|(0|[1-9][\d_]*))$/i

/** What a number in a program is as the name of a member. Undefined: no whole one. */
export function indexOfNumber(source: string): number | undefined {
  const [, sign, prefixed, octal, decimal] = (source.length < 100 && WHOLE.exec(source)) || []
  const digits = (prefixed ?? octal ?? decimal)?.replaceAll('_', '')
  if (digits === undefined) return undefined
  const index = octal === undefined ? Number(digits) : Number.parseInt(digits, 8)
  if (!Number.isSafeInteger(index)) return undefined
  return sign === '-' && index !== 0 ? -index : index
}
