/** What the address of a memory says: whoever opens it sees the same entries. */
export interface MemorySearch {
  q?: string
  /** Entries of one language, by its code. */
  language?: string
  /** Entries that a project wrote, by its number. */
  project?: number
}

/** Reads an address that anybody may have written: what makes no sense is left out. */
export function readMemorySearch(raw: Record<string, unknown>): MemorySearch {
  const q = typeof raw['q'] === 'string' ? raw['q'].slice(0, 500) : ''
  const language = typeof raw['language'] === 'string' ? raw['language'].slice(0, 100) : ''
  const project = Number(raw['project'])
  return {
    ...(q === '' ? {} : { q }),
    ...(language === '' ? {} : { language }),
    ...(Number.isSafeInteger(project) && project > 0 ? { project } : {}),
  }
}
