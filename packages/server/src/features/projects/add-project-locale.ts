import { contract } from '@parlance/contract'
import { record } from '../../changes/record.ts'
import { sql } from '../../db/sql.ts'
import { transaction } from '../../db/transaction.ts'
import { namedLocale } from '../../http/access.ts'
import { answer, implement } from '../../implement.ts'
import { ensureLocales } from '../organizations/index.ts'

export const addProjectLocale = implement(contract.addProjectLocale, ({ db }, { access, body, now }) =>
  transaction(db, async (tx) => {
    const { projectId, by } = access
    const [locale] = await ensureLocales(tx, access.organizationId, [namedLocale(access, body.code)])
    if (!locale) throw new Error('A locale came back without a row')
    const { id, code, name } = locale
    const added = await tx.run(sql`
      insert into project_locales (project_id, locale_id, added_at) values (${projectId}, ${id}, ${now})
      on conflict do nothing`)
    if (added > 0) record(tx, by, [{ event: 'project.locale_added', locale: code }])
    const source = await tx.row(sql`select 1 from projects where id = ${projectId} and source_locale_id = ${id}`)
    return answer(added > 0 ? 201 : 200, { id, code, name, isSource: source !== undefined })
  }),
)
