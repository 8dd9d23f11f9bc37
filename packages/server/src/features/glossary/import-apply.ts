import { type Sql, sql } from '../../db/sql.ts'
import type { Transaction } from '../../db/transaction.ts'
import type { HeldGlossary } from './glossary.ts'
import type { ConceptContent } from './import-concept.ts'
import type { Target } from './import-plan.ts'
import { newConceptId } from './term.ts'
import type { NewTranslation } from './term-translation.ts'

type WrittenConcept = Target & { content: ConceptContent }

/** The columns of some contents as arrays, in the order of `CONTENT`. */
const CONTENT = sql`source_locale_id, term, definition, subject, term_type, part_of_speech, gender, description,
  is_case_sensitive, is_exact_match, is_translatable`

function arraysOf(contents: readonly ConceptContent[]): Sql {
  const of = <K extends keyof ConceptContent>(field: K) => contents.map((content) => content[field])
  return sql`${of('sourceLocaleId')}::bigint[], ${of('term')}::text[], ${of('definition')}::text[],
    ${of('subject')}::text[], ${of('termType')}::text[], ${of('partOfSpeech')}::text[], ${of('gender')}::text[],
    ${of('description')}::text[], ${of('isCaseSensitive')}::boolean[], ${of('isExactMatch')}::boolean[],
    ${of('isTranslatable')}::boolean[]`
}

/** The translations of some concepts as rows `(term_id, locale_id, text, …)`. */
function rowsOf(translations: readonly { termId: number; translation: NewTranslation }[]): Sql {
  const of = <K extends keyof NewTranslation>(field: K) => translations.map(({ translation }) => translation[field])
  return sql`unnest(${translations.map(({ termId }) => termId)}::bigint[], ${of('localeId')}::bigint[],
    ${of('text')}::text[], ${of('termType')}::text[], ${of('partOfSpeech')}::text[], ${of('gender')}::text[],
    ${of('description')}::text[])`
}

const translationsIn = (targets: readonly Target[]) =>
  targets.flatMap(({ id, translations }) =>
    [...translations.values()].map((translation) => ({ termId: id ?? 0, translation })),
  )

/** Ids are drawn first, so that terms and translations need not wait for each other. */
export async function insertConcepts(
  tx: Transaction,
  glossary: HeldGlossary,
  concepts: readonly WrittenConcept[],
  now: Date,
): Promise<void> {
  const ids = await tx.rows<{ id: number }>(sql`
    select nextval(pg_get_serial_sequence('terms', 'id')) as id from generate_series(1, ${concepts.length})`)
  const numbered = concepts.map((concept, at) => ({ ...concept, id: ids[at]?.id ?? 0 }))
  await Promise.all([
    tx.run(sql`
      insert into terms (id, concept_id, ${CONTENT}, glossary_id, revision, created_at, updated_at)
      overriding system value
      select c.*, ${glossary.id}::bigint, ${glossary.revision}::bigint, ${now}::timestamptz, ${now}::timestamptz
      from unnest(${numbered.map(({ id }) => id)}::bigint[],
                  ${numbered.map(({ conceptId }) => conceptId ?? newConceptId())}::text[],
                  ${arraysOf(numbered.map(({ content }) => content))}) as c`),
    tx.run(sql`
      insert into term_translations (glossary_id, term_id, locale_id, text, term_type, part_of_speech, gender, description)
      select ${glossary.id}::bigint, r.* from ${rowsOf(translationsIn(numbered))} r`),
  ])
}

/**
 * Replaces concepts whole, as far as the caller may write: translations in other languages stay. Returns nothing: each
 * of them counts as updated, though the time of one that was like that already does not move.
 */
