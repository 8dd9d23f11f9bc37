/** What a sheet has at most. */
export const MOST_COLUMNS = 16_384
export const MOST_ROWS = 1_048_576

/** `A` for 0, `AA` for 26. */
export function columnName(column: number): string {
  let name = ''
  for (let left = column + 1; left > 0; left = Math.floor((left - 1) / 26))
    name = String.fromCharCode(65 + ((left - 1) % 26)) + name
  return name
}

/** Of a cell such as `AB12`; undefined where it names none. */
export function columnOf(place: string): number | undefined {
  const [, letters] = /^\$?([A-Z]{1,3})\$?\d{0,7}$/i.exec(place) ?? []
  if (letters === undefined) return undefined
  let column = 0
  for (const letter of letters.toUpperCase()) column = column * 26 + letter.charCodeAt(0) - 64
  return column <= MOST_COLUMNS ? column - 1 : undefined
}
