export const termTypes = ['preferred', 'forbidden'] as const
export type TermType = (typeof termTypes)[number]

/** How long the texts of a term may be, in code points; imports hold themselves to the same. */
export const termLimits = {
  term: 500,
  definition: 2000,
  description: 2000,
  subject: 255,
  partOfSpeech: 50,
  gender: 50,
  conceptId: 255,
} as const
