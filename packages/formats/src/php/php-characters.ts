export const isDigit = (code: number) => code >= 48 && code <= 57
export const isNameStart = (code: number) =>
  (code >= 65 && code <= 90) || (code >= 97 && code <= 122) || code === 95 || code >= 128
/** Names of classes have backslashes in them. */
export const isNamePart = (code: number) => isNameStart(code) || isDigit(code) || code === 92

/** `$name`, `${name}` and `{$name}`. */
export function isSubstitution(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  if (code === 123) return text[at + 1] === '$'
  return code === 36 && (text[at + 1] === '{' || isNameStart(text.charCodeAt(at + 1)))
}
