import { contract, limits } from '@parlance/contract'
import { type Sql, sql } from '../../../db/sql.ts'
import { transaction } from '../../../db/transaction.ts'
import { fault } from '../../../http/errors.ts'
import { implement } from '../../../implement.ts'
import { allowedLocales } from '../../organizations/index.ts'
import { lockMemory } from './write-entries.ts'

const SHOWN = 100

interface Counts {
  affectedCount: number
  skippedCount: number
}

const NOTHING: Counts = { affectedCount: 0, skippedCount: 0 }

interface Previewed {
  id: number
  originalText: string
  replacedText: string
}

/** Literal and case-sensitive. Entries that would end up empty or too long are left as they are, and counted. */
export const replaceInMemory = implement(contract.replaceInMemory, async ({ db }, { access, params, body, now }) => {
  const { find, replace, preview = false } = body
  if (access.isReadOnly && !preview) throw fault('readOnly')
  const [locale] = await allowedLocales(db, access, [body.targetLocaleId])
  const found = entriesWith(params.tmId, locale.id, find, replace)
  if (preview) {
    const rows = await db.rows<Counts & (Previewed | Record<keyof Previewed, null>)>(sql`
      with found as materialized (${found})
      select shown.*, counted.*
      from (select ${counts} from found) counted
      left join (
        select id, target_text as "originalText", ${replaced(find, replace)} as "replacedText"
        from found where fits order by id limit ${SHOWN}
      ) shown on true
      order by shown.id`)
    const [{ affectedCount, skippedCount } = NOTHING] = rows
    const shown = rows.flatMap(({ id, originalText, replacedText }) =>
      id === null ? [] : [{ id, originalText, replacedText }],
    )
    return { affectedCount, skippedCount, preview: shown }
  }
  return transaction(db, async (tx) => {
    // An import locks entries in the order of its file: only one of us may be at it.
    await lockMemory(tx, params.tmId)
    return tx.one<Counts>(sql`
      with found as materialized (${found} order by e.id for no key update of e), changed as (
        update memory_entries e
        set target_text = ${replaced(find, replace, sql`found.target_text`)}, updated_at = ${now}
        from found
        where e.memory_id = ${params.tmId} and e.id = found.id and found.fits
      )
      select ${counts} from found`)
  })
})

const counts = sql`
  count(*) filter (where fits) as "affectedCount", count(*) filter (where not fits) as "skippedCount"`

/**
 * Entries that would change, and whether they may: by how long they would be, before anything is replaced. A letter that
 * becomes a page would make gigabytes of a text.
 */
const entriesWith = (tmId: number, localeId: number, find: string, replace: string): Sql => sql`
  select e.id, e.target_text, length.of_replaced between 1 and ${limits.memoryText} as fits
  from memory_entries e
  cross join lateral (
    select (char_length(e.target_text) - char_length(replace(e.target_text, ${find}, '')))
      / char_length(${find}::text) as occurrences
  ) found_in
  cross join lateral (
    select char_length(e.target_text)
      + found_in.occurrences::bigint * (char_length(${replace}::text) - char_length(${find}::text)) as of_replaced
  ) length
  where e.memory_id = ${tmId} and e.locale_id = ${localeId}
    and position(${find} in e.target_text) > 0 and ${find}::text <> ${replace}::text`

const replaced = (find: string, replace: string, text = sql`target_text`): Sql =>
  sql`replace(${text}, ${find}, ${replace})`
