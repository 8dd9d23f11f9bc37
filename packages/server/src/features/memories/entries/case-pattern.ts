/** What else becomes an ASCII letter when case is taken off: the Kelvin sign, and the dotted İ as `folded` has it. */
const OTHERS: Readonly<Record<string, string>> = { i: 'İ', k: '\u212a' }

/**
 * A regular expression of PostgreSQL for the texts in which a search is found whatever the case. Undefined for letters
 * whose other forms are not told here.
 */
export function casePattern(search: string): string | undefined {
  const parts = Array.from(search, partOf)
  return parts.includes(undefined) ? undefined : parts.join('')
}

function partOf(character: string): string | undefined {
  const [lower, upper] = [character.toLowerCase(), character.toUpperCase()]
  if (/^[a-z]$/.test(lower)) return `[${lower}${lower.toUpperCase()}${OTHERS[lower] ?? ''}]`
  if (lower !== upper) return undefined
  return /[!-/:-@[-`{-~]/.test(character) ? `\\${character}` : character
}
