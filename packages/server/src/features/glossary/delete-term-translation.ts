import { contract } from '@parlance/contract'
import { sql } from '../../db/sql.ts'
import { transaction } from '../../db/transaction.ts'
import { assertLocale } from '../../http/access.ts'
import { implement } from '../../implement.ts'
import { holdGlossary } from './glossary.ts'
import { findTerm, touchTerm } from './term.ts'
import { getTranslation } from './term-translation.ts'

export const deleteTermTranslation = implement(contract.deleteTermTranslation, ({ db }, { access, params, now }) =>
  transaction(db, async (tx) => {
    const glossary = await holdGlossary(tx, access.organizationId, now)
    const { id: termId } = await findTerm(tx, access.organizationId, access.localeCodes, params.termId)
    const { id, localeCode } = await getTranslation(tx, termId, params.translationId)
    assertLocale(access, localeCode)
    await tx.run(sql`delete from term_translations where id = ${id}`)
    await touchTerm(tx, glossary, termId, now)
  }),
)
