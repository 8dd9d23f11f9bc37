import { contract, limits } from '@parlance/contract'
import { type Sql, sql } from '../../../db/sql.ts'
import { transaction } from '../../../db/transaction.ts'
import { implement } from '../../../implement.ts'
import { allowedLocales } from '../../organizations/index.ts'
import { lockMemory } from './write-entries.ts'

const SHOWN = 100
/** As many characters as a translation may have. */

interface Previewed {
  id: number
  originalText: string
  replacedText: string
  affectedCount: number
}

/** Literal and case-sensitive. Entries that would end up empty or too long are left as they are. */
export const replaceInMemory = implement(contract.replaceInMemory, async ({ db }, { access, params, body, now }) => {
  const [locale] = await allowedLocales(db, access, [body.targetLocaleId])
  const { find, replace, preview = false } = body
  const affected = affectedEntries(params.tmId, locale.id, find, replace)
  if (preview) {
    const shown = await db.rows<Previewed>(sql`
      select id, target_text as "originalText", replaced as "replacedText", count(*) over () as "affectedCount"
      from (${affected}) found order by id limit ${SHOWN}`)
    return {
      affectedCount: shown[0]?.affectedCount ?? 0,
      preview: shown.map(({ affectedCount: _, ...entry }) => entry),
    }
  }
  return transaction(db, async (tx) => {
    // An import locks entries in the order of its file: only one of us may be at it.
    await lockMemory(tx, params.tmId)
    const affectedCount = await tx.run(sql`
      update memory_entries e
      set target_text = found.replaced, updated_at = ${now}
      from (${affected} order by e.id for no key update) found
      where e.memory_id = ${params.tmId} and e.id = found.id`)
    return { affectedCount }
  })
})

const affectedEntries = (tmId: number, localeId: number, find: string, replace: string): Sql => sql`
  select e.id, e.target_text, replace(e.target_text, ${find}, ${replace}) as replaced
  from memory_entries e
  where e.memory_id = ${tmId} and e.locale_id = ${localeId}
    and position(${find} in e.target_text) > 0 and ${find}::text <> ${replace}::text
    and char_length(replace(e.target_text, ${find}, ${replace})) between 1 and ${limits.memoryText}`
