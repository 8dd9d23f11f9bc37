/** Which terms: all, those to be used, those that are not. */
export const TERM_TYPES = ['preferred', 'forbidden'] as const
export type TermType = (typeof TERM_TYPES)[number]

/** What the address of the glossary says: whoever opens it sees the same. */
export interface GlossarySearch {
  q?: string
  type?: TermType
  /** The open one. */
  term?: number | 'new'
}

/** Reads an address that anybody may have written: what makes no sense is left out. */
export function readGlossarySearch(raw: Record<string, unknown>): GlossarySearch {
  const q = typeof raw['q'] === 'string' ? raw['q'].slice(0, 255) : ''
  const type = TERM_TYPES.find((known) => known === raw['type'])
  const term = raw['term'] === 'new' ? 'new' : Number(raw['term'])
  return {
    ...(q === '' ? {} : { q }),
    ...(type === undefined ? {} : { type }),
    ...(term === 'new' || (Number.isSafeInteger(term) && term > 0) ? { term } : {}),
  }
}
