import { contract } from '@parlance/contract'
import { transaction } from '../../db/transaction.ts'
import { assertLocale } from '../../http/access.ts'
import { implement } from '../../implement.ts'
import { holdGlossary } from './glossary.ts'
import { toTranslation } from './sent-translations.ts'
import { findTerm, touchTerm } from './term.ts'
import { getTranslation, putTranslations } from './term-translation.ts'

export const updateTermTranslation = implement(
  contract.updateTermTranslation,
  ({ db }, { access, params, body, now }) =>
    transaction(db, async (tx) => {
      const glossary = await holdGlossary(tx, access.organizationId, now)
      const { id: termId } = await findTerm(tx, access.organizationId, access.localeCodes, params.termId)
      const before = await getTranslation(tx, termId, params.translationId)
      assertLocale(access, before.localeCode)
      const changed = await putTranslations(tx, glossary, termId, [toTranslation({ ...before, ...body })])
      if (changed > 0) await touchTerm(tx, glossary, termId, now)
      return getTranslation(tx, termId, before.id)
    }),
)
