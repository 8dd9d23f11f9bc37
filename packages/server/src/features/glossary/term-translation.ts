import type { TermType } from '@parlance/contract'
import type { Handle } from '../../db/pool.ts'
import { type Sql, sql } from '../../db/sql.ts'
import type { Transaction } from '../../db/transaction.ts'
import { fault } from '../../http/errors.ts'
import type { HeldGlossary } from './glossary.ts'

export interface TranslationRow {
  id: number
  localeId: number
  localeCode: string
  text: string
  termType: TermType
  partOfSpeech: string | null
  gender: string | null
  description: string | null
}

/** The translations of a term `t` as JSON, in the order of their codes. */
export const translationsOf = (allowed: readonly string[] | null): Sql => sql`(
  select coalesce(json_agg(json_build_object(
    'id', tt.id, 'localeId', tt.locale_id, 'localeCode', tl.code, 'text', tt.text, 'termType', tt.term_type,
    'partOfSpeech', tt.part_of_speech, 'gender', tt.gender, 'description', tt.description) order by tl.code), '[]')
  from term_translations tt join locales tl on tl.id = tt.locale_id
  where tt.term_id = t.id and (${allowed}::text[] is null or tl.code = any(${allowed}::text[])))`

/** A translation of this very term; that of another term is as unknown as one that never was. */
export async function findTranslation(db: Handle, termId: number, only: Sql): Promise<TranslationRow | undefined> {
  return db.row<TranslationRow>(sql`
    select tt.id, tt.locale_id as "localeId", l.code as "localeCode", tt.text, tt.term_type as "termType",
           tt.part_of_speech as "partOfSpeech", tt.gender, tt.description
    from term_translations tt join locales l on l.id = tt.locale_id
    where tt.term_id = ${termId} and ${only}`)
}

export async function getTranslation(db: Handle, termId: number, id: number): Promise<TranslationRow> {
  const translation = await findTranslation(db, termId, sql`tt.id = ${id}`)
  if (!translation) throw fault('termTranslationNotFound')
  return translation
}

export type NewTranslation = Omit<TranslationRow, 'id' | 'localeCode'>

/** Adds translations or replaces those of the same locale, and tells how many were not like that already. */
export function putTranslations(
  tx: Transaction,
  glossary: HeldGlossary,
  termId: number,
  translations: readonly NewTranslation[],
): Promise<number> {
  const of = <K extends keyof NewTranslation>(field: K) => translations.map((translation) => translation[field])
  return tx.run(sql`
    insert into term_translations as tt
      (glossary_id, term_id, locale_id, text, term_type, part_of_speech, gender, description)
    select ${glossary.id}::bigint, ${termId}::bigint, *
    from unnest(${of('localeId')}::bigint[], ${of('text')}::text[], ${of('termType')}::text[],
                ${of('partOfSpeech')}::text[], ${of('gender')}::text[], ${of('description')}::text[])
    on conflict (term_id, locale_id) do update
    set text = excluded.text, term_type = excluded.term_type, part_of_speech = excluded.part_of_speech,
        gender = excluded.gender, description = excluded.description
    where (tt.text, tt.term_type, tt.part_of_speech, tt.gender, tt.description) is distinct from
          (excluded.text, excluded.term_type, excluded.part_of_speech, excluded.gender, excluded.description)`)
}
