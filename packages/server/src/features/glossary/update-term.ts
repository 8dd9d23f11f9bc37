import { contract } from '@parlance/contract'
import { sql } from '../../db/sql.ts'
import { transaction } from '../../db/transaction.ts'
import { assertLocale } from '../../http/access.ts'
import { implement } from '../../implement.ts'
import { holdGlossary } from './glossary.ts'
import { sourceLocale } from './glossary-locales.ts'
import { readTranslations } from './sent-translations.ts'
import { findTerm, orNull, presentTerm, touchTerm } from './term.ts'
import { putTranslations } from './term-translation.ts'

/** Translations belong to their own languages; everything else of a term belongs to its source language. */
export const updateTerm = implement(contract.updateTerm, ({ db }, { access, params: { termId }, body, now }) =>
  transaction(db, async (tx) => {
    const { organizationId, localeCodes } = access
    const glossary = await holdGlossary(tx, organizationId, now)
    const before = await findTerm(tx, organizationId, localeCodes, termId)
    const { translations: sent, ...fields } = body
    if (Object.keys(fields).length > 0) assertLocale(access, before.sourceLocaleCode)
    const source = await sourceLocale(tx, organizationId, fields.sourceLocaleCode ?? before.sourceLocaleCode)
    if (fields.sourceLocaleCode !== undefined) assertLocale(access, source.code)
    const translations = await readTranslations(tx, access, sent)
    const next = { ...before, ...fields }
    const [definition, subject, partOfSpeech, gender, description] = [
      orNull(next.definition),
      orNull(next.subject),
      orNull(next.partOfSpeech),
      orNull(next.gender),
      orNull(next.description),
    ]
    const changed = await tx.run(sql`
      update terms
      set source_locale_id = ${source.id}, term = ${next.term}, definition = ${definition}, subject = ${subject},
          term_type = ${next.termType}, part_of_speech = ${partOfSpeech}, gender = ${gender},
          description = ${description}, is_case_sensitive = ${next.isCaseSensitive},
          is_exact_match = ${next.isExactMatch}, is_translatable = ${next.isTranslatable}
      where id = ${termId}
        and (source_locale_id, term, definition, subject, term_type, part_of_speech, gender, description,
             is_case_sensitive, is_exact_match, is_translatable) is distinct from
            (${source.id}::bigint, ${next.term}::text, ${definition}::text, ${subject}::text, ${next.termType}::text,
             ${partOfSpeech}::text, ${gender}::text, ${description}::text, ${next.isCaseSensitive}::boolean,
             ${next.isExactMatch}::boolean, ${next.isTranslatable}::boolean)`)
    const translated = await putTranslations(tx, glossary, termId, translations)
    if (changed + translated > 0) await touchTerm(tx, glossary, termId, now)
    return presentTerm(await findTerm(tx, organizationId, localeCodes, termId))
  }),
)
