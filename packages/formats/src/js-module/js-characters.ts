const SPACES = /[\s\ufeff]/

export function isSpace(code: number): boolean {
  return code < 128 ? code === 32 || (code >= 9 && code <= 13) : SPACES.test(String.fromCharCode(code))
}

/** Of a name, a number or an escape in a name. Beyond ASCII everything but space counts: nothing else is code there. */
export function isNamePart(code: number): boolean {
  if (code >= 128) return !isSpace(code)
  const isDigit = code >= 48 && code <= 57
  const isLetter = (code >= 65 && code <= 90) || (code >= 97 && code <= 122)
  return isDigit || isLetter || code === 36 || code === 95 || code === 92
}
