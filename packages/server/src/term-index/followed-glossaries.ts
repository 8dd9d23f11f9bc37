import type { Handle } from '../db/pool.ts'
import { sql } from '../db/sql.ts'
import { eachInTurns } from '../turns.ts'

const LOADED_AT_ONCE = 2_000
/** What is kept in memory over all glossaries, counted in terms of about 200 bytes each. */
const MOST_TERMS = 1_000_000
/** What is kept for a glossary before it holds any term. */
const TERMS_OF_NONE = 200

/** What is taken out leaves something behind; after so many it is better to begin anew. */
const MOST_REMOVED = 10_000

/** What is made of the terms of a glossary, one by one. */
export interface MadeOfTerms<Term> {
  readonly size: number
  /** How many were taken out again. */
  readonly removed: number
  put(term: Term): void
  delete(termId: number): void
}

/** As it is looked into in one language. */
export interface Glossary {
  id: number
  revision: number
  localeId: number
  localeCode: string
}

/** None for a language that the organization does not have: nothing is read or kept for a code somebody made up. */
export const findGlossary = (handle: Handle, organizationId: number, localeCode: string) =>
  handle.row<Glossary>(sql`
    select g.id, g.revision, l.id as "localeId", l.code as "localeCode"
    from glossaries g join locales l on l.organization_id = g.organization_id and l.code = ${localeCode}
    where g.organization_id = ${organizationId}`)

/** How far a glossary was read: a term of this revision, and of those the one of this id. */
export interface ReadTo {
  revision: number
  id: number
}

interface Followed<Made> {
  made: Made
  /** Of the glossary, up to which it is known. */
  revision: number
  /** Follows the glossary; one at a time. */
  current: Promise<void>
}

interface Making<Term, Made> {
  make(glossary: Glossary): Made
  /**
   * Terms in the order of their last change. Those changed while this goes on come with a later revision, and may come
   * twice; none is left out, because a term never goes back.
   */
  findChanged(handle: Handle, glossary: Glossary, after: ReadTo, most: number): Promise<(Term & ReadTo)[]>
  mostTerms?: number
}

/**
 * Something made of the terms of glossaries by language, built when it is first asked for and kept current by asking the
 * glossary for what changed since. Nothing tells this process about changes: whoever asks compares revisions, so that it
 * never misses one, whichever process made it.
 */
export class FollowedGlossaries<Term, Made extends MadeOfTerms<Term>> {
  readonly #making: Making<Term, Made>
  /** By the id of the language, which belongs to one organization. The last used stands last. */
  readonly #followed = new Map<number, Followed<Made>>()

  constructor(making: Making<Term, Made>) {
    this.#making = making
  }

  /** How many languages of glossaries are in memory. */
  get kept(): number {
    return this.#followed.size
  }

  async current(handle: Handle, glossary: Glossary): Promise<Made> {
    const followed = this.#take(glossary)
    if (followed.revision < glossary.revision) {
      const follow = () => this.#follow(handle, followed, glossary)
      // After a failure whoever comes next tries again from the same revision, by a handle of their own.
      followed.current = followed.current.then(follow, follow)
      await followed.current
    }
    return followed.made
  }

  #take(glossary: Glossary): Followed<Made> {
    const { localeId } = glossary
    const followed = this.#followed.get(localeId) ?? this.#begin(glossary)
    this.#followed.delete(localeId)
    this.#followed.set(localeId, followed)
    return followed
  }

  #begin(glossary: Glossary): Followed<Made> {
    return { made: this.#making.make(glossary), revision: -1, current: Promise.resolve() }
  }

  async #follow(handle: Handle, followed: Followed<Made>, glossary: Glossary): Promise<void> {
    if (followed.revision >= glossary.revision) return
    if (followed.made.removed > MOST_REMOVED + followed.made.size) {
      followed.made = this.#making.make(glossary)
      followed.revision = -1
    }
    for (let last: ReadTo = { revision: followed.revision, id: 0 }; ; ) {
      const terms = await this.#making.findChanged(handle, glossary, last, LOADED_AT_ONCE)
      await eachInTurns(terms, (term) => followed.made.put(term))
      if (terms.length < LOADED_AT_ONCE) break
      last = terms.at(-1) ?? last
    }
    for (const id of await findDeleted(handle, glossary.id, followed.revision)) followed.made.delete(id)
    followed.revision = glossary.revision
    this.#forgetOldest()
  }

  #forgetOldest(): void {
    const most = this.#making.mostTerms ?? MOST_TERMS
    let terms = this.#followed.values().reduce((sum, { made }) => sum + termsOf(made), 0)
    for (const [localeId, { made }] of this.#followed) {
      if (terms <= most || this.#followed.size === 1) return
      this.#followed.delete(localeId)
      terms -= termsOf(made)
    }
  }
}

const termsOf = ({ size }: { size: number }) => TERMS_OF_NONE + size

async function findDeleted(handle: Handle, glossaryId: number, after: number): Promise<number[]> {
  const rows = await handle.rows<{ id: number }>(sql`
    select term_id as id from deleted_terms where glossary_id = ${glossaryId} and revision > ${after}`)
  return rows.map(({ id }) => id)
}
