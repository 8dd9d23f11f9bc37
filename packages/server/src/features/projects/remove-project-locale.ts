import { contract } from '@parlance/contract'
import { record } from '../../changes/record.ts'
import { sql } from '../../db/sql.ts'
import { transaction } from '../../db/transaction.ts'
import { assertLocale } from '../../http/access.ts'
import { fault } from '../../http/errors.ts'
import { implement } from '../../http/implement.ts'
import { canonicalLocale } from '../../locale.ts'
import { findProjectLocales } from './project-locales.ts'

/** The values stay in their table, out of every list and export, until the language is added again. */
export const removeProjectLocale = implement(contract.removeProjectLocale, ({ db }, { access, params }) =>
  transaction(db, async (tx) => {
    const { projectId, by } = access
    const code = canonicalLocale(params.code)
    assertLocale(access, code ?? params.code)
    const locale = (await findProjectLocales(tx, projectId)).find((enabled) => enabled.code === code)
    if (!locale) throw fault('localeNotEnabled')
    if (locale.isSource) throw fault('sourceLocaleStays')
    const removed = await tx.run(sql`
      delete from project_locales where project_id = ${projectId} and locale_id = ${locale.id}`)
    if (removed > 0) record(tx, by, [{ event: 'project.locale_removed', locale: locale.code }])
  }),
)
