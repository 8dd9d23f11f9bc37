import { contract } from '@parlance/contract'
import { sql } from '../../db/sql.ts'
import { transaction } from '../../db/transaction.ts'
import { assertLocale } from '../../http/access.ts'
import { assertRoomFor } from '../../http/quota.ts'
import { implement } from '../../implement.ts'
import { countTerms, holdGlossary, raiseRevision } from './glossary.ts'
import { sourceLocale } from './glossary-locales.ts'
import { readTranslations } from './sent-translations.ts'
import { findTerm, newConceptId, orNull, presentTerm } from './term.ts'
import { putTranslations } from './term-translation.ts'

export const createTerm = implement(contract.createTerm, ({ db, config }, { access, body, now }) =>
  transaction(db, async (tx) => {
    const { organizationId, localeCodes } = access
    const glossary = await holdGlossary(tx, organizationId, now)
    assertRoomFor(config.quotas, 'terms', await countTerms(tx, glossary))
    const source = await sourceLocale(tx, organizationId, body.sourceLocaleCode)
    assertLocale(access, source.code)
    const translations = await readTranslations(tx, access, body.translations)
    const { term, termType = 'preferred', isCaseSensitive = false, isExactMatch = false, isTranslatable = true } = body
    const made = await tx.one<{ id: number }>(sql`
      insert into terms (glossary_id, concept_id, source_locale_id, term, definition, subject, term_type,
                         part_of_speech, gender, description, is_case_sensitive, is_exact_match, is_translatable,
                         revision, created_at, updated_at)
      values (${glossary.id}, ${newConceptId()}, ${source.id}, ${term}, ${orNull(body.definition)},
              ${orNull(body.subject)}, ${termType}, ${orNull(body.partOfSpeech)}, ${orNull(body.gender)},
              ${orNull(body.description)}, ${isCaseSensitive}, ${isExactMatch}, ${isTranslatable},
              ${glossary.revision}, ${now}, ${now})
      returning id`)
    await putTranslations(tx, glossary, made.id, translations)
    await raiseRevision(tx, glossary, now)
    return presentTerm(await findTerm(tx, organizationId, localeCodes, made.id))
  }),
)
