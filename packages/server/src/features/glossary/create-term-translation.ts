import { contract } from '@parlance/contract'
import { sql } from '../../db/sql.ts'
import { transaction } from '../../db/transaction.ts'
import { answer, implement } from '../../implement.ts'
import { allowedLocales } from '../organizations/index.ts'
import { holdGlossary } from './glossary.ts'
import { toTranslation } from './sent-translations.ts'
import { findTerm, touchTerm } from './term.ts'
import { findTranslation, putTranslations } from './term-translation.ts'

export const createTermTranslation = implement(
  contract.createTermTranslation,
  ({ db }, { access, params, body, now }) =>
    transaction(db, async (tx) => {
      const glossary = await holdGlossary(tx, access.organizationId, now)
      const { id: termId } = await findTerm(tx, access.organizationId, access.localeCodes, params.termId)
      await allowedLocales(tx, access, [body.localeId], () => 'localeId')
      const inLocale = sql`tt.locale_id = ${body.localeId}`
      const before = await findTranslation(tx, termId, inLocale)
      const changed = await putTranslations(tx, glossary, termId, [toTranslation(body)])
      if (changed > 0) await touchTerm(tx, glossary, termId, now)
      const after = await findTranslation(tx, termId, inLocale)
      if (!after) throw new Error('A new translation came back without a row')
      return answer(before ? 200 : 201, after)
    }),
)
