import { type TermHit, TermTrie, type TrieTerm } from '@parlance/checks'
import type { Database, Handle } from '../db/pool.ts'
import { sql } from '../db/sql.ts'
import { finishInTurns } from '../turns.ts'
import {
  FollowedGlossaries,
  findGlossary,
  type Glossary,
  type MadeOfTerms,
  type ReadTo,
} from './followed-glossaries.ts'

interface ChangedTerm extends TrieTerm {
  localeId: number
}

/** Finds the terms of glossaries in texts, language by language. */
export class TermIndex {
  readonly #db: Database
  readonly #glossaries: FollowedGlossaries<ChangedTerm, TermsOfLanguage>

  constructor(db: Database, mostTerms?: number) {
    this.#db = db
    this.#glossaries = new FollowedGlossaries({
      make: ({ localeId }) => new TermsOfLanguage(localeId),
      findChanged,
      ...(mostTerms === undefined ? {} : { mostTerms }),
    })
  }

  /** How many languages of glossaries are in memory. */
  get kept(): number {
    return this.#glossaries.kept
  }

  async find(organizationId: number, localeCode: string, text: string): Promise<TermHit[]> {
    const glossary = await findGlossary(this.#db, organizationId, localeCode)
    if (!glossary) return []
    const { trie } = await this.#glossaries.current(this.#db, glossary)
    return finishInTurns(trie.find(text))
  }
}

/** Those whose name is in this language; a change may bring a term in or take it out. */
class TermsOfLanguage implements MadeOfTerms<ChangedTerm> {
  readonly trie = new TermTrie()
  readonly #localeId: number

  constructor(localeId: number) {
    this.#localeId = localeId
  }

  get size(): number {
    return this.trie.size
  }

  get removed(): number {
    return this.trie.removed
  }

  put(term: ChangedTerm): void {
    if (term.localeId === this.#localeId) this.trie.put(term)
    else this.trie.delete(term.id)
  }

  delete(termId: number): void {
    this.trie.delete(termId)
  }
}

const findChanged = (handle: Handle, { id }: Glossary, after: ReadTo, most: number) =>
  handle.rows<ChangedTerm & ReadTo>(sql`
    select t.id, t.term, t.is_case_sensitive as "isCaseSensitive", t.is_exact_match as "isExactMatch", t.revision,
           t.source_locale_id as "localeId"
    from terms t
    where t.glossary_id = ${id} and (t.revision, t.id) > (${after.revision}::bigint, ${after.id}::bigint)
    order by t.revision, t.id
    limit ${most}`)
