import { type TermHit, TermTrie, type TrieTerm } from '@parlance/checks'
import type { Database, Handle } from '../db/pool.ts'
import { sql } from '../db/sql.ts'
import { eachInTurns, finishInTurns } from '../turns.ts'

const LOADED_AT_ONCE = 2_000
/** What is kept in memory over all glossaries, counted in terms of about 200 bytes each. */
const MOST_TERMS = 1_000_000
/** What a trie takes before it holds any term. */
const TERMS_OF_EMPTY_TRIE = 200

/** What is taken out leaves its nodes behind; after so many it is better to begin anew. */
const MOST_REMOVED = 10_000

interface Indexed {
  trie: TermTrie
  /** Of the glossary, up to which the trie knows it. */
  revision: number
  /** Follows the glossary; one at a time. */
  current: Promise<void>
}

interface ChangedTerm extends TrieTerm {
  localeId: number
}

/**
 * The terms of glossaries by language, built when they are first asked for and kept current by asking the glossary for
 * what changed since. Nothing tells this process about changes: each lookup compares revisions, so that it never misses
 * one, whichever process made it.
 */
export class TermIndex {
  readonly #db: Database
  readonly #mostTerms: number
  /** By the id of the language, which belongs to one organization. The last used stands last. */
  readonly #indexed = new Map<number, Indexed>()

  constructor(db: Database, mostTerms = MOST_TERMS) {
    this.#db = db
    this.#mostTerms = mostTerms
  }

  /** How many languages of glossaries are in memory. */
  get kept(): number {
    return this.#indexed.size
  }

  async find(organizationId: number, localeCode: string, text: string): Promise<TermHit[]> {
    const glossary = await findGlossary(this.#db, organizationId, localeCode)
    if (!glossary) return []
    const indexed = this.#take(glossary.localeId)
    if (indexed.revision < glossary.revision) {
      const follow = () => this.#follow(indexed, glossary)
      // After a failure the next lookup tries again from the same revision.
      indexed.current = indexed.current.then(follow, follow)
    }
    await indexed.current
    return finishInTurns(indexed.trie.find(text))
  }

  #take(localeId: number): Indexed {
    const indexed = this.#indexed.get(localeId) ?? { trie: new TermTrie(), revision: -1, current: Promise.resolve() }
    this.#indexed.delete(localeId)
    this.#indexed.set(localeId, indexed)
    return indexed
  }

  async #follow(indexed: Indexed, glossary: Glossary): Promise<void> {
    if (indexed.revision >= glossary.revision) return
    if (indexed.trie.removed > MOST_REMOVED + indexed.trie.size) {
      indexed.trie = new TermTrie()
      indexed.revision = -1
    }
    for (let last = { revision: indexed.revision, id: 0 }; ; ) {
      const terms = await findChanged(this.#db, glossary, last)
      await eachInTurns(terms, (term) => {
        if (term.localeId === glossary.localeId) indexed.trie.put(term)
        else indexed.trie.delete(term.id)
      })
      if (terms.length < LOADED_AT_ONCE) break
      last = terms.at(-1) ?? last
    }
    for (const id of await findDeleted(this.#db, glossary.id, indexed.revision)) indexed.trie.delete(id)
    indexed.revision = glossary.revision
    this.#forgetOldest()
  }

  #forgetOldest(): void {
    let terms = this.#indexed.values().reduce((sum, { trie }) => sum + termsOf(trie), 0)
    for (const [localeId, { trie }] of this.#indexed) {
      if (terms <= this.#mostTerms || this.#indexed.size === 1) return
      this.#indexed.delete(localeId)
      terms -= termsOf(trie)
    }
  }
}

const termsOf = ({ size }: TermTrie) => TERMS_OF_EMPTY_TRIE + size

/** As it is looked into in one language. */
interface Glossary {
  id: number
  revision: number
  localeId: number
}

/** None for a language that the organization does not have: nothing is read or kept for a code somebody made up. */
const findGlossary = (db: Handle, organizationId: number, localeCode: string) =>
  db.row<Glossary>(sql`
    select g.id, g.revision, l.id as "localeId"
    from glossaries g join locales l on l.organization_id = g.organization_id and l.code = ${localeCode}
    where g.organization_id = ${organizationId}`)

/**
 * Terms in the order of their last change. Those changed while this goes on come with a later revision, and may come
 * twice; none is left out, because a term never goes back.
 */
const findChanged = (db: Handle, { id }: Glossary, after: { revision: number; id: number }) =>
  db.rows<ChangedTerm & { revision: number }>(sql`
    select t.id, t.term, t.is_case_sensitive as "isCaseSensitive", t.is_exact_match as "isExactMatch", t.revision,
           t.source_locale_id as "localeId"
    from terms t
    where t.glossary_id = ${id} and (t.revision, t.id) > (${after.revision}::bigint, ${after.id}::bigint)
    order by t.revision, t.id
    limit ${LOADED_AT_ONCE}`)

async function findDeleted(db: Handle, glossaryId: number, after: number): Promise<number[]> {
  const rows = await db.rows<{ id: number }>(sql`
    select term_id as id from deleted_terms where glossary_id = ${glossaryId} and revision > ${after}`)
  return rows.map(({ id }) => id)
}
