import { randomUUID } from 'node:crypto'
import type { TermType } from '@parlance/contract'
import type { Handle } from '../../db/pool.ts'
import { type Sql, sql } from '../../db/sql.ts'
import type { Transaction } from '../../db/transaction.ts'
import { fault } from '../../http/errors.ts'
import { type HeldGlossary, raiseRevision } from './glossary.ts'
import { type TranslationRow, translationsOf } from './term-translation.ts'

/** What people say about a term, whether through the API or in a file. */
export interface TermContent {
  term: string
  definition: string | null
  subject: string | null
  termType: TermType
  partOfSpeech: string | null
  gender: string | null
  description: string | null
  isCaseSensitive: boolean
  isExactMatch: boolean
  isTranslatable: boolean
}

export interface TermRow extends TermContent {
  id: number
  conceptId: string
  sourceLocaleCode: string
  translations: TranslationRow[]
  createdAt: Date
  updatedAt: Date
}

/** Whose languages count: all of them, or those of a restricted member. */
export type Allowed = readonly string[] | null

const columns = (allowed: Allowed): Sql => sql`
  t.id, t.concept_id as "conceptId", t.term, t.definition, t.subject, t.term_type as "termType",
  t.part_of_speech as "partOfSpeech", t.gender, t.description, t.is_case_sensitive as "isCaseSensitive",
  t.is_exact_match as "isExactMatch", t.is_translatable as "isTranslatable", l.code as "sourceLocaleCode",
  ${translationsOf(allowed)} as translations, t.created_at as "createdAt", t.updated_at as "updatedAt"`

export const glossaryOf = (organizationId: number): Sql =>
  sql`(select g.id from glossaries g where g.organization_id = ${organizationId})`

/**
 * Terms `t` of an organization; `rest` goes on behind its condition, and `from` may be less than all terms. A term's own
 * text is seen by every member.
 */
export const findTerms = (
  db: Handle,
  organizationId: number,
  allowed: Allowed,
  rest: Sql,
  from: Sql = sql`terms`,
): Promise<TermRow[]> =>
  db.rows<TermRow>(sql`
    select ${columns(allowed)}
    from ${from} t join locales l on l.id = t.source_locale_id
    where t.glossary_id = ${glossaryOf(organizationId)} ${rest}`)

export async function findTerm(db: Handle, organizationId: number, allowed: Allowed, id: number): Promise<TermRow> {
  const [term] = await findTerms(db, organizationId, allowed, sql`and t.id = ${id}`)
  if (!term) throw fault('termNotFound')
  return term
}

export const presentTerm = ({ createdAt, updatedAt, ...term }: TermRow) => ({
  ...term,
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
})

/** A term is changed when one of its translations is. */
export async function touchTerm(tx: Transaction, glossary: HeldGlossary, id: number, now: Date): Promise<void> {
  await tx.run(sql`update terms set updated_at = ${now}, revision = ${glossary.revision} where id = ${id}`)
  await raiseRevision(tx, glossary, now)
}

/** An empty text says as much as none, and files cannot tell the two apart. */
export const orNull = (text: string | null | undefined) => text || null

/** Begins with a letter, so that XML takes it for an id. */
export const newConceptId = () => `c-${randomUUID()}`
