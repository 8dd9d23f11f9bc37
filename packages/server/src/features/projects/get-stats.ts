import { contract } from '@parlance/contract'
import { sql } from '../../db/sql.ts'
import { implement } from '../../http/implement.ts'

interface LocaleStats {
  code: string
  translated: number
  notReviewed: number
}

/** A key without a value in a language counts as not translated there. */
export const getStats = implement(contract.getStats, async ({ db }, { access }) => {
  const { projectId, localeCodes } = access
  const counter = await db.row<{ keys: number }>(sql`
    select keys from project_counters where project_id = ${projectId}`)
  const keys = counter?.keys ?? 0
  const stats = await db.rows<LocaleStats>(sql`
    select l.code,
           count(*) filter (where t.status = 'translated') as translated,
           count(*) filter (where t.status = 'not_reviewed') as "notReviewed"
    from projects p
    join project_locales pl on pl.project_id = p.id
    join locales l on l.id = pl.locale_id
    left join (
      translations t join keys k on k.id = t.key_id and k.deleted_at is null and k.project_id = ${projectId}
    ) on t.locale_id = l.id
    where p.id = ${projectId} and (${localeCodes}::text[] is null or l.code = any(${localeCodes}::text[]))
    group by l.id, l.code, p.source_locale_id
    order by l.id <> p.source_locale_id, l.code`)
  return {
    keys,
    locales: stats.map(({ code, translated, notReviewed }) => ({
      code,
      translated,
      notReviewed,
      notTranslated: keys - translated - notReviewed,
    })),
  }
})