export async function overwriteConcepts(
  tx: Transaction,
  glossary: HeldGlossary,
  targets: readonly Target[],
  writableIds: readonly number[] | null,
  now: Date,
): Promise<void> {
  const whole = targets.filter((target): target is WrittenConcept => target.content !== null)
  const translations = translationsIn(targets)
  const changed = await Promise.all([
    tx.rows<{ id: number }>(sql`
      update terms t set (${CONTENT}) = (select ${sql`c.source_locale_id, c.term, c.definition, c.subject, c.term_type,
        c.part_of_speech, c.gender, c.description, c.is_case_sensitive, c.is_exact_match, c.is_translatable`})
      from unnest(${whole.map(({ id }) => id)}::bigint[], ${arraysOf(whole.map(({ content }) => content))})
        as c (id, ${CONTENT})
      where t.id = c.id
        and (t.source_locale_id, t.term, t.definition, t.subject, t.term_type, t.part_of_speech, t.gender,
             t.description, t.is_case_sensitive, t.is_exact_match, t.is_translatable) is distinct from
            (c.source_locale_id, c.term, c.definition, c.subject, c.term_type, c.part_of_speech, c.gender,
             c.description, c.is_case_sensitive, c.is_exact_match, c.is_translatable)
      returning t.id`),
    tx.rows<{ id: number }>(sql`
      delete from term_translations tt
      where tt.term_id = any(${targets.map(({ id }) => id)}::bigint[])
        and (${writableIds}::bigint[] is null or tt.locale_id = any(${writableIds}::bigint[]))
        and (tt.term_id, tt.locale_id) not in (
          select * from unnest(${translations.map(({ termId }) => termId)}::bigint[],
                               ${translations.map(({ translation }) => translation.localeId)}::bigint[]))
      returning tt.term_id as id`),
    tx.rows<{ id: number }>(sql`
      insert into term_translations as tt (glossary_id, term_id, locale_id, text, term_type, part_of_speech, gender, description)
      select ${glossary.id}::bigint, r.* from ${rowsOf(translations)} r
      on conflict (term_id, locale_id) do update
      set text = excluded.text, term_type = excluded.term_type, part_of_speech = excluded.part_of_speech,
          gender = excluded.gender, description = excluded.description
      where (tt.text, tt.term_type, tt.part_of_speech, tt.gender, tt.description) is distinct from
            (excluded.text, excluded.term_type, excluded.part_of_speech, excluded.gender, excluded.description)
      returning tt.term_id as id`),
  ])
  await touch(tx, glossary, changed.flat(), now)
}

/** Adds what concepts lack and returns how many gained something. Details of a word are of use for that word only. */
export async function mergeConcepts(
  tx: Transaction,
  glossary: HeldGlossary,
  targets: readonly Target[],
  now: Date,
): Promise<number> {
  const whole = targets.filter((target): target is WrittenConcept => target.content !== null)
  const changed = await Promise.all([
    tx.rows<{ id: number }>(sql`
      with more as (
        select t.id, coalesce(t.definition, c.definition) as definition, coalesce(t.subject, c.subject) as subject,
               case when w.is_same then coalesce(t.part_of_speech, c.part_of_speech) else t.part_of_speech end as part_of_speech,
               case when w.is_same then coalesce(t.gender, c.gender) else t.gender end as gender,
               case when w.is_same then coalesce(t.description, c.description) else t.description end as description
        from unnest(${whole.map(({ id }) => id)}::bigint[], ${arraysOf(whole.map(({ content }) => content))})
          as c (id, ${CONTENT})
        join terms t on t.id = c.id,
        lateral (select t.folded_term = folded(c.term) as is_same) w
      )
      update terms t
      set definition = m.definition, subject = m.subject, part_of_speech = m.part_of_speech, gender = m.gender,
          description = m.description
      from more m
      where t.id = m.id and (t.definition, t.subject, t.part_of_speech, t.gender, t.description) is distinct from
                            (m.definition, m.subject, m.part_of_speech, m.gender, m.description)
      returning t.id`),
    tx.rows<{ id: number }>(sql`
      insert into term_translations as tt (glossary_id, term_id, locale_id, text, term_type, part_of_speech, gender, description)
      select ${glossary.id}::bigint, r.* from ${rowsOf(translationsIn(targets))} r
      on conflict (term_id, locale_id) do update
      set part_of_speech = coalesce(tt.part_of_speech, excluded.part_of_speech),
          gender = coalesce(tt.gender, excluded.gender), description = coalesce(tt.description, excluded.description)
      where tt.text = excluded.text
        and (coalesce(tt.part_of_speech, excluded.part_of_speech), coalesce(tt.gender, excluded.gender),
             coalesce(tt.description, excluded.description)) is distinct from
            (tt.part_of_speech, tt.gender, tt.description)
      returning tt.term_id as id`),
  ])
  return touch(tx, glossary, changed.flat(), now)
}

const touch = (tx: Transaction, { revision }: HeldGlossary, changed: readonly { id: number }[], now: Date) =>
  tx.run(sql`
    update terms set updated_at = ${now}, revision = ${revision}
    where id = any(${[...new Set(changed.map(({ id }) => id))]}::bigint[])`)
