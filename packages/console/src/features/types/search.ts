/** What the address says of the list of types. */
export interface TypesSearch {
  q?: string
  /** Keys without parameters, too. */
  all?: true
}

/** Reads an address that anybody may have written: what makes no sense is left out. */
export function readTypesSearch(raw: Record<string, unknown>): TypesSearch {
  const q = typeof raw['q'] === 'string' ? raw['q'].slice(0, 1000) : ''
  return { ...(q === '' ? {} : { q }), ...(raw['all'] === true ? { all: true } : {}) }
}
