/** What a program for tables may take for the beginning of a formula, and the sign that keeps it from doing so. */
const DANGEROUS = /^[=+\-@\t\r']/
const GUARDED = /^'[=+\-@\t\r']/

/** A text as a cell that no program runs. */
export const guarded = (text: string) => (DANGEROUS.test(text) ? `'${text}` : text)

export const unguarded = (cell: string) => (GUARDED.test(cell) ? cell.slice(1) : cell)
