import type { TermHit } from './queries.ts'

export interface FoundTerm {
  id: number
  term: string
  isForbidden: boolean
  translations: TermHit['translations']
}

/** Each term once, in the order of the text. */
export function foundTerms(hits: readonly TermHit[]): FoundTerm[] {
  const found = new Map<number, FoundTerm>()
  for (const { termId: id, term, isForbidden, translations } of hits)
    if (!found.has(id)) found.set(id, { id, term, isForbidden, translations })
  return [...found.values()]
}
