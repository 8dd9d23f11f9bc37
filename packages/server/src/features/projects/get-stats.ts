import { contract } from '@parlance/contract'
import { sql } from '../../db/sql.ts'
import { implement } from '../../implement.ts'

interface LocaleStats {
  keys: number
  /** Null in the only row of a caller who may see no language. */
  code: string | null
  translated: number
  notReviewed: number
}

/**
 * A key without a value in a language counts as not translated there. One statement, so that the keys and the values
 * are counted at the same moment.
 */
export const getStats = implement(contract.getStats, async ({ db }, { access }) => {
  const { projectId, localeCodes } = access
  const stats = await db.rows<LocaleStats>(sql`
    select c.keys, l.code,
           count(*) filter (where t.status = 'translated') as translated,
           count(*) filter (where t.status = 'not_reviewed') as "notReviewed"
    from projects p
    join project_counters c on c.project_id = p.id
    left join (
      project_locales pl join locales l on l.id = pl.locale_id
        and (${localeCodes}::text[] is null or l.code = any(${localeCodes}::text[]))
    ) on pl.project_id = p.id
    left join (
      translations t join keys k on k.id = t.key_id and k.deleted_at is null and k.project_id = ${projectId}
    ) on t.locale_id = l.id
    where p.id = ${projectId}
    group by c.keys, l.id, l.code, p.source_locale_id
    order by l.id <> p.source_locale_id, l.code`)
  return {
    keys: stats[0]?.keys ?? 0,
    locales: stats.flatMap(({ keys, code, translated, notReviewed }) =>
      code === null ? [] : [{ code, translated, notReviewed, notTranslated: keys - translated - notReviewed }],
    ),
  }
})
