import { contract } from '@parlance/contract'
import { record } from '../../changes/record.ts'
import { sql } from '../../db/sql.ts'
import { transaction } from '../../db/transaction.ts'
import { fault } from '../../http/errors.ts'
import { implement } from '../../implement.ts'
import { enabledLocales } from './sent-locales.ts'

/** The values stay in their table, out of every list and export, until the language is added again. */
export const removeProjectLocale = implement(contract.removeProjectLocale, ({ db }, { access, params }) =>
  transaction(db, async (tx) => {
    const { projectId, by } = access
    const [locale] = await enabledLocales(tx, access, [params.code])
    if (locale.isSource) throw fault('sourceLocaleStays')
    const removed = await tx.run(sql`
      delete from project_locales where project_id = ${projectId} and locale_id = ${locale.id}`)
    if (removed > 0) record(tx, by, [{ event: 'project.locale_removed', locale: locale.code }])
  }),
)
